#!/usr/bin/env python3
"""Runs the page's tests in one engine, all that it can:

    .deps/browser/bin/python Tests/Web/engine.py firefox [MODULE …]

A test that is skipped without being listed in `unable.py` fails the run, unless it says that something is missing
that only some machines have ("needs …"). Prints for each module how many of its tests were run.
"""

import collections
import os
import pathlib
import sys
import unittest

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here))

# They drive an engine of their own: the report and the labeller are no page of the game, frames with numbers
# are Chromium's camera's, and test_engines names its own.
elsewhere = {"test_engines", "test_label", "test_report", "test_rolls", "test_soak", "test_faults"}


def main():
    engine, *modules = sys.argv[1:]
    os.environ["PLAYFIELD_BROWSER"] = engine
    import unable

    modules = modules or sorted(
        path.stem for path in here.glob("test_*.py") if path.stem not in elsewhere
    )
    counts = collections.Counter()
    fit = True
    for module in modules:
        suite = unittest.defaultTestLoader.loadTestsFromName(module)
        result = unittest.TextTestRunner(verbosity=2).run(suite)
        listed = [test for test, _ in result.skipped if unable.reason(engine, test.id())]
        others = [
            (test, why) for test, why in result.skipped
            if test not in listed and "needs" not in why and "are not here" not in why and "nightly" not in why
        ]  # fmt: skip
        for test, why in others:
            print(f"skipped without being listed: {test}: {why}")
        fit &= result.wasSuccessful() and not others
        failed = {test.id().split(" ")[0] for test, _ in result.failures + result.errors}
        counts[module] = (result.testsRun - len(listed), result.testsRun, len(failed))
    print(f"\n{engine}: of the tests of each module so many were run")
    for module, (ran, all_, failed) in counts.items():
        print(f"  {module}: {ran} of {all_}" + (f", {failed} failed" if failed else ""))
    sys.exit(not fit)


if __name__ == "__main__":
    main()
