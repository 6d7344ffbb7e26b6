"""One task: some inputs are brought to this machine, read by the program, and their rows written as a part."""

import contextlib
import dataclasses
import functools
import json
import math
import os
import pathlib
import selectors
import shutil
import signal
import subprocess
import tempfile
import time
import uuid

import fsspec

from . import inputs as files
from . import rows
from .command import FILMS, Command, Program, extension
from .film import seconds_of
from .store import Store, is_full

FULL = "Its disk is full."
# So much of a disk is left to others.
RESERVE = 1_000_000_000
# For so long the program may begin and end, besides what it reads.
GRACE = 30


class Unfit(Exception):
    """That this node cannot work: it says nothing of an input."""


class Misused(Exception):
    """That the program does not take these words."""


@dataclasses.dataclass(frozen=True)
class Task:
    """What a node has to know."""

    command: Command
    program: Program
    fingerprint: str
    output: str
    timeout: float
    inputs: tuple[files.Input, ...]
    part: str


@dataclasses.dataclass
class Report:
    """The counts of a finished task, in few bytes."""

    inputs: int = 0
    bytes: int = 0
    # Seconds of film.
    film: float = 0
    # How many lines of each kind, and how many inputs with each error.
    lines: dict = dataclasses.field(default_factory=dict)
    errors: dict = dataclasses.field(default_factory=dict)
    core_seconds: float = 0

    def add(self, other):
        self.inputs += other.inputs
        self.bytes += other.bytes
        self.film += other.film
        self.core_seconds += other.core_seconds
        for mine, its in ((self.lines, other.lines), (self.errors, other.errors)):
            for name, count in its.items():
                mine[name] = mine.get(name, 0) + count


def read(task):
    """Reads the inputs of a task and writes its part.

    Raises Unfit where the node cannot, and Misused where no node can.
    """
    began = os.times()
    check(task.program)
    report = Report(inputs=len(task.inputs), bytes=sum(input.size for input in task.inputs))
    found = {input.address: [] for input in task.inputs}
    with folder() as place:
        paths = {}
        for index, input in enumerate(task.inputs):
            try:
                paths[input] = fetched(input, place, index)
            except Failed as failure:
                found[input.address] = [Line.of_error(str(failure))]
        read_all(task, place, paths, found)
        for input, path in paths.items():
            if is_changed(input):
                found[input.address] = [Line.of_error("It was changed while it was read.")]
            elif extension(path) in FILMS:
                report.film += seconds_of(path)
    written = time.time()
    table = []
    for input in task.inputs:
        own = rows_of(task, input, found[input.address], written)
        table += own
        count(report, own)
    Store(task.output).write_part(task.part, rows.table(task.command.name, table))
    ended = os.times()
    report.core_seconds = sum(ended[:4]) - sum(began[:4])
    return report


def count(report, own):
    for row in own:
        if row["kind"] == rows.ERROR:
            report.errors[row["error"]] = report.errors.get(row["error"], 0) + 1
        elif row["kind"] == rows.LINE:
            report.lines["lines"] = report.lines.get("lines", 0) + 1


class Failed(Exception):
    """Why an input cannot be read, as a sentence."""


@dataclasses.dataclass
class Line:
    """A line of the program's output; an error that the archive found itself has `None` for its text."""

    text: str | None
    said: dict

    @classmethod
    def of_error(cls, sentence):
        return cls(None, {"error": sentence})

    @classmethod
    def read(cls, text):
        """-> the line; `None` for what is no JSON object"""
        try:
            said = json.loads(text)
        except json.JSONDecodeError:
            return None
        return cls(text, said) if isinstance(said, dict) else None

    def about(self, address):
        """-> the same text, with the input's address for the name of its file on the node"""
        start = '{"file": '
        if self.text is None or not self.text.startswith(start):
            return self.text
        _, end = json.JSONDecoder().raw_decode(self.text, len(start))
        return start + json.dumps(address, ensure_ascii=False) + self.text[end:]


# MARK: The node


def check(program):
    """Raises Unfit unless the node has the call's program, version and networks."""
    reason = unfitness(program, pathlib.Path(program.path).stat().st_mtime_ns if os.path.exists(program.path) else 0)
    if reason:
        raise Unfit(reason)


@functools.cache
def unfitness(program, _):
    """-> why a node cannot take part; asked again when the program's file changes"""
    from . import Refusal

    try:
        here = Program.at(program.path)
    except Refusal as refusal:
        return str(refusal)
    if here.version != program.version:
        return f"It has {here.version}, and the call began with {program.version}."
    if here.weights != program.weights:
        return "It has other networks than the call began with."
    return None


def unfit(sentence, failure):
    return Unfit(FULL if is_full(failure) else f"{sentence} ({failure}).")


@contextlib.contextmanager
def folder():
    """A folder for the inputs of one task. Those whose workers have died are removed first."""
    try:
        # Raises where no folder for temporary files has room.
        root = pathlib.Path(tempfile.gettempdir()) / f"playfield-archive-{os.getuid()}"
        root.mkdir(mode=0o700, exist_ok=True)
        for left in root.iterdir():
            if not is_alive(left.name.split("-")[0]):
                shutil.rmtree(left, ignore_errors=True)
        own = root / f"{os.getpid()}-{uuid.uuid4().hex[:8]}"
        own.mkdir()
    except OSError as failure:
        raise unfit("Its folder for files cannot be made", failure) from failure
    try:
        yield own
    finally:
        shutil.rmtree(own, ignore_errors=True)


def is_alive(process):
    return process.isdigit() and os.path.exists(f"/proc/{process}")


# MARK: Inputs


def fetched(input, place, index):
    """-> the path of an input on this machine, where it is as it was listed"""
    system, path = fsspec.core.url_to_fs(input.address)
    if is_changed(input):
        raise Failed("It was changed, or has gone, since it was listed.")
    if "file" in system.protocol:
        return path
    free = shutil.disk_usage(place).free
    if free < RESERVE:
        raise Unfit(FULL)
    if input.size > free - RESERVE:
        raise Failed(f"It is larger ({input.size} bytes) than the space that is left on the node.")
    copy = place / f"{index:04}" / pathlib.PurePosixPath(path).name
    copy.parent.mkdir()
    try:
        system.get_file(path, str(copy))
    except OSError as failure:
        if is_full(failure):
            raise Unfit(FULL) from failure
        raise Failed(f"It could not be copied ({failure}).") from failure
    return str(copy)


def is_changed(input):
    try:
        return files.look(input.address).identity != input.identity
    except OSError:
        return True


# MARK: The program


def read_all(task, place, paths, found):
    """Has the program read files at once; where it dies, one by one, so that the others have their lines."""
    left = list(paths)
    if len(left) > 1 and task.command.names_files:
        status, lines = run(task, place, list(paths.values()))
        if status in (0, 65, 66):
            by_path = {}
            for line in lines:
                by_path.setdefault(line.said.get("file"), []).append(line)
            for input, path in paths.items():
                found[input.address] = by_path.get(path, [])
            left = [input for input in left if not is_whole(found[input.address])]
    for input in left:
        alone(task, place, input, paths[input], found)


def alone(task, place, input, path, found):
    status, lines = run(task, place, [path])
    if status is None:
        found[input.address] = [Line.of_error(f"The program took more than {task.timeout} s for it.")]
    elif status not in (0, 65, 66, 70):
        found[input.address] = [Line.of_error(f"The program ended with {status} at it.")]
    elif task.command.names_files and not is_whole(lines):
        found[input.address] = [Line.of_error(f"The program said nothing of it, and ended with {status}.")]
    else:
        found[input.address] = lines


def is_whole(lines):
    return any("settings" in line.said or "error" in line.said for line in lines)


def run(task, place, paths):
    """-> the program's exit status, `None` where it had to be ended; and its lines"""
    names = place / "inputs.list"
    try:
        names.write_text("".join(f"{path}\0" for path in paths))
    except OSError as failure:
        raise unfit("A list of files cannot be written", failure) from failure
    # To bound files the program starts another process, which takes as long as a second of film: one alone is bounded here.
    is_alone = len(paths) == 1
    words = task.command.call(task.program.path, str(names), None if is_alone else task.timeout)
    try:
        process = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        )
    except OSError as failure:
        raise Unfit(f"The program cannot be started ({failure}).") from failure
    with process:
        end = time.monotonic() + task.timeout if is_alone else math.inf
        output, errors, has_ended = heard(process, task.timeout + GRACE, end)
        if not has_ended:
            os.killpg(process.pid, signal.SIGKILL)
    if process.returncode == 64:
        raise Misused(errors.decode(errors="replace").strip())
    lines = map(Line.read, output.decode(errors="replace").splitlines())
    return process.returncode if has_ended else None, [line for line in lines if line]


def heard(process, patience, end):
    """-> what a program says on both of its outputs, and whether it ended in time and was never silent for too long"""
    said = {process.stdout: bytearray(), process.stderr: bytearray()}
    with selectors.DefaultSelector() as open_ones:
        for stream in said:
            open_ones.register(stream, selectors.EVENT_READ)
        while open_ones.get_map():
            ready = open_ones.select(max(0, min(patience, end - time.monotonic())))
            if not ready:
                return *said.values(), False
            for stream, _ in ready:
                data = os.read(stream.fd, 65536)
                said[stream.fileobj] += data
                if not data:
                    open_ones.unregister(stream.fileobj)
    try:
        process.wait(GRACE)
    except subprocess.TimeoutExpired:
        return *said.values(), False
    return *said.values(), True


# MARK: Rows


def rows_of(task, input, lines, written):
    """-> the rows of an input: its lines, and last that it is done, or why it is not"""
    made = []

    def add(kind, **said):
        made.append(rows.row(task.command.name, input, written, kind, len(made), **said))

    for line in lines:
        said, text = line.said, line.about(input.address)
        if "error" in said:
            add(rows.ERROR, text=text, error=said["error"])
        elif said.get("done") is True:
            add(rows.DONE, text=text)
        else:
            add(rows.LINE, text=text, said=said)
    if not task.command.names_files and not any(row["kind"] == rows.ERROR for row in made):
        add(rows.DONE)
    return made
