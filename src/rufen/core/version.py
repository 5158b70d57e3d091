"""The version of the rules, stamped into records, checkpoints and the store."""

__all__ = ["RULES_VERSION"]

RULES_VERSION = 1
