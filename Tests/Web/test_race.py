"""The race to section nine: on the drawn table with tapped dice, and before a camera."""

import csv
import io
import itertools
import json
import pathlib
import unittest

from axe_playwright_python.sync_playwright import Axe

import rolls
from support import PageTest, held, root, shape, shared, temporary, watched_ink, write

own = json.loads((pathlib.Path(__file__).parent / "strokes.json").read_text())

# The five sizes at which the page is judged.
sizes = [(390, 844), (844, 390), (768, 1024), (1024, 768), (1440, 900)]


# Keeps in `sight` how the engine saw the board last.
watched_sights = """
  const Unwatched = Worker;
  window.Worker = class extends Unwatched {
    constructor(...all) {
      super(...all);
      this.addEventListener("message", ({ data: { result } }) => {
        if (result?.sight) window.sight = result.sight;
        if (result?.seen) window.dice = result.seen.map(({ box }) => box);
      });
    }
  };
"""

# How many of the board's numbers lie where no control covers the picture, and how far its rim and the tops of all pawns
# lie outside of that, in pixels.
in_view = """async () => {
  const { Pose, stretched } = await import('./games/race/geometry.js');
  const { extent } = await import('./games/race/places.js');
  const { numberRect } = await import('./games/race/paint.js');
  const { isWithin } = await import('./shell/placement.js');
  // The engine that sees the table may not have started yet.
  if (!window.sight) return [];
  const [board, view] = ['board', 'view'].map((id) => document.getElementById(id).getBoundingClientRect());
  const pose = new Pose(stretched(sight, [board.width, board.height]));
  const room = { x: view.x - board.x, y: view.y - board.y, width: view.width, height: view.height };
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((section) => isWithin(numberRect(pose, section), room));
  const out = extent.map((point) => pose.project(...point)).map(([x, y]) => Math.max(
    room.x - x, room.y - y, x - room.x - room.width, y - room.y - room.height));
  return [numbers.length, Math.max(0, ...out)];
}"""


# How opaque the board is over each die that is seen, and over each of its numbers, 0 to 255.
opacities = """async () => {
  const { Pose, stretched } = await import('./games/race/geometry.js');
  const { numberRect } = await import('./games/race/paint.js');
  const board = document.getElementById('board');
  const { width, height } = board.getBoundingClientRect();
  const pose = new Pose(stretched(sight, [width, height]));
  const at = (x, y) => board.getContext('2d').getImageData(x * board.width, y * board.height, 1, 1).data[3];
  const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((section) => middle(numberRect(pose, section)));
  return [dice.map((box) => at(...middle(box))), numbers.map(([x, y]) => at(x / width, y / height))];
}"""


class TableChecks:
    """What must hold at a question of a race before a camera, in any browser."""

    def check_view(self, page):
        """All of the board is seen, sooner or later."""
        for _ in range(60):
            found = page.evaluate(in_view)
            if found == [9, 0]:
                break
            page.wait_for_timeout(500)
        self.assertEqual(found, [9, 0], "numbers in view, and pixels that lie outside")

    def check_question(self, page, values):
        page.wait_for_selector("#pad[data-open=true]")
        self.assertEqual(sorted(self.values(page)), sorted(values))
        self.check_view(page)
        # Where the board lies is known before it is painted there. Looking at each frame would slow that down.
        for _ in range(60):
            dice, numbers = page.evaluate(opacities)
            # A die may hide one number.
            if [one < 30 for one in dice] == [True, True] and sum(one > 200 for one in numbers) >= 7:
                break
            page.wait_for_timeout(500)
        self.assertEqual([one < 30 for one in dice], [True, True], "dice are before the board")
        self.assertGreaterEqual(sum(one > 200 for one in numbers), 7)


tables = json.loads((root / "Samples/race.json").read_text())


class RaceTest(TableChecks, PageTest):
    def says(self, page, path, *values):
        """A text of the page that is made of numbers or names."""
        return page.evaluate(
            "async ([path, values]) => (await import('./shell/words.js')).word(path)(...values)",
            [path, values],
        )

    def start(self, page, *others):
        """Begins a race of the fox and of others, by the places of their pictures."""
        page.wait_for_selector("#racers-dialog[open]")
        for place in others:
            page.click(f"#racers-dialog .player:nth-child({place})")
        page.click("#start-race")
        page.wait_for_selector("#racers-dialog", state="hidden")

    def race(self, *others, **options):
        """A page with a race on the drawn table."""
        page = self.open("race", **options)
        self.start(page, *others)
        page.click("#tap-dice")
        return page

    def roll(self, page, *dice):
        for value in dice:
            page.click(f"#faces button:nth-child({value})")
        page.wait_for_selector("#pad[data-open=true]")

    def answer(self, page, number):
        page.keyboard.type(str(number))
        page.keyboard.press("Enter")

    def turn(self, page, dice, number):
        """Rolls and answers, and waits until the next player may roll, or the race is won."""
        count = len(self.kept(page)["moves"])
        self.roll(page, *dice)
        self.answer(page, number)
        page.wait_for_function(
            """count => JSON.parse(localStorage.getItem('playfield.race')).moves.length > count
              && document.getElementById('pad').dataset.open === 'false'""",
            arg=count,
        )

    def kept(self, page):
        return page.evaluate("JSON.parse(localStorage.getItem('playfield.race'))")

    def sections(self, page, expected):
        page.wait_for_function(
            """expected => [...document.querySelectorAll('#racers b')].map(({ textContent }) => textContent)
              .join() === expected""",
            arg=",".join(map(str, expected)),
        )

    def whose(self, page, animal):
        page.wait_for_selector(f"#racers [aria-current][data-player={animal}]")


    def check_with_axe(self, page):
        found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
        self.assertEqual(
            [
                (one["id"], [node["target"] for node in one["nodes"]])
                for one in found
                if one["impact"] in ("moderate", "serious", "critical")
            ],
            [],
        )


class TableTests(RaceTest):
    def test_its_code_is_loaded_when_it_is_first_played_or_reported_missing(self):
        page = self.open("add")
        loads = lambda: [path for path, *_ in self.site.answers if path.endswith("race/play.js")]
        known = len(loads())
        page.evaluate("location.hash = 'race'")
        page.wait_for_selector("#racers-dialog[open]")
        self.assertEqual(len(loads()), known + 1)
        page = self.open("add")
        page.route("**/games/race/play.js", lambda route: route.abort())
        page.evaluate("location.hash = 'race'")
        page.wait_for_selector("#why[data-problem]")
        self.assertEqual(page.text_content("#notice-title"), self.word(page, "problem.missing.title"))
        page.unroute("**/games/race/play.js")
        page.click("#use-camera")
        page.wait_for_selector("#racers-dialog[open]")

    def test_two_players_race_to_the_win_with_a_reload_in_the_middle(self):
        page = self.race(2)
        self.whose(page, "fox")
        self.prompt(page, self.says(page, "race.tap", "Fox"))
        self.turn(page, (3, 4), 7)
        self.sections(page, [8, 1])
        self.whose(page, "owl")
        self.prompt(page, self.says(page, "race.tap", "Owl"))
        self.turn(page, (5, 2), 3)
        self.sections(page, [8, 4])

        page.reload()
        page.wait_for_selector("body[data-ready]")
        page.click("#tap-dice")
        self.sections(page, [8, 4])
        self.whose(page, "fox")
        self.turn(page, (6, 6), 0)
        self.sections(page, [8, 4])
        self.turn(page, (3, 2), 5)
        self.prompt(page, self.says(page, "race.won", "Owl"))
        self.sections(page, [8, 9])
        self.assertTrue(page.is_visible("#race-again"))
        self.assertEqual(page.locator("#faces button:enabled").count(), 0)

        [race] = self.logged(page, "race", minimum=1)
        self.assertEqual((race["players"], race["winner"]), (["fox", "owl"], "owl"))
        self.assertEqual([move["answer"] for move in race["moves"]], [7, 3, 0, 5])
        self.assertEqual(
            [(one["player"], one["mode"], one["given"], one["verdict"]) for one in self.logged(page)],
            [("fox", "race", 7, "right"), ("owl", "race", 3, "right")]
            + [("fox", "race", 0, "right"), ("owl", "race", 5, "right")],
        )
        self.go_to_grown_ups(page)
        page.wait_for_selector("#races:not([hidden])")
        self.assertIn(self.says(page, "grownUps.raceOf", ["Fox", "Owl"], "Owl", 2), page.text_content("#races"))
        rows = list(csv.DictReader(io.StringIO(self.saved(page, "#export"))))
        self.assertEqual(rows[-1]["verdict"], "won")
        self.assertEqual((rows[-1]["player"], rows[-1]["players"]), ("owl", "fox owl"))

        page.evaluate("location.hash = 'race'")
        page.click("#tap-dice")
        page.click("#race-again")
        self.start(page)
        self.sections(page, [1, 1])

    def test_a_roll_outlives_a_reload(self):
        page = self.race()
        self.roll(page, 3, 4)
        page.wait_for_function("() => JSON.parse(localStorage.getItem('playfield.race')).roll")
        page.reload()
        page.wait_for_selector("body[data-ready]")
        page.click("#tap-dice")
        page.wait_for_selector("#pad[data-open=true]")
        self.assertEqual(self.values(page), [3, 4])
        self.answer(page, 7)
        self.sections(page, [8])

    def test_42_leads_straight_to_nine_and_is_kept_as_secret(self):
        page = self.race(2)
        self.roll(page, 1, 1)
        self.answer(page, 42)
        self.prompt(page, self.says(page, "race.won", "Fox"))
        self.sections(page, [9, 1])
        self.assertEqual([one["verdict"] for one in self.logged(page)], ["secret"])
        self.assertEqual(self.logged(page, "race", minimum=1)[0]["winner"], "fox")

    def test_the_winner_is_shown_once_the_pawn_stands_on_nine_with_the_places_of_all(self):
        page = self.race(2, 3, reduced_motion="no-preference")
        self.turn(page, (2, 1), 3)
        self.turn(page, (2, 3), 5)
        self.turn(page, (2, 3), 5)
        page.evaluate(
            """() => {
              window.seen = [];
              const look = () => {
                seen.push([document.querySelector("#racers b").textContent, Boolean(document.querySelector(".champion"))]);
                requestAnimationFrame(look);
              };
              look();
            }"""
        )
        self.roll(page, 4, 1)
        self.answer(page, 5)
        page.wait_for_selector(".champion")
        self.assertEqual(page.evaluate("seen.filter(([section, isWon]) => isWon && section !== '9')"), [])
        self.assertGreater(page.evaluate("seen.filter(([section, isWon]) => !isWon && section > 4).length"), 3)
        # The fox on nine, the owl and the bear on six.
        ranks = page.eval_on_selector_all("#dice li b", "all => all.map((one) => Number(one.textContent))")
        self.assertEqual(ranks, [1, 2, 2])
        self.assertIn(self.says(page, "race.rank", "Fox", 1), page.text_content("#dice"))
        self.assertEqual(page.evaluate("document.activeElement.id"), "race-again")

    def test_one_plays_against_the_number_of_turns(self):
        page = self.race()
        self.turn(page, (1, 2), 1)
        page.wait_for_function(
            "text => document.querySelector('#racers .turns').textContent === text",
            arg=self.says(page, "race.turns", 1),
        )
        self.turn(page, (3, 4), 7)
        self.prompt(page, self.says(page, "race.wonAlone", 2))

    def test_any_other_number_shows_the_dice_and_loses_no_turn(self):
        page = self.race(2)
        self.roll(page, 5, 2)
        self.answer(page, 10)
        self.prompt(page, self.says(page, "race.wrong", 5, 2))
        page.wait_for_selector("#dice .die-tile.look")
        self.whose(page, "fox")
        self.prompt(page, self.word(page, "race.question"))
        self.assertEqual(page.text_content("#reading"), "", "the paper is clean for the next try")
        self.answer(page, 3)
        self.sections(page, [4, 1])
        self.assertEqual(
            [(one["verdict"], one["attempt"]) for one in self.logged(page)], [("wrong", 1), ("right", 2)]
        )

    def test_past_nine_the_pawn_goes_round(self):
        page = self.race()
        self.turn(page, (3, 4), 7)
        self.roll(page, 6, 3)
        self.answer(page, 3)
        self.prompt(page, self.says(page, "race.round", 2))
        self.sections(page, [2])

    def test_the_last_move_is_taken_back_and_a_win_too(self):
        page = self.race(2)
        self.assertTrue(page.is_disabled("#race-undo"))
        self.turn(page, (3, 4), 7)
        self.tool(page, "#race-undo")
        self.sections(page, [1, 1])
        self.whose(page, "fox")
        self.assertEqual(self.values(page), [3, 4], "the roll waits for another answer")
        self.answer(page, 1)
        self.sections(page, [2, 1])
        self.turn(page, (6, 2), 8)
        self.prompt(page, self.says(page, "race.won", "Owl"))
        self.assertEqual(len(self.logged(page, "race", minimum=1)), 1)
        self.tool(page, "#race-undo")
        self.sections(page, [2, 1])
        self.whose(page, "owl")
        self.assertEqual(self.logged(page, "race"), [])
        self.assertFalse(page.is_visible("#race-again"))

    def test_a_tap_on_pip_shows_where_both_answers_lead_until_the_next_roll(self):
        page = self.race()
        self.roll(page, 5, 3)
        self.prompt(page, self.word(page, "race.question"))
        page.click("#say-again")
        self.prompt(page, self.says(page, "race.help", 3, 9))
        self.answer(page, 2)
        self.prompt(page, self.says(page, "race.tap"))
        self.roll(page, 1, 1)
        self.prompt(page, self.word(page, "race.question"))

    def test_a_tapped_die_is_corrected_by_a_tap(self):
        page = self.race()
        self.roll(page, 5, 3)
        page.click("#dice .die-tile >> nth=0")
        page.click("#fix-faces button:nth-child(6)")
        page.wait_for_function("() => document.querySelector('#dice use').getAttribute('href') === '#die-6'")
        self.answer(page, 9)
        self.sections(page, [1])

    def test_a_damaged_race_is_left_out_and_one_that_ends_in_no_move_goes_on_before_it(self):
        for kept, sections in [
            ("{", None),
            ('{"players": ["whale"], "moves": []}', None),
            ('{"players": ["fox", "owl"], "moves": [{"dice": [3, 4], "answer": 7}, {"dice": [1, 1], "answer": 9}]}', [8, 1]),
        ]:
            with self.subTest(kept):
                script = f"sessionStorage.seeded || localStorage.setItem('playfield.race', {json.dumps(kept)}); sessionStorage.seeded = 1"
                page = self.open("race", before=lambda page: page.add_init_script(script))
                if sections is None:
                    page.wait_for_selector("#racers-dialog[open]")
                else:
                    page.click("#tap-dice")
                    self.sections(page, sections)
                page.context.close()

    def test_nobody_who_races_leads_home(self):
        page = self.open("race")
        page.wait_for_selector("#racers-dialog[open]")
        page.keyboard.press("Escape")
        page.wait_for_selector("#home:not([hidden])")

    def test_a_pawn_hops_section_by_section_unless_nothing_is_to_move(self):
        for motion, expected in [("no-preference", ["2", "3", "4", "5", "6"]), ("reduce", [])]:
            with self.subTest(motion):
                page = self.race(reduced_motion=motion)
                page.evaluate(
                    """window.hops = []; new MutationObserver((changes) => {
                      for (const { target } of changes)
                        if (target.closest?.('#racers b')) window.hops.push(target.textContent);
                    }).observe(document.getElementById('racers'), { subtree: true, childList: true })"""
                )
                self.roll(page, 3, 2)
                self.answer(page, 5)
                self.prompt(page, self.says(page, "race.tap"))
                self.sections(page, [6])
                hops = page.evaluate("hops.filter((one, index) => one !== '1' && one !== hops[index - 1])")
                self.assertEqual(hops, expected)
                page.context.close()

    def test_a_whole_race_is_played_by_keyboard_alone(self):
        page = self.open()
        page.focus("a[href='#race']")
        page.keyboard.press("Enter")
        page.wait_for_selector("#racers-dialog[open]")

        def press(selector):
            """Goes there by the tab key and presses it."""
            for _ in range(40):
                if page.evaluate("selector => document.activeElement?.matches(selector)", selector):
                    return page.keyboard.press("Enter")
                page.keyboard.press("Tab")
            self.fail(f"the tab key does not reach {selector}")

        press("#racers-dialog .player:nth-child(2)")
        press("#start-race")
        press("#tap-dice")
        for dice, answer in [((3, 4), 7), ((6, 2), 8)]:
            for value in dice:
                press(f"#faces button:nth-child({value})")
            page.wait_for_selector("#pad[data-open=true]")
            self.assertEqual(page.evaluate("document.activeElement.id"), "check")
            self.answer(page, answer)
            page.wait_for_selector("#pad[data-open=false]", state="attached")
            if answer == 7:
                page.wait_for_function("() => document.activeElement.closest('#faces')")
        self.prompt(page, self.says(page, "race.won", "Owl"))
        page.wait_for_selector("#race-again")
        press("#race-again")
        page.wait_for_selector("#racers-dialog[open]")


class PlaceTests(RaceTest):
    """Where the board draws what."""

    overlap = """async ([width, height, elevation]) => {
      const { Pose } = await import('./games/race/geometry.js');
      const { outline, standing } = await import('./games/race/places.js');
      const { numberRect, pawnRect } = await import('./games/race/paint.js');
      const pose = Pose.above(
        { elevation, distance: 5, outline, room: { x: 0, y: 0, width, height } });
      const shared = (a, b) =>
        Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x))
        * Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));
      const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((section) => numberRect(pose, section));
      const found = { numbers: 0, faces: 0, outside: 0 };
      for (let section = 1; section <= 9; section++) {
        for (let count = 1; count <= 4; count++) {
          const places = standing(Array(count).fill(section), pose.upwards);
          const pawns = places.map((place) => ({ place, ...pawnRect(pose, place) }))
            .sort((a, b) => pose.project(...a.place)[1] - pose.project(...b.place)[1]);
          pawns.forEach((pawn, index) => {
            for (const number of numbers)
              found.numbers = Math.max(found.numbers, shared(pawn, number) / (number.width * number.height));
            for (const nearer of pawns.slice(index + 1))
              found.faces = Math.max(found.faces, shared(pawn.face, nearer) / (pawn.face.width * pawn.face.height));
            const { x, y, width: wide, height: high } = pawn;
            found.outside = Math.max(found.outside, -x, -y, x + wide - width, y + high - height);
          });
        }
      }
      return found;
    }"""

    def test_a_number_that_a_die_hides_is_written_next_to_it(self):
        page = self.open()
        found = page.evaluate(
            """async () => {
              const { Pose } = await import('./games/race/geometry.js');
              const { outline, standing } = await import('./games/race/places.js');
              const { numberRect } = await import('./games/race/paint.js');
              const { repeatedNumbers } = await import('./games/race/numbers.js');
              const { shared, isWithin } = await import('./shell/placement.js');
              const room = { x: 0, y: 0, width: 900, height: 700 };
              const pose = Pose.above({ elevation: 1, distance: 5, outline, room });
              const pawns = standing([3, 3, 7, 7], pose.upwards).map((place) => ({ place }));
              const sections = [1, 2, 3, 4, 5, 6, 7, 8, 9];
              const die = (section) => {
                const { x, y, width, height } = numberRect(pose, section);
                return { x: x - 10, y: y - 10, width: width + 20, height: height + 20 };
              };
              return [[], ...sections.map((one) => [one]), [4, 5], [1, 9]].map((hidden) => {
                const dice = hidden.map(die);
                const numbers = repeatedNumbers(pose, { dice, pawns, room });
                const rects = numbers.map(([section, place]) => numberRect(pose, section, place));
                const others = [...dice, ...sections.map((one) => numberRect(pose, one))];
                return {
                  hidden, repeated: numbers.map(([section]) => section),
                  areFree: rects.every((rect) => isWithin(rect, room) && others.every((one) => shared(rect, one) === 0)),
                };
              });
            }"""
        )
        for one in found:
            with self.subTest(one["hidden"]):
                self.assertEqual(one["repeated"], one["hidden"])
                self.assertTrue(one["areFree"])

    def test_pawns_hide_no_number_and_not_each_other(self):
        page = self.open()
        for size in [(300, 300), (900, 300), (300, 900), (1200, 1000)]:
            for elevation in (0.9, 1.0, 1.3):
                with self.subTest(size=size, elevation=elevation):
                    found = page.evaluate(self.overlap, [*size, elevation])
                    self.assertEqual(found["numbers"], 0)
                    self.assertLess(found["faces"], 0.5)
                    self.assertLessEqual(found["outside"], 0)


class LayoutTests(RaceTest):
    # With another one to switch to, a camera has the most tools beside it.
    cameras = 2

    boxes = """() => Object.fromEntries(
      ['board', 'racers', 'view', 'pad', 'tray', 'check', 'prompt', 'stage', 'gear'].map((id) => {
        const one = document.getElementById(id);
        const { x, y, width, height } = one.getBoundingClientRect();
        return [id, one.checkVisibility() && width * height ? { x, y, width, height } : null];
      }))"""

    def check(self, page, size):
        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), size[0])
        self.assertLessEqual(page.evaluate("document.documentElement.scrollHeight"), size[1])
        found = page.evaluate(self.boxes)
        for name, box in found.items():
            if box:
                self.assertGreaterEqual(min(box["x"], box["y"]), -0.5, name)
                self.assertLessEqual(box["x"] + box["width"], size[0] + 0.5, name)
                self.assertLessEqual(box["y"] + box["height"], size[1] + 0.5, name)
        for a, b in itertools.combinations(["board", "gear", "pad", "tray", "prompt", "racers"], 2):
            one, other = found[a], found[b]
            if one and other:
                across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
                down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
                self.assertFalse(across > 2 and down > 2, f"{a} lies on {b}")
        self.assertGreaterEqual(min(found["board"]["width"], found["board"]["height"]), 190)
        for button in page.locator("#play button >> visible=true").all():
            box = button.bounding_box()
            self.assertGreaterEqual(min(box["width"], box["height"]), 47.5)

    def at_every_size(self, page, check):
        for size in sizes:
            with self.subTest(size):
                self.resize(page, size)
                check(size)
                self.check_with_axe(page)

    def test_a_race_fits_every_screen_and_axe_is_content(self):
        page = self.open("race", size=sizes[0])
        page.wait_for_selector("#racers-dialog[open]")
        self.at_every_size(page, lambda size: None)
        self.start(page, 2, 3, 4)
        page.click("#tap-dice")
        self.at_every_size(page, lambda size: self.check(page, size))
        self.roll(page, 3, 5)
        page.click("#say-again")
        self.at_every_size(page, lambda size: self.check(page, size))
        self.answer(page, 8)
        page.wait_for_selector("#race-again")
        self.at_every_size(page, lambda size: self.check(page, size))

    def test_with_a_camera_it_fits_every_screen_and_the_whole_board_is_seen(self):
        # The test pattern of Chromium's camera, in which there are no dice.
        page = self.open("race", size=sizes[0], before=lambda page: page.add_init_script(watched_sights))
        self.start(page, 2, 3, 4)
        page.click("#use-camera")
        page.wait_for_selector("#switch:not([hidden])", state="attached")

        def check(size):
            self.check_view(page)
            found = page.evaluate(self.boxes)
            # The picture is the ground of the whole screen.
            self.assertEqual(found["stage"], {"x": 0, "y": 0, "width": size[0], "height": size[1]})

        self.at_every_size(page, check)

    def test_320_by_256_pixels_scroll_and_are_played_through(self):
        page = self.open("race", size=(320, 256))
        self.start(page)
        page.click("#tap-dice")
        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 320)
        self.roll(page, 3, 5)
        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 320)
        page.click("#with-keys")
        page.click("#keys button:nth-child(8)")
        page.click("#check")
        self.prompt(page, self.says(page, "race.wonAlone", 1))

    def test_the_title_names_the_race_and_its_heading_has_the_focus(self):
        page = self.open()
        page.evaluate("localStorage.setItem('playfield.race', '{\"players\": [\"fox\"], \"moves\": []}')")
        page.click("a[href='#race']")
        page.wait_for_selector("#play:not([hidden])")
        self.assertTrue(page.title().startswith(self.word(page, "mode.race")))
        self.assertEqual(page.evaluate("document.activeElement.id"), "mode-name")
        self.assertEqual(page.text_content("#mode-name"), self.word(page, "mode.race"))

    def test_the_board_keeps_its_colours_under_forced_colours(self):
        page = self.race(forced_colors="active")
        self.assertEqual(
            page.eval_on_selector("#board", "one => getComputedStyle(one).forcedColorAdjust"), "none"
        )
        self.assertIn(self.says(page, "race.place", "Fox", 1), page.get_attribute("#board", "aria-label"))


class CameraTest(RaceTest):
    """Each test starts browsers of its own: a browser's camera shows one clip."""

    @classmethod
    def setUpClass(cls):
        cls.serve()
        cls.clip_file = temporary(cls) / "camera.y4m"


    def race_to_nine(self, page):
        """Plays a race of the fox and the owl with the dice before the camera, in written numbers. -> the winner, and the
        number of moves"""
        moves = 0
        place = {"fox": 1, "owl": 1}
        while max(place.values()) != 9:
            page.wait_for_selector("#pad[data-open=true]")
            values = tuple(self.values(page))
            self.check_view(page)
            animal = page.get_attribute("#racers [aria-current]", "data-player")
            # Whichever of the two leads to nine, else the sum.
            sum_, difference = sum(values), abs(values[0] - values[1])
            number = next((one for one in (sum_, difference) if (place[animal] - 1 + one) % 9 == 8), sum_)
            write(page, [own[digit] for digit in str(number)])
            page.wait_for_function("() => unread.size === 0")
            page.wait_for_function(
                "number => document.getElementById('reading').textContent === number", arg=str(number)
            )
            page.click("#check")
            moves += 1
            place[animal] = (place[animal] - 1 + number) % 9 + 1
            page.wait_for_function(
                "moves => JSON.parse(localStorage.getItem('playfield.race')).moves.length === moves", arg=moves
            )
        return animal, moves


class RenderedTableTests(CameraTest):
    """Two dice on three rendered tables, 14, 30 and 60 cm from the camera."""

    served = True

    def ask(self, rolls, hold):
        """Shows rolls to the camera, round and round, each for `hold` seconds."""
        frames = [[roll["frame"]] * 2 for roll in rolls]
        held(root / "Samples/race.mp4", self.clip_file, frames, hold, size=(960, 540), moving=0)
        return self.another(clip=self.clip_file)

    def test_a_question_has_all_numbers_in_view_and_its_dice_before_the_board(self):
        for table in tables:
            with self.subTest(table["centimetres"]), self.ask(table["rolls"][:1], 4) as self.browser:
                page = self.open("race", before=lambda page: page.add_init_script(watched_sights))
                self.start(page)
                page.click("#use-camera")
                self.check_question(page, table["rolls"][0]["values"])
                self.doCleanups()

    def test_two_players_race_on_each_table(self):
        for table in tables:
            with self.subTest(table["centimetres"]), self.ask(table["rolls"], 14) as self.browser:
                page = self.open("race", before=lambda page: page.add_init_script(watched_ink + watched_sights))
                self.start(page, 2)
                page.click("#use-camera")
                animal, _ = self.race_to_nine(page)
                self.prompt(page, self.says(page, "race.won", animal.title()))
                self.doCleanups()


@unittest.skipUnless(rolls.real_clips(), "the clips of ../shared are not here")
class RealCameraTests(CameraTest):
    served = True

    def test_two_players_race_with_real_dice_and_written_numbers(self):
        clip = next(clip for clip in rolls.real_clips() if clip.name == "eight-rolls.mp4")
        # Of two dice: 6 and 5, then 4 and 3, and so round and round.
        held(clip.source, self.clip_file, [roll["rest"] for roll in clip.rolls[6:]], 14)
        with self.another(clip=self.clip_file) as self.browser:
            page = self.open("race", before=lambda page: page.add_init_script(watched_ink + watched_sights))
            self.start(page, 2)
            page.click("#use-camera")
            animal, moves = self.race_to_nine(page)
            self.prompt(page, self.says(page, "race.won", animal.title()))
            self.assertGreaterEqual(moves, 3)
            self.assertTrue(all(one["source"] == "pen" for one in self.logged(page)))
            self.doCleanups()

    def test_five_real_dice_are_refused_politely_and_taken_for_no_roll(self):
        five = [clip for clip in rolls.real_clips() if clip.name.startswith("five-red-dice")]
        self.assertEqual(len(five), 4)
        for clip in five:
            with self.subTest(clip.name):
                width, height, _ = shape(clip.source)
                held(clip.source, self.clip_file, [clip.rolls[0]["rest"]], 20, size=(344, round(344 * height / width / 2) * 2))
                with self.another(clip=self.clip_file) as self.browser:
                    page = self.open("race")
                    self.start(page)
                    page.click("#use-camera")
                    self.prompt(page, self.says(page, "race.tooMany", 5))
                    self.assertEqual(page.get_attribute("#pad", "data-open"), "false")
                    self.assertNotIn("roll", self.kept(page))
                    self.doCleanups()

    def test_a_second_roll_before_the_answer_counts_only_if_the_player_says_so(self):
        clip = next(clip for clip in rolls.real_clips() if clip.name == "eight-rolls.mp4")
        held(clip.source, self.clip_file, [roll["rest"] for roll in clip.rolls[6:]], 6)
        with self.another(clip=self.clip_file) as self.browser:
            page = self.open("race", before=lambda page: page.add_init_script(watched_sights))
            self.start(page)
            page.click("#use-camera")
            page.wait_for_selector("#pad[data-open=true]")
            self.check_view(page)
            before = self.values(page)
            page.wait_for_selector(".choose-roll")
            self.prompt(page, self.word(page, "race.choose"))
            self.check_view(page)
            dice = page.eval_on_selector_all(
                ".choose-roll", "all => all.map((one) => [...one.querySelectorAll('use')].map((use) => Number(use.getAttribute('href').slice(5))))"
            )
            self.assertEqual(dice[0], before)
            self.assertNotEqual(dice[1], before)
            page.click(".choose-roll >> nth=1")
            page.wait_for_selector(".choose-roll", state="detached")
            self.assertEqual(self.kept(page)["roll"], dice[1])
            self.doCleanups()


if __name__ == "__main__":
    unittest.main()
