"""Who may sit where, who is the host, and who starts."""

from __future__ import annotations

import pytest
from tests.table.helpers import TOKENS, Run

from rufen.core.actions import IllegalReason
from rufen.core.events import PlayerKind, SeatKeySet, SeatTaken
from rufen.core.house_rules import SettingError
from rufen.core.state import Phase
from rufen.protocol.messages import RefusalCode
from rufen.table import lobby
from rufen.table.commands import Done, Plan, Refusal
from rufen.table.names import BadName


def refused(reason: RefusalCode, do, illegal: IllegalReason | None = None) -> None:
    with pytest.raises(Refusal) as refusal:
        do()
    assert refusal.value.reason is reason
    assert refusal.value.illegal is illegal


def names(run: Run) -> list[str]:
    return [info.name for info in run.table.news(run.now).seats]


def test_a_table_with_bots_only_starts_at_once():
    run = Run("bot", "you", "bot", "bot")
    assert run.table.state.phase is Phase.DEALING
    assert run.table.host == 1
    news = run.table.news(run.now)
    assert news.started
    assert [info.kind for info in news.seats] == [PlayerKind.BOT, PlayerKind.PERSON] + [PlayerKind.BOT] * 2
    assert len(set(names(run))) == 4


def test_a_table_with_an_open_seat_waits():
    run = Run("you", "open", "bot")
    assert not run.table.news(run.now).started
    refused(RefusalCode.ILLEGAL, run.start, IllegalReason.SEAT_EMPTY)
    run.sit(1, "Ben")
    run.start()
    assert run.table.state.phase is Phase.DEALING


@pytest.mark.parametrize(
    ("kinds", "setting"),
    [
        (("you", "bot"), "players"),
        (("you", *["bot"] * 6), "players"),
        (("bot", "bot", "bot"), "seats"),
        (("you", "you", "bot"), "seats"),
        (("you", "cat", "bot"), "seats"),
    ],
)
def test_impossible_seats_name_what_is_allowed(kinds, setting):
    with pytest.raises(SettingError) as error:
        Run(*kinds)
    assert error.value.setting == setting


def test_impossible_settings_are_refused():
    with pytest.raises(SettingError, match="at most 15 rounds"):
        Run("you", "bot", "bot", "bot", rules={"round_mode": "custom", "custom_round_count": 16})
    with pytest.raises(SettingError, match="a preset or rules, not both"):
        Run("you", "bot", "bot", rules={"exact_bonus": 10}, preset="quick")
    with pytest.raises(SettingError, match="first_dealer"):
        Run("you", "bot", "bot", first_dealer=3)
    with pytest.raises(SettingError, match="level"):
        Run("you:random", "bot", "bot")
    with pytest.raises(SettingError, match="random, beginner"):
        Run("you", "bot:genius", "bot")
    with pytest.raises(BadName):
        Run("you", "bot", "bot", name="\n")


def test_the_secret_is_hashed_and_never_in_the_log():
    run = Run("you", "open", "bot")
    run.sit(1, "Ben")
    keys = [e.event for e in run.log if isinstance(e.event, SeatKeySet)]
    assert [key.seat for key in keys] == [0, 1]
    assert all(token not in repr(run.log) for token in TOKENS)
    assert run.table.seat_of(TOKENS[1]) == 1
    assert run.table.seat_of(TOKENS[2]) is None


def test_people_with_one_name_are_told_apart():
    run = Run("you", "open", "open", "open")
    run.sit(1, "Anna")
    run.sit(2, " anna ")
    run.seat_bot(0, 3)
    assert names(run)[:3] == ["Anna", "Anna 2", "anna 3"]
    assert names(run)[3] not in names(run)[:3]


def test_sitting_down_again_with_the_same_secret_is_done_already():
    run = Run("you", "open", "bot")
    assert isinstance(run.sit(1, "Ben"), Plan)
    run.restart()
    assert isinstance(run.sit(1, "Ben"), Done)
    assert sum(isinstance(e.event, SeatTaken) and e.event.seat == 1 for e in run.log) == 1


def test_one_secret_one_seat():
    run = Run("you", "open", "open")
    run.sit(1, "Ben")
    refused(RefusalCode.ALREADY_SEATED, lambda: run.sit(2, "Ben", TOKENS[1]))
    refused(RefusalCode.SEAT_TAKEN, lambda: run.sit(1, "Cara", TOKENS[2]))
    refused(RefusalCode.ILLEGAL, lambda: run.sit(5, "Cara"), IllegalReason.NO_SUCH_SEAT)
    refused(RefusalCode.BAD_NAME, lambda: run.sit(2, "\u202e"))


def test_only_the_host_seats_bots_and_starts():
    run = Run("you", "open", "open")
    run.sit(1, "Ben")
    refused(RefusalCode.NOT_HOST, lambda: run.seat_bot(1, 2))
    refused(RefusalCode.NOT_HOST, lambda: run.seat_bot(None, 2))
    refused(RefusalCode.MALFORMED, lambda: run.seat_bot(0, 2, "genius"))
    run.seat_bot(0, 2)
    refused(RefusalCode.NOT_HOST, lambda: run.start(1))
    run.start(0)


def test_a_person_without_a_secret_is_malformed():
    run = Run("you", "open", "bot")
    refused(RefusalCode.MALFORMED, lambda: lobby.sit(run.table, None, "action-1", 1, "Ben", None))


def test_standing_up_frees_the_seat_and_its_secret():
    run = Run("you", "open", "bot")
    run.sit(1, "Ben")
    run.stand_up(1, 1, "stand-up-1")
    assert run.table.seat_of(TOKENS[1]) is None
    assert isinstance(run.stand_up(1, 1, "stand-up-1"), Done)
    run.sit(1, "Cara", TOKENS[2])
    assert names(run)[1] == "Cara"


def test_the_host_empties_any_seat_others_only_their_own():
    run = Run("you", "open", "bot")
    run.sit(1, "Ben")
    refused(RefusalCode.NOT_HOST, lambda: run.stand_up(1, 0))
    refused(RefusalCode.ILLEGAL, lambda: run.stand_up(None, 1), IllegalReason.NOT_SEATED)
    run.stand_up(0, 1)
    run.stand_up(0, 2)
    refused(RefusalCode.ILLEGAL, lambda: run.stand_up(0, 2), IllegalReason.SEAT_EMPTY)


def test_when_the_host_leaves_the_longest_seated_person_is_host():
    run = Run("you", "open", "open", "bot")
    run.sit(2, "Cara")
    run.sit(1, "Ben")
    run.stand_up(0, 0)
    assert run.table.host == 2
    run.stand_up(2, 2)
    assert run.table.host == 1
    run.stand_up(1, 1)
    assert run.table.host is None
    run.restart()
    assert run.table.host is None
    run.sit(0, "Dan", TOKENS[3])
    assert run.table.host == 0


def test_seats_are_closed_once_the_game_has_started():
    run = Run("you", "open", "bot")
    run.sit(1, "Ben")
    run.start()
    assert isinstance(run.start(), Done)
    refused(RefusalCode.ILLEGAL, lambda: run.sit(2, "Eva"), IllegalReason.ALREADY_STARTED)
    refused(RefusalCode.ILLEGAL, lambda: run.stand_up(1, 1), IllegalReason.ALREADY_STARTED)
    refused(RefusalCode.ILLEGAL, lambda: run.seat_bot(0, 1), IllegalReason.ALREADY_STARTED)
