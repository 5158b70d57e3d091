"""One network for 3 – 6 seats and every hand size: what each action is likely to bring, in tricks."""
