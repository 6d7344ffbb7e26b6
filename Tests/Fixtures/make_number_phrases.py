"""Writes number-phrases.json: what Python's grammar makes of words drawn at random, for Swift to agree with.

    .deps/training/bin/python Tests/Fixtures/make_number_phrases.py
"""

import json
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "Training/Numbers"))
import grammar


def main():
    rng = np.random.default_rng(5)
    phrases = {}
    while len(phrases) < 250:
        words = grammar.phrase(rng)
        if rng.random() < 0.7:  # Most of what is changed is no number.
            words = list(words)
            words.insert(rng.integers(len(words) + 1), grammar.WORDS[rng.integers(len(grammar.WORDS))])
        phrases[" ".join(words)] = grammar.number(words)
    file = Path(__file__).parent / "number-phrases.json"
    file.write_text(json.dumps(phrases) + "\n")
    print(f"wrote {file}, {file.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
