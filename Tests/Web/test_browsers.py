"""Which engine is taken, and what happens where one can't be."""

import contextlib
import os
import pathlib
import signal
import unittest
from unittest import mock

import browsers
import webkit
from support import PageTest


class BrowsersTests(unittest.TestCase):
    def test_the_environment_names_the_engine_and_another_name_is_an_error(self):
        for environment, engine in [
            ({}, "chromium"),
            ({"PLAYFIELD_BROWSER": "firefox"}, "firefox"),
            ({"PLAYFIELD_BROWSER": "webkit"}, "webkit"),
        ]:
            with self.subTest(engine), mock.patch.dict("os.environ", environment, clear=True):
                self.assertEqual(browsers.chosen(), engine)
        with mock.patch.dict("os.environ", {"PLAYFIELD_BROWSER": "safari"}):
            with self.assertRaisesRegex(browsers.Unknown, "'safari'.*chromium, firefox, webkit"):
                browsers.chosen()

    def test_an_absent_engine_is_an_error_in_ci_and_a_skip_with_its_reason_elsewhere(self):
        absent = pathlib.Path("/nonexistent")
        for engine in ("chromium", "firefox", "webkit"):
            with self.subTest(engine), mock.patch.dict(browsers.paths, {engine: absent}):
                self.cannot_start(engine, "/nonexistent")

    def test_a_driver_that_cannot_start_its_browser_is_reported_with_both_versions(self):
        for engine, versions in [
            ("chromium", "chromium-headless-shell [0-9.]+.*, playwright [0-9.]+"),
            ("firefox", "firefox-esr [0-9.]+.*, playwright [0-9.]+"),
            ("webkit", "webkit2gtk-driver [0-9.]+"),
        ]:
            with (
                self.subTest(engine),
                mock.patch.dict(browsers.paths, {engine: pathlib.Path("/bin/true")}),
            ):
                self.cannot_start(engine, versions)

    def cannot_start(self, engine, reason):
        with mock.patch.dict("os.environ", {"CI": "true"}):
            with self.assertRaisesRegex(AssertionError, f"{engine} can't be used: .*{reason}"):
                browsers.start(engine)
        with mock.patch.dict("os.environ"):
            browsers.os.environ.pop("CI", None)
            with self.assertRaisesRegex(unittest.SkipTest, reason):
                browsers.start(engine)


class CrashTests(PageTest):
    engine = "webkit"

    def test_a_crash_of_the_engine_is_no_fault_of_the_page(self):
        page = self.open(checked=False)
        with self.assertRaisesRegex(webkit.DriverError, "no such thing"):
            page.evaluate("() => { throw new Error('no such thing'); }")
        crash(page)
        with self.assertRaises(webkit.Crash), self.subTest("within a part of a test, too"):
            page.evaluate("1 + 1")
        page.report_faults()

    def test_what_crashes_once_is_run_once_more(self):
        type(self).runs = getattr(type(self), "runs", 0) + 1
        page = self.open()
        if self.runs == 1:
            crash(page)
        self.assertEqual(page.evaluate("1 + 1"), 2)


def crash(page):
    """Ends the process of a page of WebKit."""
    group = page.context.process.pid
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if b"WebKitWebProcess" in (folder / "cmdline").read_bytes() and os.getpgid(int(folder.name)) == group:
                os.kill(int(folder.name), signal.SIGKILL)


if __name__ == "__main__":
    unittest.main()
