"""Means with intervals: fixed ones from independent deals, and ones that hold however often one looks."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, log, sqrt

import msgspec

__all__ = ["Anytime", "Estimate", "Running", "t_95"]

_Z = 1.959963984540054
_FIRST_T = (12.7062047, 4.3026527, 3.1824463, 2.7764451, 2.5705818, 2.4469119, 2.3646243, 2.3060041)


def t_95(freedom: int) -> float:
    """The 97.5 % point of Student's t with `freedom` degrees, to four digits.

    A table up to 8, from there on the expansion of Abramowitz and Stegun, 26.7.5.
    """
    if freedom <= len(_FIRST_T):
        return _FIRST_T[freedom - 1]
    x = _Z
    return (
        x
        + (x**3 + x) / (4 * freedom)
        + (5 * x**5 + 16 * x**3 + 3 * x) / (96 * freedom**2)
        + (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / (384 * freedom**3)
        + (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / (92160 * freedom**4)
    )


class Estimate(msgspec.Struct, frozen=True):
    """The mean of one value a deal over `n` deals, with its 95 % interval `low` … `high`.

    The interval is Student's over the deals; None with less than two of them.
    """

    mean: float
    low: float | None
    high: float | None
    n: int

    @classmethod
    def of(cls, values: Sequence[float]) -> Estimate | None:
        """From one value a deal, None without any."""
        n = len(values)
        if not n:
            return None
        mean = fsum(values) / n
        if n == 1:
            return cls(mean, None, None, n)
        deviation = sqrt(fsum((value - mean) ** 2 for value in values) / (n - 1))
        half = t_95(n - 1) * deviation / sqrt(n)
        return cls(mean, mean - half, mean + half, n)


class Running:
    """Mean and variance of values that come one after the other (Welford's algorithm)."""

    def __init__(self) -> None:
        self.n = 0
        self.mean = 0.0
        self._squares = 0.0

    def add(self, value: float) -> None:
        """Take in one more."""
        self.n += 1
        step = value - self.mean
        self.mean += step / self.n
        self._squares += step * (value - self.mean)

    @property
    def variance(self) -> float:
        """Over n, as the sequence below has it; 0 before the first value."""
        return self._squares / self.n if self.n else 0.0


class Anytime(msgspec.Struct, frozen=True):
    """An asymptotic confidence sequence for a mean: intervals that may be looked at after every deal.

    With probability 1 − `alpha` the mean is in *all* of them at once, so whoever stops as soon as one
    leaves 0 out is wrong no more often than that. It is Robbins' normal mixture (1970) for means of any
    distribution, after Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory
    and asymptotic confidence sequences", Annals of Statistics 52 (2024); compare Howard,
    Ramdas, McAuliffe and Sekhon, "Time-uniform, nonparametric, nonasymptotic confidence sequences", Annals
    of Statistics 49 (2021). `narrowest` is about the number of deals at which it is narrowest in
    comparison with a fixed interval. Before `first` deals there is no interval: it needs a variance that can
    be trusted, and a mean that is nearly normal.
    """

    alpha: float
    narrowest: int = 500
    first: int = 200

    def half_width(self, running: Running) -> float | None:
        """Half the width of the interval around the mean so far, None before the first."""
        n = running.n
        if n < self.first:
            return None
        spread = -2 * log(self.alpha)
        rho2 = (spread + log(spread) + 1) / self.narrowest
        scaled = n * rho2 + 1
        radius = sqrt(2 * scaled / (n * n * rho2) * log(sqrt(scaled) / self.alpha))
        return radius * sqrt(running.variance)

    def interval(self, running: Running) -> tuple[float, float] | None:
        """The interval so far."""
        half = self.half_width(running)
        return None if half is None else (running.mean - half, running.mean + half)
