"""The README's session runs, and the files it names exist."""

import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


GAME, TABLE = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_the_session_of_the_readme_plays_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(GAME, "README.md", "exec"), {})
    printed = re.fullmatch(r"\((.*?)\) \((.*?)\)\n", capsys.readouterr().out)
    assert printed is not None
    totals, ranks = ([int(number) for number in part.split(",")] for part in printed.groups())
    assert len(totals) == 4
    assert sorted(ranks)[0] == 1


def test_the_environment_of_the_readme_plays_a_thousand_games(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    exec(compile(TABLE, "README.md", "exec"), names)
    assert capsys.readouterr().out.startswith("(1000, 640) [")
    # random players lose points, in every seat
    assert (names["points"] < -1000).all()


def test_the_table_of_the_readme_is_that_of_the_arena_page() -> None:
    command = re.search(r"^\$ rufen arena .*$", README, re.MULTILINE)
    rows = re.findall(r"^ (?:beginner|counting) .*$", README, re.MULTILINE)
    page = (ROOT / "docs" / "arena.md").read_text(encoding="utf-8")
    assert command is not None
    assert len(rows) == 2
    assert all(line in page for line in (command.group(), *rows))


def test_the_advice_of_the_readme_is_that_of_the_notation_page() -> None:
    session = re.search(r"^\$ rufen advise .*?```", README, re.MULTILINE | re.DOTALL)
    page = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    assert session is not None
    assert session.group() in page


def test_every_link_of_the_docs_leads_somewhere() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for link in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            if "://" not in link:
                assert (page.parent / link).exists(), f"{page.name}: {link}"
