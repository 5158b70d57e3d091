"""Everything that `rufen bench` measures, one part after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from rufen.bench.machine import Machine, Versions, machine, version_of, versions
from rufen.bench.peers import ENVIRONMENTS, OH_HELL, oh_hell_works, quiet, whole_rounds
from rufen.bench.signature import signature
from rufen.bench.starts import Starts, starts
from rufen.bench.timing import Work, rates
from rufen.bench.works import environment_work, per_game, playouts_work, random_games_work
from rufen.kernel.bits import FAST_SELECT
from rufen.kernel.policies import POLICIES

__all__ = ["Environment", "Peer", "Playouts", "RandomGames", "Report", "report"]

PORTABLE, PDEP = "portable", "pdep"


class RandomGames(msgspec.Struct, frozen=True):
    """Whole random games, things a second. A decision is a card played, a bid or a trump named."""

    seats: int
    select: str
    """`portable`, or `pdep`, an instruction of x86 processors; see `rufen.kernel.bits.select`."""
    games: float
    cards: float
    decisions: float


class Playouts(msgspec.Struct, frozen=True):
    """Rounds a second that a policy plays on from the middle, with hidden hands drawn for each."""

    seats: int
    policy: str
    playouts: float


class Environment(msgspec.Struct, frozen=True):
    """Steps a second in the vectorised environment, each with an observation and a random action."""

    seats: int
    steps: float


class Peer(msgspec.Struct, frozen=True):
    """Decisions a second in the nearest game of another package, measured in turns with ours."""

    package: str
    version: str
    game: str
    seats: int | None
    decisions: float
    ratios: dict[str, float]
    """How many times as many ours makes: random games by select, or the environment with the fewest seats."""


class Report(msgspec.Struct, frozen=True):
    """What was measured; a part that was not asked for is empty or None."""

    machine: Machine
    versions: Versions
    seconds: float
    """CPU time for each number."""
    signature: int
    random_games: list[RandomGames]
    playouts: list[Playouts]
    environment: list[Environment]
    starts: Starts | None
    peers: list[Peer]
    missing_peers: dict[str, str]
    """Packages without a number, and why."""


def report(
    seats: Sequence[int], seconds: float, parts: Sequence[str], tell: Callable[[str], object]
) -> Report:
    """Measure; `parts` are of games, playouts, environment, starts, peers. `tell` is given what is going on,
    and at the end nothing.

    Raises StartError.
    """
    peers: list[Peer] = []
    missing: dict[str, str] = {}
    with_peers = "peers" in parts
    tell("the signature")
    number = signature()
    random_games: list[RandomGames] = []
    if with_peers or "games" in parts:
        for count in seats:
            tell(f"random games, {count} seats")
            random_games += _random_games(count, seconds, with_peers, peers, missing)
    playouts: list[Playouts] = []
    if "playouts" in parts:
        for count in seats:
            tell(f"play-outs, {count} seats")
            works = {name: playouts_work(count, policy) for name, policy in POLICIES.items()}
            found = rates(works, seconds)
            playouts += [Playouts(count, name, rate) for name, rate in found.items()]
    environment: list[Environment] = []
    if with_peers or "environment" in parts:
        tell("the environment")
        environment = _environment(seats, seconds, with_peers, peers, missing)
    started: Starts | None = None
    if "starts" in parts:
        tell("starts")
        started = starts()
    tell("")
    return Report(
        machine=machine(),
        versions=versions(),
        seconds=seconds,
        signature=number,
        random_games=random_games if "games" in parts else [],
        playouts=playouts,
        environment=environment if "environment" in parts else [],
        starts=started,
        peers=peers,
        missing_peers=missing,
    )


def _random_games(
    seats: int, seconds: float, with_peers: bool, peers: list[Peer], missing: dict[str, str]
) -> list[RandomGames]:
    """Our rates, in turns with those of OpenSpiel, which go to `peers`."""
    selects = [PORTABLE, PDEP] if FAST_SELECT else [PORTABLE]
    works: dict[str, Work] = {select: random_games_work(seats, select == PDEP) for select in selects}
    if with_peers:
        try:
            theirs = oh_hell_works(seats)
            for work in theirs.values():
                work()
            works |= theirs
        except Exception as error:
            missing["open_spiel"] = _reason(error)
    found = rates(works, seconds)
    decisions, cards = per_game(seats)
    if OH_HELL[0] in found:
        ways = {"oh_hell, whole rounds in C++": whole_rounds(found)}
        ways |= {name: found[name] for name in OH_HELL}
        for name, rate in ways.items():
            ratios = {select: found[select] / rate for select in selects}
            peers.append(Peer("open_spiel", version_of("open_spiel"), name, seats, rate, ratios))
    return [
        RandomGames(
            seats, select, found[select] / decisions, found[select] / decisions * cards, found[select]
        )
        for select in selects
    ]


def _environment(
    seats: Sequence[int], seconds: float, with_peers: bool, peers: list[Peer], missing: dict[str, str]
) -> list[Environment]:
    """Our rates, in turns with those of other packages' environments, which go to `peers`."""
    works = {str(count): environment_work(count) for count in seats}
    if with_peers:
        for package, (_game, make) in ENVIRONMENTS.items():
            try:
                with quiet():
                    work = make()
                    work()
            except Exception as error:
                missing[package] = _reason(error)
            else:
                works[package] = work
    with quiet():
        found = rates(works, seconds)
    for package, (game, _make) in ENVIRONMENTS.items():
        if package in found:
            ratios = {"environment": found[str(seats[0])] / found[package]}
            peers.append(Peer(package, version_of(package), game, None, found[package], ratios))
    return [Environment(count, found[str(count)]) for count in seats]


def _reason(error: Exception) -> str:
    """Why another package has no number, in a line."""
    if isinstance(error, ModuleNotFoundError):
        return f"{error.name} is not installed"
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text[:200]}" if text else type(error).__name__
