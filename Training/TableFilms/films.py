"""Which films there are."""

from dataclasses import dataclass

WIDTH, HEIGHT = 960, 540
RATE = 20


@dataclass(frozen=True)
class Film:
    name: str
    table: str                  # one of tabletop.TABLES
    frames: int = 60
    # The camera, as it begins: cm from the table, degrees above it, focal length in widths.
    distance: float = 60
    elevation: float = 45
    focal: float = 0.9
    held: bool = True           # in a hand; else on a stand
    stays: tuple = (1.1, 1.9)   # seconds between which a hand that holds it keeps still
    # Seconds at which it begins to turn to the right, is there, begins to return, is back.
    away: tuple = ()
    dice: tuple = ("ivory", "navy", "black")
    # An arm: seconds at which it comes and is gone, and from how many degrees it comes.
    reaches: tuple = ()
    lamp: float | None = None   # the second in which a lamp is switched on
    turned: float = 0           # degrees by which the dice are turned together, and each as much again
    # Where each die lies, in cm, which face is up, and by how many degrees it is turned.
    places: tuple = ((-5.2, 2.6, 5, 24), (4.1, -3.4, 2, -38), (2.2, 6.3, 3, 71))


FILMS = [
    Film("wood-held", "wood"),
    Film("cloth-held", "cloth", distance=54, elevation=52, dice=("sun", "navy", "ivory")),
    Film("print-held", "print", distance=66, elevation=38, focal=1.0, dice=("black", "ivory")),
    Film("white-held", "white", frames=40, elevation=48, dice=("navy", "sun", "black")),
    Film("white-held-empty", "white", frames=50, elevation=48, dice=()),
    Film("wood-stand-hand", "wood", distance=62, elevation=42, held=False, reaches=(0.8, 2.4, 20)),
    Film("cloth-stand-lamp", "cloth", distance=56, elevation=50, held=False, lamp=1.5,
         dice=("ivory", "black")),
    Film("print-held-hand", "print", distance=58, elevation=46, reaches=(0.9, 2.5, 155),
         stays=(0.3, 0.8), dice=("navy", "sun", "ivory")),
    Film("wood-away", "wood", frames=70, distance=58, elevation=44, stays=(0.2, 0.6),
         away=(0.8, 1.6, 1.9, 2.7)),
    Film("oak-held", "oak", frames=40),
]

# Single frames, from here and there: how a table lies is to be seen from the dice in one.
STILLS = [
    Film(f"still-{k:02}", ("wood", "cloth", "print", "oak", "white")[k % 5], frames=1, held=False,
         distance=40 + 13 * (k * 7 % 4), elevation=32 + 2.2 * (k * 11 % 24), focal=0.8 + 0.08 * (k % 4),
         turned=37 * k, dice=(("ivory", "navy", "black"), ("sun", "ivory", "navy"), ("black", "sun", "ivory"))[k % 3])
    for k in range(24)
]

# Single frames of two rolls of two dice before a race's camera, from a hand's breadth away to an arm's length.
RACES = [
    Film(f"race-{distance}-{roll}", table, frames=1, held=False, distance=distance, elevation=elevation, focal=0.76,
         dice=("ivory", "navy"), places=places)
    for distance, elevation, table in ((14, 62, "wood"), (30, 54, "print"), (60, 46, "cloth"))
    for roll, places in enumerate((((-2.4, 0.5, 6, 24), (1.7, -0.9, 5, -31)), ((-1.5, -1.2, 4, 52), (2.3, 0.9, 3, 12))))
]
