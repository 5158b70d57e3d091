"""Looking ahead from what a seat sees: worlds that fit it, played on by the network; see `docs/search.md`."""
