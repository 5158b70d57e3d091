"""What a name may be, and names that can be told apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rufen.table.names import BOT_NAMES, MAX_NAME, BadName, bot_name, clean_name, distinct_name


@pytest.mark.parametrize(
    ("given_name", "name"),
    [
        ("Anna", "Anna"),
        ("  Anna \t\n Lena  ", "Anna Lena"),
        ("Zoe\u0308", "Zoë"),
        ("A\u0000n\u0007na", "Anna"),
        ("\u202eannA\u202c", "annA"),
        ("\u2066Ben\u2069", "Ben"),
        ("\ufeffCara\u200b", "Cara"),
        ("\U0001f469\u200d\U0001f680", "\U0001f469\u200d\U0001f680"),
        ("سارا", "سارا"),
        ("王" * 24, "王" * 24),
        ("<b>&amp;</b>", "<b>&amp;</b>"),
    ],
)
def test_a_name_is_cleaned(given_name, name):
    assert clean_name(given_name) == name


@pytest.mark.parametrize("text", ["", "   ", "\u202e", "\u200d", "\u3164\u3164", "\u0301", "\ud800"])
def test_a_name_that_shows_nothing_is_refused(text):
    with pytest.raises(BadName, match="1 to 24 characters"):
        clean_name(text)


def test_a_long_name_is_refused_with_its_length():
    with pytest.raises(BadName, match="this one has 25"):
        clean_name("n" * 25)


@given(st.text(max_size=60))
def test_a_clean_name_stays_as_it_is(text):
    try:
        name = clean_name(text)
    except BadName:
        return
    assert clean_name(name) == name
    assert 1 <= len(name) <= MAX_NAME


def test_equal_names_are_told_apart():
    assert distinct_name("Anna", []) == "Anna"
    assert distinct_name("Anna", ["Anna"]) == "Anna 2"
    assert distinct_name("anna", ["Anna", "ANNA 2"]) == "anna 3"
    assert distinct_name("n" * 24, ["n" * 24]) == "n" * 22 + " 2"


@pytest.mark.parametrize(
    "unseen",
    [
        "\u200c",
        "\u200d",
        "\ufe0f",
        "\u034f",
        "\U000e0101",
        "\u3164",
        "\u115f",
        "\u17b4",
        "\u180b",
        "\U0001d159",
    ],
)
def test_names_that_look_equal_are_told_apart(unseen):
    assert distinct_name(clean_name(f"An{unseen}na"), ["Anna"]).endswith(" 2")
    assert distinct_name("Anna", [f"Anna{unseen}"]) == "Anna 2"


def test_wide_letters_are_no_other_name():
    assert distinct_name("Ａnna", ["Anna"]) == "Ａnna 2"


def test_bots_have_names_nobody_has():
    taken: list[str] = ["ANNA", "Ben 2"]
    for _ in range(len(BOT_NAMES) + 2):
        name = bot_name(taken)
        assert name.casefold() not in {other.casefold() for other in taken}
        taken.append(name)
