"""The examples of "How to play" are the ones that the engine gives."""

import pytest

from rufen.core.cards import Suit, parse_cards
from rufen.protocol import howto
from rufen.protocol.howto import Reason, Role, TrumpFrom, role_of, win_reason


def test_the_generated_examples_are_up_to_date() -> None:
    assert howto.TARGET.read_text(encoding="utf-8") == howto.generate(), "run: python -m rufen.protocol.howto"


def test_every_way_to_win_and_every_role_has_its_example() -> None:
    tricks = [howto._trick(*trick) for trick in howto._TRICKS]
    assert {trick.reason for trick in tricks} == set(Reason)
    assert {card.role for trick in tricks for card in trick.cards} == set(Role)
    turned = [howto._turn_up(card) for card in (*howto._TURN_UPS, None)]
    assert {example.means for example in turned} == set(TrumpFrom)


def test_an_example_that_breaks_the_rules_is_an_error() -> None:
    with pytest.raises(ValueError, match="B2 may not be played from B2 G5"):
        howto._trick("wrong", None, 0, ("G1", "B2 G5", "G3"))


@pytest.mark.parametrize(
    ("before", "card", "role"),
    [
        ("", "B1", Role.LEAD_SUIT),
        ("J1", "B1", Role.SETS_SUIT),
        ("J1 W1", "B1", Role.FREE),
        ("B2 W1", "B1", Role.FOLLOWS),
        ("B2", "R1", Role.TRUMPS),
        ("B2", "G1", Role.DISCARDS),
        ("B2 W1", "W2", Role.LATE_WIZARD),
    ],
)
def test_r4_2_what_a_card_does_in_its_trick(before: str, card: str, role: Role) -> None:
    assert role_of(parse_cards(before), parse_cards(card)[0], Suit.RED) is role


def test_r4_8_why_a_trick_is_won() -> None:
    assert win_reason(parse_cards("B2 W1 R13"), Suit.RED) is Reason.FIRST_WIZARD
    assert win_reason(parse_cards("B2 R1 B13"), Suit.RED) is Reason.HIGHEST_TRUMP
    assert win_reason(parse_cards("B2 G13 B3"), Suit.RED) is Reason.HIGHEST_OF_LED_SUIT
    assert win_reason(parse_cards("J2 J1"), Suit.RED) is Reason.ALL_JESTERS
