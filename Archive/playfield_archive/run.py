"""Has tasks done by a Ray cluster, or by this machine."""

import os
import sys
import time

from . import Fault, Refusal, command, inputs, page, plan, reading, store

# How many tasks wait for a free core.
WAITING = 4
# How often a task that lost its node is done again.
RETRIES = 20


def run(names, output, words, program, address=None, timeout=3600.0, retry=False, cores=None):
    """Reads what has no results yet.

    Returns the report of this call. Raises Refusal where something is asked for that cannot be done.
    """
    asked = command.Command(tuple(words))
    here = command.Program.at(program)
    settings = command.settings(asked, here)
    results = store.Store(output)
    results.begin(settings)
    finished, failed = results.finished()
    planner = plan.Planner(asked)
    listed = plan.wanted(inputs.listed(names, asked.extensions), finished, failed, retry)
    attempt = int(time.time()) if retry else 0
    fingerprint = command.fingerprint(settings)

    def task(batch):
        part = store.part_name(fingerprint, batch, attempt)
        return reading.Task(asked, here, fingerprint, output, timeout, batch, part)

    began = time.time()
    total = reading.Report()
    with Cluster(address, cores) as cluster:
        bar = Bar()
        for done, seconds in cluster.results(map(task, planner.batches(listed))):
            planner.learn(done.inputs, seconds)
            total.add(done)
            bar.show(total)
        bar.clear()
        unfit = cluster.unfit
    page.write(results, settings, total, time.time() - began, unfit)
    return total


class Cluster:
    """Ray, with the nodes that may work."""

    def __init__(self, address, cores):
        self.address, self.cores = address, cores
        # The reason of each node that may not.
        self.unfit = {}

    def __enter__(self):
        # Nothing is reported to anybody, whatever starts Ray.
        os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
        import ray

        self.ray = ray
        options = {"address": self.address} if self.address else {"num_cpus": self.cores, "include_dashboard": False}
        ray.init(log_to_driver=False, logging_level="error", **options)
        self.read = ray.remote(remote_read)
        return self

    def __exit__(self, *_):
        self.ray.shutdown()

    def results(self, tasks):
        """Yields the report of each task, and how long it took."""
        ray, waiting = self.ray, {}
        tasks = iter(tasks)
        refused = []

        def begin(task):
            options = {"max_retries": RETRIES, "num_cpus": 1}
            if self.unfit:
                options["label_selector"] = {"ray.io/node-id": f"!in({','.join(self.unfit)})"}
            waiting[self.read.options(**options).remote(task)] = task

        window, looked = 0, 0
        while True:
            # Half of what a short task costs the driver, if it were asked for each.
            if time.monotonic() - looked > 1:
                window, looked = int(ray.cluster_resources().get("CPU", 1)) + WAITING, time.monotonic()
            while len(waiting) < window:
                task = refused.pop() if refused else next(tasks, None)
                if task is None:
                    break
                begin(task)
            if not waiting:
                return
            ready, _ = ray.wait(list(waiting), num_returns=1)
            for reference in ready:
                task = waiting.pop(reference)
                try:
                    node, seconds, report, failure = ray.get(reference)
                except ray.exceptions.RayTaskError as failure:
                    raise failure.cause or failure from None
                if failure is None:
                    yield report, seconds
                    continue
                if not isinstance(failure, reading.Unfit):
                    raise failure
                if node not in self.unfit:
                    print(f"Node {node[:8]} gets no more work. {failure}", file=sys.stderr)
                self.unfit[node] = str(failure)
                refused.append(task)
                alive = {one["NodeID"] for one in ray.nodes() if one["Alive"] and one["Resources"].get("CPU")}
                if not alive - set(self.unfit):
                    raise Fault("No node can work: " + " ".join(sorted(set(self.unfit.values()))))


def remote_read(task):
    """-> the node, the seconds that it took, the report, or why it is missing: Ray logs what is raised here itself"""
    import ray

    node = ray.get_runtime_context().get_node_id()
    began = time.monotonic()
    try:
        report = reading.read(task)
    except (reading.Unfit, reading.Misused, Refusal) as failure:
        return node, 0, None, failure
    return node, time.monotonic() - began, report, None


class Bar:
    """How far the call has come, on a terminal."""

    def __init__(self):
        self.is_shown = sys.stderr.isatty()
        self.began = time.monotonic()

    def show(self, total):
        if not self.is_shown:
            return
        rate = total.inputs / max(1e-3, time.monotonic() - self.began)
        errors = sum(total.errors.values())
        print(f"\r\033[K{total.inputs:,} read, {errors:,} errors, {rate:.1f} a second", end="", file=sys.stderr)

    def clear(self):
        if self.is_shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
