#!/usr/bin/env python3
"""Runs the steps of Archive/Dockerfile without Docker, in fresh roots of Debian, and looks at what they made:

    Archive/tests/check_image.py [--root FOLDER] [--swift /opt/swift] [--packages FOLDER] [--built ROOT] [--keep]

Needs root, mmdebstrap and a Swift toolchain. Each FROM is a root that mmdebstrap makes of the release that its tag names;
the Swift image's toolchain is the one at --swift, and the packages that such an image has are Debian's. COPY takes what
git tracks. --packages takes Swift packages from a folder OWNER/NAME in place of GitHub. --built takes the stage 'build'
of a run with --keep. Then, as the image's user: the versions, a photograph, a film, a call over a folder by Ray.
"""

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# What swift:6.3.1-bookworm has besides Swift, as far as a build needs it.
SWIFT_IMAGE = ["binutils", "ca-certificates", "git", "libc6-dev", "libcurl4-openssl-dev", "libgcc-12-dev", "libncurses6",
               "libstdc++-12-dev", "libxml2-dev", "libpython3.11", "tzdata", "zlib1g-dev"]  # fmt: skip
# By these a machine says how the registries are reached.
PASSED = ["PIP_CERT", "SSL_CERT_FILE", "PIP_INDEX_URL", "http_proxy", "https_proxy", "no_proxy"]


def steps(text):
    """-> the words in capitals of a Dockerfile and what follows each, with continued lines joined"""
    text = re.sub(r"^\s*#.*\n", "", text, flags=re.M)
    lines = [line.strip() for line in text.replace("\\\n", " ").splitlines()]
    return [tuple(line.split(None, 1)) for line in lines if line]


class Stage:
    """A stage of the image, as a folder that is a root."""

    def __init__(self, place, image, options):
        self.place, self.options = Path(place), options
        self.environment = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"}
        self.folder, self.user, self.binds = "/", "root", []
        self.is_swift = image.startswith("swift:")
        release = re.search(r"bookworm|trixie", image).group()
        print(f"FROM {image}: {release} by mmdebstrap", flush=True)
        extra = [f"--include={','.join(SWIFT_IMAGE)}"] if self.is_swift else []
        subprocess.run(
            ["mmdebstrap", "--quiet", "--variant=minbase", "--mode=root", *extra, release, self.place,
             "http://deb.debian.org/debian"],
            check=True,
        )  # fmt: skip
        self.reach_registries()
        if self.is_swift:
            self.environment["PATH"] = f"{options.swift}/usr/bin:{self.environment['PATH']}"
            self.binds.append(options.swift)
            if options.packages:
                self.binds.append(options.packages)
                self.write("/etc/gitconfig", f'[url "{options.packages}/"]\n\tinsteadOf = https://github.com/\n')
            print(f"  Swift is the toolchain at {options.swift}, not the image's", flush=True)

    def reach_registries(self):
        shutil.copy("/etc/resolv.conf", self.place / "etc/resolv.conf")
        shutil.copy("/etc/hosts", self.place / "etc/hosts")
        for name in PASSED:
            if value := os.environ.get(name):
                if os.path.isfile(value):
                    # Not where Debian's package ca-certificates writes.
                    self.write("/etc/ssl/registries.crt", Path(value).read_text())
                    value = "/etc/ssl/registries.crt"
                self.environment[name] = value

    def write(self, path, text):
        path = self.inside(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def inside(self, path):
        return self.place / os.path.join(self.folder, path).lstrip("/")

    def run(self, command, **options):
        """Runs a command in the root; its mounts are gone when it has ended, and so are its processes."""
        mounts = []
        for bind in self.binds:
            self.inside(bind).mkdir(parents=True, exist_ok=True)
            mounts.append(f"mount --bind -o ro {shlex.quote(bind)} {shlex.quote(str(self.inside(bind)))}")
        mounts += [f"mount -t proc proc {self.place}/proc"]
        mounts += [f"mount --rbind {folder} {self.place}{folder}" for folder in ("/dev", "/sys")]
        home = "/root" if self.user == "root" else f"/home/{self.user}"
        variables = [f"{name}={value}" for name, value in {**self.environment, "HOME": home}.items()]
        script = f"{' && '.join(mounts)} && exec chroot --userspec={self.user} {shlex.quote(str(self.place))} \"$@\""
        inner = ["env", "-i", *variables, "sh", "-c", f"cd {self.folder} && {command}"]
        words = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", script, "sh", *inner]
        return subprocess.run(words, check=True, **options)

    def copy(self, words, stages):
        *sources, target = [word for word in words if not word.startswith("--")]
        origin = next((word.split("=")[1] for word in words if word.startswith("--from=")), None)
        place = self.inside(target)
        for source in sources:
            if origin:
                path = stages[origin].place / source.lstrip("/")
                files = [path] if path.is_file() else [file for file in path.rglob("*") if not file.is_dir()]
            else:
                path = ROOT / source
                files = [ROOT / file for file in tracked(source)]
            if not files:
                raise FileNotFoundError(f"COPY finds nothing at '{source}'")
            for file in files:
                within = file.relative_to(path) if path.is_dir() else Path(path.name)
                to = place / within if path.is_dir() or target.endswith("/") else place
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(file, to, follow_symlinks=False)

    def step(self, word, rest, stages):
        print(f"{word} {' '.join(rest.split())}", flush=True)
        if word == "RUN":
            self.run(rest)
        elif word == "COPY":
            self.copy(rest.split(), stages)
        elif word == "ENV":
            self.environment.update(part.split("=", 1) for part in shlex.split(rest))
        elif word == "WORKDIR":
            self.folder = rest
            self.inside(rest).mkdir(parents=True, exist_ok=True)
        elif word == "USER":
            self.user = rest
        elif word != "CMD":
            raise ValueError(f"This reader does not know {word}.")


def tracked(source):
    words = ["git", "ls-files", "-z", "--", source]
    found = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [file for file in found.split("\0") if file]


class Built:
    """A stage that an earlier run left."""

    def __init__(self, place):
        self.place = Path(place)

    def step(self, *_):
        pass


def made(folder, options):
    """-> the last stage, after all steps"""
    stages, stage = {}, None
    for word, rest in steps((ROOT / "Archive/Dockerfile").read_text()):
        if word != "FROM":
            stage.step(word, rest, stages)
            continue
        image, _, name = rest.partition(" AS ")
        if name == "build" and options.built:
            print(f"FROM {image}: left out, it lies in {options.built}", flush=True)
            stage = Built(options.built)
        else:
            stage = Stage(folder / (name or "image"), image, options)
        stages[name] = stage
    return stage


def check(image):
    """Looks at the image as its user."""
    for sample in ("dice.jpg", "rolls.mp4", "toss.mp4", "numbers.ogg"):
        image.write(f"/samples/{sample}", "")
        shutil.copy(ROOT / "Samples" / sample, image.inside(f"/samples/{sample}"))
    checks = [
        "id -un",
        "playfield --version",
        "playfield dice read --json /samples/dice.jpg",
        "playfield toss score --json /samples/toss.mp4",
        "playfield numbers listen --json /samples/numbers.ogg",
        "playfield-archive --help",
        "playfield-archive run --inputs /samples --output results --cores 1 -- dice read",
        "bash --login -c 'ray --version'",
    ]
    for command in checks:
        print(f"$ {command}", flush=True)
        said = image.run(command, stdout=subprocess.PIPE, text=True).stdout
        print("\n".join(f"  {line[:110]}" for line in said.splitlines()[:12]), flush=True)
        if not said:
            sys.exit(f"'{command}' said nothing.")
        if command == "id -un" and said.strip() == "root":
            sys.exit("The image's user is root.")
        if "dice read --json" in command and '"sum"' not in said:
            sys.exit("No dice were read.")
    size = subprocess.run(["du", "-sxm", image.place], capture_output=True, text=True, check=True).stdout.split()[0]
    print(f"the image holds {size} MB")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", help="a folder for the roots; a temporary one, if not given")
    parser.add_argument("--swift", default=str(Path(shutil.which("swift") or "/usr/bin/swift").resolve().parents[2]))
    parser.add_argument("--packages", help="Swift packages by OWNER/NAME, where GitHub is not reached")
    parser.add_argument("--built", help="the stage 'build' of an earlier run")
    parser.add_argument("--keep", action="store_true", help="leave the roots")
    options = parser.parse_args()
    folder = Path(options.root or tempfile.mkdtemp(prefix="playfield-image-"))
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o755)
    try:
        check(made(folder, options))
    finally:
        if not options.keep:
            shutil.rmtree(folder)


if __name__ == "__main__":
    main()
