"""A run is the same however it is made: in one go, in several, on a cluster; and it learns."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from rufen.kernel.learning.actor import seat_company
from rufen.kernel.learning.records import COUNTING, new_company
from rufen.kernel.network.file import write_network
from rufen.kernel.network.weights import random_weights
from rufen.train.checkpoint import CheckpointError, read_checkpoint, write_checkpoint
from rufen.train.config import Exploit, Mix
from rufen.train.crew import cluster
from rufen.train.progress import Changed, Gated, Measured, Verdict
from rufen.train.run import BEST, CHECKPOINT, CURVE, LATEST, LOG, go_on
from rufen.train.training import Training
from rufen.train.worker import mix_row

from .small import SMALL, Notes, other, run, same, steps


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A run in one go: its folder, and how it stands at the end."""
    folder = tmp_path_factory.mktemp("whole")
    return folder, run(folder)


def test_a_run_that_was_stopped_again_and_again_ends_as_one_that_was_not(whole, tmp_path):
    folder, expected = whole
    for last in (1, 2, 5):
        assert run(tmp_path, last=last).exchanges == last
    found = run(tmp_path)
    assert same(found, expected)
    assert found.decisions >= SMALL.decisions
    for mine, theirs in zip(found.history, expected.history, strict=True):
        assert (type(mine), mine.decisions) == (type(theirs), theirs.decisions)
        if isinstance(mine, Measured):
            assert (mine.exact, mine.edge, mine.loss) == (theirs.exact, theirs.edge, theirs.loss)
        else:
            assert mine == theirs
    for name in (BEST, LATEST):
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes()


def test_other_seeds_and_other_numbers_of_workers_are_other_runs():
    once = steps(SMALL, 2)
    assert same(once, steps(SMALL, 2))
    assert not same(once, steps(other(seed=2), 2))
    alone = steps(other(workers=1), 2)
    assert len(alone.chance) == 1
    assert not same(once, alone)


def test_a_run_learns_and_leaves_what_others_read(whole):
    folder, state = whole
    measured = [entry for entry in state.history if isinstance(entry, Measured)]
    assert [entry.decisions // SMALL.measure for entry in measured] == [1, 2]
    first, last = measured
    assert first.loss > last.loss > 0
    assert last.seconds > first.seconds > 0
    assert last.cpu_seconds > first.cpu_seconds > 0
    assert set(last.exact) == set(last.edge) == {3, 4, 5, 6}
    for each in (*last.exact.values(), *last.edge.values()):
        assert each.low is not None
        assert each.low < each.mean
    assert [entry.verdict for entry in state.history if isinstance(entry, Gated)] == [Verdict.FIRST]
    assert len(state.earlier) == SMALL.earlier
    assert {path.name for path in folder.iterdir()} == {BEST, LATEST, LOG, CURVE, CHECKPOINT, "run.lock"}
    assert (folder / LOG).read_bytes().count(b"\n") == len(state.history) == 3


def test_what_is_measured_while_a_run_is_stopped_is_measured_again(whole, tmp_path):
    _folder, expected = whole
    notes = Notes()

    class Impatient(Notes):
        def doing(self, what):
            self.over = True

    impatient = Impatient()
    assert not go_on(SMALL, tmp_path, impatient, impatient.stop)
    state = read_checkpoint(tmp_path / CHECKPOINT)[1]
    assert state.decisions >= SMALL.measure
    assert state.history == []
    assert go_on(SMALL, tmp_path, notes, notes.stop)
    assert notes.said[0] == "measuring"
    assert same(read_checkpoint(tmp_path / CHECKPOINT)[1], expected)


def test_workers_may_join_and_leave(tmp_path):
    two = run(tmp_path, last=1)
    three = run(tmp_path, other(workers=3), last=2)
    assert three.chance[:2] != two.chance
    assert len(set(three.chance)) == len(three.steps) == 3
    one = run(tmp_path, other(workers=1), last=3)
    assert len(one.chance) == 1
    assert one.decisions > three.decisions > two.decisions


def test_a_ray_cluster_gives_the_same_network(monkeypatch):
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")  # else it keeps a token in the home folder
    # a short name: the sockets of a cluster lie in it
    with tempfile.TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True) as folder:
        monkeypatch.setenv("RAY_TMPDIR", folder)
        found = steps(SMALL, 3, crew=cluster("local"))
    assert same(found, steps(SMALL, 3))


# --- another configuration -------------------------------------------------------------------------------


def test_a_run_of_another_configuration_is_refused_and_told_what_differs(tmp_path):
    run(tmp_path, last=1)
    file = tmp_path / CHECKPOINT
    changes = other(trace=0.8, mix=Mix(counting_tables=0.2))
    with pytest.raises(CheckpointError) as caught:
        Training.load(changes, file)
    assert str(caught.value) == (
        f"{file} is of another configuration: trace is 0.8 in the configuration, but 0.4 in the run; "
        "mix.counting_tables is 0.2 in the configuration, but 0.12 in the run "
        "(--fresh begins anew, --changed goes on all the same)"
    )
    with pytest.raises(CheckpointError, match=r"first is 32 .*\(--fresh begins anew\)$"):
        Training.load(other(first=32), file, changed=True)
    with Training.load(changes, file, changed=True) as training:
        assert training.state.history == [
            Changed(training.decisions, {"trace": ("0.4", "0.8"), "mix.counting_tables": ("0.12", "0.2")})
        ]
    free = other(decisions=10**9, measure=5, save_seconds=1.0, workers=1)
    Training.load(free, file).close()


def test_checkpoints_from_before_the_gate_are_gone_on_with(tmp_path):
    state = steps(SMALL, 3)
    old, new = tmp_path / "old.npz", tmp_path / "new.npz"
    write_checkpoint(new, SMALL, state)
    with np.load(new) as file:
        arrays = {name: file[name] for name in file if name not in ("since", "spent", "history")}
    arrays["counts"] = arrays["counts"][:3]
    np.savez(old, **arrays)
    since = state.since.copy()
    with Training.load(SMALL, old) as one, Training.load(SMALL, new) as other_one:
        assert (one.state.timed_from, other_one.state.timed_from) == (state.decisions, 0)
        one.step()
        other_one.step()
        one.state.since += since
        assert same(one.state, other_one.state)


@pytest.mark.parametrize("damage", [b"", b"PK\x03\x04 no more", b"what?"])
def test_what_is_no_checkpoint_is_refused(tmp_path, damage):
    path = tmp_path / CHECKPOINT
    path.write_bytes(damage)
    with pytest.raises(CheckpointError, match="is no checkpoint of a training run, or it is damaged"):
        read_checkpoint(path)


def test_half_a_checkpoint_is_refused(tmp_path):
    path = tmp_path / CHECKPOINT
    write_checkpoint(path, SMALL, steps(SMALL, 1))
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    with pytest.raises(CheckpointError, match="is no checkpoint"):
        read_checkpoint(path)
    middle = len(content) // 3
    path.write_bytes(content[:middle] + bytes(1000) + content[middle + 1000 :])
    with pytest.raises(CheckpointError, match="is no checkpoint"):
        read_checkpoint(path)


def test_a_full_disk_leaves_the_checkpoint_as_it_was_and_nothing_beside_it(tmp_path, monkeypatch):
    path = tmp_path / CHECKPOINT
    state = steps(SMALL, 1)
    write_checkpoint(path, SMALL, state)
    before = path.read_bytes()

    def full(file, **_):
        file.write(b"the first half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez", full)
    with pytest.raises(OSError, match="No space left"):
        write_checkpoint(path, SMALL, state)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == [CHECKPOINT]


# --- company ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 6])
def test_a_best_response_sits_alone_among_the_network_it_is_trained_against(seats):
    mix = mix_row(other(exploit=Exploit("shipped")))
    company, chance = new_company(), np.array([5], np.uint64)
    alone = set()
    for _ in range(100):
        assert not seat_company(mix, seats, 2, company, chance)
        who = company.who[:seats].tolist()
        assert sorted(who) == [0, *[1] * (seats - 1)]
        alone.add(who.index(0))
        assert company.learns[:seats].tolist() == [number == 0 for number in who]
    assert alone == set(range(seats))


def test_whole_tables_of_one_earlier_self_are_a_share_of_the_mix():
    mix = mix_row(
        other(
            mix=Mix(counting_tables=0.25, habit_tables=0, mixed_tables=0, frozen_tables=0.5, earlier_selves=0)
        )
    )
    company, chance = new_company(), np.array([5], np.uint64)
    tables = []
    for _ in range(400):
        seat_company(mix, 4, 4, company, chance)
        tables.append(sorted(company.who[:4].tolist()))
    kinds = [[COUNTING] * 3 + [0], [0] * 4, *([0, host, host, host] for host in (1, 2, 3))]
    counts = [tables.count(kind) for kind in kinds]
    assert sum(counts) == 400
    assert 70 < counts[0] < 130
    assert 70 < counts[1] < 130
    assert all(40 < count < 95 for count in counts[2:])


def test_a_best_response_finds_what_is_wrong_with_a_network_that_knows_nothing(tmp_path):
    write_network(tmp_path / "fool.rufen", random_weights(12, 8, 9))
    config = other(decisions=80_000, measure=80_000, exploit=Exploit("fool.rufen"))
    state = run(tmp_path / "run", config, base=tmp_path)
    assert state.exploited is not None
    # its layers have grown to those of the learner
    assert state.exploited.w2.shape == (16, 8)
    assert state.earlier == []
    assert state.best is None
    (measured,) = state.history
    assert isinstance(measured, Measured)
    assert all(each.low is not None and each.low > 0 for each in measured.edge.values())
    # what it is trained against lies in the checkpoint
    (tmp_path / "fool.rufen").unlink()
    again = run(tmp_path / "run", replace(config, decisions=84_000))
    assert again.decisions > state.decisions
    assert again.exploited is not None
    assert all(map(np.array_equal, again.exploited, state.exploited))


def test_paths_are_seen_from_the_folder_of_the_configuration(tmp_path):
    steps_made = steps(SMALL, 1)
    write_checkpoint(tmp_path / "other.npz", SMALL, steps_made)
    config = other(start="other.npz", seed=3)
    with Training.begin(config, tmp_path) as training:
        assert all(map(np.array_equal, training.learner, steps_made.learned.learner))
        assert training.decisions == 0
        assert training.state.best is not None
    with pytest.raises(ValueError, match=r"^start: .*other\.npz: there is no such file"):
        Training.begin(config, Path("/nowhere"))
    with pytest.raises(ValueError, match=r"^exploit\.against: .*: cannot be read"):
        Training.begin(other(exploit=Exploit("nothing.rufen")), tmp_path)
