"""`--code FILE.py:CLASS`: a class from somebody's file becomes a player, or says what is wrong with it."""

from __future__ import annotations

import json
import pickle

import pytest

from rufen.arena.outside import CodeError, load_code
from rufen.cli.main import main
from rufen.core.deal import deck_from_seed
from rufen.core.game import Game
from rufen.core.house_rules import preset
from rufen.core.view import view_of

BOT = """
import beside

class Seeded:
    def __init__(self, seed):
        self.seed = seed
    def act(self, view):
        return view.legal[beside.WHICH]

class Plain:
    def act(self, view):
        return view.legal[0]

class Many:
    def __init__(self, *args, width=3, **more):
        assert not args and not more
    act = Plain.act

class Careful:
    def __init__(self, seed=0):
        if seed == 13:
            raise RuntimeError("not with me")
    act = Plain.act

class Choosy:
    def __init__(self, model):
        pass
    act = Plain.act

class Awaited:
    async def act(self, view):
        return view.legal[0]

class Printing:
    def act(self, view):
        print("thinking...")
        return view.legal[0]

class Lazy:
    act = None

def function(view):
    return view.legal[0]
"""


@pytest.fixture
def file(tmp_path):
    (tmp_path / "beside.py").write_text("WHICH = -1\n")
    path = tmp_path / "my_bot.py"
    path.write_text(BOT)
    return path


def a_view():
    game = Game.new(["Anna", "Ben", "Cara"], preset("standard", seats=3), first_dealer=0)
    game.deal(deck_from_seed("outside", 1), salt="salt")
    return view_of(game.state, 1)


def test_a_class_is_made_with_a_seed_where_it_asks_for_one(file):
    seeded = load_code(f"{file}:Seeded")
    assert vars(seeded(7)) == {"seed": 7}
    assert seeded.name == "my_bot.py:Seeded"
    view = a_view()
    assert seeded(7).act(view) == view.legal[-1], "what lies beside the file can be imported"
    for name in ("Plain", "Many", "Careful"):
        assert load_code(f"{file}:{name}")(7).act(view) == view.legal[0]


def test_it_travels_to_another_process_as_its_name(file):
    code = load_code(f"{file}:Plain")
    sent = pickle.dumps(code)
    assert len(sent) < 1000
    assert pickle.loads(sent) == code


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        (
            "Missing",
            "no such class; with a method act there are: "
            "Seeded, Plain, Many, Careful, Choosy, Awaited, Printing",
        ),
        ("Awaited", "my_bot.py:Awaited: act is async; a plain method is expected"),
        ("beside", "my_bot.py:beside: a class is expected, not module"),
        ("function", "my_bot.py:function: a class is expected, not function"),
        ("Lazy", "my_bot.py:Lazy: the class needs a method act(self, view)"),
        ("Choosy", "my_bot.py:Choosy: it is made with seed or with nothing, but asks for 'model'"),
        ("not a name", "expected FILE.py:CLASS, as in my_bot.py:Bot"),
        ("", "expected FILE.py:CLASS, as in my_bot.py:Bot"),
    ],
)
def test_a_class_that_is_none_says_what_is_expected(file, name, wrong):
    with pytest.raises(CodeError) as error:
        load_code(f"{file}:{name}")
    assert wrong in str(error.value)


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        ("x = 1\nclass Bot\n", "cannot be imported: line 2: SyntaxError: "),
        ("import no_such_module_anywhere\n", "cannot be imported: line 1: ModuleNotFoundError: "),
        ("\n\n1 / 0\n", "cannot be imported: line 3: ZeroDivisionError: division by zero"),
        ("import sys\nsys.exit(3)\n", "cannot be imported: line 2: SystemExit: 3"),
    ],
)
def test_a_file_that_cannot_be_imported_says_where(tmp_path, code, wrong):
    file = tmp_path / "broken.py"
    file.write_text(code)
    for _twice in range(2):
        with pytest.raises(CodeError) as error:
            load_code(f"{file}:Bot")
        assert str(error.value).startswith(f"{file}: {wrong}")
        assert "\n" not in str(error.value)


def test_a_file_that_is_not_there_or_no_python(tmp_path):
    with pytest.raises(CodeError, match=r"nothing\.py: there is no such file"):
        load_code(f"{tmp_path / 'nothing.py'}:Bot")
    (tmp_path / "bot.txt").write_text("class Bot: pass")
    with pytest.raises(CodeError, match=r"a file that ends in \.py is expected"):
        load_code(f"{tmp_path / 'bot.txt'}:Bot")


def test_a_player_that_cannot_be_made_says_where(file):
    with pytest.raises(
        CodeError, match=r"my_bot\.py:Careful cannot be made: line 22: RuntimeError: not with me"
    ):
        load_code(f"{file}:Careful")(13)


@pytest.mark.parametrize("processes", [1, 2])
def test_what_a_player_prints_is_no_part_of_the_figures(file, capfd, processes):
    arena = ["arena", "--players=random", "--code", f"{file}:Printing", "--seats=3", "--hand-sizes=1"]
    assert main([*arena, "--deals=30", f"--processes={processes}", "--json"]) == 0
    out, err = capfd.readouterr()
    assert json.loads(out)
    assert "thinking..." in err
