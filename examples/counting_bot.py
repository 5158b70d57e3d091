"""A player for Rufen in plain Python, see docs/bots.md: it counts its likely tricks, and takes no more.

rufen arena --players=beginner --bot "python examples/counting_bot.py"
"""

import json
import sys
from typing import Any

Message = dict[str, Any]


def strength(card: str, trump: str | None) -> float:
    """About how likely a card is to take a trick, 0 to 1; more than 1 only orders high trumps."""
    if card[0] in "WJ":
        return 1.5 if card[0] == "W" else 0.0
    rank = int(card[1:]) / 13
    return 0.35 + 0.7 * rank if card[0] == trump else rank**4 * 0.6


def bid(view: Message) -> Message:
    likely: float = sum(min(1.0, strength(card, view["trump"])) for card in view["hand"])
    return min(view["legal"], key=lambda action: abs(action["bid"] - likely))


def choose_trump(view: Message) -> Message:
    cards = "".join(card[0] for card in view["hand"])
    return max(view["legal"], key=lambda action: cards.count(action["suit"]))


def beats(card: str, best: str, trump: str | None) -> bool:
    """Whether a card played after `best` takes the trick from it."""
    if best[0] == "W" or card[0] == "J":
        return False
    if card[0] == best[0]:
        return int(card[1:]) > int(best[1:])
    return card[0] in ("W", trump) or best[0] == "J"


def play(view: Message) -> Message:
    trick, me, trump = view["trick"], view["seat"], view["trump"]
    best = None if trick["winning"] is None else trick["cards"][trick["winning"]]
    wanted = view["bids"][me] - view["tricks_won"][me]
    cards: list[Message] = sorted(view["legal"], key=lambda action: strength(action["card"], trump))
    winning = [action for action in cards if best is None or beats(action["card"], best, trump)]
    losing = [action for action in cards if action not in winning]
    if wanted > 0:  # to lead, the strongest; else the cheapest that wins, and the weakest when none does
        return (winning[-1] if best is None else winning[0]) if winning else cards[0]
    return losing[-1] if losing else cards[0]  # the strongest card that still loses


CHOICES = {"bidding": bid, "choosing_trump": choose_trump, "playing": play}

print(json.dumps({"type": "hello", "protocol": "rufen-bot/1", "name": "Counting"}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "act":
        action = CHOICES[message["view"]["phase"]](message["view"])
        print(json.dumps({"type": "action", "id": message["id"], "action": action}), flush=True)
