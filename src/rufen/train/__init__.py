"""Training the network: self-play in mixed company, measured and gated by the arena."""
