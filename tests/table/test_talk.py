"""What is said at a table."""

from __future__ import annotations

import pytest

from rufen.protocol.messages import MAX_SAY, MAX_TALK, PHRASES, REACTIONS, RefusalCode, Said, SayKind
from rufen.table.commands import Refusal
from rufen.table.talk import SAY_BURST, SAY_RATE, Talk, clean_text

TEXT, PHRASE, REACTION = SayKind.TEXT, SayKind.PHRASE, SayKind.REACTION


def say(talk: Talk, what: str, kind: SayKind = TEXT, *, origin: str = "", chat=True, now=0.0) -> Said | None:
    origin = origin or f"0/{what}{now}"
    return talk.say(0, "Anna", origin, kind, what, chat=chat, at=1e9, now=now)


def refused(reason: RefusalCode, do) -> None:
    with pytest.raises(Refusal) as refusal:
        do()
    assert refusal.value.reason is reason


def test_what_was_said_last_is_remembered():
    talk = Talk()
    for number in range(MAX_TALK + 5):
        say(talk, f"line {number}", now=10.0 * number)
    assert [one.what for one in talk.said][0::49] == ["line 5", "line 54"]
    assert [one.number for one in talk.said][-1] == MAX_TALK + 5


def test_a_message_that_comes_twice_is_said_once():
    talk = Talk()
    assert say(talk, "hello", origin="0/say-0001") is not None
    assert say(talk, "hello", origin="0/say-0001") is None
    assert len(talk.said) == 1


@pytest.mark.parametrize("kind_and_words", [(PHRASE, PHRASES), (REACTION, REACTIONS)])
def test_phrases_and_reactions_are_known_words(kind_and_words):
    kind, words = kind_and_words
    talk = Talk()
    for now, word in enumerate(words):
        assert say(talk, word, kind, chat=False, now=10.0 * now) is not None
    refused(RefusalCode.BAD_TEXT, lambda: say(talk, "insult", kind))


def test_texts_only_while_chat_is_on():
    talk = Talk()
    say(talk, "secret thoughts")
    say(talk, "hello", PHRASE)
    refused(RefusalCode.CHAT_OFF, lambda: say(talk, "more", chat=False))
    talk.drop_texts()
    assert [one.kind for one in talk.said] == [PHRASE]


def test_a_seat_says_only_so_much_at_once():
    talk = Talk()
    for number in range(int(SAY_BURST)):
        say(talk, f"{number}")
    refused(RefusalCode.TOO_FAST, lambda: say(talk, "one more"))
    assert talk.say(1, "Ben", "1/x", TEXT, "another seat", chat=True, at=1e9, now=0.0) is not None
    assert say(talk, "later", now=1 / SAY_RATE) is not None


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("  hello \n there ", "hello there"),
        ("<b>x</b>", "<b>x</b>"),
        ("a\u202eb", "ab"),
        ("e\u0301", "é"),
        ("\U0001f44d", "\U0001f44d"),
        ("x" * MAX_SAY, "x" * MAX_SAY),
    ],
)
def test_a_line_is_cleaned(text, line):
    assert clean_text(text) == line


@pytest.mark.parametrize("text", ["", "  ", "\u202e\u200b", "\u200d", "x" * (MAX_SAY + 1)])
def test_a_line_that_cannot_be_seen_or_is_too_long_is_refused(text):
    refused(RefusalCode.BAD_TEXT, lambda: clean_text(text))
