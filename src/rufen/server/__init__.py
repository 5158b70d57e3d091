"""The server: HTTP, sockets, the event store, and the loop around the tables."""
