"""The clips: people's, whose licence allows training line by line, and synthetic voices'.

A clip is int16 samples at 16 kHz, the words said ("*" for one that is no number's), and who says them.
"""

import json
import os
import re
import subprocess
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import grammar

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("PLAYFIELD_SHARED", ROOT.parent / "shared"))
SPEECH = SHARED / "data" / "speech"
KEPT = ROOT / ".data" / "numbers"
RATE = 16_000
FOLDS = 4
VOICES = ("hibari", "piper", "flite")

# Sets without a licence of their own on each line, and the licence of the whole: Data README, "speech".
LICENCES = {
    "digits-adults": "CC BY-SA 4.0",
    "digits-children": "speechocean762, free with attribution",
    "other-children": "speechocean762, free with attribution",
}
ALLOWED = re.compile(r"^(CC BY(-SA)? \d|MIT|ISC|Apache-2\.0|CMU AN4 licence|speechocean762)")
EVALUATION_ONLY = {"numbers-evaluation", "numbers-prompts"}


@dataclass
class Clip:
    samples: np.ndarray
    words: list
    speaker: str
    set: str

    @property
    def target(self):
        return [k for w in self.words for k in ([grammar.OTHER] if w == "*" else map(grammar.PARTS.index, grammar.parts(w)))]

    @property
    def fold(self):
        """Clips of one speaker are in one fold; AN4's, warped to a child's, with the one they are of. Voices are in none."""
        if self.set == "synthetic":
            return None
        if self.set == "digits-adults":
            return ["george", "jackson", "lucas", "nicolas"].index(self.speaker)
        return zlib.crc32(self.speaker.replace("an4kid", "an4").encode()) % FOLDS


def lines():
    """All labels; those of `commands` are in a file of its own folder."""
    with (SPEECH / "labels.jsonl").open() as file:
        yield from map(json.loads, file)
    with (SPEECH / "commands" / "labels.jsonl").open() as file:
        yield from (line | {"file": "commands/" + line["file"]} for line in map(json.loads, file))


def may_be_trained_on(line):
    folder = line["file"].split("/")[0]
    licence = line.get("licence", LICENCES.get(folder, ""))
    return folder not in EVALUATION_ONLY and bool(ALLOWED.match(licence))


def decoded(path):
    """Any file that FFmpeg reads, as int16 at 16 kHz, mono."""
    command = ["ffmpeg", "-v", "error", "-i", path, "-ac", "1", "-ar", str(RATE), "-f", "s16le", "-"]
    return np.frombuffer(subprocess.run(command, check=True, capture_output=True).stdout, np.int16)


def words_of(line, seconds):
    """The words said; where it is not known which, about as many as fit."""
    if line["words"]:
        return line["words"].split()
    text = line.get("text")
    return ["*"] * (len(text.split()) if text else max(1, round(2.2 * (seconds - 0.3))))


def pack(path, clips):
    part = path.with_suffix(".part.npz")
    np.savez(
        part,
        samples=np.concatenate([c.samples for c in clips]),
        lengths=np.array([len(c.samples) for c in clips]),
        words=np.array([" ".join(c.words) for c in clips]),
        speakers=np.array([c.speaker for c in clips]),
        sets=np.array([c.set for c in clips]),
    )
    part.rename(path)


def unpack(path):
    with np.load(path) as file:
        ends = np.cumsum(file["lengths"])
        samples = file["samples"]
        sets = file["sets"] if "sets" in file else ["synthetic"] * len(ends)
        return [
            Clip(samples[end - length : end], str(words).split(), str(speaker), str(name))
            for end, length, words, speaker, name in zip(ends, file["lengths"], file["words"], file["speakers"], sets)
        ]


def people():
    """The people's clips that may be trained on, decoded once."""
    path = KEPT / "people" / "people.npz"
    if not path.exists():
        clips = []
        for line in filter(may_be_trained_on, lines()):
            samples = decoded(SPEECH / line["file"])
            clips.append(Clip(samples, words_of(line, len(samples) / RATE), line["speaker"], line["file"].split("/")[0]))
        path.parent.mkdir(parents=True, exist_ok=True)
        pack(path, clips)
    return unpack(path)


def synthetic():
    """What `voices.py` has made so far."""
    return [clip for voice in VOICES for path in sorted(KEPT.glob(f"{voice}-???.npz")) for clip in unpack(path)]


if __name__ == "__main__":
    for name, clips in (("people", people()), ("synthetic", synthetic())):
        print(f"{name}: {len(clips)} clips, {sum(len(c.samples) for c in clips) / RATE / 60:.0f} minutes")
