"""Hints over real sockets: to whom asks and nobody else, from their view alone, off the event loop."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import pytest
from tests.server.bot_harness import Program, serving
from tests.server.harness import (
    Browser,
    FakeClock,
    Running,
    SeededChance,
    first,
    new_id,
    new_token,
    over,
    running,
)
from tests.server.test_friends import sit

from rufen.core.actions import ChooseTrump, IllegalReason
from rufen.core.cards import Card, Suit
from rufen.core.state import Phase
from rufen.core.view import PlayerView
from rufen.protocol.messages import Ack, Hint, Hinted, HintedAction, Pause, RefusalCode, Refused
from rufen.server.settings import Limits

HINTS = {"hints": True}
SHORT = {"round_mode": "schedule", "hand_sizes": [2, 1]}


class Told:
    """Advice that is told: the n-th action is worth n. Remembers what it was asked with, and where."""

    def __init__(self) -> None:
        self.views: list[PlayerView] = []
        self.threads: set[int] = set()
        self.go = threading.Event()
        self.go.set()

    def __call__(self, view: PlayerView) -> Sequence[HintedAction]:
        self.go.wait()
        self.views.append(view)
        self.threads.add(threading.get_ident())
        size = view.hand_size
        chances = (*(0.0,) * size, 1.0)
        trump = view.phase is Phase.CHOOSING_TRUMP
        return [
            HintedAction(action, float(n), 0.5, chances, n if trump else None)
            for n, action in enumerate(view.legal)
        ]


async def alone(server: Running, **more: Any) -> Browser:
    """A person with two bots, asked first."""
    token = new_token()
    table = await server.create(["you", "bot", "bot"], token, first_dealer=2, rules=SHORT, **more)
    tab = await Browser.open(server.url, table, token)
    await tab.until(lambda: tab.view.legal)
    return tab


async def hint(tab: Browser) -> Hinted | Refused:
    answer = await tab.ask(Hint(new_id()))
    assert isinstance(answer, Hinted | Refused)
    return answer


async def test_every_question_of_a_game_gets_its_hint(tmp_path):
    told = Told()
    async with serving(tmp_path, advise=told) as server:
        tab = await alone(server, options=HINTS)
        asked: list[int] = []
        while not over(tab.view):
            view = tab.view
            answer = await hint(tab)
            assert isinstance(answer, Hinted)
            assert answer.seq == view.seq
            assert [one.action for one in answer.actions] == list(view.legal)
            assert [one.score for one in answer.actions] == [float(n) for n in range(len(view.legal))]
            asked.append(view.seq)
            await tab.act(first(view))
            await tab.play(first, lambda view: over(view) or (view.legal and view.seq > asked[-1]))
        assert len(asked) == 5, "two bids and three cards"
        assert [view.seat for view in told.views] == [0] * 5
        assert threading.get_ident() not in told.threads, "off the event loop"


class WizardUp(SeededChance):
    """Decks that turn up a Wizard where three get two cards each."""

    def deck(self) -> tuple[Card, ...]:
        deck = list(super().deck())
        at = next(place for place, card in enumerate(deck) if card.is_wizard)
        deck[at], deck[6] = deck[6], deck[at]
        return tuple(deck)


async def test_a_hint_for_a_trump_names_the_bid_to_make_with_it(tmp_path):
    async with running(tmp_path, advise=Told(), chance=WizardUp(1)) as server:
        token = new_token()
        table = await server.create(["you", "bot", "bot"], token, first_dealer=0, rules=SHORT, options=HINTS)
        tab = await Browser.open(server.url, table, token)
        await tab.until(lambda: tab.view.legal)
        answer = await hint(tab)
        assert isinstance(answer, Hinted)
        assert [one.action for one in answer.actions] == [ChooseTrump(suit) for suit in Suit]
        assert [one.bid for one in answer.actions] == [0, 1, 2, 3]
        await tab.act(first(tab.view))
        await tab.until(lambda: tab.view.legal and tab.view.phase is Phase.BIDDING)
        answer = await hint(tab)
        assert isinstance(answer, Hinted)
        assert {one.bid for one in answer.actions} == {None}


async def test_only_the_socket_that_asks_hears_of_it(tmp_path):
    async with serving(tmp_path, advise=Told()) as server:
        table = await sit(server, options=HINTS, rules=SHORT, first_dealer=2)
        anna, ben, _cara = table.tabs
        await anna.until(lambda: anna.view.legal)
        watching, other = await table.tab(None), await table.tab(0)
        assert isinstance(await hint(anna), Hinted)
        for tab in (ben, watching):
            refused = await hint(tab)
            assert isinstance(refused, Refused)
            reason = IllegalReason.NOT_YOUR_TURN if tab is ben else IllegalReason.NOT_SEATED
            assert (refused.reason, refused.illegal) == (RefusalCode.ILLEGAL, reason)
        await ben.ask(Pause(new_id(), True))
        refused = await hint(anna)
        assert isinstance(refused, Refused)
        assert refused.reason is RefusalCode.PAUSED
        for tab in (ben, watching, other):
            assert not any(isinstance(message, Hinted) for message in tab.messages)


async def test_a_table_gives_no_hints_unless_it_says_so(tmp_path):
    told = Told()
    async with serving(tmp_path, advise=told) as server:
        tab = await alone(server)
        refused = await hint(tab)
        assert isinstance(refused, Refused)
        assert refused.reason is RefusalCode.HINTS_OFF
        assert told.views == []


async def test_while_a_hint_is_worked_out_the_seat_may_act_and_the_late_answer_says_for_when_it_was(tmp_path):
    told = Told()
    async with serving(tmp_path, advise=told) as server:
        tab = await alone(server, options=HINTS)
        other = await alone(server, options=HINTS)
        told.go.clear()
        at = tab.view.seq
        wanted = new_id()
        await tab.send(Hint(wanted))
        assert isinstance(await tab.act(first(tab.view)), Ack), "the table did not wait"
        await other.play(first, over)
        told.go.set()
        await tab.until(lambda: wanted in tab.answers)
        late = tab.answers[wanted]
        assert isinstance(late, Hinted)
        assert late.seq == at < tab.view.seq


def broken(_view: PlayerView) -> Sequence[HintedAction]:
    raise ValueError("the weights are damaged")


def of_others(view: PlayerView) -> Sequence[HintedAction]:
    return [HintedAction(action, 0.0, 0.0, ()) for action in view.legal[1:]]


@pytest.mark.parametrize("advise", [broken, of_others])
async def test_advice_that_fails_is_refused_and_the_game_goes_on(tmp_path, advise):
    async with serving(tmp_path, advise=advise) as server:
        tab = await alone(server, options=HINTS)
        refused = await hint(tab)
        assert isinstance(refused, Refused)
        assert refused.reason is RefusalCode.NO_HINT
        await tab.play(first, over)


async def test_the_shipped_network_gives_hints(tmp_path):
    """Nothing is told here: every number is a chance or a score that can be, best bids are no wild ones."""
    async with serving(tmp_path) as server:
        tab = await alone(server, options=HINTS)
        answer = await hint(tab)
        assert isinstance(answer, Hinted)
        assert [one.action for one in answer.actions] == list(tab.view.legal)
        for one in answer.actions:
            assert -20 <= one.score <= 40
            assert 0 <= one.made <= 1
            assert len(one.tricks) == 3
            assert sum(one.tricks) == pytest.approx(1, abs=1e-4)


async def test_too_many_hints_are_too_fast(tmp_path):
    told = Told()
    limits = Limits(rate=1, burst=5, per_address=100)
    async with serving(tmp_path, advise=told, limits=limits, clock=FakeClock()) as server:
        tab = await alone(server, options=HINTS)
        answers = [await hint(tab) for _ in range(6)]
        assert [type(answer) for answer in answers[:4]] == [Hinted] * 4
        last = answers[-1]
        assert isinstance(last, Refused)
        assert last.reason is RefusalCode.TOO_FAST
        assert len(told.views) == 4


async def test_a_program_has_no_hints(tmp_path):
    told = Told()
    async with serving(tmp_path, advise=told) as server:
        table = await server.create(["you", "open", "bot"], new_token(), options=HINTS)
        program = await Program.open(server.url, table, "Hal")
        assert (await program.refusal('{"type":"hint","id":"aaaaaaaa"}')).reason is RefusalCode.MALFORMED
        assert told.views == []
