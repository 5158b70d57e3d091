"""The samples of `docs/search.md`."""

from __future__ import annotations

import re
from pathlib import Path

from rufen.core.game import Game

PAGE = Path(__file__).parents[2] / "docs" / "search.md"


def test_the_sample_plays_three_rounds():
    (sample,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, object] = {}
    exec(compile(sample, str(PAGE), "exec"), names)
    game = names["game"]
    assert isinstance(game, Game)
    assert len(game.state.results) == 3
