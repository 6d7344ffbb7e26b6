"""Which engine is taken, and what happens where one can't be."""

import pathlib
import unittest
from unittest import mock

import browsers


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


if __name__ == "__main__":
    unittest.main()
