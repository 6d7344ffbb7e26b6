"""The files of an archive, wherever fsspec reaches."""

import dataclasses
import datetime
import os

import fsspec

from . import Missing, Refusal


@dataclasses.dataclass(frozen=True, slots=True)
class Input:
    """A file, as it was when it was listed."""

    address: str
    # What changes when the file does.
    identity: str
    size: int


def identity(info):
    """-> what a file system says of a file that changes with its content"""
    for name in ("ETag", "etag", "md5Hash", "checksum"):
        if info.get(name):
            return str(info[name]).strip('"')
    for name in ("mtime", "LastModified", "last_modified", "modified", "created"):
        time = info.get(name)
        if time is not None:
            # A listing and a look at one file may give the same time as a date or as seconds.
            seconds = time.timestamp() if isinstance(time, datetime.datetime) else time
            return f"{info['size']}-{seconds}"
    return str(info["size"])


def look(address):
    """-> the file at an address, as it is now"""
    system, path = fsspec.core.url_to_fs(address)
    system.invalidate_cache()
    return made(address, system.info(path))


def made(address, info):
    try:
        address.encode()
    except UnicodeEncodeError as failure:
        raise Refusal(f"The name {os.fsencode(address)} is not UTF-8. Rename the file.") from failure
    return Input(address, identity(info), int(info["size"]))


def listed(names, extensions):
    """All files at addresses and in folders of them, in order, each once; hidden ones are left out.

    Yields as it goes: of a large folder only the names are held.
    """
    seen = set()
    for name in names:
        system, path = fsspec.core.url_to_fs(name)
        if not system.exists(path):
            raise Missing(f"There is nothing at '{name}'. Check the address.")
        files = [(name, None)] if system.isfile(path) else in_folder(system, path, extensions)
        for address, info in files:
            if len(names) > 1:
                if address in seen:
                    continue
                seen.add(address)
            yield made(address, info or system.info(path))


def in_folder(system, path, extensions):
    def is_wanted(file):
        base = file.rsplit("/", 1)[-1]
        return not base.startswith(".") and base.rpartition(".")[2].lower() in extensions

    if "file" in system.protocol:
        # As text only: what is known of a file is asked for when its turn has come.
        paths = []
        for folder, _, files in os.walk(path):
            paths += [os.path.join(folder, file) for file in files if is_wanted(file)]
        paths.sort()
        for file in paths:
            yield file, system.info(file)
        return
    found = system.find(path, detail=True)
    system.invalidate_cache()
    for file in sorted(filter(is_wanted, found)):
        yield system.unstrip_protocol(file), found[file]
