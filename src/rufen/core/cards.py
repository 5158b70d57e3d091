"""The deck (R1): suits, cards, their text, and sets of cards as bits."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from functools import total_ordering

__all__ = [
    "ALL_CARDS",
    "DECK",
    "JESTERS",
    "RANKS",
    "SUITS",
    "SUIT_BITS",
    "WIZARDS",
    "Card",
    "Suit",
    "bits_of",
    "cards_of",
    "format_cards",
    "nth_bit",
    "parse_cards",
]

RANKS = range(1, 14)


@total_ordering
class Suit(Enum):
    """One of the four suits; its value is the letter used in records (R1.2)."""

    BLUE = "B"
    GREEN = "G"
    RED = "R"
    YELLOW = "Y"

    index: int
    """Place in the canonical order, 0 … 3."""
    bits: int
    """The bit set of its thirteen cards."""
    open_bits: int
    """Its cards, the Wizards and the Jesters: what may be played by a seat that has to follow it (R4.3)."""

    def __init__(self, letter: str) -> None:
        self.index = "BGRY".index(letter)
        self.bits = 0x1FFF << 13 * self.index
        self.open_bits = self.bits | 0xFF << 52

    def __str__(self) -> str:
        return str(self._value_)

    def __lt__(self, other: object) -> bool:
        return self.index < other.index if isinstance(other, Suit) else NotImplemented

    # Enum hashes by name in Python code; members are singletons, so identity is the same and fast.
    __hash__ = object.__hash__


SUITS: tuple[Suit, ...] = tuple(Suit)


@total_ordering
class Card(Enum):
    """One of the sixty cards; its value is its text, `B1` … `Y13`, `W1` … `W4`, `J1` … `J4` (R1.3).

    `Card("B7")` parses, `str(card)` prints, and cards sort in the canonical order.
    """

    index: int
    """Place in the canonical order: suits 0 … 51, Wizards 52 … 55, Jesters 56 … 59."""
    bit: int
    """`1 << index`, for hands as bit sets."""
    suit: Suit | None
    """None for Wizards and Jesters."""
    rank: int
    """1 … 13; for Wizards and Jesters the number of the piece of paper, which no rule uses."""
    is_wizard: bool
    is_jester: bool

    B1, B2, B3, B4, B5, B6, B7, B8, B9, B10, B11, B12, B13 = (f"B{r}" for r in RANKS)
    G1, G2, G3, G4, G5, G6, G7, G8, G9, G10, G11, G12, G13 = (f"G{r}" for r in RANKS)
    R1, R2, R3, R4, R5, R6, R7, R8, R9, R10, R11, R12, R13 = (f"R{r}" for r in RANKS)
    Y1, Y2, Y3, Y4, Y5, Y6, Y7, Y8, Y9, Y10, Y11, Y12, Y13 = (f"Y{r}" for r in RANKS)
    W1, W2, W3, W4 = (f"W{k}" for k in range(1, 5))
    J1, J2, J3, J4 = (f"J{k}" for k in range(1, 5))

    def __init__(self, text: str) -> None:
        self.rank = int(text[1:])
        self.is_wizard = text[0] == "W"
        self.is_jester = text[0] == "J"
        self.suit = None if text[0] in "WJ" else Suit(text[0])
        first = {"W": 52, "J": 56}.get(text[0])
        self.index = (first if first is not None else "BGRY".index(text[0]) * 13) + self.rank - 1
        self.bit = 1 << self.index

    def __str__(self) -> str:
        return str(self._value_)

    def __repr__(self) -> str:
        return f"Card.{self._value_}"

    def __lt__(self, other: object) -> bool:
        return self.index < other.index if isinstance(other, Card) else NotImplemented

    __hash__ = object.__hash__  # as in Suit


DECK: tuple[Card, ...] = tuple(Card)
"""All sixty cards in the canonical order (R1.1)."""

SUIT_BITS: tuple[int, ...] = tuple(suit.bits for suit in SUITS)
ALL_CARDS: int = (1 << len(DECK)) - 1
WIZARDS: int = sum(c.bit for c in DECK if c.is_wizard)
JESTERS: int = sum(c.bit for c in DECK if c.is_jester)


def cards_of(bits: int) -> tuple[Card, ...]:
    """The cards of a bit set, in the canonical order."""
    cards = []
    while bits:
        low = bits & -bits
        cards.append(DECK[low.bit_length() - 1])
        bits ^= low
    return tuple(cards)


def nth_bit(bits: int, n: int) -> int:
    """The place of the n-th set bit, 0 being the lowest: `DECK[nth_bit(hand, 0)]` is the first card.

    `n` is 0 … `bits.bit_count() - 1`.
    """
    while n:
        bits &= bits - 1
        n -= 1
    return (bits ^ bits - 1).bit_length() - 1


def bits_of(cards: Iterable[Card]) -> int:
    """The bit set of some cards."""
    bits = 0
    for card in cards:
        bits |= card.bit
    return bits


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards from text separated by blanks: `"B7 W1 J2"`.

    Raises ValueError naming the first word that is no card.
    """
    cards = []
    for word in text.split():
        try:
            cards.append(Card(word))
        except ValueError:
            raise ValueError(f"{word!r} is not a card: expected B1 … Y13, W1 … W4 or J1 … J4") from None
    return tuple(cards)


def format_cards(cards: Iterable[Card]) -> str:
    """Cards as text, separated by blanks; `parse_cards` reads it back."""
    return " ".join([card._value_ for card in cards])
