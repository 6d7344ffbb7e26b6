"""The command that is run: which files it reads, and what must not be asked of it."""

import dataclasses
import hashlib
import json
import os
import pathlib
import subprocess

from . import Refusal

PICTURES = frozenset("jpg jpeg png webp heic heif avif bmp tif tiff gif".split())
FILMS = frozenset("mp4 mov m4v mkv webm avi ts mts m2ts mpg mpeg wmv flv y4m".split())
SOUNDS = frozenset("wav mp3 ogg oga flac m4a aac opus".split()) | FILMS
INK = frozenset(["jsonl"])

# Which files each command reads, by the ends of their names.
KINDS = {
    ("dice", "read"): PICTURES,
    ("dice", "watch"): FILMS,
    ("digits", "read"): INK,
    ("numbers", "listen"): SOUNDS,
    ("toss", "analyze"): FILMS,
    ("toss", "score"): FILMS,
    ("vision", "contours"): PICTURES,
    ("vision", "gameboard"): PICTURES,
    ("vision", "pose"): PICTURES | FILMS,
    ("vision", "registration"): FILMS,
    ("vision", "stability"): FILMS,
    ("vision", "throw-style"): INK,
    ("vision", "trajectories"): FILMS,
}
# What writes next to the lines, what the archive itself decides, and what has no end.
REFUSED = {
    "--annotate", "--report", "--inspect", "--record", "--files-from", "--jobs", "--resume", "--timeout", "--threads",
    "--history", "camera", "microphone", "-", "--help", "--version",
}  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Command:
    """A command of the program, without its inputs."""

    words: tuple[str, ...]

    def __post_init__(self):
        if self.words[:2] not in KINDS:
            known = ", ".join(" ".join(name) for name in KINDS)
            raise Refusal(f"'{' '.join(self.words[:2])}' reads no files one by one. Take one of: {known}.")
        for word in self.words[2:]:
            name = word.split("=")[0].split(":")[0]
            if name in REFUSED:
                raise Refusal(f"'{word}' cannot be asked for here: an archive holds the lines of its inputs alone.")

    @property
    def name(self):
        return self.words[:2]

    @property
    def extensions(self):
        return KINDS[self.name]

    @property
    def names_files(self):
        """Whether each line has the name of its file."""
        return self.extensions is not INK

    def reads_many(self, address):
        """Whether a file is one of many that are read at once; a film is read alone."""
        return self.names_files and extension(address) in PICTURES

    def call(self, program, paths_file, timeout=None):
        """The words of a call, over the files whose paths are in a file; with a time it bounds each of them."""
        history = ["--no-history"] if self.name == ("toss", "analyze") else []
        threads = ["--threads", "1"] if self.name in TAKES_THREADS else []
        bound = ["--timeout", str(timeout)] if timeout else []
        return [program, *self.words, "--json", "--quiet", *threads, *history, *bound, "--files-from", paths_file]


TAKES_THREADS = {("dice", "read"), ("dice", "watch"), ("vision", "gameboard"), ("vision", "pose")}


def extension(address):
    return address.rsplit("/", 1)[-1].rpartition(".")[2].lower()


@dataclasses.dataclass(frozen=True)
class Program:
    """The program of a node: where it is, which version, and what its networks weigh."""

    path: str
    version: str
    weights: str

    @classmethod
    def at(cls, path):
        """Asks the program for its version, and hashes its networks."""
        try:
            said = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=60)
        except (OSError, subprocess.TimeoutExpired) as failure:
            raise Refusal(f"There is no program at '{path}' ({failure}). Name one with --program.") from failure
        if said.returncode != 0:
            raise Refusal(f"'{path} --version' ends with {said.returncode}. Name a playfield with --program.")
        return cls(path, said.stdout.strip(), weights(path))


def weights(program):
    """-> the hash of all networks that the program may load; of none where it brings none along"""
    hash = hashlib.sha256()
    folder = models(program)
    for file in sorted(folder.rglob("*")) if folder else []:
        if file.is_file():
            hash.update(f"{file.relative_to(folder)}\0{file.stat().st_size}\0".encode())
            hash.update(hashlib.sha256(file.read_bytes()).digest())
    return hash.hexdigest()[:32]


def models(program):
    """-> the folder of networks as the program looks for it"""
    if named := os.environ.get("PLAYFIELD_MODELS"):
        return pathlib.Path(named)
    for folder in pathlib.Path(program).resolve().parents:
        if (folder / "Models").is_dir():
            return folder / "Models"
    return None


def settings(command, program):
    """What lines depend on besides their inputs; it stands once in the results."""
    return {"command": list(command.words), "version": program.version, "weights": program.weights}


def fingerprint(settings):
    return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:32]
