"""WebKit by Debian's WebKitWebDriver, with those of Playwright's calls that the shared tests use.

Playwright drives only a WebKit of its own, which no registry has. Each context here is a session,
and so a browser process with storage of its own. What Playwright does by its protocol, initial
scripts and offered files, goes by the tests' server (`support.Site`) instead.
"""

import base64
import contextlib
import ctypes
import json
import os
import pathlib
import signal
import socket
import subprocess
import tempfile
import time
import unittest
import urllib.error
import urllib.request

minimum_width = 447  # CSS pixels, of a MiniBrowser window; narrower pages lie in a frame
bar_height = 38  # of the window, above the page

# What WebDriver calls the keys without a character.
keys = {
    "Enter": "\ue007", "Backspace": "\ue003", "Tab": "\ue004", "Escape": "\ue00c", "Space": " ",
    "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015",
    "Home": "\ue011", "End": "\ue010", "Shift": "\ue008", "Control": "\ue009",
}  # fmt: skip

# Finds elements as Playwright does: `css >> visible=true >> nth=0`; and says which are visible in its sense.
finder = """
  const all = (selector) => {
    const [css, ...rest] = selector.split(' >> ');
    const found = [...document.querySelectorAll(css)]
      .filter((one) => !rest.includes('visible=true') || isVisible(one));
    const nth = rest.find((one) => one.startsWith('nth='));
    return nth ? found.slice(Number(nth.slice(4)), Number(nth.slice(4)) + 1) : found;
  };
  const isVisible = (one) => {
    const { width, height } = one.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(one).visibility === 'visible';
  };
"""

# Where to click: the middle of an element that stands still and is what a click there reaches.
target = """async (selector) => {
  FINDER
  const [one] = all(selector);
  if (!one) return `there is no ${selector}`;
  if (!isVisible(one)) return `${selector} is not visible`;
  if (one.matches(':disabled')) return `${selector} is disabled`;
  one.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => resolve(one.getBoundingClientRect())));
  const [before, now] = [await frame(), await frame()];
  if (['x', 'y', 'width', 'height'].some((side) => before[side] !== now[side])) return `${selector} moves`;
  const place = [now.x + now.width / 2, now.y + now.height / 2];
  const hit = document.elementFromPoint(...place);
  if (one.contains(hit) || hit?.contains(one) && hit.tagName === 'LABEL') return place;
  return `${hit?.id || hit?.getAttribute('class') || hit?.tagName} lies over ${selector}`;
}""".replace("FINDER", finder)


class Timeout(Exception):
    """Something did not come within its time."""


class DriverError(Exception):
    """What the driver or the page's script reports."""


class Crash(Exception):
    """The browser's process for pages has ended by itself: no fault of the page that it can be asked about."""


def start(driver, environment, mocks_devices=False):
    """-> a browser by the program `driver`, whose contexts show their windows on the display of
    `environment`, and in which nothing moves that need not.
    """
    return Browser(driver, environment, mocks_devices)


def end_with_parent():
    """In a new process: has it end with its parent."""
    set_parent_death_signal = 1
    ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGTERM)


class Browser:
    def __init__(self, driver, environment, mocks_devices):
        self.driver = driver
        # GTK's setting of that is `prefers-reduced-motion`.
        self.folder = tempfile.TemporaryDirectory(prefix="playfield-")
        settings = pathlib.Path(self.folder.name) / "gtk-3.0/settings.ini"
        settings.parent.mkdir()
        settings.write_text("[Settings]\ngtk-enable-animations=0\n")
        self.environment = {**environment, "XDG_CONFIG_HOME": self.folder.name}
        self.arguments = ["--automation", "--autoplay-policy=allow", "--enable-media-stream=true"]
        if mocks_devices:
            self.arguments.append("--enable-mock-capture-devices=true")
        self.contexts = []

    @property
    def version(self):
        with contextlib.closing(Context(self, {})) as context:
            return context.capabilities["browserVersion"]

    def new_context(self, viewport=None, server=None, service_workers="allow", **others):
        """A context whose initial scripts, routes and chosen files come from `server`, a
        `support.Site`, which serves one context at a time. With service workers let in the page
        is as it is, without initial scripts: they would keep an altered one.
        """
        if others:
            raise unittest.SkipTest(f"webkit can't: its driver knows no {', '.join(others)}")
        context = Context(self, viewport or {"width": 1180, "height": 820})
        context.server = server
        if server:
            server.routes.clear()
            context.has_scripts = service_workers == "block"
            server.initial_script = context.initial_script if context.has_scripts else None
        self.contexts.append(context)
        return context

    def close(self):
        with contextlib.ExitStack() as stack:
            stack.callback(self.folder.cleanup)
            for context in self.contexts:
                stack.callback(context.close)


class Context:
    """A session of a driver of its own: a driver has one at a time."""

    def __init__(self, browser, viewport):
        self.viewport = viewport
        self.timeout = 30.0
        self.scripts = []
        self.has_scripts = True
        self.pages = []
        self.server = None
        self.process = self.session = None
        self.has_crashed = False
        self.log = tempfile.TemporaryFile()
        try:
            self.begin(browser)
        except Exception:
            self.close()
            raise

    def begin(self, browser, attempts=3):
        """Now and then a driver waits for its browser for ever; another one does not."""
        for _ in range(attempts):
            try:
                return self.begin_session(browser)
            except TimeoutError:
                self.end()
        raise DriverError(f"{attempts} drivers waited in vain for their browsers")

    def begin_session(self, browser):
        binary = next(pathlib.Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"), None)
        if binary is None:
            raise FileNotFoundError("there is no MiniBrowser")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(
            [browser.driver, f"--port={port}"], env=browser.environment, stdout=self.log, stderr=self.log,
            start_new_session=True, preexec_fn=end_with_parent,
        )  # fmt: skip
        self.await_driver()
        options = {"binary": str(binary), "args": browser.arguments}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        made = self.send("POST", "/session", wanted, timeout=60)
        self.session = f"/session/{made['sessionId']}"
        self.capabilities = made["capabilities"]
        self.call("POST", "/timeouts", {"script": 300_000})

    def await_driver(self):
        for _ in range(200):
            if self.process.poll() is not None:
                raise DriverError(f"the driver has ended with {self.process.returncode}")
            try:
                return self.send("GET", "/status")
            except urllib.error.URLError:
                time.sleep(0.05)
        raise DriverError("WebKitWebDriver does not answer")

    def send(self, method, path, body=None, timeout=330):
        data = None if method != "POST" else json.dumps(body or {}).encode()
        request = urllib.request.Request(
            self.address + path, data, {"content-type": "application/json"}, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=timeout) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            value = json.load(error)["value"]
            raise DriverError(f"{value['error']}: {value['message']}") from None

    def call(self, method, path, body=None):
        try:
            return self.send(method, self.session + path, body)
        except DriverError as error:
            self.has_crashed = self.has_crashed or self.is_lost(error)
            if not self.has_crashed:
                raise
            raise Crash(f"{error}\n{self.end_of_log()}") from None

    def is_lost(self, error):
        """Whether the session has ended with the page's process, after the `error` of a call."""
        if "javascript error" not in str(error):
            # In a call's midst its end is reported as this or that.
            try:
                self.send("GET", f"{self.session}/url")
            except DriverError as other:
                error = other
        return any(sign in str(error) for sign in ("page crash or hang", "invalid session id"))

    def end_of_log(self, size=2000):
        """What driver and browser have written last."""
        self.log.seek(max(0, self.log.seek(0, os.SEEK_END) - size))
        return self.log.read().decode(errors="replace")

    def set_default_timeout(self, milliseconds):
        self.timeout = milliseconds / 1e3

    def add_init_script(self, script):
        if not self.has_scripts:
            raise unittest.SkipTest("webkit can't: initial scripts beside service workers")
        self.scripts.append(script)

    def initial_script(self):
        return "\n".join(f"{{{one}\n}}" for one in [noted, *self.scripts])

    def route(self, pattern, handler, times=None):
        self.server.route(pattern, handler, times)

    def unroute(self, pattern):
        self.server.unroute(pattern)

    def unroute_all(self):
        self.server.routes.clear()

    def new_page(self):
        page = Page(self)
        self.pages.append(page)
        return page

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the session, and whatever of driver and browser that leaves."""
        if self.log.closed:
            return
        try:
            for page in self.pages:
                page.report_faults()
        finally:
            if self.session and self.process.poll() is None:
                with contextlib.suppress(DriverError, OSError):
                    self.send("DELETE", self.session)
            self.log.close()
            self.end()

    def end(self):
        """Ends the processes of driver and browser."""
        if not self.process:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGTERM)
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


class Page:
    def __init__(self, context):
        self.context = context
        self.mouse = Mouse(context)
        self.keyboard = Keyboard(context)
        self.handlers = {}
        # Whether the page lies in a frame of a window that can't be as narrow.
        self.in_frame = False
        self.url = "about:blank"
        self.server = context.server

    def close(self):
        """A session has one page."""
        self.context.close()

    # Going somewhere

    def goto(self, url):
        self.report_faults()
        self.url = url
        self.in_frame = self.context.viewport["width"] < minimum_width
        self.resize()
        if not self.in_frame:
            self.context.call("POST", "/url", {"url": url})
            return
        size = self.context.viewport
        self.context.call(
            "POST",
            "/url",
            {"url": f"{self.server.address}{framed}?{size['width']}x{size['height']}"},
        )
        self.run("address => { frames[0].location = address }", url)
        self.enter_frame()

    def reload(self):
        self.report_faults()
        if self.in_frame:
            self.evaluate("() => { window.isOld = true; setTimeout(() => location.reload()) }")
            while self.renewed("() => window.isOld === true"):
                time.sleep(0.05)
        else:
            self.context.call("POST", "/refresh")

    def renewed(self, source):
        """What a function says in the frame as it is now."""
        self.context.call("POST", "/frame", {"id": None})
        self.enter_frame()
        return self.run(source)

    def add_init_script(self, script):
        self.context.add_init_script(script)

    def route(self, pattern, handler, times=None):
        self.context.route(pattern, handler, times)

    def unroute(self, pattern):
        self.context.unroute(pattern)

    def set_viewport_size(self, size):
        self.context.viewport = size
        self.resize()
        if self.in_frame:
            self.context.call("POST", "/frame", {"id": None})
            self.run(
                "([width, height]) => Object.assign(document.querySelector('iframe').style, { width, height })",
                [f"{size['width']}px", f"{size['height']}px"],
            )
            self.enter_frame()
        elif size["width"] < minimum_width:
            raise DriverError(f"a page in a window can't be as narrow as {size}")
        self.wait_for_function("([width, height]) => innerWidth === width && innerHeight === height",
                               arg=[size["width"], size["height"]])  # fmt: skip

    def resize(self):
        size = self.context.viewport
        window = {"width": max(minimum_width, size["width"]), "height": size["height"] + bar_height}
        self.context.call("POST", "/window/rect", window)

    def enter_frame(self):
        found = self.context.call("POST", "/element", {"using": "css selector", "value": "iframe"})
        self.context.call("POST", "/frame", {"id": found})

    # Asking the page

    def run(self, source, arg=None):
        """What a function says of `arg`, or an expression's value; of statements none."""
        body = (
            f"const value = ({source}\n); return typeof value === 'function' ? value(arg) : value;"
        )
        try:
            return self.execute(body, arg)
        except DriverError as error:
            if "javascript error" not in str(error):
                raise
            return self.execute(source, arg)

    def execute(self, body, arg):
        script = f"""
          const [arg, done] = arguments;
          (async () => {{ {body} }})().then(
            (value) => done({{ value }}), (error) => done({{ error: `${{error}}\\n${{error?.stack}}` }}));
        """
        answer = self.context.call("POST", "/execute/async", {"script": script, "args": [arg]})
        if "error" in answer:
            raise DriverError(answer["error"])
        return answer.get("value")

    def evaluate(self, source, arg=None):
        return self.run(source, arg)

    def until(self, source, arg, timeout, what):
        """Asks until the answer is true."""
        end = time.monotonic() + (self.context.timeout if timeout is None else timeout / 1e3)
        while True:
            try:
                if answer := self.run(source, arg):
                    return answer
            except DriverError as error:
                # A page that goes elsewhere while it is asked.
                if "navigation" not in str(error) and "detached" not in str(error):
                    raise
            if time.monotonic() > end:
                raise Timeout(f"waited in vain for {what}")
            time.sleep(0.03)

    def wait_for_function(self, source, arg=None, timeout=None):
        return self.until(source, arg, timeout, source)

    def wait_for_selector(self, selector, timeout=None, state="visible"):
        wanted = {
            "visible": "all(selector).some(isVisible)",
            "hidden": "!all(selector).some(isVisible)",
            "attached": "all(selector).length > 0",
            "detached": "all(selector).length === 0",
        }[state]
        self.until(
            f"(selector) => {{ {finder} return {wanted}; }}",
            selector,
            timeout,
            f"{selector}, {state}",
        )

    def wait_for_timeout(self, milliseconds):
        time.sleep(milliseconds / 1e3)

    def of_first(self, selector, work, arg=None):
        """What `work(element, arg)` says of the first that is found, waited for."""
        self.wait_for_selector(selector, state="attached")
        return self.run(
            f"([selector, arg]) => {{ {finder} return ({work})(all(selector)[0], arg); }}",
            [selector, arg],
        )

    def eval_on_selector(self, selector, work, arg=None):
        return self.of_first(selector, work, arg)

    def eval_on_selector_all(self, selector, work, arg=None):
        return self.run(
            f"([selector, arg]) => {{ {finder} return ({work})(all(selector), arg); }}",
            [selector, arg],
        )

    def text_content(self, selector):
        return self.of_first(selector, "(one) => one.textContent")

    def inner_text(self, selector):
        return self.of_first(selector, "(one) => one.innerText")

    def get_attribute(self, selector, name):
        return self.of_first(selector, "(one, name) => one.getAttribute(name)", name)

    def is_visible(self, selector):
        return self.run(
            f"(selector) => {{ {finder} return all(selector).slice(0, 1).some(isVisible); }}",
            selector,
        )

    def is_hidden(self, selector):
        return not self.is_visible(selector)

    def is_disabled(self, selector):
        return self.of_first(selector, "(one) => one.matches(':disabled')")

    def query_selector(self, selector):
        return (
            self.run(f"(selector) => {{ {finder} return all(selector).length > 0; }}", selector)
            or None
        )

    def title(self):
        return self.run("document.title")

    def locator(self, selector):
        return Locator(self, selector)

    def screenshot(self, path=None):
        picture = base64.b64decode(self.context.call("GET", "/screenshot"))
        if path:
            pathlib.Path(path).write_bytes(picture)
        return picture

    # Doing something

    def click(self, selector, timeout=None):
        self.mouse.click(*self.place(selector, timeout))

    def dblclick(self, selector):
        place = self.place(selector)
        self.mouse.click(*place)
        self.mouse.click(*place)

    def place(self, selector, timeout=None):
        """-> where to click, once a click there reaches the element."""
        end = time.monotonic() + (self.context.timeout if timeout is None else timeout / 1e3)
        while isinstance(place := self.run(target, selector), str):
            if time.monotonic() > end:
                raise Timeout(f"cannot click: {place}")
            time.sleep(0.03)
        return place

    def uncheck(self, selector):
        if self.of_first(selector, "(one) => one.checked"):
            self.click(selector)

    def focus(self, selector):
        self.of_first(selector, "(one) => one.focus()")

    def set_input_files(self, selector, files):
        """By the server, since the driver knows no files: a page's script may set those of an
        input.
        """
        offered = []
        for file in files if isinstance(files, list) else [files]:
            if isinstance(file, dict):
                name, kind, body = file["name"], file["mimeType"], file["buffer"]
            else:
                path = pathlib.Path(file)
                name, kind, body = path.name, types.get(path.suffix.lower(), ""), path.read_bytes()
            offered.append([name, kind, self.server.offer(name, body)])
        self.of_first(selector, """async (input, offered) => {
          const chosen = new DataTransfer();
          for (const [name, type, address] of offered) {
            const body = await (await fetch(address)).arrayBuffer();
            chosen.items.add(new File([body], name, { type }));
          }
          input.files = chosen.files;
          input.dispatchEvent(new Event('input', { bubbles: true }));
          input.dispatchEvent(new Event('change', { bubbles: true }));
        }""", offered)  # fmt: skip

    # Faults

    def on(self, event, handler):
        # What an error writes to the console is among the faults.
        if event not in ("pageerror", "console"):
            raise unittest.SkipTest(f"webkit can't: its driver reports no {event}")
        self.handlers.setdefault(event, []).append(handler)

    def report_faults(self):
        """Calls the handlers of `pageerror` with what has gone wrong since the last time."""
        if self.context.log.closed or self.context.has_crashed:
            return
        for fault in self.run("() => globalThis.faults?.splice(0) ?? []"):
            for handler in self.handlers.get("pageerror", []):
                handler(fault)


types = {
    ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".png": "image/png", ".webp": "image/webp",
    ".mp4": "video/mp4", ".webm": "video/webm", ".mov": "video/quicktime", ".txt": "text/plain",
}  # fmt: skip

# An empty page with a frame, for narrow pages.
framed = "framed.html"

# The page's faults, kept until they are asked for.
noted = """
  globalThis.faults = [];
  addEventListener('error', (event) => faults.push(`${event.message} (${event.filename}:${event.lineno})`));
  addEventListener('unhandledrejection', ({ reason }) => faults.push(`unhandled: ${reason}`));
  document.addEventListener('securitypolicyviolation', (event) =>
    faults.push(`Content Security Policy: ${event.violatedDirective} ${event.blockedURI}`));
  const report = console.error;
  console.error = (...all) => { faults.push(all.map(String).join(' ')); report.apply(console, all); };
"""


class Locator:
    def __init__(self, page, selector):
        self.page, self.selector = page, selector

    def bounding_box(self):
        return self.page.of_first(
            self.selector,
            "(one) => { const { x, y, width, height } = one.getBoundingClientRect(); return { x, y, width, height }; }",
        )

    def count(self):
        return self.page.eval_on_selector_all(self.selector, "(all) => all.length")

    def all_text_contents(self):
        return self.page.eval_on_selector_all(
            self.selector, "(all) => all.map((one) => one.textContent)"
        )

    def click(self):
        self.page.click(self.selector)

    def wait_for(self, state="visible", timeout=None):
        self.page.wait_for_selector(self.selector, state=state, timeout=timeout)

    @property
    def first(self):
        return Locator(self.page, f"{self.selector} >> nth=0")

    def all(self):
        return [self.nth(number) for number in range(self.count())]

    def nth(self, number):
        return Locator(self.page, f"{self.selector} >> nth={number}")

    def evaluate(self, work, arg=None):
        return self.page.of_first(self.selector, work, arg)

    def text_content(self):
        return self.page.text_content(self.selector)

    def is_visible(self):
        return self.page.is_visible(self.selector)

    def get_attribute(self, name):
        return self.page.get_attribute(self.selector, name)

    def scroll_into_view_if_needed(self):
        self.evaluate("(one) => one.scrollIntoView({ block: 'nearest' })")


class Actions:
    def __init__(self, context):
        self.context = context

    def perform(self, kind, actions, **options):
        self.context.call(
            "POST",
            "/actions",
            {"actions": [{"type": kind, "id": kind, "actions": actions, **options}]},
        )


class Mouse(Actions):
    at = 0, 0

    def perform_all(self, *actions):
        self.perform("pointer", list(actions), parameters={"pointerType": "mouse"})

    def wheel(self, across, down):
        x, y = self.at
        turn = {"type": "scroll", "x": x, "y": y, "deltaX": across, "deltaY": down}
        self.perform("wheel", [turn])

    def move(self, x, y, steps=1):
        self.at = round(x), round(y)
        self.perform_all({"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0})

    def down(self):
        self.perform_all({"type": "pointerDown", "button": 0})

    def up(self):
        self.perform_all({"type": "pointerUp", "button": 0})

    def click(self, x, y):
        self.perform_all(
            {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        )


class Keyboard(Actions):
    def press(self, key):
        *held, last = key.split("+")
        names = [keys.get(one, one) for one in [*held, last]]
        self.perform("key", [{"type": "keyDown", "value": one} for one in names]
                     + [{"type": "keyUp", "value": one} for one in reversed(names)])  # fmt: skip

    def type(self, text):
        for letter in text:
            self.press(letter)
