"""The engines that the page is tested in: Chromium, Firefox and WebKit, as Debian has them.

    with browsers.launch("firefox") as browser: ...

Playwright drives Chromium and Firefox, and `webkit` the third. An engine that is absent, or that
its driver can't start, is an error in CI, where all are to be there, and a skip with its reason
elsewhere.
"""

import atexit
import contextlib
import functools
import importlib.metadata
import os
import pathlib
import shutil
import signal
import subprocess
import threading
import time
import unittest

from playwright.sync_api import Error, sync_playwright

import devices
import webkit

paths = {
    "chromium": pathlib.Path("/usr/bin/chromium-headless-shell"),
    "firefox": pathlib.Path("/usr/bin/firefox-esr"),
    "webkit": pathlib.Path("/usr/bin/WebKitWebDriver"),
}


interrupted = False


def interrupt(*_):
    global interrupted
    interrupted = True
    raise KeyboardInterrupt


# Whoever ends the tests also ends the browsers: as from the keyboard, which unittest passes on.
if threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, interrupt)
    signal.signal(signal.SIGTERM, interrupt)


class Unknown(Exception):
    """There is no such engine."""


def chosen():
    """-> the engine that PLAYFIELD_BROWSER names, Chromium without it."""
    name = os.environ.get("PLAYFIELD_BROWSER", "chromium")
    if name not in paths:
        raise Unknown(f"PLAYFIELD_BROWSER is {name!r}; it can be {', '.join(paths)}")
    return name


@contextlib.contextmanager
def launch(name, clip=None, sound=None, flags=(), **options):
    """A browser of the engine `name`, with the options of `start`.

    Its cameras show the film `clip`, or a test pattern, and its microphone hears `sound` once
    whenever it is opened, or beeps; both may be used if `allowed`. Without `output` the device has
    no sound. The `flags` are the engine's own. Where `stands_in`, Chromium has what stands in for a
    camera in the other engines, instead of its own. A browser that shows and hears no file serves
    all who ask for one like it, and is closed at the end.
    """
    if clip or sound or flags:
        browser = start(name, clip, sound, flags, **options)
        try:
            yield browser
        finally:
            end(browser.started.close)
    else:
        yield kept(name, **options)


@functools.cache
def kept(name, **options):
    browser = start(name, **options)
    atexit.register(end, browser.started.close)
    return browser


def end(close):
    """Closes a browser or its driver, unless the tests were interrupted.

    Playwright would wait for ever then, for a loop that the interrupt has ended; and browsers end with
    their drivers, which end with this process.
    """
    if not interrupted:
        close()


def start(
    name, clip=None, sound=None, flags=(), allowed=True, cameras=1, output=True, stands_in=False
):
    try:
        environment = dict(os.environ) | (sound_server() if output else no_sound)
        film = None if stands_in else clip
        started = starts[name](film, allowed, cameras, sound, environment, flags)
    except (Error, OSError, webkit.DriverError) as problem:
        unavailable(name, str(problem).strip().splitlines()[0])
    # Chromium has a camera and a microphone of its own, which begin with the browser.
    has_devices = name == "chromium" and not stands_in
    return Browser(
        name, started, None if has_devices else clip, None if has_devices else sound, cameras
    )


def unavailable(name, reason):
    text = f"{name} can't be used: {reason}; {versions(name)}"
    if os.environ.get("CI"):
        raise AssertionError(text)
    raise unittest.SkipTest(text)


def versions(name):
    """-> the versions of the engine's package and of what drives it."""
    packages = {
        "chromium": "chromium-headless-shell",
        "firefox": "firefox-esr",
        "webkit": "webkit2gtk-driver",
    }
    package = packages[name]
    asked = subprocess.run(
        ["dpkg-query", "-W", "-f=${Version}", package], capture_output=True, text=True
    )
    driver = "" if name == "webkit" else f", playwright {importlib.metadata.version('playwright')}"
    return f"{package} {asked.stdout or 'is not installed'}{driver}"


class Browser:
    """A browser whose contexts have what stands in for its camera and microphone."""

    def __init__(self, name, started, clip, sound, cameras):
        self.name = name
        self.started = started
        self.cameras = cameras
        self.film = devices.film(clip) if clip else None
        self.sound = pathlib.Path(sound).read_bytes() if sound else None

    @property
    def version(self):
        return self.started.version

    def new_context(self, server=None, **options):
        """A context whose pages come from `server`, as far as it is asked for more than its site."""
        blocks = options.get("service_workers") == "block"
        if self.name != "chromium":
            # Set for the whole browser when it starts.
            if options.pop("reduced_motion", "reduce") != "reduce":
                raise unittest.SkipTest(f"{self.name} can't: motion is set when it starts")
        if self.name == "firefox":
            # Its protocol knows none: see below.
            options.pop("service_workers", None)
        if self.name == "webkit":
            options["server"] = server
        context = self.started.new_context(**options)
        if blocks and self.name != "chromium":
            context.add_init_script(devices.without_service_workers)
        for kind, body in (("film.webm", self.film), ("sound.wav", self.sound)):
            if body:
                context.add_init_script(devices.stand_in(kind, server.offer(kind, body)))
        if self.cameras > 1 and self.name != "chromium":
            context.add_init_script(devices.several.replace("COUNT", str(self.cameras)))
        return context

    def new_page(self, **options):
        return self.new_context(**options).new_page()


@functools.cache
def playwright():
    running = sync_playwright().start()
    atexit.register(end, running.stop)
    return running


def chromium(clip, allowed, cameras, sound, environment, flags):
    arguments = [
        f"--use-fake-device-for-media-stream=device-count={cameras}",
        "--autoplay-policy=no-user-gesture-required",
        *flags,
    ]
    if clip:
        arguments.append(f"--use-file-for-fake-video-capture={clip}")
    if sound:
        arguments.append(f"--use-file-for-fake-audio-capture={sound}%noloop")
    if allowed:
        arguments.append("--use-fake-ui-for-media-stream")
    if os.geteuid() == 0:
        arguments.append("--no-sandbox")
    return playwright().chromium.launch(
        executable_path=paths["chromium"], args=arguments, env=environment
    )


def firefox(clip, allowed, cameras, sound, environment, flags):
    preferences = {
        "media.navigator.streams.fake": True,
        "media.navigator.permission.disabled": allowed,
        "permissions.default.camera": 0 if allowed else 2,
        "permissions.default.microphone": 0 if allowed else 2,
        "media.autoplay.default": 0,
        "media.autoplay.blocking_policy": 0,
        "ui.prefersReducedMotion": 1,
        **dict(flags),
    }
    return playwright().firefox.launch(
        channel="moz-firefox", executable_path=paths["firefox"], firefox_user_prefs=preferences,
        env=environment,
    )  # fmt: skip


def webkit_browser(clip, allowed, cameras, sound, environment, flags):
    environment = environment | {"DISPLAY": display()}
    browser = webkit.start(paths["webkit"], environment, mocks_devices=allowed)
    # Fails where no session can be begun, and not only in the first test.
    try:
        browser.new_context().close()
    except Exception:
        browser.close()
        raise
    return browser


starts = {"chromium": chromium, "firefox": firefox, "webkit": webkit_browser}


@functools.cache
def display():
    """-> a display without a screen, for a browser that shows windows."""
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1600x1400x24", "-nolisten", "tcp"]
    server = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        preexec_fn=webkit.end_with_parent,
    )
    atexit.register(server.terminate)
    return f":{server.stdout.readline().decode().strip()}"


# Neither PulseAudio's output nor ALSA's: what is asked for there isn't.
no_sound = {"PULSE_SERVER": "unix:/nonexistent", "ALSA_CONFIG_PATH": "/dev/null"}


@functools.cache
def sound_server():
    """-> the environment of a sound output that nobody hears: without one Firefox's sound stands still."""
    folder = (
        pathlib.Path(os.environ.get("XDG_RUNTIME_DIR", "/tmp")) / f"playfield-pulse-{os.getpid()}"
    )
    folder.mkdir(mode=0o700, exist_ok=True)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    socket = folder / "socket"
    server = subprocess.Popen(
        [
            "pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no",
            "--exit-idle-time=-1", "--disallow-exit", "--load=module-null-sink",
            f"--load=module-native-protocol-unix auth-anonymous=1 socket={socket}",
        ],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=webkit.end_with_parent,
        env={**os.environ, "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder)},
    )  # fmt: skip
    atexit.register(server.terminate)
    for _ in range(200):
        if socket.exists():
            return {"PULSE_SERVER": f"unix:{socket}"}
        time.sleep(0.05)
    raise OSError("pulseaudio does not start")
