"""What the network is told of each frame: the same numbers as src/checks/quality/detectors/staticNoise/features.ts."""
import math

import torch
import torch.nn.functional as F

BANDS = 40
MAPS = 5
FINE = 12
LOWEST_HZ, HIGHEST_HZ = 60.0, 12_000.0
SOFTEST_DB, LOUDEST_DB, MOST_TONAL_DB = -70.0, 20.0, 20.0
FLOOR_SHARE = 0.1
LEAST_FLUX, LEAST_MOVE = 0.05, 1e-3
SHARP_BLOCKS, RAW_BLOCKS = 8, 4
TINY = 1e-20


def mel(hz):
    return 2595 * math.log10(1 + hz / 700)


def hz_of(number):
    return 700 * (10 ** (number / 2595) - 1)


def rounded(value):
    return int(math.floor(value + 0.5))


class Layout:
    """Frames and bands at one sample rate."""

    def __init__(self, rate, device):
        self.rate = rate
        self.length = rounded(0.02 * rate)
        self.hop = rounded(0.01 * rate)
        self.size = 2
        while self.size < self.length:
            self.size *= 2
        self.bins = self.size // 2 + 1
        self.bin_hz = rate / self.size
        self.window = torch.hann_window(self.length, periodic=True, device=device)
        # What the bins of a frame add up to for a sound of mean square 1.
        self.scale_db = 10 * math.log10(0.75 * self.size / self.length)
        low, high = mel(LOWEST_HZ), mel(HIGHEST_HZ)
        edges = [hz_of(low + (high - low) * band / BANDS) / self.bin_hz for band in range(BANDS + 1)]
        self.bands = []
        for band in range(BANDS):
            first = rounded(edges[band])
            last = max(first + 1, rounded(edges[band + 1]))
            self.bands.append((first, last) if last <= self.bins else None)
        # Bins of each band side by side, padded to the widest; bands that the rate does not hold have none.
        widths = [last - first for first, last in (band or (0, 0) for band in self.bands)]
        places = torch.arange(max(widths))[None]
        firsts = torch.tensor([band[0] if band else 0 for band in self.bands])[:, None]
        self.widths = torch.tensor(widths, device=device)
        self.within = (places < torch.tensor(widths)[:, None]).to(device)
        self.index = torch.where(self.within, (firsts + places).to(device), 0)

    def spectrum(self, sound):
        frames = sound.unfold(-1, self.length, self.hop) * self.window
        spectrum = torch.fft.rfft(frames, n=self.size)
        return (spectrum.real**2 + spectrum.imag**2) / self.window.sum() ** 2


def steps_around(values):
    """Mean size of the four steps from two frames before to two after; none beyond the ends."""
    steps = F.pad((values[..., 1:] - values[..., :-1]).abs(), (2, 2))
    return steps.unfold(-1, 4, 1)[..., : values.shape[-1]].mean(-1)


def block_levels(sound, layout, frames, blocks):
    """Mean power of equal parts of the middle 10 ms of each frame, dB."""
    sums = F.pad(torch.cumsum(sound.double() ** 2, -1), (1, 0))
    starts = torch.arange(frames, device=sound.device) * layout.hop + layout.hop // 2
    edges = [starts + q * layout.hop // blocks for q in range(blocks + 1)]
    levels = []
    for first, last in zip(edges[:-1], edges[1:]):
        power = (sums[:, last] - sums[:, first]) / (last - first)
        levels.append(10 * torch.log10(power.clamp(min=0) + TINY))
    return torch.stack(levels, 1).float()


def features(sound, speech_db, layout, valid):
    """Maps of [batch, MAPS, BANDS, frames] and fine levels of [batch, FINE, frames]; `speech_db`: its mean square."""
    power = layout.spectrum(sound)
    frames = power.shape[1]
    reference = (speech_db + layout.scale_db)[:, None]
    bins = power[..., layout.index] * layout.within
    total = bins.sum(-1) + TINY
    level = (10 * torch.log10(total) - reference[..., None]).clamp(SOFTEST_DB, LOUDEST_DB)
    tonal = (10 * torch.log10((bins.amax(-1) * layout.widths + TINY) / total)).clamp(0, MOST_TONAL_DB)
    centroid = (bins * torch.arange(bins.shape[-1], device=sound.device)).sum(-1) / total
    level, tonal, centroid = (each.transpose(1, 2) for each in (level, tonal, centroid))
    floor = quantile_of_valid(level, valid)
    maps = torch.stack(
        [
            level / 10,
            tonal / 10,
            (level - floor) / 10,
            torch.log10(steps_around(level) + LEAST_FLUX),
            torch.log10(steps_around(centroid) + LEAST_MOVE),
        ],
        1,
    )
    is_there = (layout.widths > 0)[None, None, :, None]
    nothing = torch.zeros_like(maps)
    nothing[:, 0] = SOFTEST_DB / 10
    maps = torch.where(is_there, maps, nothing)
    apart = max(1, rounded(layout.rate / 8000))
    sharp = torch.zeros_like(sound)
    sharp[:, 2 * apart :] = sound[:, 2 * apart :] - 2 * sound[:, apart:-apart] + sound[:, : -2 * apart]
    fine = torch.cat(
        [block_levels(sharp, layout, frames, SHARP_BLOCKS), block_levels(sound, layout, frames, RAW_BLOCKS)], 1
    )
    fine = (fine - speech_db[:, None, None]).clamp(SOFTEST_DB, LOUDEST_DB) / 10
    return maps * valid[:, None, None], fine * valid[:, None]


def quantile_of_valid(level, valid):
    ordered = torch.where(valid[:, None], level, torch.full_like(level, 1e3)).sort(-1).values
    index = (FLOOR_SHARE * (valid.sum(1) - 1).clamp(min=0)).floor().long()
    return ordered.gather(-1, index[:, None, None].expand(-1, level.shape[1], 1))
