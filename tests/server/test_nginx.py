"""The server behind a real nginx with TLS, set up as `docs/nginx.conf` says."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import trustme
from tests.server.harness import Browser, chooser, new_token
from tests.server.test_cli import Command, command
from websockets.exceptions import ConnectionClosed, InvalidStatus

from rufen.core.state import Phase
from rufen.protocol.messages import PROTOCOL_VERSION, Beat, Hello, RefusalCode
from rufen.server.files import STATIC

ROOT = Path(__file__).resolve().parents[2]
CONF = ROOT / "docs" / "nginx.conf"
HOST = "play.example"


def find_nginx() -> str | None:
    """nginx on this machine: named, in the path, or fetched by `tools/test.py`; None where none runs."""
    places = os.pathsep.join([os.environ.get("PATH", ""), "/usr/local/sbin", "/usr/sbin"])
    named = os.environ.get("RUFEN_NGINX")
    for found in (named, shutil.which("nginx", path=places), ROOT / ".venv" / "nginx/usr/sbin/nginx"):
        if found and Path(found).exists():
            done = subprocess.run([str(found), "-v"], check=False, capture_output=True)
            if done.returncode == 0:
                return str(found)
    return None


def test_the_hosting_page_shows_the_configuration_that_is_tested():
    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    assert f"```nginx\n{CONF.read_text(encoding='utf-8')}```\n" in page


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as sock:
        port: int = sock.getsockname()[1]
        return port


def configuration(folder: Path, plain: int, secure: int, behind: int) -> str:
    """The documented file with ports and paths of this test, in what a whole configuration needs."""
    text = CONF.read_text(encoding="utf-8")
    changes = {
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ssl;": f"listen 0.0.0.0:{secure} ssl;",
        "listen [::]:80;": "",
        "listen [::]:443 ssl;": "",
        "127.0.0.1:8000;": f"127.0.0.1:{behind};",
        "/etc/letsencrypt/live/play.example/": f"{folder}/",
        "/var/log/nginx/error.log crit": "stderr crit",
    }
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "\n".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    # Its workers give their rights away, and could not reach the folders of a test.
    user = "user root;\n" if os.geteuid() == 0 else ""
    return (
        f"{user}daemon off;\npid {folder}/nginx.pid;\nerror_log stderr warn;\nworker_processes 1;\n"
        f"events {{ worker_connections 200; }}\n"
        f"http {{\naccess_log {folder}/access.log;\n{temporary}\n{text}}}\n"
    )


class Site(msgspec.Struct):
    """The pair, and how a browser of the outside reaches it."""

    run: Command
    plain: int
    secure: int
    trust: ssl.SSLContext

    def http(self, address: str = "127.0.0.1") -> httpx.AsyncClient:
        """A browser at this address of the outside."""
        way = httpx.AsyncHTTPTransport(verify=self.trust, local_address=address)
        return httpx.AsyncClient(
            transport=way, base_url=f"https://{HOST}", event_hooks={"request": [self._to]}
        )

    async def _to(self, request: httpx.Request) -> None:
        # As if the name were in the name service.
        request.url = request.url.copy_with(host="127.0.0.1", port=self.secure)
        request.extensions["sni_hostname"] = HOST

    async def tab(self, table: str, token: str | None, **more: object) -> Browser:
        return await Browser.open(f"https://{HOST}", table, token, **self._way | more)

    async def guess(self, table: str, address: str) -> RefusalCode:
        """Try a secret that is none; what the server says to it."""
        tab = await Browser.raw_socket(f"https://{HOST}", **self._way, local_addr=(address, 0))
        with contextlib.suppress(ConnectionClosed):
            await tab.send(Hello(PROTOCOL_VERSION, table, new_token()))
        await tab.until(lambda: tab.close_code)
        reason: RefusalCode = tab.refused[-1].reason
        return reason

    @property
    def _way(self) -> dict[str, Any]:
        return {"host": "127.0.0.1", "port": self.secure, "ssl": self.trust, "origin": f"https://{HOST}"}


@pytest.fixture(scope="module")
async def site(tmp_path_factory) -> AsyncIterator[Site]:
    nginx = find_nginx()
    if nginx is None:
        pytest.skip("no nginx here: install it, let tools/test.py fetch it, or name it in RUFEN_NGINX")
    folder = tmp_path_factory.mktemp("nginx")
    authority = trustme.CA()
    certificate = authority.issue_cert(HOST)
    certificate.private_key_pem.write_to_path(folder / "privkey.pem")
    for pem in certificate.cert_chain_pems:
        pem.write_to_path(folder / "fullchain.pem", append=True)
    trust = ssl.create_default_context()
    authority.configure_trust(trust)
    plain, secure = _free_port(), _free_port()
    arguments = ("--port", "0", "--data", str(folder / "data"), "--trust-proxy", "127.0.0.1")
    async with command("serve", *arguments, "--max-rate", "9999") as run:
        behind = int((await run.address()).rpartition(":")[2])
        (folder / "nginx.conf").write_text(configuration(folder, plain, secure, behind), encoding="utf-8")
        proxy = await asyncio.create_subprocess_exec(
            *(nginx, "-e", "stderr", "-p", str(folder), "-c", str(folder / "nginx.conf")),
            stderr=asyncio.subprocess.PIPE,
        )
        site = Site(run, plain, secure, trust)
        try:
            await _until_it_answers(site, proxy)
            yield site
        finally:
            if proxy.returncode is None:
                proxy.terminate()
            said = (await proxy.communicate())[1].decode()
        assert (await run.end())[0] == 0
    log = folder / "access.log"
    assert log.read_text() == "", "addresses of tables are in no log"
    assert not re.search(r"\[(warn|error|crit|emerg)\]", said), said


async def _until_it_answers(site: Site, proxy: asyncio.subprocess.Process) -> None:
    async with site.http() as http, asyncio.timeout(30):
        while True:
            if proxy.returncode is not None:
                raise AssertionError((await proxy.communicate())[1].decode())
            try:
                assert (await http.get("/healthz")).status_code == 200
            except httpx.ConnectError:
                await asyncio.sleep(0.05)
            else:
                return


async def created(site: Site, http: httpx.AsyncClient, token: str) -> str:
    wish = {"token": token, "name": "Anna", "seats": [{"kind": "you"}, {"kind": "bot"}, {"kind": "bot"}]}
    answer = await http.post("/api/tables", json=wish)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


async def test_pages_and_answers_come_over_tls_with_their_headers(site):
    built = 200 if (STATIC / "index.html").exists() else 503
    async with site.http() as http:
        for path, status in (("/", built), ("/t/sometable", built), ("/api/rules", 200)):
            answer = await http.get(path)
            assert answer.status_code == status
            assert answer.headers["referrer-policy"] == "no-referrer"
            assert f"wss://{HOST}" in answer.headers["content-security-policy"]
            assert answer.headers["strict-transport-security"] == "max-age=31536000"
        too_large = await http.post("/api/tables", content=b" " * 70_000)
        assert (too_large.status_code, too_large.json()["error"]) == (413, "too_large")
    async with httpx.AsyncClient() as plainly:
        moved = await plainly.get(f"http://127.0.0.1:{site.plain}/j/lumori47", headers={"host": HOST})
        assert moved.status_code == 301
        assert moved.headers["location"] == f"https://{HOST}/j/lumori47"


async def test_a_game_is_played_through_it(site):
    token = new_token()
    async with site.http() as http:
        table = await created(site, http, token)
    tab = await site.tab(table, token)
    await tab.play(chooser(1), lambda view: view.round_number == 3 and view.phase is Phase.PLAYING)
    await tab.send_text('{"type":"ping"}')
    await tab.until(lambda: any(isinstance(message, Beat) for message in tab.messages))
    again = await site.tab(table, token)
    assert again.view.hand == tab.view.hand
    await tab.close()
    await again.close()


@pytest.mark.parametrize("origin", ["https://evil.example", f"https://{HOST}.evil.example", "null"])
async def test_pages_from_elsewhere_open_no_sockets(site, origin):
    with pytest.raises(InvalidStatus) as refused:
        await site.tab("sometable1", None, origin=origin)
    assert refused.value.response.status_code == 403


async def test_each_client_is_counted_by_its_own_address_whatever_it_says(site):
    async with site.http("127.0.0.2") as eager, site.http("127.0.0.3") as calm:
        answers = [await eager.get("/api/code/lumori47") for _ in range(30)]
        assert answers[0].status_code == 404
        assert answers[-1].status_code == 429
        assert answers[-1].json()["error"] == "too_fast"
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 5
        for claimed in ("198.51.100.7", "127.0.0.1", "127.0.0.3, 127.0.0.1"):
            headers = {"x-forwarded-for": claimed, "x-real-ip": claimed}
            assert (await eager.get("/api/code/lumori47", headers=headers)).status_code == 429
        assert (await calm.get("/api/code/lumori47")).status_code == 404


async def test_wrong_secrets_stop_the_address_they_come_from(site):
    token = new_token()
    async with site.http() as http:
        table = await created(site, http, token)
    reasons = [await site.guess(table, "127.0.0.4") for _ in range(40)]
    assert reasons[0] is RefusalCode.UNKNOWN_TOKEN
    assert reasons[-1] is RefusalCode.TOO_FAST
    tab = await site.tab(table, token, local_addr=("127.0.0.5", 0))
    assert tab.greeted
    await tab.close()
