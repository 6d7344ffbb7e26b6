"""Tests that an engine, or what drives it, cannot run, by the beginning of their names, and why.

Only what is listed here is skipped in an engine; `engine.py` fails for any other skip.
"""

fingers = "its driver knows one finger, or none"
numbers = "frames with numbers are those of Chromium's camera"
colours = "its driver forces no colours"
motion = "whether it reduces motion is set when it starts"
region = "its driver knows no region but this one"
clock = "its driver has no clock to set"
listener = "its driver reports no requests or console"
several = "its driver holds one page to a session"
safari = "Safari's words and its reload are in test_engines"
stops = "its driver stops no service workers"
workers = "no initial script or altered file goes in beside a service worker"

unable = {
    "chromium": {},
    "firefox": {
        "test_voice.MicrophoneTests.test_a_microphone_that_is_switched_off": (
            "a stream without a source sends it no samples, not even silent ones"
        ),
        "test_layout.LayoutTests.test_under_forced_colours": colours,
        "test_race.LayoutTests.test_the_board_keeps_its_colours": colours,
        "test_race.TableTests.test_a_pawn_hops": motion,
        "test_race.TableTests.test_a_whole_race_is_played_by_keyboard": (
            "without a window the tab key does not come back from the browser's own controls"
        ),
        "test_table.DrawnTableTests.test_two_fingers": fingers,
        "test_table.RealTableTests.test_a_board_follows": numbers,
        "test_versions.VersionTests.test_a_page_keeps_its_version": stops,
    },
    "webkit": {
        "test_camera.CameraTests.test_a_camera_that_never_opens_again": clock,
        "test_camera.CameraTests.test_a_camera_that_sends_no_frame": clock,
        "test_camera.CameraTests.test_a_page_that_was_hidden_for_long": clock,
        "test_camera.CameraTests.test_a_fault_in_what_draws": listener,
        "test_camera.CameraTests.test_a_camera_that_is_left_before": "its films call back otherwise",
        "test_camera.CameraTests.test_after_a_refusal": safari,
        "test_camera.CameraTests.test_each_failure_has": safari,
        "test_camera.FileTests.test_a_picture_that_is_opened_keeps": fingers,
        "test_device.RequestTests.test_the_load_asks": listener,
        "test_device.RequestTests.test_the_loaded_page": listener,
        "test_device.DamagedTests": workers,
        "test_device.OfflineTests": workers,
        "test_layout.LayoutTests.test_under_forced_colours": colours,
        "test_race.LayoutTests.test_the_board_keeps_its_colours": colours,
        "test_race.TableTests.test_a_pawn_hops": motion,
        "test_progress.GrownUpsTests.test_the_table_can_be_read": clock,
        "test_progress.GrownUpsTests.test_dates_and_percents": region,
        "test_progress.PureTests.test_days_count": region,
        "test_progress.PureTests.test_minutes_are_those": region,
        "test_progress.GrownUpsTests.test_two_tabs": several,
        "test_progress.PlayerTests.test_a_player_who_is_chosen_in_another_tab": several,
        "test_table.DrawnTableTests.test_two_fingers": fingers,
        "test_table.RealTableTests.test_a_board_follows": numbers,
        "test_versions.VersionTests.test_a_first_visit": workers,
        "test_versions.VersionTests.test_a_page_keeps_its_version": stops,
        "test_versions.VersionTests.test_an_engine_that_is_started": workers,
        "test_versions.VersionTests.test_the_second_visit": workers,
        "test_pixels.FrameTests": "it draws frames by coarser steps, and reads no BGRX",
        "test_pixels.NoiseTests": "its canvases give no noise that hides pips",
        "test_ground.BeforeTests": "its picture of a narrow page is of the whole window, which is wider",
        "test_camera.CameraTests.test_frames_of_4k": "without a graphics card they come too slowly",
    },
}


def reason(engine, name):
    """-> why the engine can't run the test of that name; `None` where it can."""
    found = [why for start, why in unable[engine].items() if name.startswith(start)]
    return found[0] if found else None
