"""What a coder like mp3 leaves of a sound: overlapping cosine transforms, quantised band by band, nothing above a corner.

Coarseness and corners are those that LAME showed at 32 to 96 kbit/s with speech of 16 to 24 kHz: a ratio of signal to error of
24 dB at the lowest frequencies that falls by 2 dB a kilohertz, a few dB more or less with the bits that there are, and better
in the loud halves of a file than in the soft ones.
"""
import math

import torch
import torch.nn.functional as F

# Lines of a block of mp3, of its short blocks, and of AAC.
HOPS = (576, 576, 576, 192, 1024)
BANDS = 22
LOWEST_RATIO_DB, RATIO_PER_KHZ_DB, LEAST_RATIO_DB = 24.0, 2.0, 1.0
MORE_OR_LESS_DB = (-7.0, 5.0)
# By how many dB the ratio grows with each dB of the band's level over its mean.
GROWTH = 0.35
TINY = 1e-12

BASES = {}


def basis(hop, device):
    """Modified cosine transform with a sine window; its transpose brings the sound back."""
    if hop not in BASES:
        n = torch.arange(2 * hop, dtype=torch.float64)[:, None]
        k = torch.arange(hop, dtype=torch.float64)[None]
        wave = torch.cos(math.pi / hop * (n + 0.5 + hop / 2) * (k + 0.5))
        window = torch.sin(math.pi * (n + 0.5) / (2 * hop))
        BASES[hop] = (math.sqrt(2 / hop) * window * wave).float().to(device)
    return BASES[hop]


def band_of_lines(hop, rate, device):
    """Bands of equal width on the mel scale, as the number of the band of each line."""
    hz = (torch.arange(hop, device=device) + 0.5) * rate / (2 * hop)
    mel = torch.log10(1 + hz / 700)
    return (mel / mel[-1] * BANDS).long().clamp(max=BANDS - 1), hz


def coded(draw, sound, rate):
    rows, count = sound.shape
    hop = HOPS[int(draw.integer(len(HOPS), 1))]
    transform = basis(hop, sound.device)
    blocks = -(-count // hop) + 1
    padded = F.pad(sound, (hop, (blocks + 1) * hop - hop - count))
    lines = padded.unfold(1, 2 * hop, hop) @ transform
    band, hz = band_of_lines(hop, rate, sound.device)
    members = F.one_hot(band, BANDS).float()
    width = members.sum(0).clamp(min=1)
    power = (lines.square() @ members) / width + TINY
    level = 10 * torch.log10(power)
    mean_level = 10 * torch.log10(power.mean(1, keepdim=True))
    centre_khz = (hz @ members) / width / 1000
    ratio = LOWEST_RATIO_DB - RATIO_PER_KHZ_DB * centre_khz + draw.uniform(*MORE_OR_LESS_DB, rows, 1, 1)
    ratio = (ratio + GROWTH * (level - mean_level)).clamp(LEAST_RATIO_DB, 30)
    # Errors of quantisation are spread evenly over a step: their power is its square over 12.
    step = torch.sqrt(12 * power * 10 ** (-ratio / 10))[..., band]
    lines = torch.round(lines / step) * step
    # The lower the rate of samples, the less is cut off for the same bits.
    lowest_corner = 0.26 if rate > 32_000 else 0.40
    corner = torch.where(draw.chance(0.7, rows, 1, 1), draw.uniform(lowest_corner, 0.48, rows, 1, 1), 0.5) * rate
    back = (lines * (hz < corner)) @ transform.T
    return (back[:, 1:, :hop] + back[:, :-1, hop:]).flatten(1)[:, :count]
