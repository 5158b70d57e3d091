"""Where the logs of games are kept."""
