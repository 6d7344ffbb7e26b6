"""Runs a playfield command over many files."""


class Refusal(Exception):
    """What somebody asked for that cannot be done, as a sentence that says what to do."""

    # The exit status of a call that ends with it, as the program's own.
    status = 64


class Missing(Refusal):
    """That an input is not there."""

    status = 66


class Fault(Refusal):
    """Why a call could not be finished, although nothing wrong was asked for."""

    status = 70
