"""Matches between players on duplicate deals: fair, repeatable, with intervals."""
