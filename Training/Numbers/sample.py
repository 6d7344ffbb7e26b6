"""Writes Samples/numbers.ogg: three numbers said by Piper's Joe, a second of silence around each.

    ../../.deps/voices/bin/python sample.py
"""

import subprocess

import numpy as np

import voices

NUMBERS = ["twenty four", "one hundred and eight", "seven"]


def main():
    rng = np.random.default_rng(3)
    joe = voices.Piper()
    pause = np.zeros(voices.RATE, np.float32)
    pieces = [pause]
    for number in NUMBERS:
        pieces += [voices.trimmed(joe.say(number, joe.voice(rng), rng)), pause]
    samples = np.concatenate(pieces)
    samples *= 0.5 / np.abs(samples).max()
    command = ["ffmpeg", "-v", "error", "-y", "-f", "f32le", "-ar", str(voices.RATE), "-ac", "1", "-i", "-"]
    path = voices.ROOT / "Samples" / "numbers.ogg"
    subprocess.run([*command, "-c:a", "libopus", "-b:a", "32k", path], input=samples.tobytes(), check=True)


if __name__ == "__main__":
    main()
