"""What a row of the results holds: a line of output, and of known commands its numbers in columns."""

import json

import pyarrow

LINE, DONE, ERROR = "line", "done", "error"

COMMON = [
    ("address", pyarrow.string()),
    ("identity", pyarrow.string()),
    # When the row was written, in seconds since 1970: of two about a file the later counts.
    ("written", pyarrow.float64()),
    ("kind", pyarrow.string()),
    # The place amongst the lines of its input.
    ("number", pyarrow.int32()),
    ("line", pyarrow.string()),
    ("error", pyarrow.string()),
]
MEASURED = ["releaseAngle", "speed", "distance"]
INT, FLOAT, TEXT = pyarrow.int32(), pyarrow.float64(), pyarrow.string()

# For each command its columns, and where in a line they are.
COLUMNS = {
    ("dice", "read"): {"width": INT, "height": INT, "sum": INT, "values": pyarrow.list_(INT)},
    ("dice", "watch"): {"roll": INT, "frame": INT, "time": FLOAT, "sum": INT, "values": pyarrow.list_(INT)},
    ("numbers", "listen"): {"number": TEXT, "reason": TEXT, "confidence": FLOAT},
    ("toss", "analyze"): {
        "throw": INT, "releaseFrame": INT, "time": FLOAT, "style.label": TEXT, "outcome": TEXT, "points": INT,
        **{f"{name}.{part}": FLOAT for name in MEASURED for part in ("value", "error")},
    },
    ("toss", "score"): {"landing": INT, "firstFrame": INT, "restFrame": INT, "outcome": TEXT, "points": INT},
    ("vision", "trajectories"): {"id": TEXT, "startFrame": INT, "endFrame": INT, "confidence": FLOAT},
    ("vision", "stability"): {"stableFrom": INT},
}  # fmt: skip


def schema(name):
    """-> the columns of a command's results"""
    return pyarrow.schema(COMMON + list(COLUMNS.get(name, {}).items()))


def row(name, input, written, kind, number, text=None, said=None, error=None):
    made = dict.fromkeys(schema(name).names)
    made.update(
        address=input.address, identity=input.identity, written=written, kind=kind, number=number, line=text, error=error
    )
    for column, type in COLUMNS.get(name, {}).items() if said else ():
        made[column] = value(said, column, type)
    return made


def value(line, column, type):
    """-> what a line has at a place, where it is of the column's type"""
    if column == "values":
        dice = line.get("dice")
        return [die["value"] for die in dice] if isinstance(dice, list) else None
    for part in column.split("."):
        line = line.get(part) if isinstance(line, dict) else None
    if line is None or isinstance(line, bool):
        return None
    if type == TEXT:
        return line if isinstance(line, str) else json.dumps(line)
    if not isinstance(line, int | float):
        return None
    return int(line) if type == INT else float(line)


def table(name, rows):
    return pyarrow.Table.from_pylist(rows, schema=schema(name))
