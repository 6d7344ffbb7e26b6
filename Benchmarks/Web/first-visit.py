#!/usr/bin/env python3
"""Measures the first visit to the built page in Chromium: what the server sends, and how soon it can be
played.

    make bench-web
    .deps/browser/bin/python Benchmarks/Web/first-visit.py --against OTHER-SITE

With another built page, as of an older version, both are visited by turns; exits with 1 where this one is ready later.

"until the first question" ends when the sum for a die that was tapped in is asked; "kept" when the
page works without a network. Each run is a new browser profile.
"""

import argparse
import pathlib
import statistics
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Web"))

import browsers  # noqa: E402
import support  # noqa: E402


LATER = 1.05  # times the other page's time, in the median of pairs, is later


def visit(browser, folder):
    """-> milliseconds until ready, then paths and bytes until the first question and until kept."""
    server = support.Site(folder)
    context = browser.new_context(viewport={"width": 1180, "height": 820})
    try:
        page = context.new_page()
        page.add_init_script("""
          new MutationObserver((_, observer) => {
            if (!document.body || !("ready" in document.body.dataset)) return;
            window.readyAt = performance.now();
            observer.disconnect();
          }).observe(document, { subtree: true, childList: true, attributes: true });""")
        page.add_init_script(support.watched_question)
        page.goto(f"{server.address}#add")
        page.wait_for_function("() => window.readyAt")
        ready = page.evaluate("readyAt")
        page.click("#tap-dice")
        page.click("#faces button")
        page.wait_for_function("() => window.askedAt")
        question = server.bodies(page.evaluate("askedAt"))
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        return ready, question, server.bodies()
    finally:
        context.close()
        server.stop()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--against", type=pathlib.Path, help="another built page")
    options = parser.parse_args()
    folders = {"this page": support.site, **({"the other": options.against} if options.against else {})}
    all_visits = {name: [] for name in folders}
    with browsers.launch("chromium") as browser:
        for _ in range(options.runs):
            for name, folder in folders.items():
                all_visits[name].append(visit(browser, folder))
    for name, visits in all_visits.items():
        ready = sorted(visit[0] for visit in visits)
        print(
            f"{name}: ready in {statistics.median(ready):.0f} ms, median of {options.runs} "
            f"({ready[0]:.0f} to {ready[-1]:.0f})"
        )
    visits = all_visits["this page"]
    _, question, kept = visits[-1]
    for what, (paths, size) in (("until the first question", question), ("until kept", kept)):
        twice = {path for path in paths if paths.count(path) > 1}
        print(f"{what}: {len(paths)} bodies, {size} bytes, sent twice: {', '.join(sorted(twice)) or '-'}")
    if options.against:
        pairs = zip(*all_visits.values())
        ratio = statistics.median(this[0] / other[0] for this, other in pairs)
        print(f"this page takes {ratio:.2f} times as long until it is ready (at most {LATER})")
        sys.exit(ratio > LATER)


main()
