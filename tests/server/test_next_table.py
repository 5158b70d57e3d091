"""The rematch on disk: a new table and the link to it are there together, or neither is."""

from __future__ import annotations

from tests.server.harness import Browser, new_id, new_token, running

from rufen.core.state import Phase
from rufen.protocol.messages import ProposalKind, Propose, RefusalCode, Rematch
from rufen.server.store.base import StoreFailed
from rufen.server.store.sqlite import SqliteStore

SEATS = ["you", "bot", "bot"]


class Crashing(SqliteStore):
    """Fails when a game is to begin, while it is told to."""

    crashes = False

    async def begin(self, envelopes, room, before=None):
        if self.crashes:
            raise StoreFailed("the power is gone")
        await super().begin(envelopes, room, before)


async def ended(server, table, token):
    tab = await Browser.open(server.url, table, token)
    await tab.ask(Propose(new_id(), ProposalKind.END))
    await tab.until(lambda: tab.view.phase is Phase.ABORTED)
    return tab


async def test_one_that_fails_leaves_nothing_and_the_next_try_makes_it(tmp_path):
    store, token = Crashing(tmp_path), new_token()
    async with running(tmp_path, store=store) as server:
        table = await server.create(SEATS, token)
        tab = await ended(server, table, token)
        store.crashes = True
        assert (await tab.ask(Rematch(new_id()))).reason is RefusalCode.STORE_FAILED
        assert tab.news.next_table is None
        assert [info.game for info in await store.games()] == [table]
        store.crashes = False
        await tab.ask(Rematch(new_id()))
        await tab.until(lambda: tab.news.next_table)


async def test_the_server_may_end_at_once_after_it(tmp_path):
    """Nothing is stored of the old table after the new one: what its room would save now is lost."""
    store, token = SqliteStore(tmp_path), new_token()
    async with running(tmp_path, store=store) as server:
        table = await server.create(SEATS, token)
        tab = await ended(server, table, token)

        async def lost(*_given: object) -> None:
            raise StoreFailed("the power is gone")

        store.save_room = lost  # type: ignore[method-assign,assignment]
        await tab.ask(Rematch(new_id()))
    async with running(tmp_path) as server:
        tab = await Browser.open(server.url, table, token)
        assert tab.news.next_table
        assert (await Browser.open(server.url, tab.news.next_table, token)).greeted
        games = {info.game for info in await server.service.store.games()}
        assert games == {table, tab.news.next_table}
        await tab.ask(Rematch(new_id()))
        assert {info.game for info in await server.service.store.games()} == games
