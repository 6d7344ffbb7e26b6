"""What a visit loads, and new versions that arrive while pages are open.

The host sends no Cache-Control, and its files are old: browsers then take them from their cache for
days without asking.
"""

import os
import pathlib
import shutil
import subprocess
import tempfile
import time

from support import PageTest, Site, root, site, version, watched_question

portraits = "dice-portrait.safetensors"
picture = str(root / "Samples/dice.jpg")


def publish(folder, days, **changes):
    """Writes the built page as another version into `folder`, so many days ago, with each of `changes`
    made to a file. -> the folder."""
    shutil.copytree(site, folder)
    old = version(folder)
    for path in (folder / old).iterdir():
        path.rename(folder / path.name)
    (folder / old).rmdir()
    (folder / "assets.js").unlink()
    for name, part, whole in (
        ("index.html", f"{old}/", ""),
        ("service-worker.js", old, "VERSION"),
    ):
        (folder / name).write_text((folder / name).read_text().replace(part, whole))
    for name, change in changes.items():
        (folder / name).write_bytes(change((folder / name).read_bytes()))
    subprocess.run([root / "Scripts/list-assets.py", folder], check=True)
    long_ago = time.time() - days * 24 * 3600
    for path in folder.rglob("*"):
        os.utime(path, (long_ago, long_ago))
    return folder


class VersionTests(PageTest):
    @classmethod
    def serve(cls):
        folder = tempfile.TemporaryDirectory(prefix="playfield-")
        cls.addClassCleanup(folder.cleanup)
        folder = pathlib.Path(folder.name)
        cls.old = publish(folder / "old", 10)
        cls.new = publish(
            folder / "new",
            9,
            **{
                "words/en.js": lambda text: text.replace(b"May I look", b"May I now look"),
                # The old page's engine refuses it.
                portraits: lambda weights: weights[:-1] + bytes([weights[-1] ^ 1]),
            },
        )

    def setUp(self):
        super().setUp()
        self.site = Site(self.old)
        self.addCleanup(self.site.stop)

    def visit(self, page):
        """Loads the page as a visit does. -> the version that it shows."""
        page.goto("about:blank")
        page.goto(f"{self.site.address}#add")
        page.wait_for_selector("body[data-ready]")
        return self.shown(page)

    def shown(self, page):
        title = page.text_content("#notice-title")
        return {"May I look": "old", "May I now look": "new"}[title.split(" at ")[0]]

    def kept(self, page):
        """-> the versions that are kept on the device."""
        names = page.evaluate("caches.keys()")
        folders = {version(self.old): "old", version(self.new): "new"}
        return [folders[name.split(" ")[-1]] for name in names]

    def keep(self, page):
        """Plays until the page is kept, and loads it again from there."""
        # Dice that were tapped in outlive a reload.
        if page.is_visible("#tap-dice"):
            self.tap_dice(page, 6, 2)
        page.wait_for_selector("#pad[data-open=true]")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        self.visit(page)

    def update(self, page, folder):
        """Publishes another version, and waits until it has been kept and answers."""
        self.site.folder = folder
        page.evaluate("""async () => {
          const changed = new Promise((resolve) => {
            navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
          });
          await (await navigator.serviceWorker.ready).update();
          const late = AbortSignal.timeout(60_000);
          await Promise.race([
            changed, new Promise((_, reject) => (late.onabort = () => reject(late.reason)))]);
        }""")

    def asked(self):
        """-> what was asked of the server, but whether there is a newer version."""
        return [path for path, _, _ in self.site.answers if path != "/service-worker.js"]

    def sent(self):
        """-> the paths whose bodies were sent. What service workers import counts once: some engines fetch it twice."""
        paths, _ = self.site.bodies()
        imported = f"/{version(self.site.folder)}/assets.js"
        if self.browser.name != "chromium" and imported in paths:
            paths = [path for path in paths if path != imported] + [imported]
        return paths

    def read_picture(self, page):
        page.set_input_files("#file", picture)
        page.wait_for_selector("#stage[data-shows=picture]")
        page.wait_for_selector("#pad[data-open=true]")

    def test_a_first_visit_loads_each_file_once_and_half_of_them_until_the_first_question(self):
        page = self.open(
            "add", worker=True, before=lambda page: page.add_init_script(watched_question)
        )
        page.wait_for_timeout(1000)
        self.tap_dice(page, 6)
        page.wait_for_function("() => window.askedAt")
        until_question, size = self.site.bodies(page.evaluate("askedAt"))
        self.assertLessEqual(size, 2_300_000)
        self.assertNotIn(f"/{version(self.old)}/{portraits}", until_question)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        self.read_picture(page)
        paths = self.sent()
        self.assertEqual([path for path in set(paths) if paths.count(path) > 1], [])
        self.assertEqual({status for _, status, _ in self.site.answers} - {200, 304}, set())

    def test_a_page_keeps_its_version_when_another_arrives_before_its_first_picture(self):
        page = self.open("add", worker=True)
        self.keep(page)
        self.update(page, self.new)
        # Browsers stop service workers as they like.
        session = page.context.new_cdp_session(page)
        session.send("ServiceWorker.enable")
        session.send("ServiceWorker.stopAllWorkers")
        other = page.context.new_page()
        self.assertEqual(self.visit(other), "new")
        self.assertEqual(self.kept(other), ["old", "new"])
        self.site.answers.clear()
        self.read_picture(page)
        self.assertEqual(self.shown(page), "old")
        self.assertEqual(self.asked(), [])
        page.close()
        self.visit(other)
        deadline = time.monotonic() + 30
        while self.kept(other) != ["new"] and time.monotonic() < deadline:
            other.wait_for_timeout(100)
        self.assertEqual(self.kept(other), ["new"])
        self.read_picture(other)

    def test_two_copies_of_the_game_on_one_host_leave_each_other_s_versions_alone(self):
        both = self.old.parent / "both"
        for copy, published in (("a", self.old), ("b", self.new)):
            shutil.copytree(published, both / copy)
        self.site.folder = both
        host = self.site.address
        self.site.address = f"{host}a/"
        page = self.open("add", worker=True)
        self.keep(page)
        self.site.address = f"{host}b/"
        self.visit(page)
        self.keep(page)
        # Its worker hears of this page, and discards what nobody holds.
        page.wait_for_timeout(1000)
        self.assertEqual(self.kept(page), ["old", "new"])

    def test_an_engine_that_is_started_again_is_of_the_page_s_version(self):
        script = """const Real = Worker;
          window.Worker = class extends Real { constructor(...all) { super(...all); window.worker = this; } };"""
        page = self.open(
            "add",
            worker=True,
            checked=False,
            before=lambda page: page.context.add_init_script(script),
        )
        self.keep(page)
        self.update(page, self.new)
        self.site.answers.clear()
        page.evaluate("worker.postMessage({ id: -1, name: 'stumble' })")
        page.wait_for_selector("#why[data-problem]")
        page.click("#use-camera")
        page.wait_for_selector("#why:not([data-problem])")
        self.read_picture(page)
        self.assertEqual(self.asked(), [])

    def test_the_second_visit_after_an_update_shows_it(self):
        page = self.open("add", worker=True)
        self.keep(page)
        self.site.folder = self.new
        page.add_init_script(
            "navigator.serviceWorker?.addEventListener('controllerchange', () => { window.updated = true; })"
        )
        self.assertEqual(self.visit(page), "old")
        page.wait_for_function("() => window.updated")
        self.assertEqual(self.visit(page), "new")

    def test_an_update_loads_what_has_changed(self):
        page = self.open("add", worker=True)
        self.keep(page)
        self.site.answers.clear()
        self.update(page, self.new)
        new = version(self.new)
        self.assertEqual(
            sorted(self.sent()),
            sorted(
                ["/", "/service-worker.js"]
                + [f"/{new}/{name}" for name in ("assets.js", portraits, "words/en.js")]
            ),
        )

    def test_a_version_that_arrives_damaged_takes_nobody_s_place(self):
        page = self.open("add", worker=True)
        self.keep(page)
        bad = publish(
            self.new.parent / "bad",
            9,
            **{"words/en.js": lambda text: text.replace(b"May I look", b"May I now look")},
        )
        words = bad / version(bad) / "words/en.js"
        words.write_bytes(words.read_bytes()[:-100])
        self.site.folder = bad
        page.evaluate("""navigator.serviceWorker.ready.then((registration) => {
          registration.onupdatefound = () => {
            const worker = registration.installing;
            worker.onstatechange = () => { window.end ??= worker.state; };
          };
          return registration.update().then(() => true);
        })""")
        page.wait_for_function("() => window.end")
        self.assertEqual(page.evaluate("end"), "redundant")
        self.assertEqual(self.visit(page), "old")
        self.read_picture(page)

    def test_a_page_that_was_replaced_before_its_engine_came_offers_the_new_version_alone(self):
        def replaced(route):
            self.site.folder = self.new
            route.fulfill(status=404)

        page = self.open("add", before=lambda page: page.route("**/dice.safetensors", replaced, times=1))
        page.wait_for_selector("#why[data-problem]")
        self.assertEqual(
            page.text_content("#notice-title"), self.word(page, "problem.replaced.title")
        )
        for way_on in ("#open-file", "#tap-dice"):
            self.assertFalse(page.is_visible(way_on))
        page.click("#use-camera")
        page.wait_for_function("() => document.getElementById('notice-title').textContent.includes('now')")
        page.wait_for_selector("body[data-ready]")
        self.tap_dice(page, 6)

    def test_without_a_service_worker_a_page_that_was_replaced_says_so(self):
        page = self.open("add")
        self.site.folder = self.new
        page.set_input_files("#file", picture)
        page.wait_for_selector("#why[data-problem]")
        self.assertEqual(
            page.text_content("#notice-title"), self.word(page, "problem.replaced.title")
        )
        # The game goes on without pictures.
        self.tap_dice(page, 6, 2)
        self.type_answer(page, 8)
        page.wait_for_selector(".result.solved")
        self.tool(page, "#other")
        page.set_input_files("#file", picture)
        page.wait_for_selector("#why[data-problem]")
        page.click("#use-camera")
        page.wait_for_function("() => document.getElementById('notice-title').textContent.includes('now')")
        page.wait_for_selector("body[data-ready]")
        self.read_picture(page)
