"""playfield-archive run --inputs ADDRESS… --output RESULTS -- COMMAND…, and playfield-archive pack RESULTS."""

import argparse
import shutil
import sys
import time

from . import Refusal


def parsed(words):
    words, _, command = partition(words)
    parser = argparse.ArgumentParser(prog="playfield-archive", description="Runs a playfield command over many files.")
    actions = parser.add_subparsers(dest="action", required=True)
    run = actions.add_parser("run", help="read what has no results yet", epilog="After '--' comes the command.")
    run.add_argument("--inputs", nargs="+", required=True, help="files and folders, wherever fsspec reaches")
    run.add_argument("--output", required=True, help="the folder of results")
    run.add_argument("--program", default=shutil.which("playfield") or "playfield", help="where it is on each node")
    run.add_argument("--address", help="of a Ray cluster ('auto' on one of its nodes); without it this machine reads")
    run.add_argument("--cores", type=int, help="how many of this machine's are used; all, if not given")
    run.add_argument("--timeout", type=float, default=3600, help="seconds that each input may take (3600)")
    run.add_argument("--retry-failed", action="store_true", help="try inputs again that had an error")
    pack = actions.add_parser("pack", help="make few large files of the results")
    pack.add_argument("results")
    options = parser.parse_args(words)
    if options.action == "run" and not command:
        parser.error("give a command after '--', such as: -- dice read")
    options.command = command
    return options


def partition(words):
    place = words.index("--") if "--" in words else len(words)
    return words[:place], words[place : place + 1], words[place + 1 :]


def main(words=None):
    options = parsed(sys.argv[1:] if words is None else words)
    from . import reading

    try:
        if options.action == "pack":
            from . import pack

            rows, files = pack.pack(options.results)
            print(f"{rows:,} rows in {files:,} files")
            return 0
        from . import page, run

        began = time.time()
        total = run.run(
            options.inputs, options.output, options.command, options.program, options.address, options.timeout,
            options.retry_failed, options.cores,
        )  # fmt: skip
        for name, figure in page.lines(total, time.time() - began):
            print(f"{name:22}{figure:>16}")
        return 65 if total.errors else 0
    except reading.Misused as misused:
        print(f"{misused}", file=sys.stderr)
        return 64
    except Refusal as refusal:
        print(f"Error: {refusal}", file=sys.stderr)
        return refusal.status


if __name__ == "__main__":
    sys.exit(main())
