"""Other voices, rooms and losses out of the same clips: gains, noise and losses are applied to the features themselves, where
they are sums of powers. Rows of a frame: bands, bands over their floors, levels of 1.25 ms, sharpness of 1.25 ms."""
import torch

BANDS, BLOCKS = 18, 8
SOFTEST = -8.0
EVENTS, CANDIDATES = 2, 8
LOUD, LOUD_SHARE = -1.6, 0.5
FRAME_MS, HOP_MS = 20.0, 10.0
# Shallower, or shorter and not deep, a loss may be called either.
SURE, SHORT_MS, SURE_SHORT = 1.2, 60.0, 1.8
EDGE_MS = 4.0
EITHER = 2
# What noise of one level in all bands has over a band, in all of them together and in its sharpness.
RAW_OVER_BAND, SHARP_OVER_BAND = 1.25, 1.9


def power(level):
    return 10.0**level


def level(power):
    return torch.log10(power + 1e-20).clamp(min=SOFTEST)


def augmented(features, labels, untouched, draw):
    """`features` of [batch, frames, rows], in units of 10 dB; `untouched`: nothing was planted in them yet."""
    device = features.device
    rows = len(features)

    def uniform(low, high, *shape):
        return low + (high - low) * torch.rand(*shape, device=device, generator=draw)

    bands, over = features[..., :BANDS], features[..., BANDS : 2 * BANDS]
    raw, sharp = features[..., 2 * BANDS : 2 * BANDS + BLOCKS], features[..., 2 * BANDS + BLOCKS :]
    floor = bands - over
    # Another microphone: gains at five frequencies, straight in between.
    knots = 0.4 * torch.randn(rows, 5, device=device, generator=draw)
    place = torch.linspace(0, 3.999, BANDS, device=device)
    left = place.long()
    gains = (knots[:, left] * (1 - (place - left)) + knots[:, left + 1] * (place - left))[:, None]
    bands, floor = (bands + gains).clamp(min=SOFTEST), floor + gains
    raw = (raw + gains[..., :7].mean(-1, keepdim=True)).clamp(min=SOFTEST)
    sharp = (sharp + gains[..., 12:].mean(-1, keepdim=True)).clamp(min=SOFTEST)
    # Another room.
    is_noisy = (untouched & (uniform(0, 1, rows) < 0.4))[:, None, None]
    noise = uniform(-6.5, -2.5, rows, 1, 1) + uniform(-1, 1, rows, 1, 1) * torch.linspace(-1, 1, BANDS, device=device)
    waver = 0.15 * torch.randn(bands.shape, device=device, generator=draw)
    bands = torch.where(is_noisy, level(power(bands) + power(noise + waver)), bands)
    floor = torch.where(is_noisy, level(power(floor) + power(noise - 0.1)), floor)
    mean = noise.mean(-1, keepdim=True)
    raw = torch.where(is_noisy, level(power(raw) + power(mean + RAW_OVER_BAND)), raw)
    sharp = torch.where(is_noisy, level(power(sharp) + power(noise[..., 12:].mean(-1, keepdim=True) + SHARP_OVER_BAND)), sharp)
    # Losses.
    count = features.shape[1]
    centres = HOP_MS * torch.arange(count, device=device)[None]
    blocks = centres[..., None] + HOP_MS / BLOCKS * (torch.arange(BLOCKS, device=device) + 0.5 - BLOCKS / 2)
    is_loud = torch.cumsum((raw.mean(-1) > LOUD).float(), 1)
    for _ in range(EVENTS):
        is_hole = uniform(0, 1, rows) < 0.35
        length = torch.where(
            is_hole,
            10 * 30 ** uniform(0, 1, rows),
            50 * 20 ** uniform(0, 1, rows),
        )
        first = uniform(0, 1, rows, CANDIDATES) * (HOP_MS * (count - 5) - length[:, None]).clamp(min=1) + 20
        start = (first / HOP_MS).long().clamp(0, count - 1)
        end = ((first + length[:, None]) / HOP_MS).long().clamp(0, count - 1)
        loud = (is_loud.gather(1, end) - is_loud.gather(1, start)) / (end - start).clamp(min=1)
        taken = torch.cumsum((labels != 0).float(), 1)
        near = (taken.gather(1, (end + 25).clamp(max=count - 1)) - taken.gather(1, (start - 25).clamp(min=0))) > 0
        is_good = (loud >= LOUD_SHARE) & ~near
        best = is_good.float().argmax(1, keepdim=True)
        is_planted = is_good.any(1) & (uniform(0, 1, rows) < torch.where(untouched, 0.7, 0.3))
        from_ms, length = first.gather(1, best), length[:, None]
        depth = torch.where(is_hole, torch.full((rows,), 9.0, device=device), uniform(0.9, 4, rows))[:, None]
        ramp = torch.where(uniform(0, 1, rows) < 0.8, uniform(0.1, 5, rows), uniform(5, 15, rows))[:, None]
        ramp = torch.minimum(ramp, length / 4)
        rest = torch.where(is_hole & (uniform(0, 1, rows) < 0.6), uniform(-7.5, -4, rows), torch.full((rows,), -20.0, device=device))[:, None]
        planted = is_planted[:, None]

        def lost(sound, share, over_band):
            gone = power(sound) * ((1 - share) + share * power(-depth)[..., None]) + share * power(rest + over_band)[..., None]
            return torch.where(planted[..., None], level(gone), sound)

        def share(at, reach):
            """How much of a window so wide around a time lies in the loss."""
            since = (at - from_ms.view(-1, *[1] * (at.dim() - 1))) / (reach + ramp.view(-1, *[1] * (at.dim() - 1))) + 0.5
            until = (from_ms + length).view(-1, *[1] * (at.dim() - 1))
            until = (until - at) / (reach + ramp.view(-1, *[1] * (at.dim() - 1))) + 0.5
            return smooth(since.clamp(0, 1)) * smooth(until.clamp(0, 1))

        frame_share = share(centres.expand(rows, -1), FRAME_MS * 0.75)[..., None]
        bands = lost(bands, frame_share, 0.0)
        block_share = share(blocks.expand(rows, -1, -1), HOP_MS / BLOCKS)
        raw = lost(raw, block_share, RAW_OVER_BAND)
        sharp = lost(sharp, block_share, SHARP_OVER_BAND)
        inside = (centres > from_ms + EDGE_MS) & (centres < from_ms + length - EDGE_MS)
        edge = (centres > from_ms - EDGE_MS) & (centres < from_ms + length + EDGE_MS)
        is_sure = depth >= torch.where(length < SHORT_MS, SURE_SHORT, SURE)
        labels = torch.where(planted & edge, torch.where(inside & is_sure, 1, EITHER), labels)
    return torch.cat([bands, bands - floor, raw, sharp], -1), labels


def smooth(x):
    return x * x * (3 - 2 * x)
