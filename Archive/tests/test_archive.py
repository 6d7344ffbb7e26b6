"""What needs no cluster: planning, identity, commits, going on."""

import errno
import json
import os
import pathlib
import shutil
import time
import uuid

import fsspec
import pytest

from playfield_archive import Fault, Refusal, command, film, inputs, pack, page, plan, reading, rows, store
from playfield_archive.__main__ import main, parsed

HERE = pathlib.Path(__file__).parent
STUB = str(HERE / "stub.py")


@pytest.fixture(autouse=True)
def without_waiting(monkeypatch):
    # Otherwise each call hashes the checkout's networks, and each file that is not a film starts ffprobe.
    monkeypatch.setenv("PLAYFIELD_MODELS", "/nowhere")
    monkeypatch.setattr(film, "of_ffprobe", lambda path: 0)


@pytest.fixture
def folder(tmp_path):
    return tmp_path


@pytest.fixture(params=["local", "memory"])
def output(request, tmp_path):
    return str(tmp_path / "results") if request.param == "local" else f"memory://{uuid.uuid4().hex}/results"


def films(folder, **contents):
    for name, content in contents.items():
        (folder / f"{name}.mp4").write_text(content)
    return [str(folder)]


def archive(names, output, words=("dice", "watch"), timeout=5.0, retry=False):
    """A call as `run.run` makes it, with its tasks done here; -> its report"""
    asked, here = command.Command(tuple(words)), command.Program.at(STUB)
    settings = command.settings(asked, here)
    results = store.Store(output)
    results.begin(settings)
    finished, failed = results.finished()
    total = reading.Report()
    wanted = plan.wanted(inputs.listed(names, asked.extensions), finished, failed, retry)
    for batch in plan.Planner(asked).batches(wanted):
        attempt = time.time_ns() if retry else 0
        part = store.part_name(command.fingerprint(settings), batch, attempt)
        total.add(reading.read(reading.Task(asked, here, "", output, timeout, batch, part)))
    return total


def lines(output):
    results = store.Store(output)
    found = []
    for file in results.files(store.PACKED) + results.files(store.PARTS):
        found += results.read(file).to_pylist()
    return sorted(found, key=lambda row: (row["address"], row["written"], row["number"]))


# MARK: What is asked


@pytest.mark.parametrize(
    "words",
    ["serve", "dice label", "dice evaluate", "dice read --annotate x", "dice watch --record=x", "dice read -",
     "toss analyze --report x", "vision pose --inspect x", "dice watch camera:1", "numbers listen microphone",
     "dice read --jobs 2", ""],
)  # fmt: skip
def test_what_writes_elsewhere_or_has_no_end_is_refused(words):
    with pytest.raises(Refusal):
        command.Command(tuple(words.split()))


def test_the_command_comes_after_two_hyphens():
    options = parsed(["run", "--inputs", "a", "b", "--output", "c", "--", "toss", "analyze", "--units", "imperial"])
    assert options.command == ["toss", "analyze", "--units", "imperial"] and options.inputs == ["a", "b"]
    with pytest.raises(SystemExit):
        parsed(["run", "--inputs", "a", "--output", "c"])


def test_a_program_that_is_not_there_is_named():
    with pytest.raises(Refusal, match="--program"):
        command.Program.at("/nowhere/playfield")


# MARK: Inputs


def test_folders_are_listed_in_order_without_what_is_hidden_or_of_another_kind(folder):
    for name in ("b/1.MP4", "a.mp4", "notes.txt", ".hidden.mp4", "b/.part.mp4"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("x")
    found = [input.address for input in inputs.listed([str(folder), str(folder / "a.mp4")], command.FILMS)]
    assert found == [str(folder / "a.mp4"), str(folder / "b/1.MP4")]
    with pytest.raises(Refusal):
        list(inputs.listed([str(folder / "none")], command.FILMS))


def test_a_name_that_is_not_utf_8_is_refused_by_name(folder):
    (folder / os.fsdecode(b"\xff.mp4")).write_text("x")
    with pytest.raises(Refusal, match="xff"):
        list(inputs.listed([str(folder)], command.FILMS))


def test_other_file_systems_are_listed_by_their_addresses():
    root = f"memory://{uuid.uuid4().hex}"
    with fsspec.open(f"{root}/season/game.mp4", "w") as file:
        file.write("1")
    [found] = inputs.listed([f"{root}/season"], command.FILMS)
    assert found.address.endswith("/season/game.mp4") and found.address.startswith("memory://")
    assert inputs.look(found.address) == found


@pytest.mark.parametrize(
    "info, expected",
    [
        ({"size": 3, "ETag": '"ab-2"', "LastModified": 5}, "ab-2"),
        ({"size": 3, "mtime": 5.5}, "3-5.5"),
        ({"size": 3, "created": 7}, "3-7"),
        ({"size": 3}, "3"),
    ],
)
def test_an_identity_is_the_etag_or_size_and_time(info, expected):
    assert inputs.identity(info) == expected


# MARK: Planning


def test_pictures_go_in_batches_of_ten_seconds_and_64_at_most_films_alone():
    pictures = [inputs.Input(f"{number}.jpg", "1", 1) for number in range(200)]
    planner = plan.Planner(command.Command(("dice", "read")))
    batches = planner.batches(iter(pictures))
    assert len(next(batches)) == 16
    planner.learn(16, 8.0)
    assert len(next(batches)) == 20
    planner.learn(20, 0.02)
    assert len(next(batches)) <= 64
    films = plan.Planner(command.Command(("dice", "watch"))).batches(inputs.Input(f"{one}.mp4", "1", 1) for one in "abc")
    assert [len(batch) for batch in films] == [1, 1, 1]


# MARK: Reading


def test_films_give_a_row_a_line_and_one_that_they_are_done(folder, output):
    total = archive(films(folder, a="2", b="0", c="bad"), output)
    found = lines(output)
    assert [row["kind"] for row in found] == ["line", "line", "done", "done", "error"]
    assert [row["roll"] for row in found] == [1, 2, None, None, None] and found[1]["time"] == 1.0
    assert found[0]["line"].startswith(f'{{"file": "{folder}/a.mp4", "roll": 1')
    assert total.inputs == 3 and total.lines == {"lines": 2} and len(total.errors) == 1


def test_an_address_takes_the_place_of_the_copy_in_each_line(output):
    root = f"memory:///{uuid.uuid4().hex}"
    with fsspec.open(f"{root}/ä \"x\".mp4", "w") as file:
        file.write("1")
    archive([root], output)
    [line, done] = lines(output)
    assert line["address"] == f'{root}/ä "x".mp4'
    for row in (line, done):
        assert json.loads(row["line"])["file"] == row["address"] and row["line"].startswith('{"file": "memory:///')


def test_a_picture_that_ends_the_program_is_a_row_and_its_batch_has_lines(folder, output):
    for index in range(5):
        (folder / f"{index}.jpg").write_text("dies" if index == 2 else "x")
    total = archive([str(folder)], output, ("dice", "read"))
    found = lines(output)
    assert [row["kind"] for row in found] == ["line", "line", "error", "line", "line"]
    assert "-11" in found[2]["error"] and found[0]["values"] == [2]
    assert total.errors == {found[2]["error"]: 1}


def test_what_hangs_is_ended_from_outside(folder, monkeypatch):
    output, pictures = str(folder / "results"), str(folder / "pictures")
    archive(films(folder, a="hangs", b="1"), output, timeout=1)
    assert [row["kind"] for row in lines(output)] == ["error", "line", "done"]
    monkeypatch.setattr(reading, "GRACE", 0.2)
    for name, content in (("a", "x"), ("b", "hangs"), ("c", "x")):
        (folder / f"{name}.jpg").write_text(content)
    archive([str(folder)], pictures, ("dice", "read"), timeout=0.8)
    assert [row["kind"] for row in lines(pictures)] == ["line", "error", "line"]


def test_words_that_the_program_does_not_take_stop_the_call(folder, output):
    with pytest.raises(reading.Misused, match="--wrong"):
        archive(films(folder, a="1"), output, ("dice", "watch", "--wrong"))


def test_a_node_with_another_program_is_unfit(folder):
    other = command.Program(STUB, "playfield 1", command.weights(STUB))
    with pytest.raises(reading.Unfit, match="playfield 0 stub"):
        reading.check(other)
    with pytest.raises(reading.Unfit):
        reading.check(command.Program("/nowhere", "playfield 0 stub", ""))


def test_a_file_that_changes_while_it_is_read_is_an_error(folder, output, monkeypatch):
    names = films(folder, a="1")
    run = reading.run

    def changing(*arguments):
        (folder / "a.mp4").write_text("22")
        return run(*arguments)

    monkeypatch.setattr(reading, "run", changing)
    archive(names, output)
    [row] = lines(output)
    assert row["kind"] == "error" and "changed" in row["error"]


@pytest.mark.parametrize(
    "name, seconds", [("rolls.mp4", 8.267), ("toss.mp4", 12.167), ("numbers.ogg", 0), ("dice.json", 0)]
)
def test_a_film_says_in_its_header_how_long_it_is(name, seconds):
    assert film.seconds_of(HERE.parents[1] / "Samples" / name) == pytest.approx(seconds, abs=1e-3)


@pytest.mark.parametrize(
    "content",
    [b"", b"\0\0\0\0", b"\0\0\0\x08moov" * 3, b"\0\0\0\x01free" + b"\0" * 8, b"\0\0\0\x10mvhd"],
)
def test_a_film_with_a_damaged_header_has_no_length(folder, content):
    (folder / "a.mp4").write_bytes(content)
    assert film.seconds_of(folder / "a.mp4") == 0


def test_a_node_whose_disk_is_full_is_unfit(folder, output, monkeypatch):
    root = f"memory:///{uuid.uuid4().hex}"
    with fsspec.open(f"{root}/a.mp4", "w") as file:
        file.write("1")
    monkeypatch.setattr(reading.shutil, "disk_usage", lambda place: shutil._ntuple_diskusage(2e9, 1.5e9, 0.5e9))
    with pytest.raises(reading.Unfit, match="full"):
        archive([root], output)
    monkeypatch.setattr(reading.shutil, "disk_usage", lambda place: shutil._ntuple_diskusage(2e9, 1e9, 1e9))
    archive([root], output)
    [row] = lines(output)
    assert "larger" in row["error"]


def test_folders_of_dead_workers_are_removed(folder, monkeypatch):
    monkeypatch.setattr(reading.tempfile, "gettempdir", lambda: str(folder))
    root = folder / f"playfield-archive-{os.getuid()}"
    (root / "999999999-dead").mkdir(parents=True)
    (root / f"{os.getppid()}-lives").mkdir()
    with reading.folder() as own:
        assert own.is_dir()
        assert sorted(place.name for place in root.iterdir()) == sorted([own.name, f"{os.getppid()}-lives"])


# MARK: Commits, and going on


def test_a_part_is_written_whole_and_a_second_time_is_the_same(output):
    results = store.Store(output)
    name = store.part_name("f", [inputs.Input("a", "1", 1)], 0)
    table = rows.table(("dice", "watch"), [])
    for _ in range(2):
        results.write_part(name, table)
    assert [file.rsplit("/", 1)[-1] for file in results.files(store.PARTS)] == [f"{name}.parquet"]
    assert not [file for file in results.system.find(results.path) if file.endswith(".draft")]


def test_a_full_disk_ends_the_call_with_a_sentence_and_leaves_no_draft(folder, capsys, monkeypatch):
    names, output = films(folder, a="1"), str(folder / "results")
    archive(names, output)
    films(folder, b="1")

    def full(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(Fault, match="its disk is full. Make room"):
            archive(names, output)
        assert main(["pack", output]) == 70
        assert capsys.readouterr().err.startswith(f"Error: Results cannot be written to '{output}': its disk is full.")
    assert not list(folder.rglob("*.draft"))
    assert archive(names, output).inputs == 1


def test_a_second_call_reads_what_is_missing_or_has_changed(folder, output):
    names = films(folder, a="1", b="2")
    assert archive(names, output).inputs == 2
    assert archive(names, output).inputs == 0
    films(folder, b="33", c="1")
    assert archive(names, output).inputs == 2


def test_what_failed_is_tried_again_only_where_that_is_asked(folder, output):
    names = films(folder, a="bad", b="1")
    archive(names, output)
    assert archive(names, output).inputs == 0
    assert archive(names, output, retry=True).inputs == 1
    assert [row["kind"] for row in lines(output)] == ["error", "error", "line", "done"]


@pytest.mark.parametrize("change", ["command", "version", "weights"])
def test_other_settings_are_refused(output, change):
    settings = {"command": ["dice", "watch"], "version": "1", "weights": "w"}
    results = store.Store(output)
    results.begin(settings)
    results.begin(settings)
    with pytest.raises(Refusal, match="Name another --output"):
        results.begin({**settings, change: "other"})


# MARK: Packing


def test_packed_results_are_the_same_rows_without_what_was_read_again(folder, output, monkeypatch):
    monkeypatch.setattr(pack, "ROWS", 4)
    names = films(folder, a="3", b="bad", c="2")
    archive(names, output)
    films(folder, c="4")
    archive(names, output)
    before = [row for row in lines(output) if not (row["address"].endswith("c.mp4") and row["written"] < max(
        one["written"] for one in lines(output) if one["address"].endswith("c.mp4")))]  # fmt: skip
    assert pack.pack(output) == (len(before), 3)
    assert lines(output) == before
    assert store.Store(output).files(store.PARTS) == []
    assert archive(names, output).inputs == 0
    films(folder, d="1")
    archive(names, output)
    assert pack.pack(output)[0] == len(before) + 2 and pack.pack(output)[0] == len(before) + 2


def test_nothing_is_removed_that_was_not_read_back(folder, output, monkeypatch):
    archive(films(folder, a="3"), output)
    parts = store.Store(output).files(store.PARTS)
    monkeypatch.setattr(pack, "text_of", lambda table: uuid.uuid4().bytes)
    with pytest.raises(Fault):
        pack.pack(output)
    assert store.Store(output).files(store.PARTS) == parts


# MARK: The page


def test_the_page_has_the_figures_and_nothing_of_the_files_is_markup(folder, output):
    total = archive(films(folder, a="1", b="bad"), output)
    results = store.Store(output)
    page.write(results, results.settings, total, 2.0, {"node<1>": "Its disk is full."})
    text = results.system.cat_file(results.place(page.SUMMARY)).decode()
    assert "files with errors</th><td>1<" in text and "node&lt;1&gt;" in text and "Its disk is full." in text
