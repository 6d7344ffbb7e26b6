"""Tests that an engine, or what drives it, cannot run, by the beginning of their names, and why.

Only what is listed here is skipped in an engine; `engine.py` fails for any other skip.
"""

unable = {
    "chromium": {},
    "firefox": {
        "test_camera.CameraTests.test_one_of_two": "its fake camera is one, whatever is asked for",
    },
    "webkit": {},
}


def reason(engine, name):
    """-> why the engine can't run the test of that name; `None` where it can."""
    found = [why for start, why in unable[engine].items() if name.startswith(start)]
    return found[0] if found else None
