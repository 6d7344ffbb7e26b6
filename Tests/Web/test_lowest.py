"""The lowest browser versions: those documented, those the page names, and what it uses."""

import re
import unittest

from support import PageTest, root

web = root / "Web"

# What is too new for the page, by kind of file: a pattern, what it is, and the first Chrome (and
# Edge), Firefox and Safari that have it, `None` where none had. Looked up on 2026-11-28 in the
# .dist files of web-features where no other source is named. A row counts while one of the three
# is newer than the lowest version: when that rises, it falls silent.
styles = (
    (r"@scope\b", "@scope", 118, None, 17.4),
    (r"@starting-style\b", "@starting-style", 117, 129, 17.5),
    (r"@property\b", "@property", 85, None, 16.4),
    (r"@container[^{]*\bstyle\(", "queries of a container's style", 111, None, None),
    (r"@position-try\b|(?<![-\w])(anchor-(name|scope)|position-(anchor|area|try\S*))\s*:",
     "anchors", 125, None, None),
    (r"\banchor(-size)?\(", "anchor() and anchor-size()", 125, None, None),
    (r"@view-transition\b|view-transition-(name|class)", "view transitions", 111, None, None),
    (r"\b(scroll|view|animation)-timeline|animation-range", "animations by scrolling", 115, None, None),
    (r"\(\s*scripting\b", "queries whether scripts run", 120, 113, 17),
    (r":popover-open\b", "popovers", 114, 125, 17),
    (r":dir\(", ":dir()", 120, 49, 16.4),
    (r"::highlight\(", "::highlight()", 105, None, 17.2),
    (r"\blight-dark\(", "light-dark()", 123, 120, 17.5),
    (r"\b(rgba?|hsla?|hwb|(ok)?lab|(ok)?lch|color)\(\s*from\b", "relative colours", 119, 128, 16.4),
    (r"(?<![-\w])image-set\(", "image-set()", 113, 89, 17),
    (r"(?<![-\w])linear\(", "linear() as easing", 113, 112, 17.2),
    (r"(?<![-\w])(round|mod|rem)\(", "round(), mod() and rem()", 125, 118, 15.4),
    (r"\bcalc-size\(|(?<![-\w])interpolate-size\s*:", "sizes by keywords in calculations", 129, None, None),
    (r"(?<![-\w])subgrid\b", "subgrid", 117, 71, 16),
    (r"(?<![-\w])text-wrap(-\w+)?\s*:", "text-wrap", 114, 121, 17.4),
    (r"(?<![-\w])white-space-collapse\s*:", "white-space-collapse", 114, 124, 17.4),
    (r"(?<![-\w])field-sizing\s*:", "field-sizing", 123, None, None),
    (r"(?<![-\w])transition-behavior\s*:|\ballow-discrete\b", "transition-behavior", 117, None, 17.4),
    (r"(?<![-\w])scrollbar-width\s*:", "scrollbar-width", 121, 64, 18.2),
    (r"(?<![-\w])scrollbar-color\s*:", "scrollbar-color", 121, 64, None),
    (r"(?<![-\w])scrollbar-gutter\s*:", "scrollbar-gutter", 94, 97, None),
    (r"(?<![-\w])mask(-\w+)?\s*:", "masks", 120, 53, 15.4),
    (r"(?<![-\w])backdrop-filter\s*:", "backdrop-filter", 76, 103, None),
    (r"(?<![-\w])content-visibility\s*:", "content-visibility", 85, 125, 18),
    (r"(?<![-\w])contain-intrinsic-", "contain-intrinsic-size", 83, 107, 17),
    (r"(?<![-\w])zoom\s*:", "zoom", 1, 126, 3.1),
)  # fmt: skip
scripts = (
    (r"\b(Object|Map)\.groupBy\b", "groupBy()", 117, 119, 17.4),
    (r"\bPromise\.withResolvers\b", "Promise.withResolvers()", 119, 121, 17.4),
    (r"\bPromise\.try\b", "Promise.try()", 128, None, None),
    (r"\bArray\.fromAsync\b", "Array.fromAsync()", 121, 115, 16.4),
    (r"\.(union|intersection|difference|symmetricDifference|is(Subset|Superset)Of|isDisjointFrom)\(",
     "methods of sets", 122, 127, 17),
    (r"\bIterator\.|\.(values|keys|entries)\(\)\s*\.(?!next\b)\w", "methods of iterators", 122, 131, None),
    (r"\bAbortSignal\.any\b", "AbortSignal.any()", 116, 124, 17.4),
    (r"\bURL\.canParse\b", "URL.canParse()", 120, 115, 17),
    (r"\bIntl\.Segmenter\b", "Intl.Segmenter", 87, 125, 14.1),
    (r"\bIntl\.DurationFormat\b", "Intl.DurationFormat", 129, None, 16.4),
    (r"\bRegExp\.escape\b", "RegExp.escape()", None, None, None),
    (r"\bFloat16Array\b|\bf16round\b|\b[gs]etFloat16\b", "numbers of 16 bits", 135, 129, 18.2),
    (r"\b(setF|f)rom(Base64|Hex)\b|\.to(Base64|Hex)\(", "base64 and hex of bytes", 140, 133, 18.2),
    (r"\bmaxByteLength\b", "buffers that grow", 111, 128, 16.4),
    (r"\btransferToFixedLength\b|\.buffer\.transfer\(", "transfer() of a buffer", 114, 122, 17.4),
    (r"^\s*(await\s+)?using\s+\w+\s*=|\b(Async)?DisposableStack\b", "using", 134, 141, None),
    # The pull request Fyrd/caniuse#6973 and the features of Safari 17.2 that it names.
    (r"\b(import|export)\b[^;'\"]*['\"][^'\"]*['\"]\s*with\s*\{|\bimport\([^)]*\bwith\s*:",
     "attributes of imports", 123, None, 17.2),
    (r"\bstartViewTransition\b", "view transitions", 111, None, None),
    (r"\b(show|hide|toggle)Popover\b", "popovers", 114, 125, 17),
    (r"\bcheckVisibility\b", "checkVisibility()", 105, 106, 17.4),
    (r"\brequestIdleCallback\b", "requestIdleCallback()", 47, 55, None),
    (r"\bregisterProperty\b", "CSS.registerProperty()", 78, None, 16.4),
    (r"\bCSS\.highlights\b|\bnew Highlight\(", "highlights", 105, None, 17.2),
    (r"\bclosedBy\b", "closedBy of dialogs", 134, None, None),
)  # fmt: skip
markup = (
    (r"\spopover(target\w*)?[\s=>]", "popovers", 114, 125, 17),
    (r"<details[^>]*\sname=", "details that close each other", 120, None, 17.2),
    (r"\sclosedby=", "closedby of dialogs", 134, None, None),
    (r"\scommand(for)?=", "commands of buttons", None, None, None),
)
# As above, and where it may be used all the same: these files do without it where it is missing.
optional = (
    (r"\bVideoFrame\b", "VideoFrame", 94, 130, 16.4,
     {"engine/pixels.js", "games/toss/feed.js", "shell/source.js", "shell/upright.js"}),
    (r"\brequestVideoFrameCallback\b", "requestVideoFrameCallback()", 83, 132, 15.4,
     {"shell/frames.js", "games/toss/feed.js"}),
    (r"\bwakeLock\b", "wakeLock", 84, 126, 16.4, {"shell/awake.js"}),
    (r"\bgetCoalescedEvents\b", "getCoalescedEvents()", 58, 59, None, {"shell/ink.js"}),
    (r"\bDeviceOrientationEvent\b", "DeviceOrientationEvent", 7, 6, None, {"games/race/gravity.js"}),
)  # fmt: skip
kinds = {".css": styles, ".js": (*scripts, *optional), ".html": markup}

# What takes away each thing that needs.js asks about.
take_away = """
  const without = new URLSearchParams(location.search).get("without");
  const supports = CSS.supports;
  const understandNo = (part) => () => {
    CSS.supports = (...all) => !all.join(": ").includes(part) && supports.apply(CSS, all);
  };
  const nothing = (owner, name) => () => {
    Object.defineProperty(owner, name, { get: () => undefined, configurable: true });
  };
  ({
    "css-nesting": understandNo("&"),
    "css-has": understandNo(":has("),
    "container-queries": understandNo("container-type"),
    "round-rect": () => { delete CanvasRenderingContext2D.prototype.roundRect; },
    "module-workers": () => {
      const Real = Worker;
      window.Worker = class extends Real { constructor(address) { super(address); } };
    },
    "offscreen-canvas": () => { delete window.OffscreenCanvas; },
    "webassembly-simd": () => { WebAssembly.validate = () => false; },
    "array-find-last": () => { delete Array.prototype.findLast; },
    "array-at": () => { delete Array.prototype.at; },
    "dialog": () => { delete window.HTMLDialogElement; },
    "image-bitmaps": () => { delete window.createImageBitmap; },
    "resize-observer": () => { delete window.ResizeObserver; },
    "web-crypto": nothing(Crypto.prototype, "subtle"),
    // Not all of it is missing, or it is missing in another way.
    "offscreen-canvas 2d": () => { OffscreenCanvas.prototype.getContext = () => null; },
    "webassembly-simd at all": () => { delete window.WebAssembly; },
    "module-workers at all": () => { delete window.Worker; },
    "css-nesting at all": () => { delete window.CSS; },
    // An address without https.
    "https": () => {
      nothing(Crypto.prototype, "subtle")();
      Object.defineProperty(window, "isSecureContext", { value: false });
    },
  })[without]?.();
"""


def document():
    """-> the lowest Chrome, Edge, Firefox, Safari and iOS that Documentation/browsers.md names on
    top, and the rows of what the game needs: its name in needs.js, and the same five."""
    text = (root / "Documentation/browsers.md").read_text()
    number = r"([\d.]+)"
    top = re.search(
        rf"\*\*Chrome {number}, Edge {number}, Firefox {number}, Safari {number} and iOS {number}\*\*",
        text,
    )
    table = text.split("## What the game needs")[1].split("\n## ")[0]
    rows = re.findall(r"^\| \[.*?\| `([a-z0-9-]+)` \|((?: [\d.]+ \|){5})", table, re.M)
    return (
        [float(version) for version in top.groups()],
        [(name, [float(version) for version in re.findall(number, cells)]) for name, cells in rows],
    )


def lowest():
    """-> the lowest Chrome and Edge, Firefox, and Safari."""
    chrome, edge, firefox, safari, ios = document()[0]
    return min(chrome, edge), firefox, min(safari, ios)


def checked():
    """-> what needs.js calls the things that it checks."""
    return re.findall(r'^    "([a-z0-9-]+)": ', (web / "needs.js").read_text(), re.M)


def words():
    """-> the sentences in words/en.js that say that the browser is too old."""
    return re.search(
        r'unable: \{\s*title: "([^"]*)",\s*text: "([^"]*)"', (web / "words/en.js").read_text()
    ).groups()


def blank(text, pattern):
    """The text without what the pattern finds, each character in its place."""

    def spaces(found):
        return re.sub(r"[^\n]", " ", found.group())

    return re.sub(pattern, spaces, text, flags=re.S | re.M)


def newer(text, kind):
    """-> what is too new in a file of this kind: the line, what it is, the files that may have it."""
    comments = {
        ".css": r"/\*.*?\*/",
        ".js": r"/\*.*?\*/|(?<![:\"'`\\])//[^\n]*",
        ".html": r"<!--.*?-->",
    }
    text = blank(text, comments[kind])
    enough = lowest()
    found = []
    for pattern, what, *rest in kinds[kind]:
        first, files = rest[:3], rest[3] if len(rest) > 3 else set()
        if all(version and version <= least for version, least in zip(first, enough)):
            continue
        for match in re.finditer(pattern, text, re.M):
            found.append((text.count("\n", 0, match.start()) + 1, what, files))
    return found + (nested(text) if kind == ".css" else [])


def nested(text):
    """As `newer`, of rules within rules.

    Before Chrome 120 and Safari 17.2 their selectors can't begin with the name of an element; here
    all begin with `&`. Before Chrome 130, Firefox 132 and Safari 18.2 declarations that follow such
    a rule count as if they preceded it (CSSNestedDeclarations in browser-compat-data).
    """
    text = blank(text, r'"[^"\n]*"')
    found = []
    # Of each block that is open: whether it is a rule, and has had rules within.
    open_blocks = []
    start = 0
    for match in re.finditer(r"[{};]", text):
        part = text[start : match.start()].strip()
        line = text.count("\n", 0, start + len(text[start:]) - len(text[start:].lstrip())) + 1
        in_rule = any(is_rule for is_rule, _ in open_blocks)
        if match.group() == "{":
            is_rule = not part.startswith("@")
            if is_rule and in_rule:
                open_blocks[-1][1] = True
                # Not at the commas within brackets.
                selectors = re.split(r",(?![^(]*\))", part)
                if not all(selector.strip().startswith("&") for selector in selectors):
                    found.append((line, f"a nested selector without &: {part}", set()))
            # Frames of an animation are no rules.
            in_frames = bool(open_blocks) and open_blocks[-1][0] is None
            is_frames = in_frames or part.startswith("@keyframes")
            open_blocks.append([None if is_frames else is_rule, False])
        else:
            if part and open_blocks and open_blocks[-1][0] and open_blocks[-1][1]:
                found.append((line, f"a declaration after a nested rule: {part}", set()))
            if match.group() == "}":
                open_blocks.pop()
        start = match.end()
    return found


class LowestVersionTests(unittest.TestCase):
    def test_the_lowest_versions_are_the_largest_of_what_the_game_needs(self):
        top, rows = document()
        self.assertGreater(len(rows), 10)
        columns = zip(*(versions for _, versions in rows))
        self.assertEqual(top, [max(column) for column in columns])

    def test_the_page_checks_what_the_document_says_that_it_needs(self):
        self.assertEqual(checked(), list(dict.fromkeys(name for name, _ in document()[1])))

    def test_old_browsers_understand_the_checks(self):
        text = blank((web / "needs.js").read_text(), r"//[^\n]*|/\*.*?\*/")
        young = r"\b(const|let|class|async|await|import|of)\b|=>|`|\?\.|\?\?|\.\.\.|,\s*[\]})]"
        self.assertEqual([found.group() for found in re.finditer(young, text)], [])

    def test_the_page_names_the_lowest_versions(self):
        chrome, edge, firefox, safari, ios = [f"{version:g}" for version in document()[0]]
        self.assertEqual(chrome, edge)
        title, text = words()
        self.assertIn(f"Chrome or Edge {chrome}, Firefox {firefox}, Safari {safari} ", text)
        self.assertIn(f"iOS or iPadOS {ios} ", text)
        page = (web / "index.html").read_text()
        section = re.search(r'<section id="too-old">.*?<h1>(.*?)</h1>\s*<p>(.*?)</p>', page, re.S)
        self.assertEqual(section.groups(), (title, text))

    def test_nothing_in_the_page_is_newer(self):
        files = [file for file in sorted(web.rglob("*")) if file.suffix in kinds]
        self.assertGreater(len(files), 60)
        wrong = []
        for file in files:
            name = file.relative_to(web).as_posix()
            for line, what, allowed in newer(file.read_text(), file.suffix):
                if name not in allowed:
                    wrong.append(f"Web/{name}:{line}: {what}")
        self.assertEqual(wrong, [])

    def test_what_is_newer_is_found(self):
        for kind, text in (
            (".css", ".tray { color: red; h2 { color: blue; } }"),
            (".css", "@media (width) { .tray { & b, i { color: red; } } }"),
            (".css", ".tray { .between { display: none; } }"),
            (".css", ".tray { & b { color: red; } color: blue; }"),
            (".css", "@scope (.tray) { b { color: red; } }"),
            (".css", "@starting-style { b { opacity: 0; } }"),
            (".css", "b { color: light-dark(red, blue); }"),
            (".css", "b { anchor-name: --tray; }"),
            (".css", "p { text-wrap: pretty; }"),
            (".css", "b { color: rgb(from red r g b); }"),
            (".css", "b { mask: url(a.svg); }"),
            (".js", "const groups = Object.groupBy(dice, (die) => die.value);"),
            (".js", "const { promise } = Promise.withResolvers();"),
            (".js", "const all = one.union(other);"),
            (".js", "Iterator.from(dice)"),
            (".js", "dice.values().map((die) => die.value)"),
            (".js", 'import words from "./words.json" with { type: "json" };'),
            (".js", 'await import("./words.json", { with: { type: "json" } });'),
            (".js", "AbortSignal.any([one, other])"),
            (".js", "  using lock = take();"),
            (".js", 'const address = "https://a.b"; Promise.try(work);'),
            (".html", '<div id="tray" popover></div>'),
            (".html", '<details name="one">'),
        ):
            with self.subTest(text):
                self.assertNotEqual(newer(text, kind), [])

    def test_what_is_old_enough_is_not(self):
        for kind, text in (
            (".css", "@keyframes pop { from { opacity: 0; } to { opacity: 1; } }"),
            (".css", "@media print { h2 { color: red; } b, i { color: red; } }"),
            (".css", ".tray { color: red; & h2, & :is(b, i) { color: blue; } }"),
            (".css", "/* .tray { h2 {} } @scope */ b { background: linear-gradient(red, blue); }"),
            (".css", "b { transform: rotate(1deg); -webkit-mask: none; --round: 1rem; }"),
            (".js", "// Object.groupBy would do.\nconst all = [...dice.values()].toSorted();"),
            (".js", "Object.entries(all).map(([name]) => name); array.with(0, 1);"),
            (".html", "<!-- <div popover> --><p>A popover.</p>"),
        ):
            with self.subTest(text):
                self.assertEqual(newer(text, kind), [])

    def test_an_optional_thing_is_found_elsewhere(self):
        ((_, what, allowed),) = newer("const frame = new VideoFrame(video);", ".js")
        self.assertEqual(what, "VideoFrame")
        self.assertNotIn("shell/stage.js", allowed)


class TooOldTests(PageTest):
    def load(self, page, without):
        page.goto(f"{self.site.address}?without={without.replace(' ', '+')}#count")

    def test_where_anything_needed_is_missing_one_sentence_stands_instead_of_the_game(self):
        names = re.findall(r'^    "([\w -]+)": ', take_away, re.M)
        self.assertEqual([name for name in names if name in checked()], checked())
        page = self.open(before=lambda page: page.add_init_script(take_away), checked=False)
        for name in names:
            if name == "https":
                continue
            with self.subTest(name):
                self.load(page, name)
                page.wait_for_selector("#too-old")
                self.assertEqual(page.get_attribute("html", "data-lacks"), name.split(" ")[0])
                self.assertEqual(
                    (page.inner_text("#too-old h1"), page.inner_text("#too-old p")), words()
                )
                for hidden in ("main", "#home", "#play", "#fix", "#players"):
                    self.assertFalse(page.is_visible(hidden), hidden)
                # No module has run.
                page.wait_for_timeout(300)
                self.assertIsNone(page.get_attribute("body", "data-ready"))
                self.assertEqual(page.text_content("#mode-name"), "")

    def test_with_everything_there_it_is_not_shown(self):
        page = self.open("count")
        self.assertFalse(page.is_visible("#too-old"))
        self.assertIsNone(page.get_attribute("html", "data-lacks"))

    def test_an_address_without_https_is_no_old_browser(self):
        page = self.open(before=lambda page: page.add_init_script(take_away), checked=False)
        self.load(page, "https")
        page.wait_for_selector("body[data-ready]")
        self.assertFalse(page.is_visible("#too-old"))
        self.assertTrue(page.is_visible("#play"))


if __name__ == "__main__":
    unittest.main()
