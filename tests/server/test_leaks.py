"""No message ever carries a card its receiver may not know.

Games are played over real sockets. Every byte that each seat and a spectator received is then held
against the log: each card, piece by piece, must be one that this receiver knew at that event.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import re
from collections import Counter

import pytest
from tests.server.harness import Browser, chooser, new_id, new_token, over, running

from rufen.core.events import (
    ActionsTakenBack,
    BidPlaced,
    BidsShown,
    CardPlayed,
    DeckSealed,
    Envelope,
    GameStarted,
    HandDealt,
    RoundScored,
    RoundStarted,
    SeatKeySet,
    TricksClaimed,
    TurnUpShown,
)
from rufen.core.state import Phase
from rufen.protocol.messages import Ack, Claim, NextRound, ProposalKind, Propose, Sit, Start, Vote

CARD = re.compile(r'"([BGRY](?:1[0-3]|[1-9])|[WJ][1-4])"')


class Knowledge:
    """What one receiver may know after each event, from the log alone."""

    def __init__(self, log: list[Envelope], seat: int | None) -> None:
        self.cards: list[frozenset[str]] = [frozenset()]
        """By seq: the cards of the round that may be named."""
        self.opened: list[frozenset[str]] = [frozenset()]
        """By seq: the salts that are no secret any more."""
        self.bids: list[dict[int, int] | None] = [None]
        """By seq: the bids that may be named, None while all may."""
        cards: set[str] = set()
        opened: set[str] = set()
        bids: dict[int, int] | None = None
        for envelope in log:
            event = envelope.event
            if isinstance(event, RoundStarted):
                cards, bids = set(), {}
            elif isinstance(event, HandDealt) and event.seat == seat:
                cards |= {str(card) for card in event.cards}
            elif (isinstance(event, TurnUpShown) and event.card is not None) or isinstance(event, CardPlayed):
                cards.add(str(event.card))
            elif isinstance(event, BidPlaced) and event.seat == seat and bids is not None:
                bids[event.seat] = event.bid
            elif isinstance(event, TricksClaimed):
                cards |= {str(card) for card in event.cards}
            elif isinstance(event, BidsShown):
                bids = None
            elif isinstance(event, RoundScored):
                opened.add(event.salt)
            self.cards.append(frozenset(cards))
            self.opened.append(frozenset(opened))
            self.bids.append(None if bids is None else dict(bids))


def cards_in(piece: object) -> list[str]:
    return CARD.findall(json.dumps(piece))


def check_event(event: dict, seq: int, log: list[Envelope], known: Knowledge, secret: bool) -> Counter[str]:
    """One event as it was received; returns the cards it names."""
    truth = log[seq - 1].event
    named = Counter(cards_in(event))
    if event["type"] == "round_scored":
        assert isinstance(truth, RoundScored)
        assert event["salt"] == truth.salt
    elif event["type"] == "game_started":
        assert isinstance(truth, GameStarted)
        assert set(named) == {str(card) for draw in truth.draws for card in draw if card is not None}
    else:
        assert set(named) <= known.cards[seq], (event, seq)
        assert event["type"] not in ("deck_sealed", "seat_key_set")
    bids = known.bids[seq]
    if event["type"] == "bid_placed" and secret and bids is not None:
        assert bids.get(event["seat"]) == event["bid"]
    return named


def check_view(view: dict, log: list[Envelope], known: Knowledge, secret: bool) -> Counter[str]:
    named = Counter(cards_in(view))
    assert set(named) <= known.cards[view["seq"]], view["seq"]
    bids = known.bids[view["seq"]]
    if secret and bids is not None:
        shown = {seat: bid for seat, bid in enumerate(view["bids"]) if bid is not None}
        assert shown.items() <= bids.items(), "a secret bid was shown"
    return named


def check_message(text: str, seq: int, log: list[Envelope], known: Knowledge, secret: bool) -> int:
    """One message, received when the receiver was at `seq`; returns its own seq."""
    message = json.loads(text)
    named: Counter[str] = Counter()
    if message["type"] in ("snapshot", "update"):
        view = message["view"]
        seq = view["seq"]
        named += check_view(view, log, known, secret)
        events = message.get("missed", message.get("events"))
        for event_seq, event in enumerate(events, seq - len(events) + 1):
            named += check_event(event, event_seq, log, known, secret)
    assert named == Counter(CARD.findall(text)), "a card in a place where none belongs"
    return seq


def check_receiver(
    tab: Browser, seat: int | None, log: list[Envelope], secret: bool, secrets: set[str]
) -> int:
    known = Knowledge(log, seat)
    salts = {event.salt for envelope in log if isinstance(event := envelope.event, DeckSealed)}
    checked = 0
    for before, text in tab.raw:
        seq = check_message(text, before, log, known, secret)
        for salt in salts - known.opened[seq]:
            assert salt not in text, "the salt of a deck that is not open"
        for hidden in secrets:
            assert hidden not in text, "a seat's secret or its hash"
        checked += 1
    return checked


@pytest.mark.parametrize("disclosure", ["open", "hidden", "delayed"])
@pytest.mark.parametrize("seats", [3, 4, 6])
async def test_every_byte_sent_to_every_seat_and_spectator(tmp_path, seats, disclosure):
    async with running(tmp_path) as server:
        people = min(seats - 1, 3)
        tokens = [new_token() for _ in range(people)]
        kinds = ["you", *["open"] * (people - 1), *["bot"] * (seats - people)]
        rules = {"bid_disclosure": disclosure, "round_mode": "schedule", "hand_sizes": [1, 60 // seats, 2, 5]}
        table = await server.create(kinds, tokens[0], rules=rules)
        watcher = await Browser.open(server.url, table)
        tabs = [await Browser.open(server.url, table, tokens[0])]
        seat_of = {watcher: None, tabs[0]: 0}
        for seat in range(1, people):
            tab = await Browser.open(server.url, table)
            assert isinstance(await tab.ask(Sit(new_id(), seat, f"Guest {seat}", tokens[seat])), Ack)
            tabs.append(tab)
            seat_of[tab] = seat
        assert isinstance(await tabs[0].ask(Start(new_id())), Ack)

        async def come_and_go() -> None:
            """Others join on the way, with everything they missed, and leave again."""
            done = 0
            while watcher.view.phase.value != "game_over":
                seq = watcher.view.seq
                await watcher.until(lambda old=seq: watcher.view.seq >= old + 15 or over(watcher.view))
                seat = [None, *range(people)][done % (people + 1)]
                tab = await Browser.open(
                    server.url, table, None if seat is None else tokens[seat], seq=max(1, seq - 30)
                )
                seat_of[tab] = seat
                await tab.send_text('{"type":"resync"}')
                await tab.send_text('{"type":"act","id":"peeking-1","seq":1,"action":{"type":"play_card"}}')
                done += 1

        play = [tab.play(chooser(seed), over) for seed, tab in enumerate(tabs)]
        await asyncio.gather(come_and_go(), *play)
        log = await server.service.store.read(table)
        secrets = set(tokens)
        secrets |= {hashlib.sha256(token.encode()).hexdigest() for token in tokens}
        assert {e.event.key for e in log if isinstance(e.event, SeatKeySet)} <= secrets
        assert len(seat_of) > people + 3
        secret = disclosure != "open"
        checked = [check_receiver(tab, seat, log, secret, secrets) for tab, seat in seat_of.items()]
        assert sum(checked) > 100


async def play_together(tab: Browser, seat: int, chance: random.Random) -> None:
    """Claim whenever asked for a card, sometimes want an action back, agree to what others want."""
    while not over(tab.view):
        view, news = tab.view, tab.news
        proposal = news.proposal
        if proposal is not None:
            if seat in proposal.waiting:
                await tab.ask(Vote(new_id(), proposal.number, True))
        elif view.legal:
            claimed = view.phase is Phase.PLAYING and await tab.ask(Claim(new_id(), view.seq))
            if not isinstance(claimed, Ack):
                await tab.act(chance.choice(view.legal))
                if chance.random() < 0.1:
                    await tab.ask(Propose(new_id(), ProposalKind.UNDO))
        elif view.phase is Phase.DEALING and view.results and not tab.ready:
            await tab.ask(NextRound(new_id(), len(view.results)))
        if tab.view is view and tab.news is news:
            await tab.until(lambda view=view, news=news: tab.view is not view or tab.news is not news)


@pytest.mark.parametrize("disclosure", ["open", "hidden", "delayed"])
async def test_every_byte_where_people_claim_and_take_back(tmp_path, disclosure):
    async with running(tmp_path) as server:
        tokens = [new_token() for _ in range(3)]
        rules = {"bid_disclosure": disclosure, "round_mode": "schedule", "hand_sizes": [1, 2, 3, 4] * 4}
        table = await server.create(["you", "open", "open"], tokens[0], rules=rules)
        watcher = await Browser.open(server.url, table)
        tabs = [await Browser.open(server.url, table, tokens[0])]
        for seat in (1, 2):
            tabs.append(await Browser.open(server.url, table))
            assert isinstance(await tabs[-1].ask(Sit(new_id(), seat, "Guest", tokens[seat])), Ack)
        await tabs[0].ask(Start(new_id()))
        await asyncio.gather(
            *(play_together(tab, seat, random.Random(seat)) for seat, tab in enumerate(tabs))
        )
        await watcher.until(lambda: over(watcher.view))
        log = await server.service.store.read(table)
        kinds = Counter(type(envelope.event) for envelope in log)
        assert kinds[TricksClaimed] > 0
        assert kinds[ActionsTakenBack] > 0
        for tab, place in ((watcher, None), *((tab, seat) for seat, tab in enumerate(tabs))):
            assert check_receiver(tab, place, log, disclosure != "open", set(tokens)) > 50


async def test_the_check_finds_a_planted_leak(tmp_path, monkeypatch):
    """A server that sends each seat's events to everybody fails the check above."""
    from rufen.table.table import Table

    honest = Table.redacted
    monkeypatch.setattr(Table, "redacted", lambda table, events, seat: honest(table, events, 0))
    async with running(tmp_path) as server:
        token = new_token()
        table = await server.create(["you", "bot", "bot"], token, preset="quick")
        watcher = await Browser.open(server.url, table)
        tab = await Browser.open(server.url, table, token)
        await tab.play(chooser(1), over)
        await watcher.until(lambda: over(watcher.view))
        log = await server.service.store.read(table)
        check_receiver(tab, 0, log, False, set())
        with pytest.raises(AssertionError):
            check_receiver(watcher, None, log, False, set())
