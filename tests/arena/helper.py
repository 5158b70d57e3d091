"""Matches told in a line."""

from __future__ import annotations

import msgspec

from rufen.arena.asked import rules_asked
from rufen.arena.contestants import Cast, Contestant, contestants
from rufen.arena.match import Episode, FieldKind, Match
from rufen.arena.run import run
from rufen.arena.summary import Summary, summary
from rufen.core.view import PlayerView

SCRIPTED = __file__.replace("helper.py", "scripted.py")


def told(*players: str, deals: int, sizes: str | None = "1", seats: int = 3, rules: str = "standard", **more):
    """A match between players of the house, and those of `scripted.py`, which have a capital letter."""
    found: list[Contestant] = []
    for name in players:
        code = name[0].isupper()
        found += contestants([], [f"{SCRIPTED}:{name}"]) if code else contestants([name])
    names = [each.name for each in found]
    apart = [
        msgspec.structs.replace(each, name=each.name + "#2" if each.name in names[:place] else each.name)
        for place, each in enumerate(found)
    ]
    return Match(
        **{
            "players": tuple(apart),
            "seats": seats,
            "rules": rules_asked(rules, sizes, seats),
            "episode": Episode.ROUND,
            "field": FieldKind.MIRRORED if len(found) > 1 else FieldKind.OWN,
            "deals": deals,
            "seed": "told",
            **more,
        }
    )


def figures(match: Match, **how) -> Summary:
    """Play it whole."""
    return summary(run(match, **how))


class Watched(Cast):
    """A cast that keeps every view it is asked with, by contestant, with the seed of its player."""

    def __init__(self, match: Match) -> None:
        super().__init__(match.players, match.deadline)
        self.asked: list[tuple[int, int, PlayerView]] = []

    def player(self, contestant, seed):
        real, asked = super().player(contestant, seed), self.asked

        class Watching:
            def act(self, view):
                asked.append((contestant, seed, view))
                return real.act(view)

        return Watching()
