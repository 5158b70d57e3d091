"""The game as environments for reinforcement learning."""
