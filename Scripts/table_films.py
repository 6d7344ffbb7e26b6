"""The rendered films of a table, and the page before which they are played."""

import argparse
import sys
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "Tests/Web"))


def named(description, pattern="*.mp4", target="table-films"):
    """The files of a pattern, in the folder that is named on the command line, else in that of a target of make; says so if
    there are none."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / ".data" / target)
    folder = parser.parse_args().folder
    files = [file for file in sorted(folder.glob(pattern)) if not file.name.startswith(".")]
    if not files:
        print(f"skipped: there are no films in {folder}; 'make {target}' renders them")
    return files


@contextmanager
def page():
    """The built page in Chromium, ready."""
    # Not every reader of the films has a browser.
    import browsers
    import support

    site = support.Site()
    try:
        with browsers.launch("chromium") as browser:
            # The page's own worker would answer what a script routes.
            opened = browser.new_page(service_workers="block")
            opened.goto(site.address)
            opened.wait_for_selector("body[data-ready]")
            yield opened
    finally:
        site.stop()
