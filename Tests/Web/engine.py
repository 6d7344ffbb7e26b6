#!/usr/bin/env python3
"""Runs the page's tests in one engine, all that it can:

    .deps/browser/bin/python Tests/Web/engine.py firefox [MODULE …]

A test that is skipped without being listed in `unable.py` fails the run, unless what it needs is on
some machines alone. Prints for each module how many of its tests were run; in Firefox nine of ten
tests of games, answers and races have to be.
"""

import os
import pathlib
import sys
import unittest

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here))

# They drive an engine of their own: the report and the labeller are no page of the game, frames
# with numbers are Chromium's camera's, and test_engines names its own. test_conftest drives none.
elsewhere = {
    f"test_{name}" for name in "conftest engines label report rolls soak faults".split()
}  # fmt: skip

# Skipped on any engine: what they need isn't here, or they are run by themselves.
anywhere = ("needs ", "the clips of ../shared are not here")
minimum_share = 0.9
games = {
    f"test_{name}" for name in "game handwriting help placement kernel inside race voice".split()
}


def main():
    engine, *modules = sys.argv[1:]
    os.environ["PLAYFIELD_BROWSER"] = engine
    import unable

    modules = modules or sorted(
        path.stem for path in here.glob("test_*.py") if path.stem not in elsewhere
    )
    counts = {}
    fit = True
    for module in modules:
        suite = unittest.defaultTestLoader.loadTestsFromName(module)
        result = unittest.TextTestRunner(verbosity=2).run(suite)
        listed = [test for test, _ in result.skipped if unable.reason(engine, test.id())]
        elsewhere_too = [test for test, why in result.skipped if why.startswith(anywhere)]
        others = [
            (test, why) for test, why in result.skipped if test not in listed + elsewhere_too
        ]  # fmt: skip
        for test, why in others:
            print(f"skipped without being listed: {test}: {why}")
        fit &= result.wasSuccessful() and not others
        failed = {test.id().split(" ")[0] for test, _ in result.failures + result.errors}
        counts[module] = (
            result.testsRun - len(result.skipped),
            result.testsRun - len(elsewhere_too),
            len(failed),
        )
    print(f"\n{engine}: tests run, by module")
    for module, (ran, possible, failed) in counts.items():
        print(f"  {module}: {ran} of {possible}" + (f", {failed} failed" if failed else ""))
    ran, possible = (
        sum(counts[module][at] for module in counts if module in games) for at in (0, 1)
    )
    if engine == "firefox" and ran < minimum_share * possible:
        print(f"only {ran} of {possible} tests of games, answers and races were run")
        fit = False
    sys.exit(not fit)


if __name__ == "__main__":
    main()
