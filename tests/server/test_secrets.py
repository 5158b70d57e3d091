"""The secrets of seats: in the browsers that made them, and nowhere else."""

from __future__ import annotations

import re
from collections import Counter

import httpx
import pytest
from tests.server.harness import Browser, new_id, new_token
from tests.server.test_cli import Command, command
from websockets.exceptions import ConnectionClosed

from rufen.protocol.messages import PROTOCOL_VERSION, Hello, RefusalCode, Sit
from rufen.server.chance import SystemChance
from rufen.table.keys import key_of

SEATS = [{"kind": "you"}, {"kind": "open"}, {"kind": "bot"}]


async def use_secrets_in_every_way(run: Command, secrets: list[str]) -> None:
    """Rightly and wrongly: tables, seats, own links, refused hellos, bad bodies, mistyped addresses."""
    mine, theirs, strange = secrets
    async with httpx.AsyncClient(base_url=await run.address()) as http:
        wish = {"token": mine, "name": "Anna", "seats": SEATS}
        table = (await http.post("/api/tables", json=wish)).json()["table"]
        bad = [
            {**wish, "seats": []},
            {**wish, "name": ""},
            {**wish, "rules": {mine: 1}},
            {**wish, mine: mine},
            {**wish, "token": [mine]},
            {**wish, "token": mine + "!"},
        ]
        for body in bad:
            assert (await http.post("/api/tables", json=body)).status_code == 422
        assert (await http.post("/api/tables", content=f'{{"token": "{mine}"')).status_code == 422
        about = [{"table": table, "token": secret} for secret in secrets]
        for path in ("/api/tables/mine", "/api/tables/statistics"):
            assert (await http.post(path, json=about)).status_code == 200
        # a link of a seat with its secret in the wrong place
        for path in (f"/t/{table}?seat={mine}", f"/t/{table}/{mine}", f"/api/code/{mine}", f"/api/{mine}"):
            await http.get(path, headers={"referer": f"{run.url}/t/{table}?seat={mine}"})
        page = await http.get(f"/t/{table}")
        assert page.headers["referrer-policy"] == "no-referrer"
        await http.request(mine, "/healthz")
        tab = await Browser.open(run.url, table, mine)
        guest = await Browser.open(run.url, table, None)
        assert not hasattr(await guest.ask(Sit(new_id(), 1, "Ben", theirs)), "reason")
        assert (await Browser.open(run.url, table, strange)).refused[-1].reason is RefusalCode.UNKNOWN_TOKEN
        for text in (
            f'{{"type":"hello","v":{PROTOCOL_VERSION},"table":"{table}","token":"{mine}!"}}',
            f'{{"type":"hello","v":1,"table":"{table}","token":"{mine}"}}',
            f'{{"type":"hello","token":"{mine}"',
            f'{{"type":"{mine}"}}',
        ):
            other = await Browser.raw_socket(run.url)
            await other.refusal(text)
            await other.close()
        rude = await Browser.raw_socket(run.url)
        await rude.socket.send(b"\xff" + mine.encode(), text=True)
        await rude.until(lambda: rude.close_code)
        with pytest.raises(ConnectionClosed):
            await rude.send(Hello(PROTOCOL_VERSION, table, mine))
        forgotten = await http.post("/api/forget", json=about[:1])
        assert forgotten.status_code == 200
        await tab.close()
        await guest.close()


@pytest.mark.parametrize("form", ["text", "json"])
async def test_no_log_and_no_file_knows_a_secret(tmp_path, form):
    """At the most talkative level, with everything done rightly and wrongly."""
    secrets = [new_token(name) for name in ("anna", "ben", "strange")]
    options = ("--data", str(tmp_path), "--log-level", "debug", "--log-format", form)
    async with command("serve", "--port", "0", *options) as run:
        await use_secrets_in_every_way(run, secrets)
        status, out, err = await run.end()
    assert status == 0
    assert "table created" in err, "there is something in the log"
    files = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for secret in secrets:
        for log in (out, err):
            assert secret not in log
            assert key_of(secret) not in log
        assert secret.encode() not in files
    assert "127.0.0.1" not in err, "nor is it known who was here"


async def test_answers_that_hold_what_is_private_are_kept_by_nobody_on_the_way(tmp_path):
    token = new_token()
    async with command("serve", "--port", "0", "--data", str(tmp_path)) as run:
        async with httpx.AsyncClient(base_url=await run.address()) as http:
            made = await http.post("/api/tables", json={"token": token, "name": "Anna", "seats": SEATS})
            about = [{"table": made.json()["table"], "token": token}]
            answers = [made, await http.get("/api/address"), await http.get("/healthz")]
            for path in ("/api/tables/mine", "/api/tables/statistics", "/api/forget"):
                answers.append(await http.post(path, json=about))
            answers.append(await http.get(f"/api/code/{made.json()['code']}"))
        for answer in answers:
            assert answer.headers["cache-control"] == "no-store", answer.url
            assert answer.headers["referrer-policy"] == "no-referrer"
            assert token not in answer.text
            assert key_of(token) not in answer.text


def test_tables_cannot_be_guessed():
    chance = SystemChance()
    names = [chance.table_id() for _ in range(2000)]
    assert len(set(names)) == 2000
    assert all(re.fullmatch(r"[a-z0-9]{14}", name) for name in names)
    letters = Counter("".join(names))
    assert len(letters) >= 30
    assert min(letters.values()) > 0.75 * 2000 * 14 / len(letters), "every letter about as often"
