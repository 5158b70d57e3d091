"""Running a match from its first deal, or from where its results file ends, to its last or to a decision."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

from rufen.arena.contestants import Cast
from rufen.arena.match import Match
from rufen.arena.playing import DealPlayed
from rufen.arena.results import ResultsFile
from rufen.arena.spread import over_processes
from rufen.arena.tally import Tally

__all__ = ["run"]


def run(
    match: Match,
    *,
    out: Path | None = None,
    processes: int = 1,
    cluster: str | None = None,
    progress: Callable[[Tally], None] = lambda _tally: None,
    also: Callable[[DealPlayed], None] = lambda _played: None,
) -> Tally:
    """Play a match; the same numbers for any `processes` and `cluster`, and for a run that was cut off.

    `cluster` is the address of a Ray cluster, or "local" for one of `processes` workers on this machine;
    `progress` is called after every deal that is new and once after those of the file, `also` with every deal
    that counts. Raises ResultsError, Forfeit, ContestantError, WorkerLost, ClusterError.
    """
    tally = Tally(match)
    # whatever cannot be loaded or started is said before anything is played
    Cast(match.players, match.deadline).close()
    with contextlib.ExitStack() as closing:
        file = closing.enter_context(ResultsFile(out, match)) if out is not None else None
        if file is not None:
            for played in file.played():
                if not _over(tally):
                    tally.add(played)
                    also(played)
            progress(tally)
        if _over(tally):
            return tally
        if cluster is None:
            playing = over_processes(match, tally.deals, processes)
        else:
            from rufen.arena.cluster import over_cluster

            playing = over_cluster(match, tally.deals, cluster, processes)
        closing.enter_context(contextlib.closing(playing))
        for chunk in playing:
            new = []
            try:
                for played in chunk:
                    if _over(tally):
                        break
                    tally.add(played)
                    also(played)
                    new.append(played)
                    progress(tally)
            finally:
                if file is not None:
                    file.append(new)
            if _over(tally):
                break
    return tally


def _over(tally: Tally) -> bool:
    match = tally.match
    return tally.deals >= match.deals or (match.stop_when_decided and tally.decided)
