"""What Whisper sees of a sound: how loud it is in 80 bands, a hundred times a second.

    samples [n], 16 kHz, -1...1  ->  [80, frames]

Frame k is made of the 400 samples around sample 160 k, under Hann's window. The power in each band, triangles on
Slaney's mel scale up to 8 kHz and of one area, becomes its logarithm to base 10, at least the loudest one's less 8; that
plus 4 is divided by 4. Radford et al., "Robust Speech Recognition via Large-Scale Weak Supervision" (2022), section
2.2; `log_mel_spectrogram` of its program. `WhisperSpectrogram` in Swift computes the same.
"""

import numpy as np
import torch

RATE = 16_000
WINDOW = 400
HOP = 160
BANDS = 80
MARGIN = RATE // 5  # samples of silence on both sides of an utterance
STEP = 4 * HOP  # an utterance is a multiple of this long, an output of the head
QUIETEST = 1e-10
DEPTH = 8.0


def mel(hertz):
    """Slaney's scale: linear up to 1 kHz, then logarithmic."""
    return np.where(hertz < 1000, 3 * hertz / 200, 15 + 27 * np.log(np.maximum(hertz, 1) / 1000) / np.log(6.4))


def hertz(mel):
    return np.where(mel < 15, 200 * mel / 3, 1000 * np.exp(np.log(6.4) / 27 * (mel - 15)))


def filters():
    """[80, 201]: a triangle of one area for each band."""
    edges = hertz(np.linspace(mel(np.array(0.0)), mel(np.array(RATE / 2)), BANDS + 2))
    bins = np.arange(WINDOW // 2 + 1) * RATE / WINDOW
    low, middle, high = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    return np.maximum(0, np.minimum((bins - low) / (middle - low), (high - bins) / (high - middle))) * 2 / (high - low)


FILTERS = torch.from_numpy(filters()).float()
HANN = torch.hann_window(WINDOW, periodic=True)


def spectrogram(samples):
    """[n] float32, silence at both ends of it or not -> [80, n // 160]."""
    sound = torch.as_tensor(samples)
    spectrum = torch.stft(sound, WINDOW, HOP, window=HANN, center=True, pad_mode="reflect", return_complex=True)
    power = FILTERS @ spectrum[:, :-1].abs().square()
    logarithms = power.clamp(min=QUIETEST).log10()
    return (logarithms.maximum(logarithms.max() - DEPTH) + 4) / 4


def utterance(samples):
    """Samples between silence, a multiple of `STEP` long."""
    length = len(samples) + 2 * MARGIN
    padded = np.zeros(-(-length // STEP) * STEP, np.float32)
    padded[MARGIN : MARGIN + len(samples)] = samples
    return padded
