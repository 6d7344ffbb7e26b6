"""Which tests are left to `make nightly`, which are long all the same, and which want a core to themselves.

A test of `make test` takes less than 20 seconds, or is listed here with its reason: at most eight of them,
four minutes together on two cores. Tests are listed by the beginning of their names.
"""

import pytest

maximum = 20  # seconds

# Run by `pytest -m nightly`.
nightly = {
    "test_faults.py::FaultTests::test_a_module_that_fails_at_any_call": (
        "all exports fail in turn; make test tries two of each area"
    ),
    "test_ground.py::UprightQuestionTests": "four real clips on five screens each",
    "test_handwriting.py::HandwritingTests::test_digits_of_other_peoples_pens": "forty digits, point by point",
    "test_log.py::LongHistoryTests": "three visits with twenty thousand answers",
    "test_race.py::RealCameraTests::test_five_real_dice": "four real clips at their own speed",
    "test_race.py::RenderedTableTests::test_two_players": "three whole races",
    "test_rolls.py::RealRollTests": "all real clips at their own speed",
    "test_soak.py": "ten minutes of play",
    "test_toss.py::WholeGame": "games and clips of bean-bag toss, natively and in three engines",
    "test_toss_game.py::CameraGame": "a game at its own speed, in three engines",
    "test_toss_game.py::RegulationTests": "eight throws from 25 feet, frame by frame",
    "test_toss_game.py::WholeSampleTests": "three throws, frame by frame",
}

long = {
    "test_help.py::HelpTests::test_after_three_wrong_answers": "Pip's help lasts as long as a child needs, in three games",
    "test_help.py::HelpTests::test_after_two_wrong_answers": "Pip counts as fast as a child, in three games",
    "test_layout.py::LayoutTests::test_nothing_overlaps": "every screen at every size",
    "test_race.py::RealCameraTests::test_two_players": "a whole race with a real clip, at its own speed",
    "test_toss_game.py::LayoutTests": "every step of bean-bag toss at every size",
}

# A film goes on, and a clock of sounds, whether or not there is time for them: `make test-web` runs these in one
# process, after the others in two.
timed = (
    "test_engines.py::ChromiumCameraTests",
    "test_engines.py::FirefoxCameraTests",
    "test_engines.py::FirefoxVoiceTests",
    "test_engines.py::WebKitCameraTests",
    "test_engines.py::WebKitVoiceTests",
    "test_help.py::RollingTests",
    "test_help.py::StillCameraTests",
    "test_progress.py::SoundTests",
    "test_race.py::RealCameraTests",
    "test_rolls.py",
    "test_table.py::RealTableTests",
    "test_voice.py::VoiceTests",
)


def pytest_configure(config):
    config.addinivalue_line("markers", "nightly: runs in `make nightly` alone")
    config.addinivalue_line("markers", "timed: a film or a recording goes on while it runs")


def pytest_collection_modifyitems(items):
    for item in items:
        if item.nodeid.startswith(tuple(nightly)):
            item.add_marker(pytest.mark.nightly)
        if item.nodeid.startswith(timed):
            item.add_marker(pytest.mark.timed)


def pytest_terminal_summary(terminalreporter):
    for report in terminalreporter.getreports("passed"):
        listed = report.nodeid.startswith((*nightly, *long))
        if report.when == "call" and report.duration > maximum and not listed:
            terminalreporter.write_line(
                f"{report.nodeid} took {report.duration:.0f} s, more than {maximum}, and is not listed"
            )
