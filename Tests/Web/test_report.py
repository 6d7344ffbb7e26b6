"""The report of a game of bean-bag toss, opened from the disk: all is there, nothing is fetched."""

import os
import pathlib
import subprocess
import unittest

from axe_playwright_python.sync_playwright import Axe

import browsers
from support import patience, root, temporary

program = pathlib.Path(
    os.environ.get("PLAYFIELD_SIMULATED_TOSS", root / ".build/debug/SimulatedToss")
)


@unittest.skipUnless(program.exists(), "'swift build --build-tests' builds what makes up games")
class ReportTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = cls.enterClassContext(browsers.launch("chromium"))
        cls.folder = temporary(cls)
        cls.picture, cls.clip = cls.folder / "field.jpg", cls.folder / "clip.mp4"
        source = ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=640x360:r=30:d=1"]
        subprocess.run([*source, "-frames:v", "1", cls.picture], check=True)
        subprocess.run([*source, "-c:v", "libx264", "-pix_fmt", "yuv420p", cls.clip], check=True)

    def report(self, kind):
        folder = self.folder / kind
        if not folder.exists():
            subprocess.run(
                [program, "report", kind, folder, self.picture, self.clip],
                check=True,
                stdout=subprocess.DEVNULL,
            )
        return folder / "report.html"

    def open(self, kind, size=(1180, 820), **options):
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", **options
        )
        self.addCleanup(context.close)
        context.set_default_timeout(patience)
        page = context.new_page()
        messages, requests = [], []
        page.on("console", lambda message: messages.append(message.text))
        page.on("pageerror", lambda error: messages.append(str(error)))
        page.on("request", lambda request: requests.append(request.url))
        page.goto(self.report(kind).as_uri())
        self.addCleanup(lambda: self.assertEqual(messages, []))
        self.addCleanup(
            lambda: self.assertEqual(
                [url[:80] for url in requests if not url.startswith(("data:", "file:"))], []
            )
        )
        self.addCleanup(
            lambda: self.assertEqual(len([u for u in requests if u.startswith("file:")]), 1)
        )
        return page

    def test_every_kind_of_game_fits_every_screen_and_axe_is_content(self):
        axe = Axe()
        for kind in ("practice", "cornhole", "troubled", "empty", "single"):
            for size, scheme in (((360, 740), "light"), ((1280, 900), "dark")):
                with self.subTest(kind=kind, size=size):
                    page = self.open(kind, size, color_scheme=scheme)
                    self.assertLessEqual(
                        page.evaluate("document.documentElement.scrollWidth"), size[0]
                    )
                    found = axe.run(page, options={"resultTypes": ["violations"]})
                    self.assertEqual(
                        [
                            (one["id"], [node["target"] for node in one["nodes"]][:5])
                            for one in found.response["violations"]
                            if one["impact"] in ("serious", "critical")
                        ],
                        [],
                    )
                    page.context.close()

    def test_field_plots_and_clips_are_shown(self):
        page = self.open("practice")
        self.assertEqual(page.locator(".field .path").count(), 8)
        self.assertEqual(page.locator(".body .plot").count(), 32)
        # Every line has a shape, within its plot.
        shapes = page.eval_on_selector_all(
            ".plot .own, .plot .fit",
            """all => all.map(one => {
              const [line, plot] = [one.getBoundingClientRect(), one.closest('svg').getBoundingClientRect()];
              return line.width > 50 && line.left >= plot.left && line.right <= plot.right + 1
                && line.top >= plot.top - 1 && line.bottom <= plot.bottom;
            })""",
        )
        self.assertEqual(shapes, [True] * 40)
        # What every plot shares is drawn behind its own line.
        self.assertGreater(
            page.eval_on_selector(".body use", "one => one.getBoundingClientRect().width"), 50
        )
        self.assertEqual(
            page.evaluate(
                """async () => {
                  const image = new Image();
                  image.src = document.querySelector('.field image').href.baseVal;
                  await image.decode();
                  return [image.naturalWidth, image.naturalHeight];
                }"""
            ),
            [640, 360],
        )
        self.assertEqual(page.locator("video").count(), 8)
        self.assertEqual(
            page.evaluate(
                """async () => {
                  const clip = document.querySelector('video');
                  await clip.play();
                  return [clip.videoWidth, clip.videoHeight, clip.error];
                }"""
            ),
            [640, 360, None],
        )

    def test_a_path_leads_to_its_throw(self):
        page = self.open("practice")
        page.focus(".field .path:nth-of-type(3)")
        page.keyboard.press("Enter")
        page.wait_for_function("location.hash === '#throw-3'")
        self.assertLess(abs(page.locator("#throw-3").bounding_box()["y"]), 40)

    def test_it_is_printed_with_its_plots_and_without_films(self):
        page = self.open("practice")
        page.emulate_media(media="print")
        self.assertFalse(page.is_visible("video"))
        self.assertTrue(page.is_visible(".body .plot"))
        self.assertGreater(len(page.pdf()), 20_000)

    def test_names_that_are_markup_are_shown_as_they_are(self):
        page = self.open("troubled")
        self.assertIn("<script>alert(1)</script>", page.inner_text(".origin"))
        self.assertEqual(page.locator("script").count(), 0)


if __name__ == "__main__":
    unittest.main()
