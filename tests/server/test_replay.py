"""Replays: every moment of a round as it was seen, and nothing of it before the game is over."""

from __future__ import annotations

import gzip
import json

import msgspec
import pytest
from tests.server.harness import running
from tests.server.stored import BEGAN, at_random, play, rules_of, seated, stored

from rufen.core.cards import cards_of
from rufen.core.events import (
    BidPlaced,
    BidPlacedFaceDown,
    CardPlayed,
    GameAborted,
    GameEnded,
    HandDealt,
    HandDealtFaceDown,
    RoundScored,
    RoundStarted,
    TricksClaimed,
)
from rufen.core.game import Game
from rufen.core.state import Phase, fold
from rufen.protocol.bodies import Replay
from rufen.server.replay import NoSuchRound, NoSuchSeat, NotOver, replay_of

PEOPLE = ("Mia", "Ben", "Ida:beginner")
RULES = rules_of(3, 2, 5, 3)


def whole(seed: int = 1, **more: object) -> Game:
    return play(seated(PEOPLE, rules_of(3, 2, 5, 3, **more)), at_random(seed))


def test_the_first_step_is_the_deal_and_every_action_is_one():
    game = whole()
    replay = replay_of("game1", stored(game, "game1"), 2, None)
    assert (replay.round, replay.rounds, replay.seat) == (2, 3, None)
    assert replay.names == ("Mia", "Ben", "Ida")
    assert [kind.value for kind in replay.kinds] == ["person", "person", "bot"]
    assert replay.ended_at == BEGAN + len(game.events)
    first, *others = replay.steps
    assert isinstance(first.events[0], RoundStarted)
    assert first.view.hand_counts == (5, 5, 5)
    kinds = [type(step.events[0]) for step in others]
    assert kinds.count(BidPlaced) == 3
    assert kinds.count(CardPlayed) == 15
    assert len(kinds) == 18 + (first.view.phase is Phase.CHOOSING_TRUMP)
    assert isinstance(others[-1].events[-1], RoundScored)
    assert others[-1].view.results == game.state.results[:2]
    last = replay_of("game1", stored(game, "game1"), 3, None).steps[-1]
    assert isinstance(last.events[-1], GameEnded)
    assert last.view.ranks == game.state.ranks


def test_an_open_replay_shows_all_hands_of_each_moment():
    game = whole()
    dealt = {
        event.seat: event.cards
        for event in game.events[next_round(game, 2) : next_round(game, 3)]
        if isinstance(event, HandDealt)
    }
    replay = replay_of("game1", stored(game, "game1"), 2, None)
    played: list[CardPlayed] = []
    for step in replay.steps:
        played += [event for event in step.events if isinstance(event, CardPlayed)]
        gone = {event.card for event in played}
        left = tuple(tuple(card for card in dealt[seat] if card not in gone) for seat in range(3))
        assert step.hands == left
        assert tuple(map(len, left)) == step.view.hand_counts
    assert replay.steps[-1].hands == ((), (), ())


def next_round(game: Game, number: int) -> int:
    started = [at for at, event in enumerate(game.events) if isinstance(event, RoundStarted)]
    return started[number - 1]


@pytest.mark.parametrize("disclosure", ["open", "hidden", "delayed"])
def test_a_seat_sees_what_it_saw_and_nobody_elses_hand_before_it_is_played(disclosure):
    game = whole(3, bid_disclosure=disclosure)
    for seat in range(3):
        for number in (1, 2, 3):
            open_replay = replay_of("game1", stored(game, "game1"), number, None)
            replay = replay_of("game1", stored(game, "game1"), number, seat)
            assert len(replay.steps) == len(open_replay.steps)
            for step, shown in zip(replay.steps, open_replay.steps, strict=True):
                assert step.hands is None
                assert shown.hands is not None
                assert step.view.seat == seat
                assert step.view.hand == shown.hands[seat]
                text = msgspec.json.encode(step).decode()
                for other, hand in enumerate(shown.hands):
                    if other != seat:
                        assert not [card for card in hand if f'"{card}"' in text], (number, seat, other)
            dealt = [type(event) for event in replay.steps[0].events]
            assert dealt.count(HandDealt) == 1
            assert dealt.count(HandDealtFaceDown) == 2


@pytest.mark.parametrize("seat", [None, 0, 2])
@pytest.mark.parametrize("disclosure", ["hidden", "delayed"])
def test_secret_bids_are_secret_until_they_are_shown(disclosure, seat):
    game = whole(4, bid_disclosure=disclosure)
    replay = replay_of("game1", stored(game, "game1"), 2, seat)
    placed = [event for step in replay.steps for event in step.events if isinstance(event, BidPlaced)]
    hidden = [event for step in replay.steps for event in step.events if isinstance(event, BidPlacedFaceDown)]
    assert [event.seat for event in placed] == ([] if seat is None else [seat])
    assert len(hidden) == 3 - len(placed)
    bids = game.state.results[1].bids
    for step in replay.steps:
        known = step.view.bids
        shown = step.view.phase is Phase.DEALING or (disclosure == "hidden" and all(step.view.has_bid))
        assert known == bids if shown else not [n for s, n in enumerate(known) if s != seat and n is not None]


def test_what_is_the_servers_is_in_no_replay():
    game = whole()
    for seat in (None, 0, 1, 2):
        text = msgspec.json.encode(replay_of("game1", stored(game, "game1"), 1, seat)).decode()
        assert "seat_key_set" not in text
        assert "deck_sealed" not in text
        assert '"hidden"' not in text
        for step in json.loads(text)["steps"][:-1]:
            assert "salt" not in json.dumps(step), "the deck is opened with the score and not before"


def test_what_was_taken_back_is_not_shown():
    game = play(seated(PEOPLE, RULES), at_random(5), until=lambda state: state.phase is Phase.PLAYING)
    game.take_back()
    play(game, at_random(6))
    replay = replay_of("game1", stored(game, "game1"), 1, None)
    bids = [event for step in replay.steps for event in step.events if isinstance(event, BidPlaced)]
    assert len(bids) == 3
    assert [event.bid for event in sorted(bids, key=lambda event: event.seat)] == list(
        game.state.results[0].bids
    )
    assert not [e for step in replay.steps for e in step.events if type(e).__name__ == "ActionsTakenBack"]


def test_a_claim_is_a_step_and_the_cards_after_it_are_steps():
    game = play(seated(PEOPLE, RULES), at_random(7), until=lambda state: len(state.results) == 1)
    play(game, at_random(7), until=lambda state: len(state.tricks) == 4 and state.deal.number == 2)
    claimant = game.state.asked[0]
    game.add(TricksClaimed(claimant, tuple(cards_of(game.state.hands[claimant]))))
    play(game, at_random(7))
    steps = replay_of("game1", stored(game, "game1"), 2, None).steps
    [claim] = [at for at, step in enumerate(steps) if isinstance(step.events[0], TricksClaimed)]
    assert [type(step.events[0]) for step in steps[claim + 1 :]] == [CardPlayed] * 3
    assert steps[claim].view.hand_counts == (1, 1, 1)


def test_the_round_in_which_a_game_ended_early_can_be_seen_too():
    game = play(
        seated(PEOPLE, RULES), at_random(8), until=lambda s: len(s.tricks) == 2 and s.deal.number == 2
    )
    with pytest.raises(NotOver):
        replay_of("game1", stored(game, "game1"), 1, None)
    game.add(GameAborted("vote", game.state.totals, (1, 1, 1)))
    replay = replay_of("game1", stored(game, "game1"), 2, None)
    assert replay.rounds == 2
    assert replay.steps[-1].events == (GameAborted("vote", game.state.totals, (1, 1, 1)),)
    assert replay.steps[-1].view.phase is Phase.ABORTED
    assert replay.steps[-1].hands == tuple(cards_of(hand) for hand in fold(game.events[:-1]).hands)
    seat_view = msgspec.json.encode(replay_of("game1", stored(game, "game1"), 2, 1)).decode()
    for other in (0, 2):
        assert not [card for card in replay.steps[-1].hands[other] if f'"{card}"' in seat_view]


def test_rounds_and_seats_that_are_not_there():
    log = stored(whole(), "game1")
    for number in (0, 4, -1):
        with pytest.raises(NoSuchRound):
            replay_of("game1", log, number, None)
    for seat in (-1, 3):
        with pytest.raises(NoSuchSeat):
            replay_of("game1", log, 1, seat)
    nothing = seated(PEOPLE, RULES)
    nothing.add(GameAborted("vote", (0, 0, 0), (1, 1, 1)))
    with pytest.raises(NoSuchRound, match="no round was dealt"):
        replay_of("game1", stored(nothing, "game1"), 1, None)


@pytest.fixture(scope="module")
async def server(tmp_path_factory):
    async with running(tmp_path_factory.mktemp("replay")) as server:
        store = server.service.store
        await store.append("finished1", 0, stored(whole(), "finished1"))
        half = play(seated(PEOPLE, RULES), at_random(2), until=lambda state: len(state.results) == 2)
        await store.append("running1", 0, stored(half, "running1"))
        yield server


async def test_over_http(server):
    answer = await server.http.get("/api/tables/finished1/replay/2")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    expected = replay_of("finished1", stored(whole(), "finished1"), 2, None)
    assert msgspec.json.decode(answer.content, type=Replay) == expected
    seat = await server.http.get("/api/tables/finished1/replay/2?seat=1")
    assert seat.json()["seat"] == 1
    assert {step["hands"] for step in seat.json()["steps"]} == {None}


async def test_it_is_packed_for_those_who_unpack(server):
    plain = await server.http.get("/api/tables/finished1/replay/1", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    async with server.http.stream("GET", "/api/tables/finished1/replay/1") as packed:
        raw = b"".join([part async for part in packed.aiter_raw()])
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(raw) == plain.content
    assert len(raw) < len(plain.content) / 5


@pytest.mark.parametrize(
    ("path", "status", "error", "allowed"),
    [
        ("running1/replay/1", 409, "not_over", None),
        ("running1/replay/1?seat=0", 409, "not_over", None),
        ("running1/replay/99", 409, "not_over", None),
        ("running1/record", 409, "not_over", None),
        ("unknown1/replay/1", 404, "unknown_table", None),
        ("finished1/replay/4", 404, "unknown_round", "1 … 3"),
        ("finished1/replay/0", 404, "unknown_round", "1 … 3"),
        ("finished1/replay/one", 404, "unknown_round", "1 … 3"),
        ("finished1/replay/-1", 404, "unknown_round", "1 … 3"),
        ("finished1/replay/1e9", 404, "unknown_round", "1 … 3"),
        ("finished1/replay/%D9%A1", 404, "unknown_round", "1 … 3"),
        ("finished1/replay/" + "9" * 5000, 404, "unknown_round", "1 … 3"),
        ("finished1/replay/1?seat=3", 422, "unknown_seat", "0 … 2, or no seat for all hands"),
        ("finished1/replay/1?seat=", 422, "unknown_seat", "0 … 2, or no seat for all hands"),
        ("finished1/replay/1?seat=open", 422, "unknown_seat", "0 … 2, or no seat for all hands"),
        ("finished1/replay/1?seat=-1", 422, "unknown_seat", "0 … 2, or no seat for all hands"),
    ],
)
async def test_what_is_refused(server, path, status, error, allowed):
    answer = await server.http.get(f"/api/tables/{path}")
    body = answer.json()
    assert (answer.status_code, body["error"], body.get("allowed")) == (status, error, allowed)
