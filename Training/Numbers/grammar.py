"""English numbers as people say them: which words make which number, and which words a number is said in.

`number` follows `NumberPhrase` in Sources/Seeing/Numbers state by state; a test there reads what this one
makes of a table of phrases (`Tests/Fixtures/number-phrases.json`).
"""

DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
TEENS = ["ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
WORDS = DIGITS + TEENS + TENS + ["oh", "hundred", "and", "a", "double", "triple"]
# What the network hears: words, and of teens and tens the stem and the ending, so that few voices which say
# "seventeen" or "sixty" are helped by all that say "seven" and "six".
PARTS = DIGITS + ["ten", "eleven", "twelve", "thir", "fif", "twen", "teen", "ty"] + WORDS[WORDS.index("oh") :]
STEMS = {"thir": 3, "fif": 5, "twen": 2} | {DIGITS[k]: k for k in (4, 6, 7, 8, 9)}
OTHER = len(PARTS)  # any other word
BLANK = OTHER + 1  # CTC's
CLASSES = BLANK + 1

ENDINGS = {("teen", stem): TEENS[k] for stem, k in STEMS.items() if k != 2} | {
    ("ty", stem): TENS[k - 2] for stem, k in STEMS.items()
}
REPEATS = {"double": 2, "triple": 3}


def parts(word):
    """What the network hears of a word."""
    if word in PARTS:
        return [word]
    value, ending = (10 + TEENS.index(word), "teen") if word in TEENS else (20 + 10 * TENS.index(word), "ty")
    digit = value % 10 if ending == "teen" else value // 10
    return [next(stem for stem, k in STEMS.items() if k == digit and (ending, stem) in ENDINGS), ending]


def whole(parts):
    """The words of parts; a stem or an ending alone stays what it is, and is no number's word."""
    words = []
    for part in parts:
        word = ENDINGS.get((part, words[-1])) if words else None
        if word:
            words[-1] = word
        else:
            words.append(part)
    return words


def number(words):
    """The number that a sequence of words says, as text (leading zeros stay), or None."""
    phase, digits = "start", ""
    for word in words:
        step = _step(phase, digits, word)
        if step is None:
            return None
        phase, digits = step
    return digits if phase in _COMPLETE else None


_COMPLETE = {"digit", "digits", "tens", "hundred", "done"}


def _step(phase, digits, word):
    """The phase and the digits after one more word; None where no number goes on so."""
    digit = "0" if word == "oh" else str(DIGITS.index(word)) if word in DIGITS else None
    below_hundred = {"hundred", "and"}
    if word in REPEATS:
        return (word, digits) if phase in ("start", "digit", "digits") else None
    if phase in REPEATS:
        return ("digits", digits + digit * REPEATS[phase]) if digit else None
    if digit:
        if phase == "start":
            return ("digits" if digit == "0" else "digit", digit)
        if phase in ("digit", "digits"):
            return "digits", digits + digit
        if phase in below_hundred or phase == "tens":
            return ("done", digits[:-1] + digit) if digit != "0" else None
    elif word in TEENS or word in TENS:
        value = str(10 + TEENS.index(word)) if word in TEENS else str(20 + 10 * TENS.index(word))
        after = "done" if word in TEENS else "tens"
        if phase in ("start", "digit"):
            return after, digits + value
        if phase in below_hundred:
            return after, digits[:-2] + value
    elif word == "a":
        return ("a", "") if phase == "start" else None
    elif word == "hundred":
        if phase in ("start", "a"):
            return "hundred", "100"
        if phase == "digit":
            return "hundred", digits + "00"
    elif word == "and":
        return ("and", digits) if phase == "hundred" else None
    return None


def below_hundred(n):
    if n < 10:
        return [DIGITS[n]]
    if n < 20:
        return [TEENS[n - 10]]
    return [TENS[n // 10 - 2]] + ([DIGITS[n % 10]] if n % 10 else [])


def one_by_one(text, rng):
    """Digits by themselves; a zero is sometimes "oh", twins are sometimes doubled."""
    words, k = [], 0
    oh = rng.random() < 0.5
    while k < len(text):
        name = "oh" if text[k] == "0" and oh else DIGITS[int(text[k])]
        if text[k : k + 3] == 3 * text[k] and rng.random() < 0.5:
            words += ["triple", name]
            k += 3
        elif text[k : k + 2] == 2 * text[k] and rng.random() < 0.5:
            words += ["double", name]
            k += 2
        else:
            words.append(name)
            k += 1
    return words


def said(n, rng):
    """One of the ways to say a number of 0 to 999."""
    if n < 100:
        return below_hundred(n) if n < 10 or rng.random() < 0.94 else one_by_one(str(n), rng)
    form = rng.random()
    hundreds, rest = divmod(n, 100)
    if form < 0.12:
        return one_by_one(str(n), rng)
    if form < 0.32 and rest >= 10:
        return [DIGITS[hundreds]] + below_hundred(rest)
    first = ["a"] if hundreds == 1 and rng.random() < 0.5 else [DIGITS[hundreds]]
    linked = ["and"] if rest and rng.random() < 0.5 else []
    return first + ["hundred"] + linked + (below_hundred(rest) if rest else [])


def phrase(rng):
    """The words of a number as they are wanted in training: small numbers are said most, teens and tens
    are confused most."""
    kind = rng.random()
    if kind < 0.12:
        return [(DIGITS + ["oh"])[rng.integers(11)]]
    if kind < 0.34:
        return [(TEENS + TENS)[rng.integers(18)]]
    if kind < 0.62:
        return said(int(rng.integers(20, 100)), rng)
    if kind < 0.86:
        return said(int(rng.integers(100, 1000)), rng)
    return one_by_one("".join(str(rng.integers(10)) for _ in range(rng.integers(2, 6))), rng)
