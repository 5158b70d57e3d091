"""The code of docs/beliefs.md runs, and prints what the page says."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "beliefs.md"
SAMPLE = re.compile(r"```python\n(.*?)```\n```\n(.*?)```", re.DOTALL)


def test_the_samples_of_the_page_print_what_it_says(capsys) -> None:
    text = PAGE.read_text(encoding="utf-8")
    samples = SAMPLE.findall(text)
    assert len(samples) == text.count("```python") == 3
    names: dict[str, object] = {}
    for code, printed in samples:
        exec(compile(code, "docs/beliefs.md", "exec"), names)
        assert capsys.readouterr().out == printed
