"""The lists of tests in conftest.py: each entry is of a test that is there."""

import pathlib
import re
import unittest

from conftest import long, nightly, timed

here = pathlib.Path(__file__).resolve().parent


class ListsTests(unittest.TestCase):
    def test_each_entry_is_the_beginning_of_a_tests_name(self):
        for name in (*nightly, *long, *timed):
            with self.subTest(name):
                file, *parts = name.split("::")
                text = (here / file).read_text()
                for kind, part in zip(("class", "def"), parts):
                    self.assertRegex(text, rf"(?m)^ *{kind} {re.escape(part)}")

    def test_at_most_eight_are_long(self):
        self.assertLessEqual(len(long), 8)


if __name__ == "__main__":
    unittest.main()
