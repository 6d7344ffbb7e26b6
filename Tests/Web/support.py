"""What the page's tests share: a server of the built site, a browser, clips for its camera, ink."""

import contextlib
import fractions
import gzip
import http.client
import http.server
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import browsers
import unable
import webkit

root = pathlib.Path(__file__).resolve().parents[2]
site = pathlib.Path(os.environ.get("PLAYFIELD_SITE", root / "site"))
shared = pathlib.Path(os.environ.get("PLAYFIELD_SHARED", root / "../shared"))
program = pathlib.Path(os.environ.get("PLAYFIELD_PROGRAM", root / ".build/debug/playfield"))

# A machine whose cores are all taken is slow, not wrong.
patience = 90_000

# Where a server gives what runs before the page's scripts.
initial_script = "/initial-script.js"


def version(folder=site):
    """-> the name of the folder in which the built page keeps what its version consists of."""
    (assets,) = pathlib.Path(folder).glob("*/assets.js")
    return assets.parent.name


class Site(http.server.ThreadingHTTPServer):
    """Serves the built page, as any host of static files does."""

    daemon_threads = True

    class Handler(http.server.SimpleHTTPRequestHandler):
        extensions_map = {
            **http.server.SimpleHTTPRequestHandler.extensions_map,
            ".js": "text/javascript",
            ".wasm": "application/wasm",
            ".webmanifest": "application/manifest+json",
        }

        def log_message(self, *_):
            pass

        def log_request(self, code="-", size="-"):
            self.server.answers.append((self.path, int(code), time.time()))

        def do_GET(self):
            path = self.path.split("?")[0]
            if self.server.takes(self):
                return
            if path in self.server.offered:
                self.answer_offered(path)
            elif path == f"/{webkit.framed}":
                self.answer("text/html", self.framed())
            elif path == initial_script:
                self.answer("text/javascript", self.server.initial_script().encode())
            elif path == "/" and self.server.initial_script:
                script = f'<head><script src="{initial_script}"></script>'.encode()
                if self.server.program:
                    self.forward(lambda page: page.replace(b"<head>", script, 1))
                else:
                    page = (self.server.folder / "index.html").read_bytes()
                    self.answer("text/html", page.replace(b"<head>", script, 1))
            elif self.server.program:
                self.forward()
            else:
                super().do_GET()

        def answer_offered(self, path):
            body = self.server.offered[path]
            if isinstance(body, bytes):
                self.answer(self.guess_type(path), body)
                return
            # What may be too large to be held in memory.
            self.send_response(200)
            self.send_header("content-length", str(body.stat().st_size))
            self.end_headers()
            with body.open("rb") as file:
                shutil.copyfileobj(file, self.wfile)

        def forward(self, change=lambda body: body):
            """Answers what the program answers, with its headers."""
            path = self.path.split("?")[0]
            is_there = (self.server.folder / path.lstrip("/")).exists()
            known = {name: value for name, value in self.headers.items() if name.lower() == "if-none-match"}
            asking = http.client.HTTPConnection("localhost", self.server.program.port)
            asking.request("GET", path if is_there else f"/{version(self.server.folder)}{path}", headers=known)
            answer = asking.getresponse()
            body = change(answer.read())
            asking.close()
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in ("content-length", "transfer-encoding", "connection", "date", "server"):
                    self.send_header(name, value)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def framed(self):
            width, height = self.path.split("?")[1].split("x")
            style = f"border: 0; position: absolute; left: 0; top: 0; width: {width}px; height: {height}px"
            return f'<!doctype html><iframe allow="camera; microphone" style="{style}"></iframe>'.encode()

        def answer(self, kind, body, status=200):
            # Films are asked for by parts.
            first, last = 0, len(body) - 1
            asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("range", ""))
            if asked:
                first = int(asked[1])
                last = min(last, int(asked[2] or last))
            self.send_response(206 if asked else status)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(last - first + 1))
            if asked:
                self.send_header("content-range", f"bytes {first}-{last}/{len(body)}")
            self.end_headers()
            self.wfile.write(body[first : last + 1])

        def translate_path(self, path):
            """Tests import the page's modules as they lie in Web/, without the version."""
            # As it is now: browsers open connections ahead of their requests.
            self.directory = str(self.server.folder)
            found = super().translate_path(path)
            if pathlib.Path(found).exists():
                return found
            return super().translate_path(f"/{version(self.directory)}{path}")

    def __init__(self, folder=site, program=None):
        self.folder = folder
        # A `Program`, which answers for the page's own files.
        self.program = program
        # Files of the tests' own, by their paths.
        self.offered = {}
        # What runs before the page's scripts, and answers of the tests' own: for a browser whose driver has neither.
        self.initial_script = None
        self.routes = []
        # What went wrong in these answers.
        self.faults = []
        # The path, the status and the time of every answer.
        self.answers = []
        super().__init__(("127.0.0.1", 0), self.Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()
        self.address = f"http://localhost:{self.server_port}/"

    def handle_error(self, *_):
        # A page that goes elsewhere reads no answer to its end.
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(*_)

    def offer(self, name, body):
        """-> the path at which the body of a file is served: bytes, or where on the disk they are."""
        path = f"/offered/{len(self.offered)}/{name}"
        self.offered[path] = body
        return path

    def route(self, pattern, handler, times=None):
        """Has `handler` answer what Playwright's glob `pattern` fits, as Playwright's routes do."""
        fits = re.compile(re.escape(pattern).replace(r"\*\*", ".*").replace(r"\*", "[^/]*") + "$")
        self.routes.append([pattern, fits, handler, times])

    def unroute(self, pattern):
        self.routes[:] = [route for route in self.routes if route[0] != pattern]

    def takes(self, request):
        """Whether a route answers."""
        address = self.address.rstrip("/") + request.path
        for route in reversed(self.routes):
            _, fits, handler, times = route
            if times == 0 or not fits.match(address):
                continue
            if times:
                route[3] -= 1
            answer = Route(request)
            try:
                handler(answer)
            except Exception as problem:
                self.faults.append(str(problem))
            # A test may keep the route, and answer later.
            answer.decided.wait(patience / 1e3)
            return answer.is_answered
        return False

    def bodies(self, until=float("inf")):
        """-> the paths whose bodies were sent until then, in order, and their bytes in all."""
        paths = [
            path for path, status, at in self.answers
            if status == 200 and at <= until and path not in self.offered and path != initial_script
        ]  # fmt: skip
        files = [self.folder / (path.split("?")[0].lstrip("/") or "index.html") for path in paths]
        return paths, sum(file.stat().st_size for file in files)

    def stop(self):
        self.shutdown()
        self.server_close()


class Program:
    """`playfield serve`, which a `Site` asks for the page's files."""

    def __init__(self):
        command = [program, "serve", "--port", "0", "--site", site]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1])

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Route:
    """A request that a test answers, with the calls of Playwright's route."""

    def __init__(self, handler):
        self.handler = handler
        self.decided = threading.Event()
        self.is_answered = True

    def fulfill(self, status=200, body=b"", path=None, content_type=None):
        body = pathlib.Path(path).read_bytes() if path else body
        kind = content_type or self.handler.guess_type(str(path or self.handler.path))
        self.handler.answer(kind, body.encode() if isinstance(body, str) else body, status)
        self.decided.set()

    def abort(self):
        self.handler.close_connection = True
        self.handler.connection.shutdown(socket.SHUT_RDWR)
        self.decided.set()

    def continue_(self):
        self.is_answered = False
        self.decided.set()


class PageTest(unittest.TestCase):
    """A test on the page, in one browser for all tests of the class; see `browsers.launch`."""

    # An engine of `browsers`, for a class that names its own.
    engine = None
    clip = None
    sound = None
    allowed = True
    cameras = 1
    # Whether the device has sound.
    output = True
    # For an engine that the class names: flags of Chromium's command line, or Firefox's preferences; and whether
    # Chromium has what stands in for a camera elsewhere.
    flags = ()
    stands_in = False
    # Whether `playfield serve` serves the page, which forbids a browser what the page does not need.
    served = False

    @classmethod
    def setUpClass(cls):
        cls.serve()
        cls.browser = cls.enterClassContext(
            cls.another(
                clip=cls.clip, sound=cls.sound, allowed=cls.allowed, cameras=cls.cameras,
                output=cls.output, flags=cls.flags, stands_in=cls.stands_in,
            )
        )

    @classmethod
    def another(cls, **options):
        """A browser of the class's engine; see `browsers.launch`."""
        return browsers.launch(cls.engine or browsers.chosen(), **options)

    def setUp(self):
        engine = self.engine or browsers.chosen()
        if why := unable.reason(engine, self.id()):
            self.skipTest(f"{engine} can't: {why}")

    @contextlib.contextmanager
    def subTest(self, *message, **parameters):
        """As unittest's, but that a crash of the engine ends the test, which is run once more."""
        crash = None
        with super().subTest(*message, **parameters):
            try:
                yield
            except webkit.Crash as problem:
                crash = problem
        if crash:
            raise crash

    @classmethod
    def serve(cls):
        if not (site / "index.html").exists():
            raise AssertionError(f"no page in {site}; 'make site' builds it")
        served = Program() if cls.served else None
        if served:
            cls.addClassCleanup(served.stop)
        cls.site = Site(program=served)
        cls.addClassCleanup(cls.site.stop)

    def open(self, hash="", size=(1180, 820), before=None, worker=False, checked=True, **options):
        """A fresh page, loaded; `before(page)` may tamper with it first.

        Faults of its scripts fail the test, unless it is not `checked`. Service workers are let in only where they are tested.
        """
        # Without a graphics card every movement costs the cores that the networks need.
        context = self.browser.new_context(
            server=self.site,
            **{
                "viewport": {"width": size[0], "height": size[1]},
                "reduced_motion": "reduce",
                "service_workers": "allow" if worker else "block",
                **options,
            }
        )
        self.addCleanup(context.close)
        context.set_default_timeout(patience)
        page = context.new_page()
        faults = faults_of(page)
        if checked:
            self.addCleanup(lambda: self.assertEqual(faults() + self.site.faults, []))
        if before:
            before(page)
        page.goto(f"{self.site.address}#{hash}")
        page.wait_for_selector("body[data-ready]")
        if hash == "grown-ups":
            self.pass_gate(page)
        return page

    def pass_gate(self, page):
        """Answers what is asked before the grown-ups' screen, as a grown-up does."""
        page.wait_for_selector("#gate >> visible=true")
        first, second = page.text_content("#gate-question").split(" × ")
        page.click("#gate-answer")
        page.keyboard.type(str(int(first) * int(second)))
        page.click("#gate-check")

    def go_to_grown_ups(self, page):
        page.evaluate("location.hash = 'grown-ups'")
        self.pass_gate(page)
        page.wait_for_selector("#figures-of [aria-pressed]", state="attached")

    def tool(self, page, selector):
        """Clicks what lies behind the gear, and shuts that again."""
        tool(page, selector)

    def resize(self, page, size):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        # The picture is laid out in the frame after.
        page.evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )

    def tap_dice(self, page, *values):
        page.click("#tap-dice")
        for value in values:
            page.click(f"#faces button:nth-child({value})")

    def type_answer(self, page, number):
        # An engine that is at work on a frame asks only after it.
        page.wait_for_selector("#pad[data-open=true]")
        page.keyboard.type(str(number))
        page.click("#check")

    def prompt(self, page, text):
        page.wait_for_function(
            "text => document.getElementById('prompt').textContent.includes(text)", arg=text
        )

    def saved(self, page, button):
        """-> the text of the file that a button saves."""
        if self.browser.name == "chromium":
            with page.expect_download() as download:
                page.click(button)
            return pathlib.Path(download.value.path()).read_text()
        # Other drivers report no downloads.
        page.evaluate("""() => {
          const make = URL.createObjectURL;
          URL.createObjectURL = (blob) => {
            window.saved = blob.text();
            return make.call(URL, blob);
          };
          HTMLAnchorElement.prototype.click = () => {};
        }""")
        page.click(button)
        page.wait_for_function("() => window.saved")
        return page.evaluate("() => window.saved")

    def word(self, page, path):
        """A text of the page, by its place in words/en.js."""
        return page.evaluate("async path => (await import('./shell/words.js')).word(path)", path)

    def logged(self, page, kind="answer", minimum=0):
        """-> the records of a kind that the browser keeps, in order of time, once there are `minimum` of them."""
        deadline = time.monotonic() + patience / 1000
        while True:
            records = page.evaluate(
                """async () => {
                  const all = [];
                  await (await import('./log/log.js')).visitAll((some) => all.push(...some));
                  return all;
                }"""
            )
            found = [one for one in records if one["kind"] == kind]
            if len(found) >= minimum or time.monotonic() > deadline:
                return found
            time.sleep(0.1)

    def values(self, page):
        return page.eval_on_selector_all(
            "#dice .die-tile use",
            "all => all.map(use => Number(use.getAttribute('href').slice(5)))",
        )


def alter(page, file, old, new):
    """Has a page load a file of the game with `new` in place of `old`."""
    source = (site / version() / file).read_text()
    if old not in source:
        raise AssertionError(f"{file} has no {old!r}")
    body = source.replace(old, new)
    page.route(f"**/{file}", lambda route: route.fulfill(body=body, content_type="text/javascript"))


def faults_of(page):
    """-> a function that returns the faults of the page's scripts so far."""
    faults = []

    def take(fault):
        # Firefox also runs initial scripts in the empty page before, which has no devices.
        if page.url != "about:blank":
            faults.append(fault)

    page.on("pageerror", lambda error: take(str(error)))
    if isinstance(page, webkit.Page):
        return lambda: (page.report_faults(), faults)[1]
    # Of what goes wrong in the network the tests have words of their own.
    page.on(
        "console",
        lambda message: (
            take(message.text)
            if message.type == "error" and "Failed to load resource" not in message.text
            else None
        ),
    )
    return lambda: faults


def shape(source):
    """-> width, height and frames a second of a clip."""
    probe = subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v:0"]
        + ["-show_entries", "stream=width,height,r_frame_rate", "-of", "json", source],
        check=True,
        capture_output=True,
        text=True,
    )
    stream = json.loads(probe.stdout)["streams"][0]
    return stream["width"], stream["height"], fractions.Fraction(stream["r_frame_rate"])


def frames_of(source, size):
    """The frames of a clip in I420, scaled to cover `size`, of which they keep the middle."""
    width, height = size
    cover = f"scale={width}:{height}:force_original_aspect_ratio=increase,crop={width}:{height}"
    command = ["ffmpeg", "-v", "error", "-i", source, "-vf", cover, "-fps_mode", "passthrough"]
    command += ["-pix_fmt", "yuv420p", "-f", "rawvideo", "-"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as decoder:
        while frame := decoder.stdout.read(width * height * 3 // 2):
            yield frame
    if decoder.returncode:
        raise subprocess.CalledProcessError(decoder.returncode, command)


# A camera's clip carries the number of each frame in the top row, and its complement, by single pixels
# so far apart that neither the networks nor the still gate see them. `watched_frames` reads them.
number_bits, number_step = 12, 16


def write_clip(target, size, rate, frames):
    """Writes a clip for the camera, of numbered frames in I420. -> its seconds."""
    count = 0
    with open(target, "wb") as file:
        file.write(b"YUV4MPEG2 W%d H%d " % size)
        file.write(b"F%d:%d Ip A1:1 C420jpeg\n" % (rate.numerator, rate.denominator))
        for number, frame in frames:
            stamped = bytearray(frame)
            bits = number | (~number << number_bits)
            for place in range(2 * number_bits):
                stamped[number_step * place] = 176 if bits >> place & 1 else 80
            file.write(b"FRAME\n" + stamped)
            count += 1
    return float(count / rate)


def as_it_is(source, target, size=None):
    """Writes a whole clip for the camera, at its own speed and in its own size if none is named.

    -> its seconds, and its frames a second.
    """
    *own_size, rate = shape(source)
    size = size or tuple(own_size)
    return write_clip(target, size, rate, enumerate(frames_of(source, size))), rate


def held(source, target, rolls, hold, rate=10, size=(640, 480), moving=0.5):
    """Writes a clip for the camera in which each roll lies still long enough for a slow machine.

    Of each rest in `rolls` (first and last frame) the clip shows `moving` seconds before it and a
    third of it, at their own speed, and then its middle frame for `hold` seconds. -> its seconds.
    """
    own = shape(source)[2]
    frames = list(frames_of(source, size))
    step = float(own / rate)
    shown, last = [], -1
    for first, end in rolls:
        middle = (first + end) // 2
        start = max(last + 1, first - round(moving * own))
        at = float(start)
        while at < middle:
            shown.append(round(at))
            at += step
        shown += [middle] * round(hold * rate)
        last = middle
    return write_clip(
        target, size, fractions.Fraction(rate), ((number, frames[number]) for number in shown)
    )


# Writes down in `window.watched` what becomes of the camera's frames: when each is sent to the engine,
# its number in the clip, and what the engine answers; and when the page shows a roll. With `window.holds`
# set no frame goes to the engine, and the page waits for its first answer.
watched_frames = """
  window.watched = { frames: [], reports: [] };
  const Real = Worker;

  /** The number that `write_clip` has put into the top row of a frame. */
  const numberOf = async (frame) => {
    const rect = { x: 0, y: 0, width: STEP * 2 * BITS, height: 2 };
    const luma = new Uint8Array(frame.allocationSize({ rect }));
    await frame.copyTo(luma, { rect });
    const bits = (first) => Array.from({ length: BITS }, (_, place) => place)
      .reduce((sum, place) => sum + ((luma[STEP * (first + place)] > 128) << place), 0);
    const number = bits(0);
    return number + bits(BITS) === (1 << BITS) - 1 ? number : undefined;
  };

  window.Worker = class extends Real {
    #sent = new Map();

    constructor(...all) {
      super(...all);
      this.addEventListener("message", ({ data: { id, result } }) => {
        const frame = this.#sent.get(id);
        if (!frame) return;
        this.#sent.delete(id);
        const { times, looked, looks } = result ?? {};
        Object.assign(frame, { answered: performance.now() / 1000, times, looked, looks });
      });
    }

    #note(transfer) {
      const sent = { at: performance.now() / 1000 };
      const picture = transfer?.find((one) => one instanceof VideoFrame);
      if (picture) numberOf(picture).then((number) => Object.assign(sent, { number }));
      return sent;
    }

    postMessage(message, transfer) {
      if (message.name === "dice.see") {
        if (window.holds) return;
        const sent = this.#note(transfer);
        this.#sent.set(message.id, sent);
        watched.frames.push(sent);
      }
      // In which the table is followed.
      if (message.name === "plane.take") watched.followed = this.#note(transfer);
      super.postMessage(message, transfer);
    }
  };

  addEventListener("DOMContentLoaded", () => {
    const live = document.getElementById("dice-live");
    const faces = document.querySelectorAll.bind(document, "#dice .die-tile use");
    new MutationObserver(() => watched.reports.push({
      at: performance.now() / 1000,
      values: Array.from(faces(), (face) => Number(face.getAttribute("href").slice(5))),
    })).observe(live, { childList: true });
  });
""".replace("BITS", str(number_bits)).replace("STEP", str(number_step))


# Reads a file of `TossFrames` at `address` on the page: `read(length)` resolves to `length` bytes of it, or to `null` at its end.
frame_reader = """
const reader = (await fetch(address)).body.getReader();
let piece = new Uint8Array();
const read = async (length) => {
  const bytes = new Uint8Array(length);
  for (let place = 0; place < length;) {
    if (!piece.length) {
      const { value, done } = await reader.read();
      if (done) return null;
      piece = value;
      continue;
    }
    const part = piece.subarray(0, length - place);
    bytes.set(part, place);
    place += part.length;
    piece = piece.subarray(part.length);
  }
  return bytes.buffer;
};
"""


# Has the page be hidden, or seen again.
hiding = """
  window.hide = (hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  };
"""


# Keeps in `window.ways` which way each picture took into the module.
watched_ways = """
  window.ways = [];
  const Plain = Worker;
  window.Worker = class extends Plain {
    constructor(...all) {
      super(...all);
      this.addEventListener("message", ({ data: { result } }) => {
        if (result?.way) window.ways.push(result.way);
      });
    }
  };
"""


# Keeps in `window.unread` what was written of which the engine has not yet said what it reads.
watched_ink = """
  window.unread = new Set();
  const Real = Worker;
  window.Worker = class extends Real {
    constructor(...all) {
      super(...all);
      this.addEventListener("message", ({ data }) => window.unread.delete(data.id));
    }
    postMessage(message, transfer) {
      if (["ink.write", "ink.undo", "ink.wipe"].includes(message.name)) window.unread.add(message.id);
      super.postMessage(message, transfer);
    }
  };
"""


# Keeps in `window.askedAt` when the first question is asked, in seconds since 1970.
watched_question = """
  new MutationObserver((_, observer) => {
    if (document.getElementById("pad")?.dataset.open !== "true") return;
    window.askedAt = Date.now() / 1000;
    observer.disconnect();
  }).observe(document, { subtree: true, childList: true, attributes: true });
"""


own_voice = {"lang": "en-GB", "localService": True, "name": "test"}


def fake_voice(voices=(own_voice,), heard="said.push(speech.text)"):
    """A script of a browser with these voices, each of which speaks for a moment: `heard` is what is done
    with each `speech`. Without it the texts are kept in `window.said`."""
    return f"""
      window.said = [];
      window.SpeechSynthesisUtterance = class {{ constructor(text) {{ this.text = text; }} }};
      Object.defineProperty(window, "speechSynthesis", {{ value: {{
        getVoices: () => {json.dumps(voices)}, cancel() {{}},
        speak(speech) {{
          // An empty one only lets others be heard.
          if (!speech.text) return;
          speech.onstart?.();
          {heard};
          setTimeout(() => speech.onend?.(), 5); }} }} }});
    """


def temporary(case):
    folder = tempfile.TemporaryDirectory(prefix="playfield-")
    case.addClassCleanup(folder.cleanup)
    return pathlib.Path(folder.name)


def unipen(labels, each):
    """Real pen strokes that nothing was trained on: `each` of every label in `labels`."""
    found = {label: [] for label in labels}
    with gzip.open(shared / "data/digits/unipen_digits.jsonl.gz", "rt") as lines:
        for line in lines:
            digit = json.loads(line)
            of_label = found.get(digit["label"])
            if of_label is not None and len(of_label) < each:
                of_label.append(digit["strokes"])
    return found


def tool(page, selector):
    """Clicks what lies behind the gear, and shuts that again."""
    if not page.is_visible("#tools"):
        page.click("#gear")
    page.click(selector)
    if page.is_visible("#tools"):
        page.click("#gear")


def write(page, digits, sheet="#ink"):
    """Draws strokes with the pointer: each of `digits` in its own part of the paper, left to right."""
    box = page.locator(sheet).bounding_box()
    side = min(box["height"] * 0.7, box["width"] * 0.8 / len(digits))
    for place, strokes in enumerate(digits):
        if not strokes:
            continue
        xs = [x for stroke in strokes for x, _ in stroke]
        ys = [y for stroke in strokes for _, y in stroke]
        scale = side * 0.8 / max(max(xs) - min(xs), max(ys) - min(ys), 1e-6)
        left = box["x"] + box["width"] / 2 + (place - len(digits) / 2 + 0.5) * side
        middle = box["y"] + box["height"] / 2
        for stroke in strokes:
            points = [
                (
                    left + (x - (min(xs) + max(xs)) / 2) * scale,
                    middle + (y - (min(ys) + max(ys)) / 2) * scale,
                )
                for x, y in stroke
            ]
            page.mouse.move(*points[0])
            page.mouse.down()
            for point in points[1:]:
                page.mouse.move(*point)
            page.mouse.up()
