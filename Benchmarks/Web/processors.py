"""Who used the processors: the browser, this program and all below it, or others."""

import dataclasses
import os
import pathlib
import time

TICK = 1 / os.sysconf("SC_CLK_TCK")

# A machine on which others take more, in milliseconds a second, is not one to judge speed on.
CALM = 100


@dataclasses.dataclass
class Use:
    """Processor time in milliseconds a second, over so many seconds. A machine of two processors has 2000."""

    seconds: float
    chromium: float
    others: float

    @property
    def is_calm(self):
        return self.others <= CALM


class Meter:
    """Counts from when it is made, or was read last."""

    def __init__(self):
        self._last = _now()

    def read(self):
        before, now = self._last, _now()
        self._last = now
        seconds = now.time - before.time
        ours, chromium = 0.0, 0.0
        for process, spent in now.spent.items():
            more = spent - before.spent.get(process, 0)
            ours += more
            chromium += more if process in now.chromium else 0
        others = now.busy - before.busy - ours
        return Use(seconds, 1e3 * chromium / seconds, max(0.0, 1e3 * others / seconds))


def renderers():
    """The processes of pages and their workers below this one."""
    for process in _below(os.getpid()):
        try:
            if b"--type=renderer" in pathlib.Path(f"/proc/{process}/cmdline").read_bytes():
                yield process
        except OSError:
            continue


def chromium_memory():
    """Bytes that the browser's processes below this one have in memory, of what they share their part; and how many of
    these are shared memory: without a graphics card mostly pictures that are kept until memory is short."""
    total, shared = 0, 0
    for process in _below(os.getpid()):
        try:
            if b"chrom" not in pathlib.Path(f"/proc/{process}/cmdline").read_bytes():
                continue
            for line in pathlib.Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    total += 1024 * int(line.split()[1])
                elif line.startswith("Pss_Shmem:"):
                    shared += 1024 * int(line.split()[1])
        except OSError:
            continue
    return total, shared


@dataclasses.dataclass
class _Moment:
    time: float
    busy: float  # Seconds that anybody has used.
    spent: dict  # Seconds used by each process below the benchmark.
    chromium: set


def _now():
    spent, chromium = {}, set()
    for process in _below(os.getpid()):
        try:
            user, system = _fields(process)[11:13]
            spent[process] = (int(user) + int(system)) * TICK
            if "chromium" in os.readlink(f"/proc/{process}/exe"):
                chromium.add(process)
        except OSError:
            continue
    numbers = [int(number) for number in pathlib.Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]]
    user, nice, system, _idle, _waiting, irq, soft_irq, stolen = numbers[:8]
    busy = (user + nice + system + irq + soft_irq + stolen) * TICK
    return _Moment(time.monotonic(), busy, spent, chromium)


def _fields(process):
    """The fields of a process's `stat` that follow its name: state, parent, ..."""
    return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()


def _below(root):
    """A process and all that it has started, directly or not."""
    parents = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int(_fields(folder.name)[1])
        except OSError:
            continue
    for process in parents:
        ancestor = process
        while ancestor in parents and ancestor != root:
            ancestor = parents[ancestor]
        if ancestor == root:
            yield process
