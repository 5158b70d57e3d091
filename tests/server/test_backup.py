"""Backups of a data folder that is in use, and folders made from them."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from tests.server.harness import Browser, chooser, new_token, over
from tests.server.test_cli import command
from tests.server.test_store import envelopes

from rufen.cli.main import main
from rufen.core.state import Phase
from rufen.server.backup import restore, save
from rufen.server.store.base import RoomRow, StoreError
from rufen.server.store.sqlite import SqliteStore


@pytest.fixture
async def store(tmp_path):
    store = SqliteStore(tmp_path / "data")
    yield store
    await store.close()


async def fill(store: SqliteStore, games: int = 3, events: int = 5) -> None:
    for number in range(games):
        await store.append(f"g{number}", 0, envelopes(f"g{number}", 0, events))
        await store.save_room(f"g{number}", f"code{number}", b"{}")


async def logs(folder: Path) -> dict[str, list[object]]:
    store = SqliteStore(folder)
    found: dict[str, list[object]] = {}
    for info in await store.games():
        found[info.game] = [await store.load_room(info.game), *await store.read(info.game)]
    await store.close()
    return found


async def test_a_backup_while_the_server_runs_holds_the_same_logs(store, tmp_path):
    await fill(store)
    target = tmp_path / "copy.db"
    assert save(tmp_path / "data", target) == 3
    await store.append("g0", 5, envelopes("g0", 5, 2))
    assert restore(target, tmp_path / "other").tables == 3
    there = await logs(tmp_path / "other")
    assert there["g1"] == [RoomRow("code1", b"{}"), *envelopes("g1", 0, 5)]
    assert len(there["g0"]) == 6, "what came later is not in it"
    assert {path.name for path in (tmp_path / "other").iterdir()} == {"rufen.db", "rufen.lock"}


async def test_backups_during_heavy_appends_hold_whole_appends_as_of_one_moment(store, tmp_path):
    await fill(store, games=20, events=100)
    stop = asyncio.Event()

    async def append_all_the_time(game: str) -> None:
        seq = 100
        while not stop.is_set():
            await store.append(game, seq, envelopes(game, seq, 5))
            seq += 5

    writers = [asyncio.create_task(append_all_the_time(f"g{number}")) for number in range(20)]
    before = {info.game: info.seq for info in await store.games()}
    for number in range(3):
        target = tmp_path / f"copy{number}.db"
        assert await asyncio.to_thread(save, tmp_path / "data", target) == 20
        after = {info.game: info.seq for info in await store.games()}
        restore(target, tmp_path / f"other{number}")
        saved = await logs(tmp_path / f"other{number}")
        for game, (_room, *log) in saved.items():
            assert log == envelopes(game, 0, len(log))
            assert len(log) % 5 == 0
            assert before[game] <= len(log) <= after[game]
        before = after
    stop.set()
    await asyncio.gather(*writers)
    assert before["g0"] > 100, "there was something to do meanwhile"


async def test_what_a_killed_server_left_in_its_write_ahead_log_is_saved_and_kept(store, tmp_path):
    await fill(store)
    # a copy of the files as they lie there now is what a power cut leaves
    for folder in ("killed", "replaced"):
        shutil.copytree(tmp_path / "data", tmp_path / folder)
    assert (tmp_path / "killed" / "rufen.db-wal").stat().st_size > 0
    assert save(tmp_path / "killed", tmp_path / "copy.db") == 3
    assert restore(tmp_path / "copy.db", tmp_path / "replaced").before is not None
    kept = tmp_path / "replaced" / "rufen.db.before-restore"
    assert restore(kept, tmp_path / "again").tables == 3
    assert await logs(tmp_path / "again") == await logs(tmp_path / "replaced")


async def test_only_the_owner_can_read_a_backup_and_nothing_is_overwritten_unasked(store, tmp_path):
    await fill(store, games=1)
    target = tmp_path / "copy.db"
    target.write_text("something else")
    target.chmod(0o644)
    with pytest.raises(StoreError, match=r"copy\.db is there already: .* --force"):
        save(tmp_path / "data", target)
    assert target.read_text() == "something else"
    save(tmp_path / "data", target, overwrite=True)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "data"]
    for name in ("rufen.db", "rufen.db-wal", "rufen.lock"):
        with pytest.raises(StoreError, match="belongs to the data folder"):
            save(tmp_path / "data", tmp_path / "data" / name, overwrite=True)
    with pytest.raises(StoreError, match="no ordinary file"):
        save(tmp_path / "data", tmp_path, overwrite=True)
    with pytest.raises(StoreError, match=r"cannot write to .*missing: No such file"):
        save(tmp_path / "data", tmp_path / "missing" / "copy.db")
    with pytest.raises(StoreError, match=r"there is no rufen\.db in"):
        save(tmp_path / "empty", tmp_path / "other.db")
    assert await store.writable()


async def test_a_damaged_store_is_not_saved_and_an_older_backup_stays(store, tmp_path):
    await fill(store, games=40, events=50)
    await store.close()
    save(tmp_path / "data", tmp_path / "copy.db")
    good = (tmp_path / "copy.db").read_bytes()
    file = tmp_path / "data" / "rufen.db"
    pages = bytearray(file.read_bytes())
    pages[8 * 4096 : 9 * 4096] = b"x" * 4096
    file.write_bytes(pages)
    with pytest.raises(StoreError, match=r"rufen\.db is damaged: |cannot copy .*malformed"):
        save(tmp_path / "data", tmp_path / "copy.db", overwrite=True)
    assert (tmp_path / "copy.db").read_bytes() == good
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "data"]


async def test_a_folder_in_use_is_not_restored(store, tmp_path):
    await fill(store, games=1)
    save(tmp_path / "data", tmp_path / "copy.db")
    with pytest.raises(StoreError, match=rf"in use by another running server \(process {os.getpid()}\)"):
        restore(tmp_path / "copy.db", tmp_path / "data")
    assert len(await store.games()) == 1


async def test_what_is_no_whole_backup_is_refused_and_the_folder_stays(store, tmp_path):
    await fill(store)
    await store.close()
    save(tmp_path / "data", tmp_path / "copy.db")
    before = (tmp_path / "data" / "rufen.db").read_bytes()
    good = (tmp_path / "copy.db").read_bytes()

    def made(name: str, statements: str, begin: bytes = good) -> Path:
        path = tmp_path / name
        path.write_bytes(begin)
        with sqlite3.connect(path) as db:
            db.executescript(statements)
        db.close()
        return path

    wrong = {
        "there is no file": tmp_path / "missing.db",
        "is no database of Rufen": tmp_path / "words.db",
        "is a database, but none of Rufen": made("other.db", "CREATE TABLE t (x)", b""),
        "written by a newer Rufen": made("newer.db", "UPDATE meta SET value = '99'"),
        "is empty, no store of Rufen": tmp_path / "empty.db",
        "malformed": tmp_path / "half.db",
    }
    (tmp_path / "words.db").write_text("no database, only words, and many of them " * 50)
    (tmp_path / "empty.db").write_bytes(b"")
    (tmp_path / "half.db").write_bytes(good[: len(good) // 2])
    for reason, path in wrong.items():
        with pytest.raises(StoreError, match=reason) as refused:
            restore(path, tmp_path / "data")
        assert "\n" not in str(refused.value)
        assert (tmp_path / "data" / "rufen.db").read_bytes() == before
        assert {path.name for path in (tmp_path / "data").iterdir()} == {"rufen.db", "rufen.lock"}


async def test_each_restore_keeps_what_was_there(store, tmp_path):
    await fill(store, games=1)
    await store.close()
    save(tmp_path / "data", tmp_path / "copy.db")
    kept = [restore(tmp_path / "copy.db", tmp_path / "data").before for _ in range(3)]
    names = ["rufen.db.before-restore", "rufen.db.before-restore-1", "rufen.db.before-restore-2"]
    assert [path.name for path in kept if path is not None] == names
    (tmp_path / "data" / "rufen.db").write_text("damaged " * 1000)
    assert restore(tmp_path / "copy.db", tmp_path / "data").tables == 1
    assert (tmp_path / "data" / "rufen.db.before-restore-3").read_text().startswith("damaged")
    assert list(await logs(tmp_path / "data")) == ["g0"]


async def test_a_game_goes_on_at_a_server_that_was_restored(tmp_path):
    """By the commands: play, save while playing, play on, restore elsewhere, go on from the backup."""
    token, target = new_token(), tmp_path / "copy.db"

    async def rufen(*arguments: str) -> tuple[int | None, str, str]:
        async with command(*arguments, RUFEN_DATA=str(tmp_path / "one")) as run:
            out, err = await run.process.communicate()
            return run.process.returncode, out.decode(), err.decode()

    async with command("serve", "--port", "0", "--data", str(tmp_path / "one"), "--max-rate", "9999") as run:
        url = await run.address()
        async with httpx.AsyncClient(base_url=url) as http:
            seats = [{"kind": "you"}, {"kind": "bot"}, {"kind": "bot"}]
            wish = {"token": token, "name": "Anna", "seats": seats, "preset": "quick"}
            table = (await http.post("/api/tables", json=wish)).json()["table"]
        tab = await Browser.open(url, table, token)
        await tab.play(chooser(1), lambda view: view.round_number == 2 and view.phase is Phase.PLAYING)
        saved_at = tab.view
        status, out, err = await rufen("backup", str(target))
        assert (status, err) == (0, "")
        assert out.startswith(f"Saved 1 table to {target} (")
        await tab.play(chooser(2), over)
        status, _out, err = await rufen("restore", str(target))
        assert (status, err.count("\n")) == (2, 1)
        assert err.startswith("rufen restore: the data folder")
        assert (await run.end())[0] == 0
    status, out, _err = await rufen("restore", str(target), "--data", str(tmp_path / "two"))
    assert (status, out) == (0, f"Restored 1 table to {tmp_path / 'two'}.\n")
    async with command("serve", "--port", "0", "--data", str(tmp_path / "two"), "--max-rate", "9999") as run:
        tab = await Browser.open(await run.address(), table, token)
        assert tab.view.seq >= saved_at.seq
        assert tab.view.hand == saved_at.hand
        await tab.play(chooser(3), over)
        await tab.close()
    status, out, _err = await rufen("restore", str(target))
    assert out.endswith(f"What was there is kept as {tmp_path / 'one' / 'rufen.db.before-restore'}.\n")


def test_wrong_wishes_are_one_clear_line(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("RUFEN_DATA", str(tmp_path))
    assert main(["backup", str(tmp_path / "x.db")]) == 2
    assert capsys.readouterr().err == f"rufen backup: there is no rufen.db in {tmp_path}\n"
    assert main(["restore", str(tmp_path / "x.db")]) == 2
    assert capsys.readouterr().err == f"rufen restore: there is no file {tmp_path / 'x.db'}\n"
    for arguments in (["backup"], ["restore", "a", "b"], ["restore", "a", "--force"]):
        with pytest.raises(SystemExit) as end:
            main(arguments)
        assert end.value.code == 2
        assert f"usage: rufen {arguments[0]}" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["backup", "restore"])
def test_help_names_every_option_and_the_hosting_page_has_the_command(name, capsys):
    page = (Path(__file__).resolve().parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
    with pytest.raises(SystemExit) as end:
        main([name, "--help"])
    assert end.value.code == 0
    text = capsys.readouterr().out
    assert "RUFEN_DATA" in text
    assert f"`rufen {name} FILE`" in page
    for option in set(re.findall(r"--[a-z-]+", text)) - {"--help"}:
        assert option in page
    with pytest.raises(SystemExit):
        main(["--help"])
    assert f"rufen {name} FILE" in capsys.readouterr().out


def test_saving_loads_no_server():
    program = (
        "import sys, rufen.cli.main, rufen.server.backup; "
        "sys.exit('starlette' in sys.modules or 'uvicorn' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
