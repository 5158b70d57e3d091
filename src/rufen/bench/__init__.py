"""How fast this machine plays, and whether it still plays the same; see `docs/bench.md`."""
