"""One file decides everything, and what is wrong in it is named."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rufen.train.config import Config, ConfigError, Exploit, Mix, at_progress, differing, read_config

from .small import SMALL, TOML, other

TRAINING = Path(__file__).parents[2] / "training"


def read(folder: Path, text: str) -> Config:
    path = folder / "config.toml"
    path.write_text(text, encoding="utf-8")
    return read_config(path)


def test_a_file_says_what_the_value_says(tmp_path):
    assert read(tmp_path, TOML) == SMALL
    assert read(tmp_path, 'decisions = 5\n[exploit]\nagainst = "shipped"') == Config(
        5, exploit=Exploit("shipped")
    )


def test_as_many_workers_as_cores(tmp_path):
    assert read(tmp_path, "decisions = 5\nworkers = 0").workers == len(os.sched_getaffinity(0))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Object missing required field `decisions`"),
        ("decisions = ", "Invalid"),
        ("decisions = 0", "decisions = 0: it must be from 1 to 10,000,000,000,000"),
        (
            "decisions = 5\nlayers = 3",
            "Object contains unknown field `layers`; allowed are decisions, seed, first, second, batch,",
        ),
        (
            "decisions = 5\n[gate]\nturn = 3",
            r"unknown field `turn` - at `\$.gate`; allowed are every, turns, margin, alpha$",
        ),
        ("decisions = 5\n[mix]\nsearch_nodes = 0", "mix.search_nodes = 0: it must be from 1 to 1,000,000"),
        (
            "decisions = 5\n[mix]\nsearch_tables = 0.9\nmixed_tables = 0.2",
            "the shares of tables in mix add up to 1.3",
        ),
        ('decisions = "many"', r"Expected `int`, got `str` - at `\$.decisions`"),
        ("decisions = 5\ntrace = 1.5", "trace = 1.5: it must be from 0 to 1"),
        ("decisions = 5\nfirst = 4", "first = 4: it must be from 8 to 4,096"),
        ('decisions = 5\nrules = "mine"', 'rules = "mine": it must be "standard" or "all"'),
        ("decisions = 5\nrate = []", r"rate is empty: it must be points \[\[decisions, value\], …\]"),
        ("decisions = 5\nrate = [[0, 2]]", "rate: its values must be from 0 to 1"),
        ("decisions = 5\nexplore = [[0, 0.1], [0, 0.2]]", "explore: its points must come in the order"),
        ("decisions = 5\nexplore = [[nan, 0.1]]", "explore: its values must be from 0 to 1"),
        (
            "decisions = 5\n[mix]\ncounting_tables = 2",
            "mix.counting_tables = 2: it must be a share",
        ),
        ("decisions = 5\n[mix]\nhabit_tables = 0.9", "the shares of tables in mix add up to 1.1"),
        ("decisions = 5\n[mix]\nseats = [1, 1, 0, 0]", "mix.seats add up to 2: it must be 1"),
        ("decisions = 5\n[gate]\nalpha = 0", "gate.alpha = 0.0: it must be from 1e-06 to 0.5"),
        ("decisions = 5\n[exploit]", "Object missing required field `against`"),
    ],
)
def test_what_cannot_be_trained_is_named(tmp_path, text, said):
    with pytest.raises(ConfigError, match=rf"config\.toml: .*{said}"):
        read(tmp_path, text)


def test_what_is_no_text_or_no_file(tmp_path):
    path = tmp_path / "config.toml"
    with pytest.raises(ConfigError, match=r"config\.toml: cannot be read: No such file"):
        read_config(path)
    path.write_bytes(b"decisions = \xff")
    with pytest.raises(ConfigError, match=r"config\.toml: "):
        read_config(path)


def test_a_curve_goes_on_level_at_both_ends():
    curve = ((100.0, 0.4), (200.0, 0.2), (400.0, 0.1))
    told = {0: 0.4, 100: 0.4, 150: 0.3, 200: 0.2, 300: 0.15, 400: 0.1, 10**9: 0.1}
    assert {at: pytest.approx(at_progress(curve, at)) for at in told} == told
    assert at_progress(((50.0, 0.5),), 7) == 0.5


def test_what_decides_what_is_learned_is_told_apart_from_the_rest():
    assert (
        differing(SMALL, other(decisions=1, workers=9, measure=7, measure_deals=80, save_seconds=3.0)) == {}
    )
    changed = other(seed=4, mix=Mix(frozen_tables=0.1))
    assert differing(SMALL, changed) == {"seed": (1, 4), "mix.frozen_tables": (0.0, 0.1)}


@pytest.mark.parametrize("path", sorted(TRAINING.glob("*.toml")), ids=lambda path: path.stem)
def test_the_configurations_that_come_with_rufen_can_be_trained(path):
    config = read_config(path)
    assert config.decisions >= 50_000_000
    assert config.gate.every or config.exploit or config.trace == 1


def test_they_are_those_that_the_page_names():
    page = (TRAINING.parent / "docs" / "strength.md").read_text(encoding="utf-8")
    names = {path.name for path in TRAINING.glob("*.toml")}
    assert names == {"best_response.toml", "reference.toml", "rufen.toml"}
    assert all(f"training/{name}" in page for name in names)
    # every setting is described there
    for struct, before in ((Config, ""), (Mix, "mix."), (type(SMALL.gate), "gate."), (Exploit, "exploit.")):
        for name in struct.__struct_fields__:
            if name not in ("mix", "gate", "exploit"):
                assert f"`{before}{name}`" in page, f"{before}{name}"
