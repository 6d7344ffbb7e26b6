"""What the network sees of a sound: how loud it is in 40 bands, a hundred times a second.

    samples [n], 16 kHz, -1...1  ->  [40, frames], 0 and above

Frame k is samples 160 k to 160 k + 511 under Hann's window; the power in each band, triangles on HTK's
mel scale from 60 to 7,600 Hz, is P, and the feature ln(1 + 10,000 P) / 5: digital silence is 0, and a
full-scale tone about 4. `LogMelSpectrogram` in Swift computes the same, and levels it so.
"""

import numpy as np
import torch

RATE = 16_000
WINDOW = 512
HOP = 160
BANDS = 40
LOWEST, HIGHEST = 60.0, 7600.0
SENSITIVITY = 1e4
SCALE = 5.0
# The mean power in a band to which speech is brought, in which of the loudest frames, and by how much at most.
LOUD, LOUD_FRAME, MAXIMUM_GAIN = 2.0, 10, 1e3


def mel(hertz):
    return 1127 * np.log1p(hertz / 700)


def filters():
    """[40, 257]: a triangle for each band, 1 at its middle."""
    edges = 700 * np.expm1(np.linspace(mel(LOWEST), mel(HIGHEST), BANDS + 2) / 1127)
    bins = np.arange(WINDOW // 2 + 1) * RATE / WINDOW
    low, middle, high = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    return np.maximum(0, np.minimum((bins - low) / (middle - low), (high - bins) / (high - middle)))


FILTERS = torch.from_numpy(filters()).float()
HANN = torch.hann_window(WINDOW, periodic=True)


def features(samples):
    """[n] float32 -> [40, frames]; a last frame that is not whole is left out."""
    if len(samples) < WINDOW:
        return torch.zeros(BANDS, 0)
    frames = torch.as_tensor(samples).unfold(0, WINDOW, HOP) * HANN
    power = torch.fft.rfft(frames).abs().square()
    return torch.log1p(SENSITIVITY * (power @ FILTERS.T)).T / SCALE


def levelled(spectrogram):
    """[40, frames] -> the same as if it had been spoken as loud as all others: the tenth loudest frame is
    brought to one level, so that what is quiet beside it is quiet for the network, too."""
    if spectrogram.shape[1] == 0:
        return spectrogram
    power = torch.expm1(SCALE * spectrogram) / SENSITIVITY
    levels = power.mean(0)
    level = levels.topk(min(LOUD_FRAME, len(levels))).values[-1]
    gain = torch.clamp(LOUD / level.clamp(min=1e-9), max=MAXIMUM_GAIN)
    return torch.log1p(SENSITIVITY * gain * power) / SCALE
