"""The game as arrays: the fast twin of `rufen.core`, for millions of games (needs NumPy and Numba).

`rufen.core` is the rules; this room plays the same game on bit sets and bytes, and `tests/kernel` keeps
the two equal. Nothing here draws chance in a step: decks and actions come in.
"""
