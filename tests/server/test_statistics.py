"""Statistics: told numbers, and what counts."""

from __future__ import annotations

import pytest
from tests.server.harness import running
from tests.server.stored import at_random, play, rules_of, seated, stored, token_of

from rufen.core.actions import PlaceBid
from rufen.core.events import GameAborted, PlayerKind
from rufen.core.game import Game, legal_actions
from rufen.core.scoring import RoundResult
from rufen.core.state import GameState, Player
from rufen.protocol.bodies import BidRate
from rufen.server.statistics import FinishedGame, statistics

MIA = Player("Mia", PlayerKind.PERSON, key="k1")
BEN = Player("Ben", PlayerKind.PERSON, key="k2")
IDA = Player("Ida", PlayerKind.BOT, "beginner")


def result(number: int, size: int, bids: tuple[int, ...], tricks: tuple[int, ...]) -> RoundResult:
    scores = tuple(20 + 10 * t if b == t else -10 * abs(b - t) for b, t in zip(bids, tricks, strict=True))
    return RoundResult(number, size, 0, bids, tricks, scores)


FIRST = FinishedGame(
    you=0,
    players=(MIA, BEN, IDA),
    results=(result(1, 1, (1, 0, 0), (1, 0, 0)), result(2, 2, (0, 1, 1), (1, 1, 0))),
    totals=(20, 50, 10),
    ranks=(2, 1, 3),
)
SECOND = FinishedGame(
    you=1,
    players=(BEN, Player("Mimi", PlayerKind.PERSON, key="k3"), Player("Ida", PlayerKind.BOT, "random")),
    results=(result(1, 2, (1, 1, 1), (0, 1, 1)),),
    totals=(-10, 30, 30),
    ranks=(3, 1, 1),
)


def test_told_numbers():
    told = statistics([FIRST, SECOND])
    assert told.games == 2
    you, ben, *idas = told.players
    assert (you.name, you.you, you.bot) == ("Mia", True, False)
    assert (you.games, you.wins, you.average_total, you.average_rank, you.best_total) == (2, 0.5, 25, 1.5, 30)
    assert (you.rounds, you.made) == (3, 2)
    assert you.by_hand_size == (BidRate(1, 1, 1), BidRate(2, 2, 1))
    assert (ben.name, ben.you) == ("Ben", False)
    assert (ben.games, ben.wins, ben.average_total, ben.average_rank, ben.best_total) == (2, 1, 20, 2, 50)
    assert ben.by_hand_size == (BidRate(1, 1, 1), BidRate(2, 2, 1))
    assert [(ida.name, ida.bot, ida.level, ida.wins) for ida in idas] == [
        ("Ida", True, "beginner", 0),
        ("Ida", True, "random", 0.5),
    ]


def test_wins_are_shared():
    three = msgspec_replace(SECOND, ranks=(1, 1, 1))
    assert [round(player.wins, 6) for player in statistics([three]).players] == [0.333333] * 3


def msgspec_replace(game: FinishedGame, **change: object) -> FinishedGame:
    import msgspec

    return msgspec.structs.replace(game, **change)


def test_nothing_played_is_nothing_told():
    assert statistics([]).players == ()


def test_persons_whose_names_are_gone_are_left_out_but_not_you():
    gone = Player("—", PlayerKind.PERSON, key="")
    game = msgspec_replace(FIRST, players=(MIA, gone, IDA))
    assert [player.name for player in statistics([game]).players] == ["Mia", "Ida"]


def test_a_person_named_like_a_bot_is_somebody_else():
    game = msgspec_replace(FIRST, players=(MIA, Player("Ida", PlayerKind.PERSON, key="k"), IDA))
    assert [(player.name, player.bot) for player in statistics([game]).players] == [
        ("Mia", False),
        ("Ida", False),
        ("Ida", True),
    ]


def zero(state: GameState, seat: int):
    """Bids nothing where that is allowed, and plays the first legal card."""
    legal = legal_actions(state, seat)
    return PlaceBid(0) if PlaceBid(0) in legal else legal[0]


def finished(people: tuple[str, ...], choose=zero) -> Game:
    return play(seated(people, rules_of(len(people), 1, 3, 2)), choose)


@pytest.fixture
async def server(tmp_path):
    async with running(tmp_path) as server:
        yield server


async def test_over_real_games(server):
    games = {
        "game1": finished(("Mia", "Ben", "Ida:beginner")),
        "game2": finished(("Ben", "Mia", "Eva"), at_random(4)),
        "half1": play(seated(("Mia", "Ben", "Eva"), rules_of(3, 1, 3)), zero, lambda s: bool(s.results)),
        "ended1": play(seated(("Mia", "Ben", "Eva"), rules_of(3, 1, 3)), zero, lambda s: bool(s.results)),
    }
    games["ended1"].add(GameAborted("vote", games["ended1"].state.totals, (1, 1, 1)))
    for table, game in games.items():
        await server.service.store.append(table, 0, stored(game, table))
    asked = [{"table": table, "token": token_of("Mia")} for table in [*games, "game1"]]
    asked.append({"table": "game2", "token": "wrong" * 8})
    asked = [*asked[-1:], *asked[:-1]]
    told = (await server.http.post("/api/tables/statistics", json=asked)).json()
    assert told["games"] == 2, "those that are finished, each once"
    you, ben, *others = told["players"]
    assert (you["name"], you["you"], you["games"]) == ("Mia", True, 2)
    states = [games["game1"].state, games["game2"].state]
    totals = [states[0].totals[0], states[1].totals[1]]
    assert you["average_total"] == sum(totals) / 2
    assert you["best_total"] == max(totals)
    made = [
        (r.hand_size, r.bids[seat] == r.tricks[seat])
        for state, seat in zip(states, (0, 1), strict=True)
        for r in state.results
    ]
    assert you["by_hand_size"] == [
        {"hand_size": n, "rounds": 2, "made": sum(ok for size, ok in made if size == n)} for n in (1, 2, 3)
    ]
    assert (ben["name"], ben["games"]) == ("Ben", 2)
    assert {(other["name"], other["bot"]) for other in others} == {("Ida", True), ("Eva", False)}


async def test_bad_questions(server):
    path = "/api/tables/statistics"
    assert (await server.http.post(path, json=[])).json() == {"games": 0, "players": []}
    nobody = [{"table": "unknown1", "token": token_of("Mia")}]
    assert (await server.http.post(path, json=nobody)).json()["games"] == 0
    too_many = await server.http.post(path, json=nobody * 301)
    assert (too_many.status_code, too_many.json()["limit"]) == (422, 300)
    assert (await server.http.post(path, json={})).json()["error"] == "malformed"
