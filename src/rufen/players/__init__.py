"""Players: anything that answers a `PlayerView` with an action. They never see more than the view."""
