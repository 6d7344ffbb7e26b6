"""What stays on the device: no request after the load, offline play."""

import json
import unittest

from support import PageTest, Site, hiding, root, site, version


class RequestTests(PageTest):
    def test_the_loaded_page_makes_no_request_at_all(self):
        # Code for grown-ups, and for what was heard, is loaded when somebody first looks, as the race's is; and where
        # frames have no rotation what compares them, with the first of a camera.
        page = self.open("grown-ups")
        if not page.evaluate("'rotation' in VideoFrame.prototype"):
            page.evaluate("location.hash = 'add'")
            page.click("#use-camera")
            page.wait_for_function(
                "() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('upright.js'))"
            )
            self.tool(page, "#other")
        page.evaluate("location.hash = 'inside'")
        page.wait_for_function(
            "() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('hearing.js'))"
        )
        requests = []
        page.context.on("request", lambda request: requests.append(request.url))
        page.evaluate("location.hash = 'add'")
        page.click("#use-camera")
        page.wait_for_selector("#stage[data-shows=camera]")
        self.tool(page, "#other")
        self.tap_dice(page, 6, 2)
        self.type_answer(page, 8)
        page.wait_for_selector(".result.solved")
        for screen in ("inside", "grown-ups", ""):
            page.evaluate("hash => { location.hash = hash }", screen)
            page.wait_for_timeout(300)
        self.assertEqual([url for url in requests if not url.startswith("blob:")], [])

    def test_the_load_asks_only_this_host(self):
        requests = []
        page = self.open(
            before=lambda page: page.context.on("request", lambda one: requests.append(one.url))
        )
        self.assertGreater(len(requests), 5)
        self.assertEqual([url for url in requests if not url.startswith(self.site.address)], [])

    def test_the_policy_forbids_scripts_and_styles_of_the_markup_and_other_hosts(self):
        page = self.open(checked=False)
        policy = page.get_attribute("meta[http-equiv=Content-Security-Policy]", "content")
        self.assertTrue(policy.startswith("default-src 'none'"))
        self.assertNotIn("unsafe-inline", policy)
        self.assertNotIn("http", policy)
        refused = page.evaluate("""async () => {
          const refused = [];
          document.addEventListener('securitypolicyviolation', (event) => refused.push(event.violatedDirective));
          const script = document.createElement('script');
          script.textContent = 'window.injected = true';
          document.body.append(script);
          await fetch('http://127.0.0.2/').catch(() => {});
          await new Promise((resolve) => setTimeout(resolve, 200));
          return { refused, injected: window.injected };
        }""")
        self.assertIsNone(refused["injected"])
        self.assertIn("connect-src", refused["refused"])


class OfflineTests(PageTest):
    def test_after_the_first_visit_it_works_without_a_server(self):
        # Nobody plays yet, nor does anybody have to.
        page = self.open(worker=True)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        self.site.stop()
        try:
            page.reload()
            page.wait_for_selector("body[data-ready]")
            page.evaluate("location.hash = 'add'")
            self.tap_dice(page, 6, 2)
            self.type_answer(page, 8)
            page.wait_for_selector(".result.solved")
            self.tool(page, "#other")
            page.set_input_files("#file", str(root / "Samples/dice.jpg"))
            page.wait_for_selector("#stage[data-shows=picture]")
            page.wait_for_selector("#pad[data-open=true]")
        finally:
            type(self).site = Site()

    def test_a_load_that_failed_once_does_not_keep_the_game_from_its_kept_files(self):
        def busy(route):
            route.fulfill(status=503)

        page = self.open(
            "add",
            worker=True,
            before=lambda page: page.route("**/dice.safetensors", busy, times=1),
        )
        page.wait_for_selector("#why[data-problem]")
        page.click("#use-camera")
        page.wait_for_selector("#why:not([data-problem])")
        self.tap_dice(page, 6, 2)
        page.wait_for_selector("#pad[data-open=true]")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        self.site.stop()
        try:
            self.tool(page, "#other")
            page.set_input_files("#file", str(root / "Samples/dice.jpg"))
            page.wait_for_selector("#dice .die-tile")
            # What was found damaged is asked of the server, and is kept all the same.
            again = f"fetch('{version()}/dice.safetensors', {{ cache: 'reload' }}).then(({{ ok }}) => ok)"
            self.assertTrue(page.evaluate(again))
        finally:
            type(self).site = Site()

    def test_a_service_worker_that_cannot_be_registered_is_tried_again_with_the_next_question(self):
        script = """
          window.tries = 0;
          const register = ServiceWorkerContainer.prototype.register;
          ServiceWorkerContainer.prototype.register = function (...all) {
            window.tries += 1;
            return tries === 1 ? Promise.reject(new TypeError()) : register.apply(this, all);
          };"""
        page = self.open("add", worker=True, before=lambda page: page.add_init_script(script))
        self.tap_dice(page, 6)
        page.wait_for_function("() => tries === 1")
        self.type_answer(page, 5)
        self.prompt(page, self.word(page, "prompt.retry"))
        self.assertEqual(page.evaluate("tries"), 1, "the question is still the same")
        self.type_answer(page, 6)
        page.click("#again")
        page.click("#faces button:nth-child(2)")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        self.assertEqual(page.evaluate("tries"), 2)

    def test_what_an_installed_game_needs_is_there(self):
        manifest = json.loads((site / "manifest.webmanifest").read_text())
        self.assertEqual(manifest["display"], "standalone")
        for icon in manifest["icons"]:
            self.assertTrue((site / icon["src"]).is_file(), icon["src"])


class AwakeTests(PageTest):
    def test_the_screen_stays_awake_while_somebody_plays(self):
        script = """window.locks = 0; Object.defineProperty(navigator, 'wakeLock', { value: {
            request: async () => { window.locks += 1; return { release: async () => { window.locks -= 1; } }; } } });
        """
        page = self.open(before=lambda page: page.add_init_script(script + hiding))
        self.assertEqual(page.evaluate("locks"), 0)
        for step, locks in [
            ("location.hash = 'add'", 1),
            ("hide(true)", 0),
            ("hide(false)", 1),
            ("location.hash = 'inside'", 1),
            ("location.hash = 'grown-ups'", 0),
        ]:
            with self.subTest(step):
                page.evaluate(step)
                page.wait_for_timeout(100)
                page.wait_for_function(f"() => locks === {locks}")


def damaged(part):
    """-> what may arrive in place of a file, by what has happened to it."""
    whole = (site / version() / part).read_bytes()
    middle = len(whole) // 2
    return {
        "cut short": whole[:middle],
        "altered": whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :],
    }


class DamagedTests(PageTest):
    """Parts of the game that arrive altered, cut short, or not at all."""

    def test_an_altered_part_is_reported_and_loaded_again_without_a_reload(self):
        for part in ("dice.safetensors", "playfield.wasm"):
            for change, bad in damaged(part).items():
                with self.subTest(part=part, change=change):
                    page = self.open(
                        "add",
                        before=lambda page: page.context.route(
                            f"**/{part}", lambda route: route.fulfill(body=bad)
                        ),
                    )
                    page.wait_for_selector("#why[data-problem]")
                    self.assertEqual(
                        page.text_content("#notice-title"), self.word(page, "problem.altered.title")
                    )
                    page.context.unroute_all()
                    page.click("#use-camera")
                    page.wait_for_selector("#why:not([data-problem])")
                    self.tap_dice(page, 6, 2)
                    self.type_answer(page, 8)
                    page.wait_for_selector(".result.solved")

    def test_a_damaged_copy_is_replaced_by_the_server_s_without_a_word(self):
        bad = damaged("dice.safetensors")["altered"]
        page = self.open(
            "add",
            before=lambda page: page.route(
                "**/dice.safetensors", lambda route: route.fulfill(body=bad), times=1
            ),
        )
        self.tap_dice(page, 6, 2)
        self.type_answer(page, 8)
        page.wait_for_selector(".result.solved")

    def test_what_only_pictures_need_is_loaded_with_the_first_and_a_failure_leaves_the_game(self):
        part = "dice-portrait.safetensors"
        asked = []
        for fault, bad in {"missing": None, **damaged(part)}.items():
            with self.subTest(fault):
                page = self.open("add")
                page.context.on("request", lambda request: asked.append(request.url))
                page.context.route(
                    f"**/{part}",
                    lambda route: route.fulfill(body=bad) if bad else route.abort(),
                )
                page.set_input_files("#file", str(root / "Samples/dice.jpg"))
                page.wait_for_selector("#why[data-problem]")
                self.assertEqual(
                    page.text_content("#notice-title"), self.word(page, "problem.portraits.title")
                )
                # Without pictures the game goes on.
                self.tap_dice(page, 6, 2)
                self.type_answer(page, 8)
                page.wait_for_selector(".result.solved")
                self.tool(page, "#other")
                page.set_input_files("#file", str(root / "Samples/dice.jpg"))
                page.wait_for_selector("#why[data-problem]")
                # The same picture is tried again, and the next one loads nothing more.
                page.context.unroute_all()
                asked.clear()
                page.click("#use-camera")
                page.wait_for_selector("#stage[data-shows=picture]")
                page.wait_for_selector("#dice .die-tile")
                self.assertEqual(len([url for url in asked if url.endswith(part)]), 1)
                asked.clear()
                page.set_input_files("#file", str(root / "Samples/dice.jpg"))
                page.wait_for_selector("#pad[data-open=true]")
                self.assertEqual([url for url in asked if not url.startswith("blob:")], [])

    def recovers(self, page):
        """A broken engine is reported, starts again when asked to, and has kept the dice 6 and 2."""
        self.assertEqual(
            page.text_content("#notice-title"), self.word(page, "problem.broken.title")
        )
        page.click("#use-camera")
        page.wait_for_selector("#why:not([data-problem])")
        page.click("#tap-dice")
        self.assertEqual(self.values(page), [6, 2])
        self.type_answer(page, 8)
        page.wait_for_selector(".result.solved")

    def test_an_engine_that_stumbles_is_set_on_its_feet_and_keeps_the_dice(self):
        page = self.open(
            "add",
            checked=False,
            before=lambda page: page.add_init_script(
                """
          const Real = Worker;
          window.Worker = class extends Real { constructor(...all) { super(...all); window.worker = this; } };"""
            ),
        )
        self.tap_dice(page, 6, 2)
        page.evaluate("worker.postMessage({ id: -1, name: 'stumble' })")
        page.wait_for_selector("#why[data-problem]")
        self.recovers(page)

    def test_an_engine_that_stumbled_fails_nothing_else(self):
        page = self.open(
            "add",
            checked=False,
            before=lambda page: page.add_init_script(
                """
          const Real = Worker;
          window.Worker = class extends Real { constructor(...all) { super(...all); window.worker = this; } };
          window.unhandled = [];
          addEventListener('unhandledrejection', ({ reason }) => window.unhandled.push(String(reason)));"""
            ),
        )
        self.tap_dice(page, 6, 2)
        page.keyboard.type("8")
        page.evaluate("worker.postMessage({ id: -1, name: 'stumble' })")
        page.wait_for_selector("#why[data-problem]")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("Enter")
        page.set_input_files("#file", str(root / "Samples/dice.jpg"))
        page.wait_for_timeout(300)
        self.assertEqual(page.evaluate("unhandled"), [])
        self.recovers(page)

    def test_a_missing_part_is_reported(self):
        page = self.open(
            "add",
            before=lambda page: page.context.route(
                "**/dice.safetensors", lambda route: route.abort()
            ),
        )
        page.wait_for_selector("#why[data-problem]")
        self.assertEqual(
            page.text_content("#notice-title"), self.word(page, "problem.missing.title")
        )
        # Nothing else can be done without the engine, and nothing hides the reason.
        for way_on in ("#open-file", "#tap-dice"):
            self.assertFalse(page.is_visible(way_on))
        page.set_input_files("#file", str(root / "Samples/rolls.mp4"))
        page.wait_for_timeout(300)
        self.assertEqual(
            page.text_content("#notice-title"), self.word(page, "problem.missing.title")
        )
        page.context.unroute_all()
        page.click("#use-camera")
        page.wait_for_selector("#tap-dice >> visible=true")


if __name__ == "__main__":
    unittest.main()
