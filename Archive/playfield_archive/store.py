"""The folder of results: what the call is about, and parts that are written whole or not at all."""

import contextlib
import errno
import hashlib
import io
import json
import os
import uuid

import fsspec
import pyarrow.parquet as parquet

from . import Fault, Refusal, rows

CALL, PARTS, PACKED = "call.json", "parts", "packed"


class Store:
    """Results at an address that fsspec reaches."""

    def __init__(self, address):
        self.address = address.rstrip("/")
        self.system, self.path = fsspec.core.url_to_fs(self.address)

    @property
    def is_local(self):
        return "file" in self.system.protocol

    def place(self, *names):
        return "/".join([self.path, *names])

    def write(self, data, *names):
        """Writes a file as a whole; one that is there already stays, for it holds the same."""
        with self.writing():
            self.write_whole(data, self.place(*names))

    def write_whole(self, data, place):
        if self.is_local:
            self.system.makedirs(os.path.dirname(place), exist_ok=True)
            draft = f"{place}.{uuid.uuid4().hex}.draft"
            try:
                with open(draft, "wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                os.rename(draft, place)
            except OSError:
                with contextlib.suppress(OSError):
                    os.unlink(draft)
                raise
            return
        try:
            self.system.pipe_file(place, data, mode="create")
        except FileExistsError:
            pass

    @contextlib.contextmanager
    def writing(self):
        """Says in a sentence why something cannot be written."""
        try:
            yield
        except OSError as failure:
            reason = "its disk is full" if is_full(failure) else failure.strerror or failure
            way = "Make room there" if is_full(failure) else "Mend that"
            raise Fault(
                f"Results cannot be written to '{self.address}': {reason}. {way} and call again: "
                "what has been read is kept."
            ) from failure

    def begin(self, settings):
        """Remembers what the call is about; refuses another than before."""
        if self.system.exists(self.place(CALL)):
            before = json.loads(self.system.cat_file(self.place(CALL)))
            for name, sentence in (
                ("command", "another command or other options"),
                ("version", "another version of the program"),
                ("weights", "other networks"),
            ):
                if before.get(name) != settings[name]:
                    raise Refusal(
                        f"'{self.address}' holds results of {sentence}: {before.get(name)}, not {settings[name]}. "
                        "Name another --output."
                    )
        else:
            self.write(json.dumps(settings, indent=2).encode(), CALL)

    @property
    def settings(self):
        try:
            return json.loads(self.system.cat_file(self.place(CALL)))
        except FileNotFoundError as failure:
            raise Refusal(f"'{self.address}' holds no results. Name the --output of a run.") from failure

    @property
    def name(self):
        return tuple(self.settings["command"][:2])

    def files(self, folder):
        """The Parquet files of a folder, in order."""
        self.system.invalidate_cache()
        try:
            found = self.system.find(self.place(folder))
        except FileNotFoundError:
            return []
        return sorted(file for file in found if file.endswith(".parquet"))

    def read(self, file, columns=None):
        return parquet.read_table(io.BytesIO(self.system.cat_file(file)), columns=columns)

    def write_part(self, name, table):
        self.write(encoded(table), PARTS, f"{name}.parquet")

    def finished(self):
        """-> the keys of inputs that have results, and of those whose latest is an error"""
        latest = {}
        for file in self.files(PACKED) + self.files(PARTS):
            table = self.read(file, ["address", "identity", "written", "kind"]).to_pydict()
            for address, identity, written, kind in zip(*table.values(), strict=True):
                key = key_of(address, identity)
                before = latest.get(key)
                if before is None or written > before[0]:
                    latest[key] = (written, kind == rows.ERROR)
                elif written == before[0] and kind == rows.ERROR:
                    latest[key] = (written, True)
        return {key for key in latest}, {key for key, (_, failed) in latest.items() if failed}


def is_full(failure):
    return failure.errno in (errno.ENOSPC, errno.EDQUOT)


def encoded(table):
    data = io.BytesIO()
    parquet.write_table(table, data, compression="zstd")
    return data.getvalue()


def key_of(address, identity):
    """-> an input's name in few bytes: an archive has a million"""
    return hashlib.blake2b(f"{address}\0{identity}".encode(), digest_size=12).digest()


def part_name(fingerprint, inputs, attempt):
    """-> the same for the same task, however often it runs"""
    hash = hashlib.sha256(f"{fingerprint}\0{attempt}\0".encode())
    for input in inputs:
        hash.update(f"{input.address}\0{input.identity}\0".encode())
    return hash.hexdigest()[:32]
