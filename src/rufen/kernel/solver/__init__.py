"""Open hands solved exactly: what best play leads to, and whether a bid can be made; see `docs/solver.md`."""

from rufen.kernel.solver.api import NODES, Answer, Outcome, Solution, Solver, can_make, solve

__all__ = ["NODES", "Answer", "Outcome", "Solution", "Solver", "can_make", "solve"]
