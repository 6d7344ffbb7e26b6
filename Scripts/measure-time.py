#!/usr/bin/env python3
"""Runs a command and prints how long it took, by the clock and of the machine's processors:

    Scripts/measure-time.py COMMAND [ARGUMENT …]

The processor time is that of the whole machine, because browsers outlive what started them: it is the
command's own where nothing else runs. Ends as the command does.
"""

import os
import subprocess
import sys
import time


def busy():
    """-> user and system time of all processors since the machine started, in seconds."""
    with open("/proc/stat") as file:
        user, nice, system, *_ = map(int, file.readline().split()[1:])
    tick = os.sysconf("SC_CLK_TCK")
    return (user + nice) / tick, system / tick


def minutes(seconds):
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def main():
    began, (user, system) = time.monotonic(), busy()
    status = subprocess.run(sys.argv[1:]).returncode
    user, system = (now - before for now, before in zip(busy(), (user, system)))
    print(
        f"{' '.join(map(os.path.basename, sys.argv[1:]))}: {minutes(time.monotonic() - began)} minutes by the clock,"
        f" {minutes(user)} + {minutes(system)} of processor time (user + system)"
    )
    sys.exit(status)


if __name__ == "__main__":
    main()
