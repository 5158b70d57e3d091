"""A game room as a machine: no sockets, no threads, no clock and no randomness of its own."""
