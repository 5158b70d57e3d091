"""The README's session runs, and the files it names exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_session_of_the_readme_plays_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(blocks) == 1
    names: dict[str, object] = {}
    exec(compile(blocks[0], "README.md", "exec"), names)
    printed = re.fullmatch(r"\((.*?)\) \((.*?)\)\n", capsys.readouterr().out)
    assert printed is not None
    totals, ranks = ([int(number) for number in part.split(",")] for part in printed.groups())
    assert len(totals) == 4
    assert sorted(ranks)[0] == 1


def test_every_link_of_the_docs_leads_somewhere() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for link in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            if "://" not in link:
                assert (page.parent / link).exists(), f"{page.name}: {link}"
