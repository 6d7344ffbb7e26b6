"""The log: what moves into it from older pages, how long that takes, and what is kept of the counts."""

import collections
import json
import os
import random
import signal
import time
import unittest

from support import PageTest

# Twenty thousand answers are four years of a child who plays fourteen a day.
many = 20_000

# As pages did that kept a list, for as long as they are open.
old_tab = """at => {
  const kept = JSON.parse(localStorage.getItem('playfield.history') ?? '[]');
  const { player, mode, dice, given, verdict, attempt, source } = ANSWER;
  kept.push({ at, player, mode, dice, given, verdict, attempt, source });
  localStorage.setItem('playfield.version', '3');
  localStorage.setItem('playfield.history', JSON.stringify(kept));
}""".replace(
    "ANSWER",
    "{ player: 'owl', mode: 'add', dice: [1, 2], given: 3, verdict: 'right', attempt: 1, source: 'keys' }",
)


def history(count):
    """-> `count` answers of three players as pages kept them until they had a database, fourteen a day, half a minute
    apart; some are alike, some are of the same time."""
    choose = random.Random(50)
    answers = []
    for index in range(count):
        second = index // 14 * 86_400 + 30 * (index % 14 - (index % 100 == 1))
        mode = choose.choice(["count", "add", "multiply", "race"])
        answers.append(
            {
                "at": time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(1_600_000_000 + second)),
                "player": choose.choice(["fox", "owl", "bear"]),
                "mode": mode,
                "dice": [choose.randint(1, 6) for _ in range(2 if mode == "race" else choose.randint(2, 4))],
                "given": choose.randint(2, 24),
                "verdict": choose.choice(["right", "right", "right", "wrong", "secret"]),
                "attempt": choose.choice([1, 1, 2, 3]),
                "source": choose.choice(["pen", "keys", "voice"]),
            }
        )
    return answers + answers[:1]


def expected_counts(answers):
    """-> by player, their answers, right ones, questions asked, and answered right first time."""
    counts = collections.defaultdict(lambda: [0, 0, 0, 0])
    for one in answers:
        if one["verdict"] == "secret":
            continue
        is_right, is_first = one["verdict"] == "right", one["attempt"] == 1
        count = counts[one["player"]]
        for place, more in enumerate((True, is_right, is_first, is_right and is_first)):
            count[place] += more
    return dict(counts)


class LogTest(PageTest):
    def seeded(self, answers, script=""):
        """Has a browser's storage hold answers as older pages kept them, and opens the page there."""
        page = self.open(before=lambda page: page.context.route("**/blank", lambda route: route.fulfill(body="")))
        # Where no page moves them.
        page.goto(f"{self.site.address}blank")
        page.evaluate(
            """text => {
              localStorage.setItem('playfield.version', '3');
              localStorage.setItem('playfield.history', text);
            }""",
            json.dumps(answers, separators=(",", ":")),
        )
        if script:
            page.add_init_script(script)
        return page

    def arrive(self, page):
        page.goto(self.site.address)
        page.wait_for_selector("body[data-ready]")

    def counts(self, page):
        return page.evaluate(
            """async () => {
              const log = await import('./log/log.js');
              const { figures } = await import('./grown-ups/statistics.js');
              const found = {};
              for (const player of await log.players()) {
                const { answers, right, asked, first } = figures([...(await log.tally(player)).questions.values()]);
                found[player] = [answers, right, asked, first];
              }
              return found;
            }"""
        )

    def check_all(self, page, answers):
        """Asserts that the log keeps these answers, each once, and its counts say the same."""
        plain = lambda all: sorted(json.dumps({**one, "kind": "answer"}, sort_keys=True) for one in all)
        self.assertEqual(plain(self.logged(page)), plain(answers))
        self.assertEqual(self.counts(page), expected_counts(answers))
        self.assertIsNone(page.evaluate("localStorage.getItem('playfield.history')"))


class MoveTests(LogTest):
    def test_two_tabs_of_which_one_is_old_lose_nothing_and_keep_nothing_twice(self):
        answers = history(900)
        # The old tab writes while the new one has read the list and not replaced it yet.
        meanwhile = """
          const index = IDBObjectStore.prototype.add;
          let added = 0;
          IDBObjectStore.prototype.add = function (...all) {
            added += 1;
            if (added === 700 && !sessionStorage.written) {
              sessionStorage.written = 1;
              (WRITE)('2026-11-20T11:00:00.000Z');
            }
            return index.apply(this, all);
          };""".replace("WRITE", old_tab)
        page = self.seeded(answers, meanwhile)
        self.arrive(page)
        late = {
            "player": "owl", "mode": "add", "dice": [1, 2], "given": 3, "verdict": "right", "attempt": 1,
            "source": "keys",
        }  # fmt: skip
        self.check_all(page, [*answers, {"at": "2026-11-20T11:00:00.000Z", **late}])
        page.evaluate(old_tab, "2026-11-20T11:00:09.000Z")
        page.reload()
        page.wait_for_selector("body[data-ready]")
        self.check_all(
            page,
            [*answers, *({"at": f"2026-11-20T11:00:0{second}.000Z", **late} for second in (0, 9))],
        )

    def test_two_new_tabs_that_move_the_same_answers_move_them_once(self):
        answers = history(900)
        page = self.seeded(answers)
        other = page.context.new_page()
        for one in (page, other):
            one.goto(self.site.address, wait_until="commit")
        for one in (page, other):
            one.wait_for_selector("body[data-ready]")
        self.check_all(page, answers)

    def test_where_the_browser_is_full_the_answers_stay_where_they_were_and_count(self):
        answers = history(500)
        page = self.seeded(
            answers,
            """let room = 300;
            const add = IDBObjectStore.prototype.add;
            IDBObjectStore.prototype.add = function (...all) {
              room -= 1;
              if (room < 0) throw new DOMException('as a test', 'QuotaExceededError');
              return add.apply(this, all);
            };""",
        )
        self.arrive(page)
        self.assertEqual(self.counts(page), expected_counts(answers))
        self.assertEqual(json.loads(page.evaluate("localStorage.getItem('playfield.history')")), answers)
        page.evaluate("location.hash = 'grown-ups'")
        self.pass_gate(page)
        page.wait_for_selector("#storage-trouble >> visible=true")
        self.assertEqual(page.text_content("#storage-trouble"), self.word(page, "grownUps.full"))

    # Where the page is killed, by the calls of its database and of its lasting storage: it then stands still until it is.
    places = {
        "among the records": ("IDBObjectStore.prototype", "add", 700),
        "among the counts": ("IDBObjectStore.prototype", "put", 20),
        "before they are read back": ("IDBDatabase.prototype", "transaction", 2),
        "before the list goes": ("Storage.prototype", "removeItem", 1),  # of the list alone
    }

    def kill_pages(self, browser):
        processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
        for process in processes:
            if process["type"] == "renderer":
                os.kill(process["id"], signal.SIGKILL)

    def test_a_page_that_is_killed_while_it_moves_answers_loses_none_and_keeps_none_twice(self):
        answers = history(900)
        for why, (owner, name, count) in self.places.items():
            with self.subTest(why):
                page = self.seeded(
                    answers,
                    f"""
                    let calls = 0;
                    const act = {owner}.{name};
                    {owner}.{name} = function (...all) {{
                      if (this !== window.sessionStorage) calls += 1;
                      if (calls === {count}) {{
                        const request = new XMLHttpRequest();
                        request.open('GET', 'stands-still', false);
                        request.send();
                      }}
                      return act.apply(this, all);
                    }};""",
                )
                stands = []
                self.site.route("**/stands-still", lambda route: stands.append(route))
                page.goto(self.site.address, wait_until="commit")
                deadline = time.monotonic() + 30
                while not stands and time.monotonic() < deadline:
                    page.wait_for_timeout(20)
                self.assertTrue(stands, "it never got there")
                with page.expect_event("crash"):
                    self.kill_pages(page.context.browser)
                stands[0].abort()
                self.site.unroute("**/stands-still")
                again = page.context.new_page()
                self.arrive(again)
                self.check_all(again, answers)
                page.context.close()


class LongHistoryTests(LogTest):
    # Notes the browser's long tasks, of more than 50 ms.
    ear = """window.tasks = [];
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
        .observe({ type: 'longtask', buffered: true });"""

    def long_tasks(self, page):
        """-> the long tasks since the last call, in milliseconds."""
        page.wait_for_timeout(1000)
        return page.evaluate("tasks.splice(0)")

    def test_with_twenty_thousand_answers_no_task_takes_longer_than_50_ms(self):
        answers = history(many)
        # What other programs do to one run they hardly do to all.
        least = {}
        for _ in range(3):
            page = self.seeded(answers, self.ear)
            races = [
                {"at": one["at"], "players": ["fox"], "winner": "fox", "moves": [{"dice": [1, 2], "answer": 3}] * 4}
                for one in answers[::700]
            ]
            page.evaluate("text => localStorage.setItem('playfield.races', text)", json.dumps(races))
            found = {}
            self.arrive(page)
            # It waits for the move.
            self.assertEqual(self.counts(page), expected_counts(answers))
            found["move"] = self.long_tasks(page)
            page.reload()
            page.wait_for_selector("body[data-ready]")
            found["start"] = self.long_tasks(page)
            page.evaluate("location.hash = 'add'")
            self.tap_dice(page, 6, 2)
            self.type_answer(page, 8)
            page.wait_for_selector(".result.solved")
            found["answer"] = self.long_tasks(page)
            page.evaluate("location.hash = ''")
            self.go_to_grown_ups(page)
            found["figures"] = self.long_tasks(page)
            self.assertEqual(len(self.saved(page, "#export").splitlines()), len(answers) + len(races) + 2)
            found["table"] = self.long_tasks(page)
            page.context.close()
            for part, tasks in found.items():
                least[part] = min(least.get(part, tasks), tasks, key=lambda one: max(one, default=0))
        self.assertEqual({part: tasks for part, tasks in least.items() if tasks}, {})


if __name__ == "__main__":
    unittest.main()
