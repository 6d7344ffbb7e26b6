#!/usr/bin/env python3
"""Gives the built page its version.

    Scripts/list-assets.py FOLDER

What a page loads goes into a folder that is named by a hash of the whole, so that no cache can mix
two versions. There assets.js lists every file with its SHA-256: the engine checks what it loads
against it, and the service worker keeps these files. Only what is asked for by a fixed name stays
where it is. The page names all modules that it begins with, so that a browser requests them at
once and not one import after another.
"""

import hashlib
import json
import pathlib
import posixpath
import re
import sys

FIXED = ("index.html", "service-worker.js", "manifest.webmanifest", "icons")

folder = pathlib.Path(sys.argv[1])
hashes = {
    path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
    for path in sorted(folder.rglob("*"))
    if path.is_file()
}
version = hashlib.sha256(json.dumps(hashes).encode()).hexdigest()[:16]
files = {name: sha for name, sha in hashes.items() if name.split("/")[0] not in FIXED}

(folder / version).mkdir()
for path in list(folder.iterdir()):
    if path.name not in (*FIXED, version):
        path.rename(folder / version / path.name)
# Of a module, of a worker and of a service worker alike, `self` is the one global name.
(folder / version / "assets.js").write_text(
    "// Written by Scripts/list-assets.py.\n"
    f"self.assets = {json.dumps({'version': version, 'files': files}, indent=1)};\n"
)


def rewrite(name, changes):
    text = (folder / name).read_text()
    for old, new in changes.items():
        text = text.replace(f'"{old}"', f'"{new}"')
    (folder / name).write_text(text)


def modules(start):
    """-> a module and all that it imports before it runs, those that it imports itself first"""
    found = [start]
    for name in found:
        for other in re.findall(r'^import\b[^"(]*"(\.{1,2}/[^"]+)"', (folder / version / name).read_text(), re.M):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(name), other))
            if path not in found:
                found.append(path)
    return found


links = "".join(f'    <link rel="modulepreload" href="{name}" />\n' for name in modules("main.js"))
page = folder / "index.html"
page.write_text(page.read_text().replace('    <script type="module"', f'{links}    <script type="module"', 1))
rewrite("index.html", {name: f"{version}/{name}" for name in files})
rewrite("service-worker.js", {"VERSION": version})
