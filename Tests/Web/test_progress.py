"""What outlives a round: the answers that are kept, what they say, the path, the players, the sounds."""

import csv
import io
import json
import re
import unittest

from axe_playwright_python.sync_playwright import Axe
import support
from support import PageTest, fake_voice


def answer(verdict="right", dice=(6, 4), mode="multiply", attempt=1, at=0, player="fox"):
    """An answer as it is kept, `at` seconds after noon on 20 November in Berlin."""
    return {
        "at": f"2026-11-20T{11 + at // 3600:02}:{at // 60 % 60:02}:{at % 60:02}.000Z",
        "player": player,
        "mode": mode,
        "dice": list(dice),
        "given": 24,
        "verdict": verdict,
        "attempt": attempt,
        "source": "pen",
    }


def storing(**values):
    """Puts values into the storage of a page before it first loads."""
    script = f"""if (!sessionStorage.seeded) {{
      sessionStorage.seeded = 1;
      for (const [name, text] of Object.entries({json.dumps(values)})) localStorage.setItem(`playfield.${{name}}`, text);
    }}"""
    return lambda page: page.add_init_script(script)


def with_history(*answers, **values):
    """Answers as pages kept them until they had a database."""
    return storing(version="2", history=json.dumps(answers), **values)


# What the counts say of answers that were given in this order.
counting = """async answers => {
  const { Tally } = await import('./log/tally.js');
  const counts = new Tally();
  for (const one of answers) counts.add(one);
  const { figures, hardQuestions } = await import('./grown-ups/statistics.js');
  const questions = [...counts.questions.values()];
  return { figures: figures(questions), hard: hardQuestions(questions), days: [...counts.days.values()] };
}"""


class PureTests(PageTest):
    def call(self, page, module, function, *arguments):
        return page.evaluate(
            """async ([module, name, args]) => {
              const found = await import(`./${module}.js`);
              return found[name](...args);
            }""",
            [module, function, arguments],
        )

    def test_figures_count_answers_and_questions_but_not_the_secret(self):
        page = self.open()
        for answers, expected, why in [
            ([], (0, 0, 0, 0), "nothing was answered"),
            ([answer()], (1, 1, 1, 1), "right first time"),
            (
                [answer("wrong"), answer(attempt=2)],
                (2, 1, 1, 0),
                "two answers are one question, not right first time",
            ),
            ([answer(), answer("secret")], (1, 1, 1, 1), "the secret is no answer"),
            (
                [answer("secret", attempt=2)],
                (0, 0, 0, 0),
                "nor a question, whichever try it took",
            ),
        ]:
            with self.subTest(why):
                found = page.evaluate(counting, answers)["figures"]
                self.assertEqual(
                    tuple(found[key] for key in ("answers", "right", "asked", "first")), expected
                )

    def test_minutes_are_those_without_long_pauses_on_the_day_of_the_reader(self):
        page = self.open(timezone_id="Europe/Berlin")
        for times, expected, why in [
            ([0], [(20, 0)], "one answer alone takes no time that is known"),
            ([0, 30, 90], [(20, 1.5)], "pauses add up"),
            ([0, 120], [(20, 2)], "two minutes of thought are playing"),
            ([0, 121], [(20, 0)], "a second more is a break"),
            ([0, 60, 3600, 3660], [(20, 2)], "after a break it goes on"),
            (
                [43170, 43230],
                [(20, 0), (21, 1)],
                "what crosses midnight in Berlin belongs to the later day",
            ),
        ]:
            with self.subTest(why):
                found = page.evaluate(counting, [answer(at=at) for at in times])["days"]
                self.assertEqual([(int(one["day"][-2:]), one["minutes"]) for one in found], expected)

    def test_days_count_right_and_wrong_in_order_of_time(self):
        page = self.open(timezone_id="Europe/Berlin")
        answers = [
            answer(at=0),
            answer(at=10),
            answer(at=43210),
            answer("wrong", at=43220),
            answer("secret", at=43230),
        ]
        found = page.evaluate(counting, answers)["days"]
        self.assertEqual(
            [(one["day"], one["right"], one["wrong"]) for one in found],
            [("2026-11-20", 2, 0), ("2026-11-21", 1, 1)],
        )

    def test_an_answer_that_is_taken_out_leaves_the_counts_as_they_were_but_for_its_time(self):
        page = self.open(timezone_id="Europe/Berlin")
        found = page.evaluate(
            """async ([kept, misheard]) => {
              const { Tally } = await import('./log/tally.js');
              const counts = new Tally();
              for (const one of [...kept, misheard]) counts.add(one);
              counts.withdraw(misheard);
              return [[...counts.questions.values()], [...counts.days.values()]];
            }""",
            [[answer(), answer("wrong", at=30)], answer("wrong", at=90, attempt=2)],
        )
        [[question], [day]] = found
        self.assertEqual([question[name] for name in ("answers", "right", "asked", "first")], [2, 1, 2, 1])
        self.assertEqual((day["right"], day["wrong"], day["minutes"]), (1, 1, 1.5))

    def test_hard_questions_are_those_not_right_first_time(self):
        page = self.open()
        wrong = lambda **more: answer("wrong", **more)
        for answers, expected, why in [
            (
                [answer(), wrong(dice=(4, 6)), wrong(), wrong(dice=(4, 6)), answer(dice=(4, 6))],
                [("multiply", [6, 4], 5, 2)],
                "4 x 6 is 6 x 4: 2 of 5 right first time",
            ),
            ([answer(), answer(dice=(2, 2))], [], "what was always right is not hard"),
            (
                [wrong(), wrong(attempt=2), answer(attempt=3)],
                [("multiply", [6, 4], 1, 0)],
                "later tries are the same question",
            ),
            ([answer("secret")], [], "the secret is no try"),
            (
                [wrong(dice=(2, 3)), wrong(), wrong(), answer()],
                [("multiply", [6, 4], 3, 1), ("multiply", [3, 2], 1, 0)],
                "missed more often is harder",
            ),
            (
                [wrong(dice=(2, 3)), answer(dice=(2, 3)), wrong()],
                [("multiply", [6, 4], 1, 0), ("multiply", [3, 2], 2, 1)],
                "missed as often, but asked less is harder",
            ),
            (
                [wrong(mode="count", dice=(1, 1, 2)), answer(mode="count", dice=(6, 5, 4))],
                [("count", [2, 1, 1], 2, 1)],
                "three dice are three dice, whatever they show",
            ),
            (
                [wrong(), wrong(mode="add")],
                [("multiply", [6, 4], 1, 0), ("add", [6, 4], 1, 0)],
                "adding is another question than multiplying",
            ),
        ]:
            with self.subTest(why):
                found = page.evaluate(counting, answers)["hard"]
                self.assertEqual(
                    [tuple(one[key] for key in ("mode", "dice", "asked", "first")) for one in found],
                    expected,
                )

    def test_answers_of_older_pages_become_answers_of_today(self):
        page = self.open()
        for mode, dice, given, right, by, expected, why in [
            ("add", [6, 2], 8, True, "ink", ("right", "pen"), "right by hand"),
            ("add", [6, 2], 9, False, "keys", ("wrong", "keys"), "wrong by keys"),
            ("add", [6, 2], 42, True, "keys", ("secret", "keys"), "42 was always right"),
            ("count", [6, 2], 42, True, "keys", ("secret", "keys"), "in counting as well"),
            ("multiply", [6, 2], 42, True, "keys", ("secret", "keys"), "and in multiplying"),
            ("add", [6] * 7, 42, True, "keys", ("right", "keys"), "but 7 sixes make 42"),
            ("multiply", [6, 7], 42, True, "keys", ("right", "keys"), "so do factors"),
        ]:
            with self.subTest(why):
                old = {"mode": mode, "dice": dice, "given": given, "right": right, "by": by}
                found = self.call(
                    page, "log/older", "migrated", {"at": "2026-11-20T11:00:00.000Z", "attempt": 2, **old}
                )
                self.assertEqual((found["verdict"], found["source"]), expected)
                self.assertEqual((found["player"], found["attempt"]), ("fox", 2))
                self.assertFalse({"right", "by"} & set(found), "nothing of the old form stays")

    def table(self, page, *records):
        return page.evaluate(
            """async records => {
              const { tableHeader, tableRows } = await import('./grown-ups/statistics.js');
              return tableHeader + tableRows(records);
            }""",
            records,
        )

    def test_the_table_is_one_that_other_programs_read(self):
        page = self.open()
        text = self.table(page, {**answer(), "source": 'a "pen", blue', "given": 7})
        self.assertTrue(text.endswith("\r\n"))
        [row] = csv.DictReader(io.StringIO(text, newline=""))
        self.assertEqual(
            row,
            {
                "time": "2026-11-20T11:00:00.000Z",
                "player": "fox",
                "mode": "multiply",
                "dice": "6 4",
                "answer": "7",
                "verdict": "right",
                "attempt": "1",
                "source": 'a "pen", blue',
                "players": "",
                "turns": "",
            },
        )

    def test_a_race_is_a_row_of_its_winner(self):
        page = self.open()
        race = {
            "kind": "race",
            "at": "2026-11-20T11:00:05.000Z",
            "players": ["fox", "owl"],
            "winner": "owl",
            "moves": [{"dice": [1, 2], "answer": 3}] * 4,
        }
        text = self.table(page, answer(at=1), race, answer(at=9))
        rows = list(csv.DictReader(io.StringIO(text, newline="")))
        self.assertEqual([row["verdict"] for row in rows], ["right", "won", "right"])
        self.assertEqual(
            {name: rows[1][name] for name in ("player", "mode", "dice", "players", "turns")},
            {"player": "owl", "mode": "race", "dice": "", "players": "fox owl", "turns": "2"},
        )


class ProgressTest(PageTest):
    def solve(self, page, *dice, wrong=False):
        """Answers a question about dice that are tapped in; once `wrong` before."""
        page.evaluate("location.hash = 'add'")
        if page.is_visible("#tap-dice"):
            page.click("#tap-dice")
        elif page.is_visible("#again"):
            page.click("#again")
        for value in dice:
            page.click(f"#faces button:nth-child({value})")
        if wrong:
            self.type_answer(page, sum(dice) + 1)
            self.prompt(page, self.word(page, "prompt.retry"))
        self.type_answer(page, sum(dice))
        page.wait_for_selector(".result.solved")

    def go(self, page, screen):
        if screen == "grown-ups":
            return self.go_to_grown_ups(page)
        page.evaluate("hash => { location.hash = hash }", screen)
        page.wait_for_selector(f"#{screen or 'home'}:not([hidden])")


class GateTests(ProgressTest):
    def test_a_product_opens_the_grown_ups_screen_and_three_wrong_ones_make_it_wait(self):
        # Its half minute ends when the test says so.
        held = """
          window.ends = [];
          const later = setTimeout;
          window.setTimeout = (act, time, ...rest) => (time === 30_000 ? ends.push(act) : later(act, time, ...rest));
        """
        page = self.open(before=lambda page: page.add_init_script(held))
        page.evaluate("location.hash = 'grown-ups'")
        page.wait_for_selector("#gate >> visible=true")
        page.wait_for_function("() => document.activeElement.id === 'gate-answer'")
        self.assertFalse(page.is_visible("#erase"))
        self.assertFalse(page.is_visible("#no-answers"))
        page.keyboard.press("Enter")
        self.assertEqual(page.text_content("#gate-said"), "", "nothing was answered")
        for _ in range(2):
            page.keyboard.type("1")
            page.keyboard.press("Enter")
            # The next one is read out with it.
            self.assertIn(page.text_content("#gate-question"), page.text_content("#gate-said"))
        page.keyboard.type("1")
        page.keyboard.press("Enter")
        wait = self.word(page, "grownUps.gate.wait")
        self.assertEqual(page.text_content("#gate-said"), wait)
        self.assertTrue(page.is_disabled("#gate-answer"))
        self.assertTrue(page.is_disabled("#gate-check"))
        # Who comes again waits on.
        self.go(page, "")
        page.evaluate("location.hash = 'grown-ups'")
        page.wait_for_selector("#gate >> visible=true")
        self.assertTrue(page.is_disabled("#gate-answer"))
        self.assertEqual(page.text_content("#gate-said"), wait)
        page.evaluate("ends.forEach((end) => end())")
        self.pass_gate(page)
        page.wait_for_selector("#no-answers")
        self.assertFalse(page.is_visible("#gate"))
        self.assertEqual(page.evaluate("document.activeElement.tagName"), "H1")
        self.go(page, "")
        self.go(page, "grown-ups")


class GrownUpsTests(ProgressTest):
    def test_the_version_is_the_project_s(self):
        source = (support.root / "Sources/Core/Version.swift").read_text()
        page = self.open("grown-ups")
        page.wait_for_selector("#version:not(:empty)")
        version = re.search('"(.*)"', source)[1]
        self.assertEqual(page.text_content("#version"), f"Playfield {version}")

    def erase(self, page, erased):
        """Taps for the second time; the page is loaded again and says so."""
        page.click("#erase")
        page.wait_for_function(
            "text => document.getElementById('no-answers')?.textContent === text", arg=erased
        )
        page.wait_for_selector("body[data-ready]")

    def play(self, page):
        self.solve(page, 6, 2, wrong=True)
        self.go(page, "grown-ups")
        page.wait_for_selector("#progress:not([hidden])")

    def test_the_table_can_be_read_for_a_minute_after_it_was_asked_for(self):
        revoked = """window.revoked = 0;
          URL.revokeObjectURL = () => { window.revoked += 1; };"""
        page = self.open(
            "grown-ups",
            before=lambda page: (
                page.clock.install(), with_history(answer())(page), page.add_init_script(revoked),
            ),
        )  # fmt: skip
        page.click("#export")
        page.clock.run_for(50_000)
        self.assertEqual(page.evaluate("revoked"), 0, "iOS asks before it reads the address")
        page.clock.run_for(20_000)
        self.assertEqual(page.evaluate("revoked"), 1)

    def test_answers_are_kept_shown_saved_as_a_table_and_erased(self):
        page = self.open()
        self.play(page)
        page.reload()
        self.pass_gate(page)
        page.wait_for_selector("#progress:not([hidden])")
        figures = [page.text_content(f"#sum-{name}") for name in ("answers", "right", "asked", "first")]
        self.assertEqual(figures, ["2", "1", "1", "0"])
        self.assertEqual(page.locator("#latest tbody tr").count(), 2)
        rows = list(csv.DictReader(io.StringIO(self.saved(page, "#export"))))
        self.assertEqual(
            [[row[key] for key in row if key != "time"] for row in rows],
            [
                ["fox", "add", "6 2", "9", "wrong", "1", "keys", "", ""],
                ["fox", "add", "6 2", "8", "right", "2", "keys", "", ""],
            ],
        )
        page.evaluate("localStorage.setItem('playfield.player', '\"owl\"')")
        page.evaluate("localStorage.setItem('playfield.muted', 'true')")
        page.evaluate("localStorage.setItem('another', 'page')")
        erased = self.word(page, "grownUps.erased")
        page.click("#erase")
        self.assertTrue(page.is_visible("#progress"), "one tap does not erase")
        self.erase(page, erased)
        self.assertEqual(self.logged(page), [])
        self.assertEqual(
            page.evaluate(
                "['history', 'player', 'muted'].filter((name) => localStorage.getItem(`playfield.${name}`))"
            ),
            [],
            "answers, players and settings are gone",
        )
        self.assertEqual(page.evaluate("localStorage.getItem('another')"), "page")
        self.go(page, "")
        page.wait_for_selector("#path .step[aria-current]")
        self.assertEqual(page.locator("#path .learned").count(), 0)

    def test_what_is_hard_is_shown_by_game(self):
        page = self.open(
            "grown-ups",
            before=with_history(
                *[answer("wrong" if at < 3 else "right", at=10 * at) for at in range(5)],
                answer(mode="add", at=60),
                answer("wrong", mode="add", dice=(1, 2), player="owl", at=70),
            ),
        )
        page.wait_for_selector("#progress:not([hidden])")
        text = page.inner_text("#games").split("\n")
        self.assertEqual(
            [line for line in text if line],
            ["Add", "1 question, 100% right first time", "Nothing hard so far."]
            + ["Multiply", "5 questions, 40% right first time", "Hardest so far"]
            + ["6 × 4", "2 of 5 right first time"],
        )

    def test_dates_and_percents_are_those_of_the_readers_region(self):
        for locale, date, time in [("en-US", "11/20", "11/20/26, 12:00"), ("en-GB", "20/11", "20/11/2026, 12:00")]:
            with self.subTest(locale):
                page = self.open(
                    "grown-ups",
                    before=with_history(answer(), answer("wrong")),
                    locale=locale,
                    timezone_id="Europe/Berlin",
                )
                page.wait_for_selector("#progress:not([hidden])")
                texts = page.eval_on_selector_all("#days text", "all => all.map(one => one.textContent)")
                self.assertIn(date, texts)
                self.assertTrue(page.text_content("#latest tbody td").startswith(time))
                self.assertEqual(page.text_content("#share-first"), "50%")

    def test_the_latest_answers_fit_a_telephone(self):
        page = self.open(
            "grown-ups",
            size=(390, 844),
            before=with_history(
                answer("secret", dice=[6] * 10, mode="add"), answer("wrong"), {**answer(), "given": 123456789}
            ),
        )
        page.wait_for_selector("#progress:not([hidden])")
        self.assertLessEqual(
            page.eval_on_selector(".scrolls", "one => one.scrollWidth - one.clientWidth"), 0
        )

    def test_two_tabs_keep_the_answers_of_both(self):
        page = self.open("grown-ups")
        other = page.context.new_page()
        other.goto(f"{self.site.address}#grown-ups")
        other.wait_for_selector("body[data-ready]")
        self.pass_gate(other)
        for one in (page, other):
            self.play(one)
        self.assertEqual(other.text_content("#sum-answers"), "4")
        self.go(page, "")
        self.go(page, "grown-ups")
        page.wait_for_function("() => document.getElementById('sum-answers').textContent === '4'")

    def test_where_storage_is_forbidden_or_full_the_game_goes_on_and_says_so(self):
        for name, script in [
            (
                "forbidden",
                """Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('x', 'SecurityError'); } });
                IDBFactory.prototype.open = () => { throw new DOMException('x', 'SecurityError'); };""",
            ),
            (
                "full",
                """Storage.prototype.setItem = () => { throw new DOMException('x', 'QuotaExceededError'); };
                IDBObjectStore.prototype.add = () => { throw new DOMException('x', 'QuotaExceededError'); };""",
            ),
        ]:
            with self.subTest(name):
                page = self.open(before=lambda page: page.add_init_script(script))
                self.play(page)
                self.assertEqual(
                    page.text_content("#storage-trouble"), self.word(page, f"grownUps.{name}")
                )
                self.assertEqual(page.text_content("#sum-answers"), "2", "nothing is lost")
                self.assertEqual(len(self.saved(page, "#export").splitlines()), 3)

    def test_answers_that_cannot_be_read_are_reported_and_not_written_over(self):
        for name, text in [("history", "[{broken"), ("answers", "[{broken"), ("history", "{}"), ("answers", "null")]:
            with self.subTest(name, text=text):
                page = self.open(before=storing(**{name: text}))
                self.play(page)
                self.assertEqual(
                    page.text_content("#storage-trouble"), self.word(page, "grownUps.unreadable")
                )
                self.assertEqual(page.text_content("#sum-answers"), "2")
                self.assertEqual(
                    page.evaluate("name => localStorage.getItem(`playfield.${name}`)", name), text
                )

    def test_a_kept_answer_that_is_damaged_is_left_out_and_stays(self):
        damaged = [
            {**answer(), "dice": [6, 7]},
            {**answer(), "dice": "6 4"},
            {**answer(), "mode": "divide"},
            {**answer(), "verdict": "unknown"},
            {**answer(), "attempt": None},
            {**answer(), "at": "yesterday"},
            {**answer(), "player": "whale"},
            None,
        ]
        page = self.open(before=with_history(*damaged, answer()))
        self.play(page)
        self.assertEqual(page.text_content("#sum-answers"), "3")
        self.assertEqual(len(self.logged(page)), 3)
        left = page.evaluate("JSON.parse(localStorage.getItem('playfield.history'))")
        self.assertEqual(left, damaged, "they stay in the list")

    def test_what_a_newer_page_keeps_is_left_alone_until_it_is_erased(self):
        newer = {"version": "4", "history": '{"in": "another form"}', "answers": "[]", "player": '"whale"'}
        page = self.open(before=storing(**newer))
        self.play(page)
        self.assertEqual(page.text_content("#storage-trouble"), self.word(page, "grownUps.newer"))
        self.assertEqual(page.text_content("#sum-answers"), "2", "the game continues")
        self.assertEqual(page.evaluate("async () => (await indexedDB.databases()).length"), 0)
        self.go(page, "")
        page.click("#home .voice")
        stored = page.evaluate("Object.fromEntries(Object.entries(localStorage))")
        self.assertEqual(stored, {f"playfield.{name}": text for name, text in newer.items()})
        self.go(page, "grown-ups")
        page.click("#erase")
        page.click("#erase")
        page.wait_for_function("() => localStorage.getItem('playfield.history') === null")

    def test_what_a_newer_page_keeps_in_the_database_is_left_alone_until_it_is_erased(self):
        newer = """sessionStorage.seeded || (sessionStorage.seeded = 1, new Promise((resolve) => {
          Object.assign(indexedDB.open('playfield', 99), {
            onupgradeneeded: ({ target }) => target.result.createObjectStore('another'),
            onsuccess: ({ target }) => target.result.close(),
          });
        }));"""
        page = self.open(before=lambda page: page.add_init_script(newer))
        self.play(page)
        self.assertEqual(page.text_content("#storage-trouble"), self.word(page, "grownUps.newer"))
        self.assertEqual(page.text_content("#sum-answers"), "2", "the game continues")
        versions = "async () => (await indexedDB.databases()).map(({ version }) => version)"
        self.assertEqual(page.evaluate(versions), [99])
        erased = self.word(page, "grownUps.erased")
        page.click("#erase")
        self.erase(page, erased)
        self.assertEqual(page.evaluate(versions), [1])

    def test_answers_of_an_older_page_move_and_what_it_still_writes_moves_at_the_next_start(self):
        old = {"mode": "add", "dice": [6, 2], "given": 42, "right": True, "attempt": 1, "by": "ink"}
        page = self.open(
            "grown-ups", before=storing(answers=json.dumps([{"at": "2026-11-20T11:00:00.000Z", **old}]))
        )
        page.wait_for_selector("#progress:not([hidden])")
        self.assertEqual(page.text_content("#sum-answers"), "0", "the secret is no answer")
        self.assertEqual([one["verdict"] for one in self.logged(page)], ["secret"])
        self.assertIsNone(page.evaluate("localStorage.getItem('playfield.answers')"))
        # An older page knows only of its own answers.
        later = [{"at": "2026-11-19T11:00:00.000Z", **old, "given": 8}]
        page.evaluate("text => localStorage.setItem('playfield.answers', text)", json.dumps(later))
        page.reload()
        self.pass_gate(page)
        page.wait_for_selector("#progress:not([hidden])")
        self.assertEqual(page.text_content("#sum-answers"), "1")
        self.assertEqual([one["verdict"] for one in self.logged(page)], ["right", "secret"])


class PathTests(ProgressTest):
    def names(self, page, selector):
        return page.eval_on_selector_all(
            f"#path {selector} .for-readers", "all => all.map(one => one.textContent.split('.')[0])"
        )

    def steps(self, page, *names):
        return [self.word(page, f"path.steps.{name}") for name in names]

    def test_the_path_begins_with_counting_and_each_step_starts_its_game(self):
        page = self.open()
        page.wait_for_selector("#path .step[aria-current] .pip")
        self.assertEqual(self.names(page, ".step[aria-current]"), self.steps(page, "countToFive"))
        self.assertEqual(page.locator("#path .step").count(), 9)
        for index, game in [(1, "count"), (4, "add"), (9, "multiply")]:
            page.click(f"#path li:nth-child({index}) .step")
            page.wait_for_selector("#play:not([hidden])")
            self.assertEqual(page.evaluate("location.hash"), f"#{game}")
            self.go(page, "")

    def test_stars_outlive_a_reload_and_belong_to_the_kept_answers(self):
        page = self.open()
        self.solve(page, 6, 2)
        self.solve(page, 6, 3, wrong=True)
        for _ in range(2):
            page.wait_for_function("() => document.querySelector('#stars > :last-child').textContent === '3'")
            self.go(page, "")
            page.wait_for_selector("#path .slots")
            [slots] = page.eval_on_selector_all(
                "#path li:nth-child(3) .slots", "all => all.map(one => one.querySelectorAll('.star:not(.slot)').length)"
            )
            self.assertEqual(slots, 3)
            page.reload()
            page.wait_for_selector("body[data-ready]")

    def test_a_step_is_celebrated_once_when_it_is_reached(self):
        two = [answer(mode="add", at=at) for at in (0, 10)]
        page = self.open(before=with_history(*two))
        self.assertEqual(self.names(page, ".learned"), [])
        self.solve(page, 6, 2)
        page.wait_for_selector("#reached .stone")
        self.assertIn(self.word(page, "path.steps.addTwo"), page.text_content("#reached"))
        self.assertIn(self.word(page, "path.steps.addThree"), page.text_content("#reached"), "what is next")
        self.go(page, "")
        self.assertEqual(self.names(page, ".learned"), self.steps(page, "countToFive", "countToTen", "addTwo"))
        self.assertEqual(self.names(page, ".step[aria-current]"), self.steps(page, "addThree"))
        page.reload()
        page.wait_for_selector("#path .step[aria-current]")
        self.solve(page, 5, 2)
        page.wait_for_function("() => document.querySelector('#stars > :last-child').textContent === '8'")
        self.assertEqual(page.locator("#reached .stone").count(), 0)

    def answers_wrongly(self, page):
        """-> what is celebrated after a wrong answer to the dice 6 and 2."""
        if page.is_visible("#tap-dice"):
            page.click("#tap-dice")
        for value in (6, 2):
            page.click(f"#faces button:nth-child({value})")
        self.type_answer(page, 9)
        self.prompt(page, self.word(page, "prompt.retry"))
        return page.text_content("#reached")

    def test_what_was_learned_before_a_start_that_failed_is_not_celebrated(self):
        learned = [answer(mode="add", at=at) for at in (0, 10, 20)]

        def before(page):
            with_history(*learned)(page)
            page.context.route("**/playfield.wasm", lambda route: route.abort())

        page = self.open("add", before=before)
        page.wait_for_selector("#why[data-problem]")
        page.context.unroute_all()
        page.click("#use-camera")
        page.wait_for_selector("#tap-dice >> visible=true")
        page.wait_for_function("() => document.querySelector('#stars > :last-child').textContent === '6'")
        self.assertEqual(self.answers_wrongly(page), "")

    def test_what_another_player_has_learned_is_not_celebrated(self):
        learned = [answer(mode="add", at=at, player="owl") for at in (0, 10, 20)]
        page = self.open("add", before=with_history(*learned))
        # As another tab does, of which this page has not heard yet.
        page.evaluate("""localStorage.setItem('playfield.player', '"owl"')""")
        self.assertEqual(self.answers_wrongly(page), "")
        self.assertEqual(self.logged(page)[-1]["player"], "owl")

    def test_at_the_end_pip_waits_at_the_flag(self):
        page = self.open(before=with_history(*[answer(dice=(2, 3, 4), at=at) for at in range(3)]))
        page.wait_for_selector("#path .goal .pip")
        self.assertEqual(page.locator("#path .learned").count(), 9)
        self.assertEqual(page.locator("#path .step[aria-current]").count(), 0)


class PlayerTests(ProgressTest):
    def test_each_player_has_stars_and_figures_of_their_own(self):
        page = self.open(before=with_history(answer(), answer(at=10)))
        page.wait_for_function("() => document.querySelector('#stars > :last-child').textContent === '4'")
        page.click("#who")
        page.click("#players .player >> nth=1")
        page.wait_for_function("() => document.querySelector('#stars > :last-child').textContent === '0'")
        self.solve(page, 6, 2)
        self.assertEqual(page.get_attribute("#whose use", "href"), "#owl", "the game shows who plays")
        self.assertEqual([one["player"] for one in self.logged(page)], ["fox", "fox", "owl"])
        page.reload()
        page.wait_for_selector("body[data-ready]")
        self.assertEqual(page.get_attribute("#who use", "href"), "#owl", "the choice outlives a reload")
        self.go(page, "grown-ups")
        self.assertEqual(page.text_content("#sum-answers"), "1")
        page.click("#figures-of .player >> nth=0")
        page.wait_for_function("() => document.getElementById('sum-answers').textContent === '2'")

    def test_a_player_who_is_chosen_in_another_tab_is_shown_in_this_one(self):
        page = self.open("add")
        other = page.context.new_page()
        other.goto(self.site.address)
        other.wait_for_selector("body[data-ready]")
        other.click("#who")
        other.click("#players .player >> nth=1")
        page.wait_for_selector("#whose use[href='#owl']", state="attached")

    def test_one_player_need_not_choose(self):
        page = self.open(before=with_history(answer()))
        self.go(page, "grown-ups")
        self.assertEqual(page.text_content("#sum-answers"), "1")
        self.assertTrue(page.is_hidden("#figures-of"))
        self.assertTrue(page.is_hidden("#remove-player"))

    def test_nothing_changes_when_nobody_is_chosen(self):
        page = self.open()
        for close in (lambda: page.keyboard.press("Escape"), lambda: page.click("#players .close")):
            page.click("#who")
            page.wait_for_selector("#players[open]")
            close()
            page.wait_for_selector("#players", state="hidden")
            self.assertEqual(page.get_attribute("#who use", "href"), "#fox")

    def test_a_player_is_removed_at_the_second_tap_and_another_plays_on(self):
        page = self.open(
            "grown-ups",
            before=with_history(answer(), answer(at=10, player="owl"), player='"owl"'),
        )
        page.wait_for_selector("#remove-player >> visible=true")
        page.click("#remove-player")
        self.assertEqual(len(self.logged(page)), 2, "one tap does not erase")
        page.click("#remove-player")
        page.wait_for_selector("#figures-of", state="hidden")
        self.assertTrue(page.is_hidden("#remove-player"), "the last player stays")
        self.assertEqual(
            page.evaluate("document.activeElement.textContent"), self.word(page, "grownUps.title")
        )
        self.assertEqual([one["player"] for one in self.logged(page)], ["fox"])
        self.assertEqual(page.get_attribute("#who use", "href"), "#fox")


class SoundTests(ProgressTest):
    # Whatever is played, and how many notes had not begun when Pip began to speak.
    ear = """
      window.notes = [];
      window.unheard = [];
      const Plain = AudioContext;
      window.AudioContext = class extends Plain {
        constructor(...all) {
          super(...all);
          window.sound = this;
        }
      };
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (at) {
        notes.push({ pitch: Math.round(this.frequency.value), at, context: this.context });
        return start.call(this, at);
      };
    """ + fake_voice(heard="unheard.push(notes.filter(({ at, context }) => at > context.currentTime).length)")
    # A sound output whose clock lags, as where cores are busy.
    lagging = """
      const Prompt = AudioContext;
      window.AudioContext = class extends Prompt {
        get currentTime() { return super.currentTime / 10; }
      };
    """
    right, wrong, star, step = 784, 349, 1976, 1568

    def pitches(self, page):
        return page.evaluate("notes.map(({ pitch }) => pitch)")

    def wake(self, page):
        """Has the sound output opened, without which only taps sound."""
        page.mouse.click(1, 1)
        page.wait_for_function("() => window.sound?.currentTime > 0.1")

    def test_nothing_sounds_before_a_tap(self):
        page = self.open("add", before=lambda page: page.add_init_script(self.ear))
        page.evaluate("document.getElementById('tap-dice').click()")
        page.wait_for_selector("#faces:not([hidden])")
        self.assertEqual(self.pitches(page), [], "a script's click is no tap")
        # The first tap starts the sounds' clock, in Firefox too late for its own sound.
        for _ in range(1 if self.browser.name == "chromium" else 8):
            page.click("#faces button:nth-child(6)")
            page.wait_for_timeout(1000)
        self.assertGreater(len(self.pitches(page)), 0)

    def test_an_answer_has_its_sound_and_pip_waits_for_it(self):
        page = self.open(
            before=lambda page: (
                with_history(*[answer(mode="add", at=at) for at in (0, 10)])(page),
                page.add_init_script(self.ear),
            )
        )
        self.wake(page)
        self.solve(page, 6, 2, wrong=True)
        page.wait_for_function("pitch => notes.some((note) => note.pitch === pitch)", arg=self.star)
        self.assertIn(self.wrong, self.pitches(page))
        self.assertIn(self.right, self.pitches(page))
        self.assertNotIn(self.step, self.pitches(page), "five stars of six")
        page.wait_for_function("() => unheard.length >= 4")
        self.solve(page, 6, 3)
        page.wait_for_function("pitch => notes.some((note) => note.pitch === pitch)", arg=self.step)
        page.wait_for_function(
            "() => notes.every(({ at, context }) => at <= context.currentTime) && unheard.length >= 6"
        )
        self.assertEqual(set(page.evaluate("unheard")), {0}, "no note begins while Pip speaks")

    def test_pip_waits_for_sounds_whose_clock_lags(self):
        page = self.open("add", before=lambda page: page.add_init_script(self.ear + self.lagging))
        self.wake(page)
        self.tap_dice(page, 6, 2)
        page.wait_for_selector("#pad[data-open=true]")
        page.evaluate("unheard.length = 0")
        self.type_answer(page, 7)
        page.wait_for_function("() => unheard.length > 0")
        self.assertIn(self.wrong, self.pitches(page))
        self.assertEqual(set(page.evaluate("unheard")), {0}, "no note begins while Pip speaks")

    def test_nothing_but_taps_sounds_before_the_output_is_open(self):
        opening = self.lagging.replace("super.currentTime / 10", "Math.min(super.currentTime, 0.02)")
        page = self.open("add", before=lambda page: page.add_init_script(self.ear + opening))
        self.tap_dice(page, 6, 2)
        page.wait_for_selector("#pad[data-open=true]")
        page.evaluate("unheard.length = 0")
        self.type_answer(page, 7)
        page.wait_for_function("() => unheard.length > 0")
        self.assertNotIn(self.wrong, self.pitches(page))

    def test_they_are_off_together_with_the_voice(self):
        page = self.open(before=lambda page: page.add_init_script(self.ear))
        page.click("#home .voice")
        already = len(self.pitches(page))
        self.solve(page, 6, 2)
        page.wait_for_function("() => document.querySelector('#stars > :last-child').textContent === '2'")
        self.assertEqual(len(self.pitches(page)), already)
        self.tool(page, "#play .voice")
        page.click("#again")
        page.wait_for_function("count => notes.length > count", arg=already)


class AccessibilityTests(ProgressTest):
    def test_axe_finds_nothing_on_home_the_choice_of_players_and_for_grown_ups(self):
        axe = Axe()
        answers = [
            answer("wrong" if at % 3 else "right", at=at * 50, player=player)
            for at in range(9)
            for player in ("fox", "owl")
        ]
        for size in ((390, 844), (1024, 768)):
            page = self.open(size=size, before=with_history(*answers))
            for screen in ("home", "players", "grown-ups"):
                if screen == "players":
                    page.click("#who")
                elif screen == "grown-ups":
                    page.keyboard.press("Escape")
                    self.go(page, "grown-ups")
                with self.subTest(size=size, screen=screen):
                    found = axe.run(page, options={"resultTypes": ["violations"]}).response["violations"]
                    self.assertEqual(
                        [
                            (one["id"], [node["target"] for node in one["nodes"]])
                            for one in found
                            if one["impact"] != "minor"
                        ],
                        [],
                    )
            page.context.close()


if __name__ == "__main__":
    unittest.main()
