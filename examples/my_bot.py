"""A player for Rufen as a class, for the arena:

    rufen arena --players=beginner --code examples/my_bot.py:Bot

It is asked with a view of what its seat may know (docs/players.md), and answers with one of `view.legal`.
"""

from random import Random

from rufen.core.actions import Action, ChooseTrump, PlaceBid, PlayCard
from rufen.core.view import PlayerView


class Bot:
    """Bids its Wizards and high trumps, then plays high until it has what it bid, and low after that."""

    def __init__(self, seed: int = 0) -> None:
        self.chance = Random(seed)  # all chance from the seed: the same match comes out the same

    def act(self, view: PlayerView) -> Action:
        match view.legal[0]:
            case PlaceBid():
                return self.bid(view)
            case ChooseTrump():
                return self.chance.choice(view.legal)
        seat = view.seat or 0
        wanted = (view.bids[seat] or 0) - view.tricks_won[seat]
        cards = [action for action in view.legal if isinstance(action, PlayCard)]
        return (max if wanted > 0 else min)(cards, key=lambda action: self.height(action, view))

    def bid(self, view: PlayerView) -> Action:
        likely = sum(card.is_wizard or (card.suit == view.trump and card.rank > 6) for card in view.hand)
        return min(
            view.legal, key=lambda action: abs(action.bid - likely) if isinstance(action, PlaceBid) else 0
        )

    def height(self, action: PlayCard, view: PlayerView) -> int:
        card = action.card
        if card.is_wizard:
            return 100
        if card.is_jester:
            return 0
        return card.rank + (20 if card.suit is not None and card.suit == view.trump else 0)
