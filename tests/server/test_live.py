"""A sheet followed on other phones: secret bids stay secret, and whatever breaks heals by itself."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from tests.server.harness import FAST, FakeClock, Tab, new_token, running

from rufen.core.sheet import Enter, Sheet, Show, edit, format_sheet, new_sheet, score
from rufen.protocol.live import (
    LIVE_VERSION,
    MAX_DOCUMENT_MESSAGE_BYTES,
    Asking,
    Bid,
    Claim,
    Follow,
    LiveBeat,
    LiveReason,
    LiveServerMessage,
    LiveState,
    Own,
    Publish,
    Release,
    Reveal,
    Revealed,
    Stop,
    Unclaim,
)
from rufen.protocol.messages import MAX_MESSAGE_BYTES, CloseCode, Ping
from rufen.server.live import live_id_of
from rufen.server.settings import Limits

HIDDEN = new_sheet(
    ["Anna", "Ben", "Cara"],
    {"round_mode": "schedule", "hand_sizes": [20, 20], "bid_disclosure": "hidden"},
    created="2026-11-24T19:05:00Z",
)
ASKED = Asking(1, 20, ("a", "b", "c"))


def form(sheet: Sheet) -> dict[str, Any]:
    """The JSON form as it arrives."""
    decoded: dict[str, Any] = msgspec.json.decode(format_sheet(sheet))
    return decoded


def published(sheet: Sheet, revision: int = 1) -> Publish:
    """What the phone that holds the sheet tells: without secret bids, and whose bids are missing."""
    document, scored = form(sheet), score(sheet)
    asking = None
    for this, entries in zip(scored.rounds, document["rounds"], strict=False):
        if this.concealed:
            entries.pop("bids", None)
    for this in scored.rounds:
        if this.concealed and asking is None and this.hand_size is not None:
            without = tuple(cell.player for cell in this.cells if cell.bid is None)
            asking = Asking(this.number, this.hand_size, without)
    return Publish(revision, document, asking)


class Phone(Tab):
    """A phone at a sheet: the one that holds it, or one that follows."""

    path = "/live"
    decoder = msgspec.json.Decoder(LiveServerMessage)

    @classmethod
    async def own(cls, url: str, key: str, *messages: msgspec.Struct) -> Phone:
        return await cls._come(url, Own(LIVE_VERSION, key), *messages)

    @classmethod
    async def follow(cls, url: str, key: str, token: str | None = None, *messages: msgspec.Struct) -> Phone:
        return await cls._come(url, Follow(LIVE_VERSION, live_id_of(key), token), *messages)

    @classmethod
    async def _come(cls, url: str, *messages: msgspec.Struct) -> Phone:
        phone = await cls.raw_socket(url)
        for message in messages:
            await phone.send(message)
        await phone.until(lambda: len(phone.messages) >= len(messages) or phone.close_code)
        return phone

    @property
    def states(self) -> list[LiveState]:
        return [message for message in self.messages if isinstance(message, LiveState)]

    @property
    def state(self) -> LiveState:
        return self.states[-1]

    @property
    def document(self) -> Any:
        return next(state.document for state in reversed(self.states) if state.document is not None)

    @property
    def beats(self) -> int:
        return sum(isinstance(message, LiveBeat) for message in self.messages)

    @property
    def revealed(self) -> list[Revealed]:
        return [message for message in self.messages if isinstance(message, Revealed)]

    async def say(self, message: msgspec.Struct) -> Any:
        """Send a message and wait for its answer, having read what others brought about before."""
        beats = self.beats
        await self.send(Ping())
        await self.until(lambda: self.beats > beats)
        before = len(self.messages)
        await self.send(message)
        await self.until(lambda: len(self.messages) > before or self.close_code is not None)
        return self.messages[-1]


async def test_a_sheet_is_followed(tmp_path):
    async with running(tmp_path) as server:
        key = new_token()
        owner = await Phone.own(server.url, key, published(HIDDEN))
        phone = await Phone.follow(server.url, key)
        assert owner.state.sheet == phone.state.sheet == live_id_of(key)
        assert phone.document == form(HIDDEN)
        assert (phone.state.owner, phone.state.followers, phone.state.asking) == (True, 1, ASKED)
        later = edit(HIDDEN, Enter(1, bids={"a": 9, "b": 3, "c": 7}))
        await owner.say(published(later, 2))
        await phone.until(lambda: phone.state.revision == 2)
        assert phone.document["rounds"] == [{"bids": {"a": 9, "b": 3, "c": 7}}]
        assert phone.state.asking == Asking(2, 20, ("a", "b", "c"))
        assert await owner.say(published(HIDDEN, 1)) == owner.states[-1]
        assert owner.state.revision == 2, "an older one is passed over"
        await owner.close()
        await phone.until(lambda: not phone.state.owner)
        assert all(state.document is None for state in phone.states[2:]), "it is sent once"


async def test_who_has_the_key_owns_the_sheet_and_nobody_else(tmp_path):
    async with running(tmp_path) as server:
        key = new_token()
        owner = await Phone.own(server.url, key, published(HIDDEN))
        other = await Phone.own(server.url, new_token(), published(HIDDEN))
        assert other.state.sheet != owner.state.sheet
        phone = await Phone.follow(server.url, key, new_token())
        for message in (published(HIDDEN, 9), Reveal(1), Release("a"), Stop()):
            assert (await phone.say(message)).reason is LiveReason.WRONG_ROLE
        for bidding in (Claim("a"), Unclaim(), Bid(1, 3)):
            assert (await owner.say(bidding)).reason is LiveReason.WRONG_ROLE
        assert owner.state.revision == 1
        again = await Phone.own(server.url, key)
        assert again.state.revision == 1, "a second page of the owner"


async def scenario(folder: Any, bids: tuple[int, int]) -> dict[str, list[str]]:
    """Two phones choose; what everybody else received until the owner shows the bids, and after."""
    async with running(folder, clock=FakeClock()) as server:
        key, tokens = new_token(), [new_token() for _ in range(3)]
        sheet = edit(HIDDEN, Enter(1, bids={"c": 19}))
        owner = await Phone.own(server.url, key, published(sheet))
        assert owner.state.asking == Asking(1, 20, ("a", "b"))
        anna, ben, cara = [await Phone.follow(server.url, key, token) for token in tokens]
        watcher = await Phone.follow(server.url, key)
        thief = await Phone.follow(server.url, key, new_token())
        assert (await anna.say(Claim("a"))).claim == "a"
        assert (await ben.say(Claim("b"))).claim == "b"
        assert (await cara.say(Claim("c"))).claim == "c"
        assert (await thief.say(Claim("a"))).reason is LiveReason.CLAIMED
        assert (await thief.say(Bid(1, 4))).reason is LiveReason.NOT_CLAIMED
        assert (await watcher.say(Bid(1, 4))).reason is LiveReason.NOT_CLAIMED
        assert (await anna.say(Bid(1, 20))).bid == 20
        assert (await anna.say(Bid(1, bids[0]))).bid == bids[0], "changed"
        refused = await owner.say(Reveal(1))
        assert (refused.reason, refused.detail) == (LiveReason.NOT_ALL_CHOSEN, "b")
        assert (await ben.say(Bid(1, bids[1]))).chosen == ("a", "b")
        assert (await cara.say(Bid(1, 4))).reason is LiveReason.NOT_ASKED, "the owner has entered it"
        again = await Phone.own(server.url, key)
        late = await Phone.follow(server.url, key)
        second = await Phone.follow(server.url, key, tokens[0])
        assert second.state.bid == bids[0], "her own other tab"
        others = {
            "owner": owner,
            "again": again,
            "cara": cara,
            "watcher": watcher,
            "thief": thief,
            "late": late,
        }
        for tab in others.values():
            await tab.until(lambda t=tab: t.state.followers == 7 and t.state.chosen == ("a", "b"))
        heard = {name: [text for _, text in tab.raw] for name, tab in others.items()}
        heard["ben"] = [text.replace(f'"bid":{bids[1]}', "") for _, text in ben.raw]
        heard["anna"] = [re.sub(r'"bid":\d+', "", text) for _, text in anna.raw]

        assert await owner.say(Reveal(1)) == Revealed(1, {"a": bids[0], "b": bids[1]})
        assert (await anna.say(Bid(1, 0))).reason is LiveReason.NOT_ASKED, "too late"
        later = edit(sheet, Enter(1, bids={"a": bids[0], "b": bids[1]}))
        await owner.say(published(later, 2))
        for tab in (anna, ben, watcher, late):
            await tab.until(lambda t=tab: t.state.revision == 2)
            assert tab.document["rounds"][0]["bids"] == {"a": bids[0], "b": bids[1], "c": 19}
        assert not any(tab.revealed for tab in (again, anna, ben, cara, watcher, thief, late))
        return heard


async def test_no_byte_of_a_secret_bid_reaches_another_phone(tmp_path):
    """Whatever is bid, everybody else receives the same bytes; and not those of the owner's own entry."""
    one = await scenario(tmp_path / "one", (17, 13))
    two = await scenario(tmp_path / "two", (3, 0))
    assert {name: _told_apart(texts) for name, texts in one.items()} == {
        name: _told_apart(texts) for name, texts in two.items()
    }
    for texts in one.values():
        assert not [text for text in texts if re.search(r"\b(17|13|19)\b", text)]


def _told_apart(texts: list[str]) -> list[str]:
    """Without the name of the sheet, which comes from its key."""
    return [re.sub(r'"sheet":"\w+"', "", text) for text in texts]


async def test_a_document_with_secret_bids_is_refused(tmp_path):
    """What the owner's page should have left out goes to nobody."""
    delayed = new_sheet(["Anna", "Ben", "Cara"], {"bid_disclosure": "delayed"})
    whole = edit(delayed, Enter(1, bids={"a": 1, "b": 0, "c": 1}))
    async with running(tmp_path) as server:
        key = new_token()
        owner = await Phone.own(server.url, key, published(HIDDEN))
        phone = await Phone.follow(server.url, key)
        for sheet in (edit(HIDDEN, Enter(1, bids={"a": 17})), whole):
            refused = await owner.say(Publish(2, form(sheet)))
            assert refused.reason is LiveReason.SECRET_INSIDE
            assert "rounds[0].bids" in refused.detail
        await owner.say(published(whole, 2))
        await phone.until(lambda: phone.state.revision == 2)
        assert (phone.document["rounds"], phone.state.asking) == ([], Asking(1, 1, ()))
        await owner.say(published(edit(whole, Show(1)), 3))
        await phone.until(lambda: phone.state.revision == 3)
        assert phone.document["rounds"] == [{"bids": {"a": 1, "b": 0, "c": 1}, "shown": True}]
        assert not [text for _, text in phone.raw if re.search(r"\b17\b", text)]


@pytest.mark.parametrize(
    ("document", "asking", "detail"),
    [
        ({}, None, "format"),
        (form(HIDDEN) | {"players": []}, None, "players"),
        (form(HIDDEN) | {"rounds": [{"bids": {"x": 1}}]}, None, "rounds[0].bids.x"),
        (form(HIDDEN), Asking(3, 20, ("a",)), "asking"),
        (form(HIDDEN), Asking(1, 19, ("a",)), "asking"),
        (form(HIDDEN), Asking(1, 20, ("x",)), "asking"),
        (form(HIDDEN), Asking(1, 20, ("a", "a")), "asking"),
        (form(HIDDEN) | {"rounds": [{"bids": {"a": 1}, "shown": True}]}, Asking(1, 20, ("b",)), "asking"),
        (form(new_sheet(["A", "B", "C"])), Asking(1, 1, ("a",)), "asking"),
    ],
)
async def test_a_document_that_is_wrong_is_refused(tmp_path, document, asking, detail):
    async with running(tmp_path) as server:
        owner = await Phone.own(server.url, new_token())
        refused = await owner.say(Publish(1, document, asking))
        assert refused.reason is LiveReason.BAD_DOCUMENT
        assert detail in refused.detail
        assert (await owner.say(published(HIDDEN))).revision == 1, "it goes on"


async def test_a_restart_heals(tmp_path):
    """The server forgets everything; everybody sends again what they know, and it is as before."""
    key, token = new_token(), new_token()
    clock = FakeClock()
    async with running(tmp_path, clock=clock) as server:
        owner = await Phone.own(server.url, key, published(HIDDEN))
        anna = await Phone.follow(server.url, key, token)
        await anna.say(Claim("a"))
        before = await anna.say(Bid(1, 17))
        assert before.bid == 17
    for tab in (owner, anna):
        await tab.until(lambda t=tab: t.close_code == CloseCode.GOING_AWAY)
    assert not list(tmp_path.rglob("*live*"))
    assert b"Anna" not in b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    clock.time += 5
    async with running(tmp_path, clock=clock) as server:
        early = await Phone.follow(server.url, key, token)
        assert early.refused[-1].reason is LiveReason.UNKNOWN_SHEET
        await early.until(lambda: early.close_code == CloseCode.REFUSED)
        owner = await Phone.own(server.url, key, published(HIDDEN))
        anna = await Phone.follow(server.url, key, token)
        assert anna.state.since > before.since
        assert (anna.state.claim, anna.state.bid) == (None, None)
        await anna.say(Claim("a"))
        assert (await anna.say(Bid(1, 17))).chosen == ("a",)


async def test_the_bids_are_given_again_until_the_sheet_holds_them(tmp_path):
    async with running(tmp_path) as server:
        key, sheet = new_token(), edit(HIDDEN, Enter(1, bids={"b": 2, "c": 3}))
        owner = await Phone.own(server.url, key, published(sheet))
        anna = await Phone.follow(server.url, key, new_token())
        await anna.say(Claim("a"))
        await anna.say(Bid(1, 17))
        await owner.say(Reveal(1))
        await owner.close()
        owner = await Phone.own(server.url, key, published(sheet))
        await owner.until(lambda: owner.revealed == [Revealed(1, {"a": 17})])
        assert await owner.say(Reveal(1)) == Revealed(1, {"a": 17})
        await owner.say(published(edit(sheet, Enter(1, bids={"a": 17})), 2))
        again = await Phone.own(server.url, key)
        assert (await again.say(Reveal(1))).reason is LiveReason.NOT_ASKED
        assert again.revealed == []
        # taken back on the sheet: everybody chooses anew
        await again.say(published(sheet, 3))
        await anna.until(lambda: anna.state.revision == 3)
        assert (anna.state.claim, anna.state.bid, anna.state.chosen) == ("a", None, ())
        assert (await anna.say(Bid(1, 5))).chosen == ("a",)


async def test_no_bid_is_looked_at_early_without_everybody_seeing_it(tmp_path):
    """An owner who says that the sheet has all other bids must show them before anybody is asked anew."""
    async with running(tmp_path) as server:
        key = new_token()
        owner = await Phone.own(server.url, key, published(HIDDEN))
        anna = await Phone.follow(server.url, key, new_token())
        ben = await Phone.follow(server.url, key, new_token())
        await anna.say(Claim("a"))
        await ben.say(Claim("b"))
        await anna.say(Bid(1, 17))
        await owner.say(Publish(2, form(HIDDEN), Asking(1, 20, ("a",))))
        assert await owner.say(Reveal(1)) == Revealed(1, {"a": 17})
        for asking in (ASKED, Asking(1, 20, ("b", "c"))):
            refused = await owner.say(Publish(3, form(HIDDEN), asking))
            assert (refused.reason, refused.detail) == (
                LiveReason.NOT_ASKED,
                "round 1 is being shown, and the sheet had the bids of b c",
            )
        # nor is that forgotten over another round, no round, or a round said to be shown without its bids
        await owner.say(Publish(4, form(HIDDEN), Asking(2, 20, ("a", "b", "c"))))
        assert (await owner.say(Reveal(2))).reason is LiveReason.NOT_ASKED
        await owner.say(Publish(5, form(HIDDEN) | {"rounds": [{"shown": True}]}))
        assert (await owner.say(Publish(6, form(HIDDEN), ASKED))).reason is LiveReason.NOT_ASKED
        # what was said to be on the sheet is shown to everybody: then it may be taken back
        await owner.say(published(edit(HIDDEN, Enter(1, bids={"a": 17, "b": 0, "c": 0})), 7))
        await ben.until(lambda: ben.state.revision == 7)
        assert ben.document["rounds"] == [{"bids": {"a": 17, "b": 0, "c": 0}}]
        assert (await owner.say(published(HIDDEN, 8))).asking == ASKED
        assert (await ben.say(Bid(1, 4))).chosen == ("b",)


async def test_a_trick_count_shows_no_hidden_bid(tmp_path):
    sheet = edit(HIDDEN, Enter(1, bids={"b": 13, "c": 17}, tricks={"a": 2}))
    async with running(tmp_path) as server:
        key = new_token()
        owner = await Phone.own(server.url, key, published(sheet))
        phone = await Phone.follow(server.url, key)
        assert phone.document["rounds"] == [{"tricks": {"a": 2}}]
        assert (await owner.say(Publish(2, form(sheet)))).reason is LiveReason.SECRET_INSIDE
        assert not [text for _, text in phone.raw if re.search(r"\b(13|17)\b", text)]


async def test_a_sheet_is_published_a_few_times_a_second(tmp_path):
    """Each goes to everybody who follows. What is refused may be said again in a moment."""
    clock = FakeClock()
    limits = msgspec.structs.replace(FAST, live_rate=5.0, live_burst=3.0)
    async with running(tmp_path, limits=limits, clock=clock) as server:
        key = new_token()
        owner = await Phone.own(server.url, key, published(HIDDEN))
        again = await Phone.own(server.url, key)
        assert (await owner.say(published(HIDDEN, 2))).revision == 2
        assert (await again.say(published(HIDDEN, 3))).revision == 3
        for tab in (owner, again):
            refused = await tab.say(published(HIDDEN, 4))
            assert (refused.reason, refused.detail) == (
                LiveReason.TOO_FAST,
                "a sheet may be published 5 times a second",
            )
        clock.time += 0.2
        assert (await owner.say(published(HIDDEN, 4))).revision == 4
        assert (await owner.say(published(HIDDEN, 5))).reason is LiveReason.TOO_FAST
        assert (await Phone.own(server.url, new_token(), published(HIDDEN))).state.revision == 1


async def test_one_phone_bids_for_one_player_and_the_owner_can_let_go(tmp_path):
    async with running(tmp_path) as server:
        key, token = new_token(), new_token()
        owner = await Phone.own(server.url, key, published(HIDDEN))
        phone = await Phone.follow(server.url, key, token)
        assert (await phone.say(Claim("x"))).reason is LiveReason.UNKNOWN_PLAYER
        await phone.say(Claim("a"))
        await phone.say(Bid(1, 17))
        moved = await phone.say(Claim("b"))
        assert (moved.claimed, moved.chosen, moved.bid) == (("b",), (), None)
        assert (await phone.say(Bid(1, 20))).chosen == ("b",)
        await owner.say(Release("b"))
        await phone.until(lambda: phone.state.claim is None)
        assert (phone.state.claimed, phone.state.chosen) == ((), ())
        other = await Phone.follow(server.url, key, new_token())
        assert (await other.say(Claim("b"))).bid is None
        assert (await phone.say(Claim("b"))).reason is LiveReason.CLAIMED
        assert (await other.say(Unclaim())).claimed == ()
        stranger = await Phone.follow(server.url, key)
        assert (await stranger.say(Claim("b"))).reason is LiveReason.NOT_CLAIMED


async def test_what_the_sheet_says_counts(tmp_path):
    """A smaller hand, a bid entered on the sheet, another round: what was chosen and does not fit is gone."""
    async with running(tmp_path) as server:
        key = new_token()
        owner = await Phone.own(server.url, key, published(HIDDEN))
        phone = await Phone.follow(server.url, key, new_token())
        await phone.say(Claim("a"))
        assert (await phone.say(Bid(2, 17))).reason is LiveReason.NOT_ASKED
        assert (await phone.say(Bid(1, 17))).bid == 17
        smaller = new_sheet(
            ["Anna", "Ben", "Cara"],
            {"round_mode": "schedule", "hand_sizes": [16, 2], "bid_disclosure": "hidden"},
        )
        await owner.say(published(smaller, 2))
        await phone.until(lambda: phone.state.revision == 2)
        assert phone.state.bid is None
        refused = await phone.say(Bid(1, 17))
        assert (refused.reason, refused.detail) == (LiveReason.BID_RANGE, "a whole number 0 … 16")
        await phone.say(Bid(1, 16))
        round_1 = Enter(1, bids={"a": 1, "b": 1, "c": 1}, tricks={"a": 16, "b": 0, "c": 0})
        await owner.say(Publish(3, form(edit(smaller, round_1)), Asking(2, 2, ("a", "b"))))
        await phone.until(lambda: phone.state.revision == 3)
        assert (phone.state.bid, phone.state.claim) == (None, "a")
        assert (await phone.say(Bid(1, 1))).reason is LiveReason.NOT_ASKED


async def test_it_can_be_switched_off(tmp_path):
    async with running(tmp_path) as server:
        key = new_token()
        owner = await Phone.own(server.url, key, published(HIDDEN))
        phone = await Phone.follow(server.url, key)
        await owner.send(Stop())
        for tab in (owner, phone):
            await tab.until(lambda t=tab: t.close_code == CloseCode.REFUSED)
            assert tab.refused[-1].reason is LiveReason.UNKNOWN_SHEET
        assert (await Phone.follow(server.url, key)).refused[-1].reason is LiveReason.UNKNOWN_SHEET


async def test_limits(tmp_path):
    limits = msgspec.structs.replace(FAST, live_sheets=2, live_followers=2, live_idle_s=30.0)
    clock = FakeClock()
    async with running(tmp_path, limits=limits, clock=clock) as server:
        keys = [new_token() for _ in range(3)]
        owners = [await Phone.own(server.url, key, published(HIDDEN)) for key in keys[:2]]
        full = await Phone.own(server.url, keys[2])
        assert full.refused[-1].reason is LiveReason.FULL
        assert "2 sheets" in full.refused[-1].detail
        phones = [await Phone.follow(server.url, keys[0]) for _ in range(3)]
        assert phones[2].refused[-1].reason is LiveReason.FULL
        assert "2 phones" in phones[2].refused[-1].detail
        # the sheet whose owner is away makes way
        await owners[1].close()
        while server.service.live._sheets[live_id_of(keys[1])].owned:
            await server.http.get("/healthz")
        await Phone.own(server.url, keys[2], published(HIDDEN))
        assert (await Phone.follow(server.url, keys[1])).refused[-1].reason is LiveReason.UNKNOWN_SHEET
        # and is forgotten when the owner stays away
        await owners[0].close()
        await phones[0].until(lambda: not phones[0].state.owner)
        clock.time += 29
        server.service.tick()
        assert live_id_of(keys[0]) in server.service.live._sheets
        clock.time += 1
        server.service.tick()
        await phones[0].until(lambda: phones[0].close_code == CloseCode.REFUSED)
        assert phones[0].refused[-1].reason is LiveReason.UNKNOWN_SHEET
        empty = await Phone.own(server.url, keys[1])
        await empty.close()
        while live_id_of(keys[1]) in server.service.live._sheets:
            await server.http.get("/healthz")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", LiveReason.MALFORMED),
        ("[]", LiveReason.MALFORMED),
        ('{"type":"nonsense"}', LiveReason.MALFORMED),
        ('{"type":"claim"}', LiveReason.MALFORMED),
        ('{"type":"claim","player":"a","more":1}', LiveReason.MALFORMED),
        ('{"type":"bid","round":1,"value":-1}', LiveReason.MALFORMED),
        ('{"type":"bid","round":1,"value":1.5}', LiveReason.MALFORMED),
        ('{"type":"bid","round":0,"value":1}', LiveReason.MALFORMED),
        ("[" * 2000, LiveReason.MALFORMED),
        (b"binary", LiveReason.MALFORMED),
        (" " * (MAX_MESSAGE_BYTES + 1), LiveReason.TOO_LARGE),
        (f'{{"type":"own","v":1,"key":"{"k" * 32}"}}', LiveReason.MALFORMED),
    ],
)
async def test_messages_that_are_wrong_change_nothing(tmp_path, text, reason):
    async with running(tmp_path) as server:
        key = new_token()
        await Phone.own(server.url, key, published(HIDDEN))
        phone = await Phone.follow(server.url, key, new_token())
        assert (await phone.refusal(text)).reason is reason
        assert (await phone.say(Claim("a"))).claim == "a"


async def test_the_first_message_says_who_it_is(tmp_path):
    clock = FakeClock()
    async with running(tmp_path, clock=clock) as server:
        tab = await Phone.raw_socket(server.url)
        assert (await tab.refusal('{"type":"claim","player":"a"}')).reason is LiveReason.HELLO_EXPECTED
        assert (await tab.refusal('{"type":"own","v":1,"key":"short"}')).reason is LiveReason.MALFORMED
        clock.time += 10
        server.service.tick()
        await tab.until(lambda: tab.close_code == CloseCode.REFUSED)
        newer = await Phone.raw_socket(server.url)
        refused = await newer.refusal(f'{{"type":"own","v":2,"key":"{new_token()}"}}')
        assert refused.reason is LiveReason.UNSUPPORTED_VERSION
        await newer.until(lambda: newer.close_code == CloseCode.REFUSED)
        owner = await Phone.own(server.url, new_token())
        assert (await owner.refusal(" " * MAX_MESSAGE_BYTES + "x")).reason is LiveReason.MALFORMED
        await owner.send_text(" " * (MAX_DOCUMENT_MESSAGE_BYTES + 1))
        await owner.until(lambda: owner.close_code == CloseCode.TOO_LARGE)


async def test_a_flood_is_refused_and_then_closed(tmp_path):
    limits = Limits(rate=10, burst=20, flood=30)
    async with running(tmp_path, limits=limits, clock=FakeClock()) as server:
        key = new_token()
        owner = await Phone.own(server.url, key, published(HIDDEN))
        phone = await Phone.follow(server.url, key, new_token())
        for _ in range(50):
            await phone.send(Claim("a"))
        await phone.until(lambda: phone.close_code == CloseCode.REFUSED)
        assert phone.refused[-1].reason is LiveReason.TOO_FAST
        assert owner.close_code is None


async def test_another_page_cannot_use_a_persons_browser(tmp_path):
    async with running(tmp_path) as server:
        with pytest.raises(Exception, match="403"):
            await Phone.raw_socket(server.url, additional_headers={"Origin": "https://elsewhere.example"})


async def test_where_others_find_the_server(tmp_path):
    async with running(tmp_path) as server:
        assert (await server.http.get("/api/address")).json() == {"address": None, "public_list": False}
    address = "http://192.168.1.20:8000"
    async with running(tmp_path, network_address=lambda: address) as server:
        assert (await server.http.get("/api/address")).json() == {"address": address, "public_list": False}
