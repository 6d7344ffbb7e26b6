#!/usr/bin/env python3
"""Reads photographs of dice on the built page, in Chromium, and compares what its module reads with the truth.

    .deps/browser/bin/python Scripts/check-web-dice.py ../shared/data/dice/phone-trays ... [--against REFERENCE]

`playfield dice evaluate` runs the networks in OpenVINO and would not notice a broken kernel of the page's
module. Here each test photograph is opened on the page, which reads it with its own worker and module; scored
as `dice evaluate` does. The reference is another built page (a folder), answers that `--save` wrote or
`playfield dice read --json` (a file), or, where none is named, the program itself. Exits with 1 where more than
2 dice of 925 go from right to wrong, or more than 1 answer is extra.
"""

import argparse
import json
import re
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "Tests/Web"))

import dice_photos  # noqa: E402
import browsers  # noqa: E402
import support  # noqa: E402

WORST = 2 / 925  # the part of the dice that may go from right to wrong
EXTRAS = 1  # answers more than in the reference

# In front of the worker's script: says of each still picture which dice the module finds. The page says no more
# than the rules let it ask about, and none of more than ten dice.
FOUND = """
  const channel = new BroadcastChannel("found");
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = async (...all) => {
    const { instance: { exports } } = await instantiate(...all);
    // A module of before 2026-11-29 reads in steps, of which this is the last.
    const last = exports.dice_read ? "dice_read" : "dice_finish";
    const read = (...all) => {
      const answer = exports[last](...all);
      let count = answer;
      let results = exports.dice_results();
      // A module whose interface has a fingerprint writes their number before them.
      if (exports.interface_fingerprint) {
        [count] = new Float64Array(exports.memory.buffer, results, 1);
        results += 8;
      }
      const numbers = new Float64Array(exports.memory.buffer, results, LENGTH * count);
      channel.postMessage(Array.from({ length: count }, (_, die) => {
        const [value, , ...box] = numbers.slice(LENGTH * die, LENGTH * die + 6);
        return [value, box];
      }));
      return answer;
    };
    return { instance: { exports: { ...exports, [last]: read } } };
  };
""".replace("LENGTH", "12")  # The numbers of a die: value, confidence, box, six scores.

LISTEN = """
  window.found = [];
  new BroadcastChannel("found").onmessage = ({ data }) => found.push(data);
"""


def read_on_page(folder, files):
    """What the page built in a folder reads in pictures, as `dice_photos.read` returns it."""
    site = support.Site(folder)

    def with_ear(route):
        response = route.fetch()
        route.fulfill(response=response, body=FOUND + response.text())

    with browsers.launch("chromium") as browser:
        context = browser.new_context(service_workers="block", reduced_motion="reduce")
        context.set_default_timeout(support.patience)
        context.route(re.compile(r"/engine[./]worker\.js"), with_ear)
        page = context.new_page()
        page.add_init_script(LISTEN)
        page.goto(f"{site.address}#add")
        page.wait_for_selector("body[data-ready]")
        answers = []
        for count, file in enumerate(files, 1):
            page.set_input_files("#file", file)
            page.wait_for_function("count => found.length >= count", arg=count, polling=50)
            answers.append(page.evaluate("found.at(-1)"))
    site.stop()
    return answers


def reference_answers(reference, files):
    if reference is None:
        return dice_photos.read(files)
    if reference.is_dir():
        return read_on_page(reference, files)
    answers = {}
    for line in reference.read_text().splitlines():
        picture = json.loads(line)
        answers[Path(picture["file"]).resolve()] = [(die["value"], die["box"]) for die in picture["dice"]]
    return [answers[file.resolve()] for file in files]


def compared(photos, answers, reference):
    """What the page and the reference make of a set's photographs, in the columns of the table."""
    page, other = (
        [dice_photos.judge(dice_photos.in_pixels(one, photo.size), photo) for one, photo in zip(ones, photos)]
        for ones in (answers, reference)
    )
    dice = [
        (value, here, there)
        for photo, a, b in zip(photos, page, other)
        for (value, _), here, there in zip(photo.dice, a.read, b.read)
    ]
    return Counter({
        "photos": len(photos),
        "dice": len(dice),
        "right": sum(here == value for value, here, _ in dice),
        "wrong": sum(here not in (value, None) for value, here, _ in dice),
        "missed": sum(here is None for _, here, _ in dice),
        "extra": sum(one.extra for one in page),
        "reference: right": sum(there == value for value, _, there in dice),
        "its extra": sum(one.extra for one in other),
        "no longer right": sum(there == value != here for value, here, there in dice),
        "newly right": sum(here == value != there for value, here, there in dice),
    })


def show(name, row):
    print(f"| {name} | {' | '.join(str(number) for number in row.values())} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sets", type=Path, nargs="+")
    parser.add_argument("--site", type=Path, default=support.site, help="the built page")
    parser.add_argument("--against", type=Path, metavar="REFERENCE")
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the page's answers")
    options = parser.parse_args()

    total, lines = Counter(), []
    for folder in options.sets:
        photos = list(dice_photos.photos(folder))
        files = [photo.file for photo in photos]
        answers = read_on_page(options.site, files)
        row = compared(photos, answers, reference_answers(options.against, files))
        if not total:
            print(f"| set | {' | '.join(row)} |\n|{'---|' * (len(row) + 1)}")
        show(folder.name, row)
        total.update(row)
        for file, found in zip(files, answers):
            lines.append(json.dumps({"file": str(file), "dice": [{"value": v, "box": box} for v, box in found]}))
    show("all", total)
    if options.save:
        options.save.write_text("\n".join(lines) + "\n")

    worse, extra = total["no longer right"], total["extra"] - total["its extra"]
    allowed = round(WORST * total["dice"])
    print(f"\n{worse} of {total['dice']} dice are no longer right (goal: at most {allowed}), "
          f"{extra:+} extra (goal: at most {EXTRAS} more)")
    sys.exit(worse > allowed or extra > EXTRAS)


if __name__ == "__main__":
    main()
