"""Other rooms, microphones, codecs, children and noises: a clip as it might have sounded elsewhere."""

import numpy as np
from scipy.fft import irfft, next_fast_len, rfft
from scipy.signal import istft, resample_poly, stft

import grammar

RATE = 16_000


def resampled(x, factor):
    """Higher and faster by a factor, formants with it, as a child's shorter vocal tract has them."""
    places = np.arange(0, len(x) - 1, factor)
    return np.interp(places, np.arange(len(x)), x).astype(np.float32)


def spectrum_shaped(x, rng):
    """A microphone and a room: a smooth curve over frequency, a decaying tail of noise, sometimes the
    telephone's band."""
    size = next_fast_len(len(x) + RATE // 2, real=True)
    spectrum = rfft(x, size)
    places = np.linspace(0, 1, len(spectrum), dtype=np.float32)
    decibels = np.interp(places, np.linspace(0, 1, 7), rng.normal(0, 4, 7))
    gain = (10 ** (decibels / 20)).astype(np.float32)
    if rng.random() < 0.25:
        gain = gain * (places < rng.uniform(0.42, 0.5))
    if rng.random() < 0.3:
        gain = gain * np.minimum(1, places * np.float32(8000 / rng.uniform(80, 350))) ** 2
    spectrum = spectrum * gain
    if rng.random() < 0.5:
        seconds = rng.uniform(0.08, 0.5)
        fading = np.exp(-6.9 / (seconds * RATE) * np.arange(RATE // 2, dtype=np.float32))
        tail = rng.standard_normal(RATE // 2, np.float32) * fading
        tail *= np.float32(rng.uniform(0.05, 0.7)) / np.sqrt((tail**2).sum())
        tail[0] = 1
        spectrum = spectrum * rfft(tail, size)
    return irfft(spectrum, size)[: len(x) + RATE // 5]


def shouted(x, rng):
    """Called out: higher, brighter, and louder than the microphone takes."""
    x = resampled(x, np.exp(rng.uniform(0.05, 0.25)))
    x = x - np.float32(rng.uniform(0.3, 0.8)) * np.append(np.float32(0), x[:-1])
    return np.tanh(x * np.float32(rng.uniform(1.5, 5) / (np.abs(x).max() + 1e-6)))


def telephoned(x):
    """G.711: 8 kHz, eight bits along the mu law."""
    narrow = resample_poly(x, 1, 2)
    loudest = np.abs(narrow).max() + 1e-6
    bent = np.sign(narrow) * np.log1p(255 * np.abs(narrow) / loudest) / np.log(256)
    bent = np.round(bent * 127) / 127
    narrow = np.sign(bent) * np.expm1(np.abs(bent) * np.log(256)) / 255 * loudest
    return resample_poly(narrow, 2, 1)[: len(x)].astype(np.float32)


def coded(x, rng):
    """As a codec of few bits leaves it: what is much quieter than the loudest of its moment is gone, the rest is rounded."""
    _, _, spectrum = stft(x, RATE, nperseg=512)
    # A moment is coded by itself, but never more finely than the sound as a whole.
    loudest = np.maximum(np.abs(spectrum).max(0), 0.03 * np.abs(spectrum).max())
    step = loudest * np.float32(10 ** (-rng.uniform(18, 36) / 20)) + 1e-12
    spectrum = (np.round(spectrum.real / step) + 1j * np.round(spectrum.imag / step)) * step
    _, x = istft(spectrum, RATE, nperseg=512)
    return x.astype(np.float32)


def coloured(n, rng):
    """Noise between white and brown."""
    size = next_fast_len(max(2, n), real=True)
    spectrum = rfft(rng.standard_normal(size, np.float32))
    spectrum /= np.maximum(1, np.arange(len(spectrum), dtype=np.float32)) ** np.float32(rng.uniform(0, 1))
    return irfft(spectrum, size)[:n]


def rattle(n, rng):
    """Dice on a table: short ringing knocks, closer and closer together."""
    x = np.zeros(n + RATE // 10, np.float32)
    place, gap = rng.integers(0, max(1, n // 2)), rng.uniform(0.05, 0.25)
    while place < n:
        length = RATE // 20
        t = np.arange(length) / RATE
        knock = sum(np.sin(2 * np.pi * rng.uniform(400, 6000) * t + rng.uniform(0, 6)) for _ in range(4))
        knock = knock + rng.standard_normal(length)
        x[place : place + length] += rng.uniform(0.2, 1) * knock * np.exp(-t * rng.uniform(80, 400))
        place += int(gap * RATE * rng.uniform(0.4, 1.3)) + 1
        gap *= rng.uniform(0.75, 1)
        if gap < 0.01:
            place, gap = place + RATE, rng.uniform(0.05, 0.25)
    return x[:n]


def hum(n, rng):
    """Something like music: notes with overtones, one after another."""
    x, place = np.zeros(n, np.float32), 0
    while place < n:
        length = min(n - place, int(rng.uniform(0.1, 0.6) * RATE))
        t = np.arange(length) / RATE
        note = 110 * 2 ** (rng.integers(0, 36) / 12)
        x[place : place + length] = sum(np.sin(2 * np.pi * note * k * t) / k for k in (1, 2, 3, 4)) * np.exp(-2 * t)
        place += length
    return x


def talk(n, clips, rng):
    """Somebody talking, often as high as a child."""
    x = clips[rng.integers(len(clips))].samples.astype(np.float32)
    x = resampled(x / (np.abs(x).max() + 1), np.exp(rng.uniform(-0.1, 0.4)))
    x = np.tile(x, n // len(x) + 2)
    start = rng.integers(len(x) - n)
    return x[start : start + n]


def babble(n, clips, rng):
    """Several people talking at once."""
    return sum(talk(n, clips, rng) for _ in range(rng.integers(2, 7)))


def television(n, clips, rng):
    """Somebody talking to music, from a small loudspeaker across the room."""
    return spectrum_shaped(talk(n, clips, rng) + np.float32(rng.uniform(0, 0.2)) * hum(n, rng), rng)[:n]


def noise(n, clips, rng):
    kind = rng.random()
    if kind < 0.35:
        return coloured(n, rng)
    if kind < 0.65:
        return babble(n, clips, rng)
    if kind < 0.75:
        return television(n, clips, rng)
    return rattle(n, rng) if kind < 0.9 else hum(n, rng)


def power(x):
    """The mean power where something is to be heard."""
    squares = x**2
    loud = squares[squares > 0.01 * squares.max(initial=0)]
    return loud.mean() + 1e-12 if len(loud) else 1e-12


def silence(seconds):
    return np.zeros(int(seconds * RATE), np.float32)


def heard(clips, chosen, rng):
    """Clips one after another with pauses, in one voice and one room, in noise.

    Returns float32 samples and their target.
    """
    higher = np.exp(rng.uniform(-0.2, 0.36))
    is_shouted = rng.random() < 0.06
    target, parts = [], [silence(rng.uniform(0.03, 0.6))]
    for clip in chosen:
        x = clip.samples.astype(np.float32)
        x = resampled(x / (np.abs(x).max() + 1), higher * np.exp(rng.normal(0, 0.02)))
        if is_shouted:
            x = shouted(x, rng)
        # Some think in between.
        parts += [x, silence(rng.exponential(0.15 if rng.random() < 0.8 else 0.5))]
        target += clip.target
    parts.append(silence(rng.uniform(0.1, 0.6)))
    x = np.concatenate(parts)
    if not chosen:
        x = silence(rng.uniform(0.8, 2))
    elif rng.random() < 0.75:
        x = spectrum_shaped(x, rng)
    speech = power(x)
    if not chosen or rng.random() < 0.75:
        other = noise(len(x), clips, rng)
        ratio = rng.uniform(0, 40) if rng.random() < 0.6 else rng.uniform(8, 25)
        x = x + other * np.sqrt((speech if chosen else 0.05) / power(other) * 10 ** (-ratio / 10))
    x = x * (10 ** (rng.uniform(-32, 0) / 20) / (np.abs(x).max() + 1e-6))
    if rng.random() < 0.05:
        x = np.clip(2 * x, -0.5, 0.5)
    codec = rng.random()
    if codec < 0.06:
        x = telephoned(x)
    elif codec < 0.16:
        x = coded(x, rng)
    hiss = rng.standard_normal(len(x), np.float32) * np.float32(10 ** rng.uniform(-5.5, -3.5))
    return (x + hiss).astype(np.float32), target


class Chooser:
    """Which clips come next: people's and voices' in set shares, alone or a few of one set in a row."""

    SHARES = {
        "numbers-people": 0.34, "digits-adults": 0.10, "digits-children": 0.06, "other-children": 0.04,
        "commands": 0.10, "other-commands": 0.06, "hibari": 0.12, "piper": 0.12, "flite": 0.06,
    }  # fmt: skip

    def __init__(self, clips):
        self.groups = {}
        for clip in clips:
            name = clip.speaker.split("-")[0] if clip.set == "synthetic" else clip.set
            # Most commands are no digits.
            if name == "commands" and "*" in clip.words:
                name = "other-commands"
            self.groups.setdefault(name, []).append(clip)
        self.names = list(self.groups)
        shares = np.array([self.SHARES[n] for n in self.names])
        self.shares = shares / shares.sum()

    def next(self, rng):
        if rng.random() < 0.04:
            return []
        group = self.groups[self.names[rng.choice(len(self.names), p=self.shares)]]
        chosen = [group[rng.integers(len(group))]]
        # Single words become phrases that nobody said in one breath.
        if len(chosen[0].words) <= 2 and rng.random() < 0.5:
            for _ in range(rng.integers(1, 4)):
                more = group[rng.integers(len(group))]
                if len(more.words) <= 3:
                    chosen.append(more)
        return chosen
