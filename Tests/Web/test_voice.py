"""The answer by voice: a real recording comes through the browser's fake microphone, others go to the page as they are."""

import json
import pathlib
import subprocess
import unittest

import devices
from axe_playwright_python.sync_playwright import Axe
from support import PageTest, fake_voice, shared, temporary, version

speech = shared / "data/speech"
RATE = 16_000

# Gives the page a recording sample for sample, in place of what comes from the microphone meanwhile: that
# begins before the page listens, and where cores are busy some of it is left out.
exact = """
  const samples = fetch('ADDRESS').then((response) => response.arrayBuffer()).then((bytes) => new Float32Array(bytes));
  const Real = AudioWorkletNode;
  window.AudioWorkletNode = class extends Real {
    get port() {
      let at = 0;
      const port = super.port;
      return { set onmessage(hear) {
        port.onmessage = async ({ data: { length } }) => {
          const data = new Float32Array(length);
          data.set((await samples).slice(at, at += length));
          hear({ data });
        };
      } };
    }
  };
"""

# What the low-pass filter makes of tones: the largest sample, once it has settled.
resampled = """async ([from, to, tones]) => {
  const { Resampler } = await import('./shell/resampler.js');
  return tones.map((hertz) => {
    const resampler = new Resampler(from, to);
    const made = [];
    for (let block = 0; block < 100; block += 1) {
      made.push(...resampler.append(Float32Array.from(
        { length: 128 }, (_, index) => Math.sin(2 * Math.PI * hertz * (128 * block + index) / from))));
    }
    const settled = made.slice(100, -100);
    const crossings = settled.slice(1).filter((sample, index) => sample >= 0 && settled[index] < 0).length;
    return [made.length, Math.max(...settled), crossings / (settled.length - 1) * to];
  });
}"""


def decoded(file):
    """Samples of a recording as bytes of 32-bit floats, between silences."""
    command = ["ffmpeg", "-v", "error", "-i", speech / file, "-af", "adelay=500,apad=pad_dur=3"]
    command += ["-ac", "1", "-ar", str(RATE), "-f", "f32le", "-"]
    return subprocess.run(command, check=True, capture_output=True).stdout


class ResamplerTests(PageTest):
    def test_sound_at_other_rates_keeps_its_tones_below_eight_kilohertz_alone(self):
        page = self.open()
        for rate in (44_100, 48_000):
            with self.subTest(rate=rate):
                low, speechlike, high = page.evaluate(resampled, [rate, RATE, [200, 3000, 9000]])
                self.assertAlmostEqual(low[0], 12_800 / rate * RATE, delta=40)
                self.assertAlmostEqual(low[1], 1, delta=0.02)
                self.assertAlmostEqual(low[2], 200, delta=5)
                self.assertAlmostEqual(speechlike[1], 1, delta=0.03)
                self.assertAlmostEqual(speechlike[2], 3000, delta=10)
                self.assertLess(high[1], 0.03, "it would come back as 7 kHz")


@unittest.skipUnless(speech.exists(), "needs the recordings of ../shared/data/speech")
class VoiceTests(PageTest):
    served = True

    # Recordings, and what is heard in them: a number, or none.
    eleven = "numbers-people/allison/allison_11.ogg"
    teen = "numbers-people/mclancy/mclancy_15.ogg"
    letter = "numbers-people/allison/allison_neg-b.ogg"
    impossible = "numbers-people/mclancy/mclancy_26-1.ogg"

    @classmethod
    def setUpClass(cls):
        cls.sound = temporary(cls) / "eleven.wav"
        devices.recording(speech / cls.eleven, cls.sound, seconds=2)
        super().setUpClass()

    def listen(self, file=None, mode="add", dice=(5, 6), start=True, before=None):
        """A page with dice on the table, whose microphone hears eleven, or the recording `file` exactly."""

        def prepare(page):
            if file:
                address = self.site.offer("samples", decoded(file))
                page.add_init_script(exact.replace("ADDRESS", address))
            if before:
                before(page)

        page = self.open(mode, before=prepare)
        if mode == "race":
            page.click("#start-race")
        self.tap_dice(page, *dice)
        page.wait_for_selector("#pad[data-open=true]")
        if start:
            page.click("#with-voice")
        return page

    def answers(self, page, minimum=0):
        return [(one["given"], one["verdict"], one["source"]) for one in self.logged(page, minimum=minimum)]

    def test_the_answer_is_spoken_and_taken(self):
        page = self.listen()
        page.wait_for_selector(".result.solved")
        self.assertEqual(self.answers(page), [(11, "right", "voice")])
        self.assertFalse(page.is_visible("#listening"), "after an answer the microphone is off")
        page.evaluate("location.hash = 'inside'")
        page.wait_for_selector("#heard-candidates li")
        self.assertEqual(page.text_content("#heard-candidates b"), "11")
        self.assertGreater(page.locator("#heard-words li").count(), 0)
        columns, bright = page.evaluate("""() => {
          const { width, height } = document.getElementById('spectrogram');
          const { data } = document.getElementById('spectrogram').getContext('2d')
            .getImageData(0, 0, width, height);
          return [width, Math.max(...data.filter((_, index) => index % 4 === 0))];
        }""")
        self.assertGreater(columns, 50, "half a second and more")
        self.assertGreater(bright, 100)
        self.assertEqual(Axe().run(page).response["violations"], [])

    def test_look_inside_says_how_an_answer_by_voice_gets_there(self):
        page = self.open("inside")
        self.assertEqual(page.text_content("#no-hearing"), self.word(page, "hearing.nothing"))
        self.assertFalse(page.is_visible("#hearing"))

    def test_a_wrong_number_is_a_wrong_answer(self):
        page = self.listen(self.eleven, dice=(1, 2))
        self.assertEqual(self.answers(page, minimum=1), [(11, "wrong", "voice")])

    def test_who_said_something_else_takes_the_answer_out_of_the_figures_and_says_it_again(self):
        page = self.listen(self.eleven, dice=(1, 2))
        page.wait_for_selector("#misheard >> visible=true")
        self.assertEqual(self.answers(page), [(11, "wrong", "voice")])
        page.click("#misheard")
        self.assertEqual(self.answers(page), [])
        self.assertFalse(page.is_visible("#misheard"))
        page.wait_for_selector("#listening:not([hidden])")
        page.click("#listening-close")
        self.type_answer(page, 3)
        page.wait_for_selector(".result.solved")
        attempts = [one["attempt"] for one in self.logged(page, minimum=1)]
        self.assertEqual(attempts, [1], "right the first time")
        self.assertFalse(page.is_visible("#misheard"), "what was typed was not misheard")

    def test_in_a_race_the_move_of_an_answer_that_was_not_meant_is_taken_back(self):
        page = self.listen(mode="race", dice=(5, 6))
        page.wait_for_selector("#misheard >> visible=true")
        self.assertEqual(self.answers(page), [(11, "right", "voice")])
        page.click("#misheard")
        page.wait_for_selector("#pad[data-open=true]")
        self.assertEqual(self.answers(page), [])
        self.assertEqual(page.evaluate("JSON.parse(localStorage['playfield.race']).moves"), [])
        self.assertFalse(page.is_visible("#misheard"))

    def test_a_right_answer_that_was_not_meant_counts_for_nothing(self):
        page = self.listen()
        page.wait_for_selector(".result.solved")
        page.wait_for_function("() => document.querySelector('#stars > :last-child').textContent !== '0'")
        page.click("#misheard")
        self.prompt(page, self.word(page, "listening.withdrawn"))
        self.assertEqual(self.answers(page), [])
        page.wait_for_selector("#stars", state="hidden")
        page.click("#again")
        self.assertFalse(page.is_visible("#misheard"))

    def test_what_is_no_number_is_no_answer_and_the_page_listens_on(self):
        page = self.listen(self.letter)
        self.prompt(page, self.word(page, "listening.missed"))
        self.assertEqual(self.answers(page), [])
        self.assertEqual(page.get_attribute("#listening", "data-state"), "listening")

    def test_a_teen_and_its_ten_are_asked_about_where_the_dice_can_give_both(self):
        page = self.listen(self.teen, dice=9 * [1])
        page.wait_for_selector("#heard-numbers button")
        shown = page.eval_on_selector_all("#heard-numbers button", "all => all.map(one => +one.textContent)")
        self.assertEqual(shown, [15, 50])
        self.assertEqual(self.answers(page), [])
        page.click("#heard-numbers button")
        self.assertEqual([one[0] for one in self.answers(page, minimum=1)], shown[:1])

    def test_a_number_that_the_dice_cannot_give_is_asked_about_and_not_judged(self):
        page = self.listen(self.impossible, dice=(5, 6))
        page.wait_for_selector("#heard-numbers button")
        self.assertEqual(page.text_content("#heard-numbers button"), "26")
        self.assertEqual(self.answers(page), [])
        page.click("#heard-numbers button")
        self.assertEqual(self.answers(page, minimum=1), [(26, "wrong", "voice")])

    def test_the_voice_of_the_page_is_nobody_s_answer(self):
        # The same sound as in the first test, while the page speaks for twenty seconds.
        voice = fake_voice(heard="return setTimeout(() => speech.onend?.(), 20000)")
        page = self.listen(
            self.eleven,
            start=False,
            before=lambda page: page.add_init_script(voice),
        )
        text = 3 * "Roll the dice, then say how much they show when you add them all up. "
        # The very module that the page has, in which it is known who speaks. The microphone hushes it, and the
        # number is played from when that opens: so the page speaks again as soon as it is seen to listen.
        module = f"./{version(self.site.folder)}/shell/voice.js"
        page.evaluate(
            """async ([module, text]) => {
              const { say } = await import(module);
              const listening = document.getElementById("listening");
              const seen = new MutationObserver(() => {
                if (listening.hidden) return;
                seen.disconnect();
                say(text);
              });
              seen.observe(listening, { attributes: true });
              document.getElementById("with-voice").click();
            }""",
            [module, text],
        )
        page.wait_for_selector("#listening[data-state=listening]")
        # Longer than it takes to hear the number where nobody else speaks.
        page.wait_for_timeout(2500)
        self.assertEqual(self.answers(page), [])
        self.assertEqual(page.get_attribute("#listening", "data-state"), "listening")
        self.assertTrue(page.is_visible("#listening"), "it listens on")

    def test_an_answer_is_spoken_in_the_race(self):
        page = self.listen(self.eleven, "race")
        self.assertEqual(self.answers(page, minimum=1), [(11, "right", "voice")])


def refusing(error):
    return f"""
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('as a test', '{error}'));
    """


class MicrophoneTests(PageTest):
    served = True

    def ask(self, before=None, **options):
        page = self.open("add", before=before, **options)
        self.tap_dice(page, 2, 3)
        page.wait_for_selector("#pad[data-open=true]")
        page.click("#with-voice")
        return page

    def test_each_failure_has_its_words_and_a_way_on(self):
        for error, problem in [
            ("NotAllowedError", "denied"),
            ("NotFoundError", "none"),
            ("NotReadableError", "busy"),
            ("AbortError", "broken"),
        ]:
            with self.subTest(problem):
                page = self.ask(lambda page: page.add_init_script(refusing(error)))
                page.wait_for_selector("#listening[data-state=problem]")
                text = self.word(page, f"listening.problem.{problem}")
                self.assertEqual(page.text_content("#heard"), text)
                page.click("#listening-close")
                self.type_answer(page, 5)
                page.wait_for_selector(".result.solved")

    def test_without_a_secure_address_it_says_so(self):
        script = "Object.defineProperty(navigator, 'mediaDevices', { value: undefined })"
        page = self.ask(lambda page: page.add_init_script(script))
        page.wait_for_selector("#listening[data-state=problem]")
        self.assertEqual(page.text_content("#heard"), self.word(page, "listening.problem.insecure"))

    def test_its_weights_are_loaded_when_it_is_first_used(self):
        page = self.open("add")
        self.tap_dice(page, 2, 3)
        page.wait_for_selector("#pad[data-open=true]")
        loads = lambda: [path for path, *_ in self.site.answers if "whisper-encoder.safetensors" in path]
        known = len(loads())
        for _ in range(2):
            page.click("#with-voice")
            page.wait_for_selector("#listening[data-state=listening]")
            page.click("#listening-close")
        self.assertEqual(len(loads()), known + 1)

    def test_while_its_weights_come_it_says_how_far_they_are_and_offers_the_pen(self):
        held = []

        def slow(page):
            page.route("**/whisper-encoder.safetensors", lambda route: held.append(route), times=1)

        page = self.ask(slow)
        page.wait_for_selector("#listening[data-state=loading]")
        page.wait_for_function("() => document.getElementById('heard').textContent !== ''")
        self.assertTrue(page.is_visible("#listening-close"), "the pen is there while it loads")
        page.evaluate("""() => {
          window.texts = [];
          const heard = document.getElementById('heard');
          new MutationObserver(() => window.texts.push(heard.textContent)).observe(heard, { childList: true });
        }""")
        held[0].continue_()
        page.wait_for_selector("#listening[data-state=listening]")
        texts = page.evaluate("() => window.texts")
        self.assertTrue(any("100%" in text for text in texts), texts)

    def test_grown_ups_keep_it_on_the_device_beforehand(self):
        page = self.open("grown-ups", worker=True)
        page.evaluate("() => navigator.serviceWorker.ready")
        page.reload()
        self.pass_gate(page)
        page.wait_for_selector("#keep-voice")
        page.click("#keep-voice")
        kept = self.word(page, "grownUps.voiceKept")
        page.wait_for_function("text => document.getElementById('voice-state').textContent === text", arg=kept)
        self.assertFalse(page.is_visible("#keep-voice"))
        page.uncheck("#microphone")
        self.assertFalse(page.is_visible("#voice-kept"), "what is turned off need not be kept")

    def test_a_game_that_came_without_it_offers_no_microphone(self):
        page = self.open()
        # What `build-site.sh --without-voice` writes into the page.
        page.evaluate("document.body.dataset.hears = 'nothing'")
        page.evaluate("location.hash = 'add'")
        self.tap_dice(page, 2, 3)
        page.wait_for_selector("#pad[data-open=true]")
        self.assertFalse(page.is_visible("#with-voice"))
        self.go_to_grown_ups(page)
        page.wait_for_selector("#microphone", state="hidden")

    def test_weights_that_do_not_load_are_reported_and_tried_again(self):
        def without(page):
            page.route("**/whisper-encoder.safetensors", lambda route: route.abort(), times=1)

        page = self.ask(without)
        page.wait_for_selector("#listening[data-state=problem]")
        self.assertEqual(page.text_content("#heard"), self.word(page, "listening.problem.numbers"))
        page.click("#listening-retry")
        page.wait_for_selector("#listening[data-state=listening]")

    def test_a_microphone_that_is_switched_off_is_reported(self):
        silent = """
          navigator.mediaDevices.getUserMedia = async () =>
            new AudioContext().createMediaStreamDestination().stream;
        """
        page = self.ask(lambda page: page.add_init_script(silent))
        page.wait_for_selector("#listening[data-state=problem]")
        self.assertEqual(page.text_content("#heard"), self.word(page, "listening.problem.silent"))

    def test_a_new_roll_ends_listening(self):
        page = self.ask()
        page.wait_for_selector("#listening[data-state=listening]")
        page.click("#faces button:nth-child(6)")
        page.wait_for_selector("#listening", state="hidden")

    def test_grown_ups_can_turn_it_off(self):
        page = self.open("grown-ups")
        page.uncheck("#microphone")
        page.evaluate("location.hash = 'add'")
        self.tap_dice(page, 2, 3)
        page.wait_for_selector("#pad[data-open=true]")
        self.assertFalse(page.is_visible("#with-voice"))

    def test_axe_finds_nothing_while_it_listens_or_fails(self):
        for before, state in [
            (None, "listening"),
            (lambda page: page.add_init_script(refusing("NotAllowedError")), "problem"),
        ]:
            with self.subTest(state):
                page = self.ask(before)
                page.wait_for_selector(f"#listening[data-state={state}]")
                found = Axe().run(page).response["violations"]
                self.assertEqual([one["id"] for one in found], [])


if __name__ == "__main__":
    unittest.main()
