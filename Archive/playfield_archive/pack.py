"""Makes few large files of many parts."""

import json

import pyarrow

from . import Fault, rows, store

ROWS = 100_000


def pack(address):
    """Packs all parts; returns how many rows lie in how many files.

    A part is removed when its rows were read back out of the files that they went into.
    """
    results = store.Store(address)
    results.settings  # refuses a folder without results
    before, parts = results.files(store.PACKED), results.files(store.PARTS)
    if not parts:
        return sum(results.read(file, ["number"]).num_rows for file in before), len(before)
    latest = latest_of(results, before + parts)
    tables = (current(results.read(file), latest) for file in before + parts)
    run = f"{len(before):05}-{store.part_name('', [], len(parts))[:8]}"
    made, total = [], 0
    for index, table in enumerate(sliced(tables)):
        stem = f"{run}-{index:05}"
        results.write(store.encoded(table), store.PACKED, f"{stem}.parquet")
        results.write(text_of(table), store.PACKED, f"{stem}.jsonl")
        place = results.place(store.PACKED, f"{stem}.parquet")
        if not results.read(place).equals(table):
            raise Fault(f"'{place}' does not hold what was written; no part was removed.")
        if results.system.cat_file(results.place(store.PACKED, f"{stem}.jsonl")) != text_of(table):
            raise Fault(f"'{stem}.jsonl' does not hold what was written; no part was removed.")
        made.append(place)
        total += table.num_rows
    for file in set(before) - set(made):
        results.system.rm_file(file)
        results.system.rm_file(file.removesuffix(".parquet") + ".jsonl")
    for file in parts:
        results.system.rm_file(file)
    return total, len(made)


def latest_of(results, files):
    """-> for each address when its rows were written that count"""
    latest = {}
    for file in files:
        table = results.read(file, ["address", "written"]).to_pydict()
        for address, written in zip(*table.values(), strict=True):
            latest[address] = max(written, latest.get(address, 0))
    return latest


def current(table, latest):
    """Leaves out rows about a file that was read again later."""
    kept = [
        written == latest[address]
        for address, written in zip(table["address"].to_pylist(), table["written"].to_pylist(), strict=True)
    ]
    return table.filter(pyarrow.array(kept, pyarrow.bool_()))


def sliced(tables):
    """Yields tables of as many rows as a file has."""
    held, count = [], 0
    for table in tables:
        held.append(table)
        count += table.num_rows
        while count >= ROWS:
            whole = pyarrow.concat_tables(held).combine_chunks()
            yield whole.slice(0, ROWS).combine_chunks()
            held, count = [whole.slice(ROWS)], count - ROWS
    if count:
        yield pyarrow.concat_tables(held).combine_chunks()


def text_of(table):
    """-> the lines as the program printed them, a row that holds none as its error"""
    made = []
    for row in table.select(["line", "kind", "address", "error"]).to_pylist():
        if row["line"] is not None:
            made.append(row["line"])
        elif row["kind"] == rows.ERROR:
            made.append(json.dumps({"file": row["address"], "error": row["error"]}, ensure_ascii=False))
    return "".join(f"{line}\n" for line in made).encode()
