"""Ways in which people say the sounds of English: of other regions, languages and ages, and in haste.

Substitutions on espeak-ng's phonemes. A speaker has a few of them and keeps to them.
"""

import re

# (how many speakers in a hundred, what is heard, what they say instead)
HABITS = [
    (50, r"ˈ([^ˈˌ ]+?)ˌ?(?=(tiːn|iːn)\b)", r"\1ˈ"),  # thirTEEN
    (15, r"ˈ([^ˈˌ ]+?)ˌ?(?=(ti|ɾi|tɪ|te|teʲ)\b)", r"ˌ\1ˈ"),  # thirTY
    (25, r"ɾ", "t"),
    (15, r"(?<=[nf])t(?=[iɪ]\b)", ""),  # twenny
    (10, r"t(?=[iɪ]\b)", "d"),
    (10, r"θ", "t"),
    (7, r"θ", "s"),
    (7, r"θ", "f"),
    (10, r"t(?!ʃ)", "ʈ"),
    (10, r"(?<!ʈ)d(?!ʒ)", "ɖ"),
    (12, r"ɹ", "ɾ"),
    (6, r"ɹ", "w"),
    (8, r"w", "v"),
    (8, r"v", "w"),
    (5, r"v", "b"),
    (12, r"v\b", "f"),
    (10, r"z", "s"),
    (12, r"(?<![aeɔ])ɪ(?!ə)", "i"),
    (8, r"iː", "i"),
    (8, r"ɛ", "e"),
    (8, r"aɪ", "a"),
    (10, r"eɪ", "e"),
    (10, r"[oə]ʊ", "o"),
    (10, r"l\b", "ʊ"),
    (15, r"hˈʌndɹɪd", "hˈʌnɹɪd"),
    (15, r"hˈʌndɹɪd", "hˈʌndəd"),
    (10, r"hˈʌndɹɪd", "hˈʌndɹɛd"),
    (30, r"\b[æa]nd\b", "ən"),
    (20, r"\b[æa]nd\b", "ənd"),
    (20, r"zˈiəɹ", "zˈɪɹ"),
    (4, r"ks", "k"),
    (10, r"^ˈ?(?=eɪ)", "ʔ"),
]


def habits(rng):
    """What a new speaker does differently: a third of them nothing."""
    if rng.random() < 0.33:
        return []
    return [(said, instead) for share, said, instead in HABITS if 100 * rng.random() < share]


def spoken(ipa, habits):
    for said, instead in habits:
        ipa = re.sub(said, instead, ipa)
    return ipa
