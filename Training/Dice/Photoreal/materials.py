"""What dice are made of, and what their pips are painted with."""

from dice import DieDesign
from shaders import Graph, brightness, hsv

WHITE, IVORY, BLACK = hsv(0, 0, 0.93), hsv(0.12, 0.14, 0.9), hsv(0, 0, 0.07)
GOLD, SILVER = hsv(0.115, 0.6, 0.85), hsv(0.6, 0.03, 0.8)
RED = hsv(0.99, 0.9, 0.72)

FINISHES = {"opaque": 38, "translucent": 16, "marbled": 13, "pearl": 8, "speckled": 4,
            "wood": 5, "bone": 6, "metal": 5, "rubber": 5}


def weighted(rng, weights):
    """One key of a {key: weight}."""
    return rng.choices(list(weights), list(weights.values()))[0]


def die_colour(rng):
    """White and ivory are the commonest dice; the rest are any colour, mostly strong."""
    kind = rng.random()
    if kind < 0.22:
        return hsv(rng.uniform(0.08, 0.16), rng.uniform(0, 0.08), rng.uniform(0.86, 0.95))
    if kind < 0.30:
        return hsv(rng.uniform(0.09, 0.14), rng.uniform(0.1, 0.35), rng.uniform(0.8, 0.93))
    if kind < 0.38:
        return hsv(rng.random(), rng.uniform(0, 0.3), rng.uniform(0.04, 0.16))
    if kind < 0.48:
        return hsv(rng.uniform(-0.02, 0.02), rng.uniform(0.8, 0.97), rng.uniform(0.45, 0.85))
    if kind < 0.54:
        return hsv(rng.random(), rng.uniform(0, 0.15), rng.uniform(0.3, 0.75))
    return hsv(rng.random(), rng.uniform(0.35, 1), rng.uniform(0.25, 0.95))


def pip_colour(rng, body):
    """Mostly the plain contrast, at times gold or silver, a colour, or almost the body."""
    dark = brightness(body) < 0.3
    kind = rng.random()
    if kind < 0.66:
        return WHITE if dark else BLACK
    if kind < 0.74 and dark:
        return rng.choice([GOLD, SILVER])
    if kind < 0.82:
        shift = rng.uniform(1.5, 2.8)
        return tuple(min(1, c * shift + 0.02) if dark else c / shift for c in body)
    return hsv(rng.random(), rng.uniform(0.5, 1), rng.uniform(0.7, 1) if dark else 0.4)


def body_material(rng, finish, colour):
    """The material of a whole set of dice; swirls differ from die to die."""
    graph = Graph("body " + finish)
    at = graph.position()
    second = rng.choice([WHITE, BLACK, die_colour(rng), hsv(rng.random(), 0.8, 0.6)])
    shine = rng.uniform(0.06, 0.3)
    if finish == "translucent":
        return translucent(graph, rng, colour)
    if finish == "marbled":
        swirl = graph.noise(at, rng.uniform(0.5, 1.6), 2.5, rng.uniform(0.5, 3), each=True)
        edge, width = rng.uniform(0.42, 0.55), rng.uniform(0.02, 0.15)
        stops = [(edge - width, colour), (edge + width, second)]
        return graph.surface(graph.ramp(swirl, stops), shine, Coat_Weight=0.3)
    if finish == "pearl":
        swirl = graph.noise(at, rng.uniform(0.6, 1.5), 2, 2.0, each=True)
        pale = tuple(min(1, c * 1.5 + 0.12) for c in colour)
        return graph.surface(graph.ramp(swirl, [(0.3, colour), (0.7, pale)]), 0.3,
                             Metallic=rng.uniform(0.3, 0.7), Coat_Weight=0.7)
    if finish == "speckled":
        spots = graph.noise(at, rng.uniform(6, 16), 1, each=True)
        edge = rng.uniform(0.55, 0.66)
        return graph.surface(graph.ramp(spots, [(edge, colour), (edge + 0.03, second)]), shine)
    if finish == "wood":
        tone = hsv(rng.uniform(0.05, 0.11), rng.uniform(0.35, 0.7), rng.uniform(0.3, 0.8))
        grain = graph.noise(graph.position(stretch=(1, 1, 0.12)), 8, 3, 0.6, each=True)
        darker = tuple(c * 0.5 for c in tone)
        return graph.surface(graph.ramp(grain, [(0.35, darker), (0.6, tone)]),
                             rng.uniform(0.35, 0.7), Normal=graph.bump(grain, 0.15))
    if finish == "bone":
        stain = graph.noise(at, rng.uniform(1, 3), 4, 0.5, each=True)
        tone = hsv(rng.uniform(0.09, 0.13), rng.uniform(0.12, 0.4), rng.uniform(0.75, 0.92))
        aged = tuple(c * f for c, f in zip(tone, (0.75, 0.62, 0.45)))
        return graph.surface(graph.ramp(stain, [(0.35, aged), (0.6, tone)]),
                             rng.uniform(0.3, 0.6), Normal=graph.bump(stain, 0.1))
    if finish == "metal":
        scratch = graph.noise(at, 12, 2, each=True)
        roughness = graph.span(scratch, 0.12, rng.uniform(0.25, 0.55))
        return graph.surface(colour, roughness, Metallic=1.0)
    if finish == "rubber":
        return graph.surface(colour, rng.uniform(0.55, 0.95))
    smear = graph.noise(at, 3, 2, each=True)
    return graph.surface(colour, graph.span(smear, shine, shine + rng.uniform(0, 0.25)),
                         Coat_Weight=rng.choice([0, 0, 0.4]))


def translucent(graph, rng, colour):
    """Tinted glass that lets lamps through; some is cloudy."""
    cloud = rng.choice([0, 0, rng.uniform(0.1, 0.45)])
    strongest = max(*colour, 0.1)
    tint = tuple(0.9 * (c + 0.01) / strongest for c in colour)
    glass = graph.node("BsdfPrincipled", {
        "Base Color": tint, "Roughness": rng.choice([0.02, 0.08, 0.2]), "IOR": 1.45,
        "Transmission Weight": 1 - cloud}).outputs[0]
    # Without caustics glass would throw a black shadow: shadow rays pass, tinted.
    clear = graph.node("BsdfTransparent", {"Color": tint}).outputs[0]
    shadow = graph.node("LightPath").outputs["Is Shadow Ray"]
    return graph.finish(graph.node("MixShader", {0: shadow, 1: glass, 2: clear}).outputs[0])


def paint(rng, colour, body, wear):
    """Paint in a pip; worn paint lets the body's colour through."""
    graph = Graph("pip")
    if wear > 0:
        spots = graph.noise(graph.position(), rng.uniform(3, 7), 2, each=True)
        colour = graph.mix(graph.ramp(spots, [(wear - 0.05, (1, 1, 1)), (wear + 0.1, (0, 0, 0))]),
                           colour, body)
        return graph.surface(colour, 0.5)
    metal = 0.9 if colour in (GOLD, SILVER) else 0
    return graph.surface(colour, rng.uniform(0.25, 0.6), Metallic=metal)


def sample_design(rng, size):
    """A shape: from casino-sharp to almost a ball."""
    ball = rng.uniform(1.3, 1.48) if rng.random() < 0.25 else None
    corner = rng.uniform(0.04, 0.12) if ball else rng.choice([
        rng.uniform(0.04, 0.12), rng.uniform(0.12, 0.35), rng.uniform(0.3, 0.48)])
    pip = rng.uniform(0.12, 0.2)
    spread = rng.uniform(0.42, 0.54) - 0.15 * max(0, corner - 0.2)
    design = DieDesign(
        size, corner, ball, pip, min(spread, 0.44 if ball else 1), rng.choice([0, 0.25, 0.45, 0.7]),
        mirrored=rng.random() < 0.4, turned=tuple(v for v in (2, 3, 6) if rng.random() < 0.5))
    if rng.random() < 0.06:
        design.ring = rng.uniform(0.2, 0.4)
        design.pip *= 0.75
    if rng.random() < 0.2:
        design.big_one, design.accents = rng.uniform(1.2, 2.0), rng.choice([(1,), (1, 4)])
    return design


def sample_set(rng, size):
    """A set of like dice: (design, its four materials, whether light passes through)."""
    design, finish, colour = sample_design(rng, size), weighted(rng, FINISHES), die_colour(rng)
    if finish == "bone":
        colour = IVORY
    if finish == "wood":
        colour = hsv(0.08, 0.5, 0.5)
    if finish == "metal":
        colour = rng.choice([GOLD, SILVER, hsv(0.05, 0.5, 0.7), hsv(0, 0, 0.35), colour])
    pips = pip_colour(rng, colour)
    if finish == "translucent":
        pips = rng.choice([WHITE, WHITE, WHITE, BLACK, GOLD])
    wear = rng.uniform(0.4, 0.5) if rng.random() < 0.08 else 0
    accent = RED if brightness(colour) > 0.3 else pips
    body = body_material(rng, finish, colour)
    materials = [body, paint(rng, pips, colour, wear), paint(rng, accent, colour, 0),
                 paint(rng, rng.choice([GOLD, pips, WHITE, BLACK]), colour, 0)]
    if rng.random() < 0.03 and finish != "translucent":
        materials[1:3] = [body, body]
        design.depth = 0.6
    return design, materials, finish == "translucent"
