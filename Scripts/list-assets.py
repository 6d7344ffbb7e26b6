#!/usr/bin/env python3
"""Writes assets.js into the folder of the built page: every file with its SHA-256.

The worker checks what it loads against these hashes, and the service worker keeps these files.

    Scripts/list-assets.py FOLDER
"""

import hashlib
import json
import pathlib
import sys

folder = pathlib.Path(sys.argv[1])
files = {
    path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
    for path in sorted(folder.rglob("*"))
    # The browser itself asks for the worker; it cannot list itself, nor can the list.
    if path.is_file() and path.name not in ("assets.js", "service-worker.js")
}
version = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:16]
# Of a module, of a worker and of a service worker alike, `self` is the one global name.
(folder / "assets.js").write_text(
    "// Written by Scripts/list-assets.py.\n"
    f"self.assets = {json.dumps({'version': version, 'files': files}, indent=1)};\n"
)
