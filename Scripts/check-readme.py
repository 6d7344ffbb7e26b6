#!/usr/bin/env python3
"""Runs the programs of README's library recipe, as this package's own targets in a debug build, and compares what
they print. Examples/rolls must be the same text.

With --as-written it follows the recipe word for word: lays its package beside the checkout and runs its
commands. The package lies in .build/readme, where a link beside it is the checkout; what was built there is
kept for the next time.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "Examples/rolls"
BESIDE = '.package(path: "../playfield")'
INSIDE = '.package(name: "playfield", path: "../..")'


def recipe():
    """README's files, its commands, and what they print."""
    section = (ROOT / "README.md").read_text().split("## As a library\n")[1].split("\n## ")[0]
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    if [language for language, _ in blocks] != ["swift", "swift", "swift", "swift", "sh", "text"]:
        sys.exit("README's library recipe is not three programs, a manifest, commands and their output")
    rolls, throws, numbers, manifest, commands, output = [text for _, text in blocks]
    files = {
        "Sources/rolls/main.swift": rolls,
        "Sources/throws/main.swift": throws,
        "Sources/numbers/main.swift": numbers,
        "Package.swift": manifest,
    }
    return files, commands, output


def check_example(files):
    for name, text in files.items():
        if (EXAMPLE / name).read_text() != text.replace(BESIDE, INSIDE):
            sys.exit(f"README and Examples/rolls/{name} differ: they must be the same text")


def lay_out(files):
    """The package as a user would lay it out."""
    package = ROOT / ".build/readme/rolls"
    link = package.parent / "playfield"
    package.mkdir(parents=True, exist_ok=True)
    if not link.is_symlink():
        link.symlink_to("../..")
    for name, text in files.items():
        file = package / name
        file.parent.mkdir(parents=True, exist_ok=True)
        # What has not changed is not built again.
        if not file.exists() or file.read_text() != text:
            file.write_text(text)
    return package


def without_decimals(output):
    """Where fractions differ from one processor to the next, not words and whole numbers."""
    return re.sub(r"\d+\.\d+(e-?\d+)?", "0.0", output)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--as-written", action="store_true", help="follow the recipe word for word")
    is_as_written = parser.parse_args().as_written
    files, commands, expected = recipe()
    check_example(files)
    package = lay_out(files)
    if not is_as_written:
        # In the same folder: their paths lead from there.
        commands = commands.replace("swift run -c release", f"swift run --package-path '{ROOT}'")
    run = subprocess.run(["bash", "-euc", commands], cwd=package, stdout=subprocess.PIPE, text=True)
    if run.returncode != 0:
        sys.exit(f"README's commands failed with exit status {run.returncode}")
    if without_decimals(run.stdout) != without_decimals(expected):
        sys.exit(f"README says\n{expected}\nand its commands print\n{run.stdout}")
    print("README's library recipe works as written")


if __name__ == "__main__":
    main()
