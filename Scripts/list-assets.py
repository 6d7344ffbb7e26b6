#!/usr/bin/env python3
"""Gives the built page its version.

    Scripts/list-assets.py FOLDER

What a page loads goes into a folder that is named by a hash of the whole, so that no cache can mix
two versions. There assets.js lists every file with its SHA-256: the engine checks what it loads
against it, and the service worker keeps these files. Only what is asked for by a fixed name stays
where it is.
"""

import hashlib
import json
import pathlib
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


rewrite("index.html", {name: f"{version}/{name}" for name in files})
rewrite("service-worker.js", {"VERSION": version})
