"""Learning from play: rounds are played, recorded and learned from in one compiled loop."""
