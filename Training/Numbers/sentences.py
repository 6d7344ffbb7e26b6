"""What is said beside a game and is no number. No word here sounds like a number's."""

FILLERS = "um uh hmm er ah oh-no yes no okay wait stop go start help repeat again please sorry what why who".split()
NOUNS = (
    "dog cat house tree ball boat orange pig table chair window garden river mountain teacher mother father sister "
    "brother friend school kitchen bottle paper pencil tent heaven nose sick knife tension system weather station "
    "morning party twig tea bee money honey kitty city daddy county hunter thunder under hive dive fine sign line vine "
    "gate plate skate late date fork fox fix kicks sticks bricks wheel zebra hero hobby fifth sixth seventh third "
    "number dice picture answer game turn music camera button voice letter story summer winter animal colour latte mocha "
    "lemon eleventh melon velvet shelf twelfth tooth youth shoe blue crew clue flower sour door floor store more snow"
).split()
VERBS = "likes sees wants takes makes finds brings throws rolls knows hears keeps draws eats opens counts has needs".split()
FRAMES = [
    "the {n} {v} a {n}", "my {n} {v} the {n}", "where is the {n}", "can we play again", "I don't know", "it's your turn",
    "give me the {n}", "look at that {n}", "that is not fair", "let me think", "I have a {n} and a {n}", "what is this",
    "please turn the music down", "we are going home", "she {v} her {n}", "is there a {n} in the {n}", "{n}", "{n}",
    "{f}", "{f}", "{f} {n}", "the {n}", "{n} and {n}", "{f} I think it is", "did you see the {n}", "how many are there",
]
LETTERS = "a b c d e f g h i j k l m n p q r s t u v w x y z".split()


def sentence(rng):
    """The words of something that is no number."""
    if rng.random() < 0.1:
        return [LETTERS[k] for k in rng.integers(len(LETTERS), size=rng.integers(1, 5))]
    words = []
    for part in FRAMES[rng.integers(len(FRAMES))].split():
        pool = {"{n}": NOUNS, "{v}": VERBS, "{f}": FILLERS}.get(part)
        words.append(pool[rng.integers(len(pool))] if pool else part)
    return words
