"""Runs a playfield command over many files."""


class Refusal(Exception):
    """What somebody asked for that cannot be done, as a sentence that says what to do."""
