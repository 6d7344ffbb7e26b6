"""How pytest runs the page's tests: two processes take them class by class, and after them one takes
those marked `timed`.
"""

# Tests that need both cores, by the beginnings of their names, and why.
timed = {
    "test_rolls.SampleRollTests": "each roll has to be read while the camera shows it",
    "test_rolls.RealRollTests": "each roll has to be read while the camera shows it",
    "test_rolls.ClipTests": "a film has to be read in its own time",
    "test_race.RealCameraTests": "rolls have to be read while the camera shows them",
    "test_table.DrawnTableTests": "the board has to follow a camera's frames",
    "test_table.RealTableTests": "the board has to follow a camera's frames",
    "test_help.RollingTests": "rolls have to be read while the camera shows them",
    "test_voice.VoiceTests.test_the_answer_is_spoken": "a microphone goes on while the page is busy",
    "test_engines.FirefoxVoiceTests": "a recording stands in for the microphone",
    "test_engines.WebKitVoiceTests": "a recording stands in for the microphone",
}


def pytest_collection_modifyitems(items):
    for item in items:
        name = f"{item.module.__name__}.{item.cls.__name__}.{item.name}"
        if name.startswith(tuple(timed)):
            item.add_marker("timed")
