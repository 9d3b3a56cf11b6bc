"""Ways in which speech stops being words. Each takes (rng, stretch, others), where `others(length)` gives speech of another
voice, and returns a stretch of the same length. Parameters are drawn wide, so that no one recipe is learnt."""
import numpy as np

from clips import RATE


def uniform(rng, low, high):
    return low + (high - low) * rng.random()


def log_uniform(rng, low, high):
    return low * (high / low) ** rng.random()


def rms(x):
    return float(np.sqrt(np.mean(x * x) + 1e-12))


def like(x, y):
    """y at the level of x."""
    return y * (rms(x) / rms(y))


def pieces_of(rng, x, shortest_sec, longest_sec):
    at, out = 0, []
    while at < len(x):
        to = at + int(uniform(rng, shortest_sec, longest_sec) * RATE)
        out.append(x[at:to].copy())
        at = to
    return out


def joined(rng, pieces, length):
    """End to end, each faded over 0 to 10 ms, or overlapped."""
    edge = int(rng.choice([0, 32, 64, 160]))
    overlap = edge if rng.random() < 0.5 else 0
    out = np.zeros(length + 2 * RATE, np.float32)
    at = 0
    for piece in pieces:
        if len(piece) == 0:
            continue
        ramp = min(edge, len(piece) // 2)
        if ramp:
            fade = (np.arange(ramp) + 0.5) / ramp
            piece[:ramp] *= fade
            piece[-ramp:] *= fade[::-1]
        if at + len(piece) > len(out):
            break
        out[at : at + len(piece)] += piece
        at += max(1, len(piece) - overlap)
        if at >= length:
            break
    return out[:length]


def stft(x, size=512, hop=128):
    window = np.sin(np.pi * (np.arange(size) + 0.5) / size).astype(np.float32)
    padded = np.concatenate([np.zeros(size, np.float32), x, np.zeros(2 * size, np.float32)])
    frames = np.lib.stride_tricks.sliding_window_view(padded, size)[::hop]
    return np.fft.rfft(frames * window).astype(np.complex64)


def istft(spectrum, length, size=512, hop=128):
    window = np.sin(np.pi * (np.arange(size) + 0.5) / size).astype(np.float32)
    blocks = np.fft.irfft(spectrum, size).astype(np.float32) * window * (2 * hop / size)
    out = np.zeros(hop * len(blocks) + size, np.float32)
    for part in range(size // hop):
        whole = blocks[:, part * hop : (part + 1) * hop].reshape(-1)
        out[part * hop : part * hop + len(whole)] += whole
    out = out[size : size + length]
    return np.pad(out, (0, length - len(out)))


def resampled(x, speed):
    at = np.arange(0, len(x) - 1, speed)
    return np.interp(at, np.arange(len(x)), x).astype(np.float32)


def low_passed(x, cutoff_hz, slope=0.15):
    spectrum = np.fft.rfft(x)
    hz = np.fft.rfftfreq(len(x), 1 / RATE)
    over = np.clip((hz / cutoff_hz - 1) / slope, 0, 1)
    return np.fft.irfft(spectrum * (0.5 + 0.5 * np.cos(np.pi * over)), len(x)).astype(np.float32)


def reversed_(rng, x, others):
    if rng.random() < 0.6:
        return x[::-1].copy()
    return joined(rng, [piece[::-1].copy() for piece in pieces_of(rng, x, 0.12, 0.5)], len(x))


def shuffled(rng, x, others):
    shortest = uniform(rng, 0.04, 0.15)
    pieces = pieces_of(rng, x, shortest, shortest + uniform(rng, 0.02, 0.2))
    order = rng.permutation(len(pieces))
    return joined(rng, [pieces[index] for index in order], len(x))


def two_voices(rng, x, others):
    return x + like(x, others(len(x))) * 10 ** (uniform(rng, -4, 4) / 20)


def babble(rng, x, others):
    """Several voices, or the same voice several times, a little apart."""
    count = rng.integers(2, 6)
    if rng.random() < 0.5:
        total = sum(like(x, others(len(x))) * uniform(rng, 0.5, 1) for _ in range(count))
        return like(x, x * uniform(rng, 0, 1) + total)
    total = x.copy()
    for _ in range(count):
        total += np.roll(x, int(uniform(rng, 0.12, 0.8) * RATE) * rng.choice([-1, 1])) * uniform(rng, 0.6, 1)
    return like(x, total)


def packet_loss(rng, x, others):
    out = x.copy()
    share = uniform(rng, 0.35, 0.75)
    longest = uniform(rng, 0.03, 0.09)
    conceal = rng.choice(["zero", "repeat", "fade", "noise"])
    at, last, lost_before = 0, 0, False
    while at < len(x):
        size = int(uniform(rng, longest / 2, longest) * RATE)
        lost = rng.random() < share
        if lost:
            here = out[at : at + size]
            if conceal == "zero" or last == 0 or (conceal == "fade" and lost_before):
                here[:] = 0
            elif conceal == "noise":
                here[:] = rng.standard_normal(len(here)) * rms(here) * 0.5
            else:
                source = out[at - last : at]
                here[:] = np.resize(source, len(here)) * (0.6 if conceal == "fade" else 0.95)
        lost_before, last, at = lost, size, at + size
    return out


def smeared(rng, x, others):
    """Magnitudes averaged over time, phases thrown away in part; dull at times, as mumbling is."""
    size = int(rng.choice([512, 1024]))
    hop = size // 4
    spectrum = stft(x, size, hop)
    mumbles = rng.random() < 0.6
    keep = np.exp(-hop / (log_uniform(rng, 0.06 if mumbles else 0.12, 0.35) * RATE))
    size_of = np.abs(spectrum)
    mean = np.zeros(size_of.shape[1], np.float32)
    for frame in range(len(size_of)):
        mean = keep * mean + (1 - keep) * size_of[frame]
        size_of[frame] = mean
    phase = np.angle(spectrum) + uniform(rng, 0.3, 1) * 2 * np.pi * (rng.random(spectrum.shape) - 0.5)
    out = istft(size_of * np.exp(1j * phase), len(x), size, hop)
    if mumbles:
        out = low_passed(out, log_uniform(rng, 350, 1200))
    return like(x, out)


def muffled(rng, x, others):
    """So dull that only the melody is left."""
    return like(x, low_passed(x, log_uniform(rng, 250, 550), uniform(rng, 0.1, 0.6)))


def syllable_loop(rng, x, others):
    size = int(uniform(rng, 0.06, 0.3) * RATE)
    best = max((x[at : at + size] for at in rng.integers(0, max(1, len(x) - size), 6)), key=rms)
    return like(x, joined(rng, [best.copy() for _ in range(len(x) // size + 3)], len(x)))


def bands_moved(rng, x, others):
    """The spectrum mirrored, moved, or its bands in another order."""
    spectrum = stft(x)
    bins = spectrum.shape[1]
    way = rng.integers(3)
    if way == 0:
        top = int(bins * uniform(rng, 0.4, 1))
        spectrum[:, :top] = spectrum[:, :top][:, ::-1]
    elif way == 1:
        by = int(log_uniform(rng, 14, 70)) * rng.choice([-1, 1])
        spectrum = np.roll(spectrum, by, 1)
        spectrum[:, : max(0, by)] = 0
        if by < 0:
            spectrum[:, by:] = 0
    else:
        edges = np.concatenate([[0], np.sort(rng.integers(4, 140, rng.integers(3, 7))), [bins]])
        parts = [spectrum[:, a:b] for a, b in zip(edges[:-1], edges[1:])]
        spectrum = np.concatenate([parts[index] for index in rng.permutation(len(parts))], 1)
    return like(x, istft(spectrum, len(x)))


def band_means(power, bands):
    edges = np.unique(np.round(257 * (np.expm1(np.linspace(0, np.log(40), bands + 1)) / 39)).astype(int))
    out = np.empty_like(power)
    for a, b in zip(edges[:-1], edges[1:]):
        out[:, a:b] = power[:, a:b].mean(1, keepdims=True)
    return out


def noise_vocoded(rng, x, bands, hold_frames):
    power = np.abs(stft(x)) ** 2
    level = np.sqrt(band_means(power, bands))
    if hold_frames > 1:
        level = np.repeat(level[::hold_frames], hold_frames, 0)[: len(level)]
    noise = stft(rng.standard_normal(len(x)).astype(np.float32))[: len(level)]
    return like(x, istft(noise * level / 12, len(x)))


def low_rate_vocoder(rng, x, others):
    """A few bands of noise, or frames held for long."""
    if rng.random() < 0.5:
        return noise_vocoded(rng, x, int(rng.integers(1, 4)), 1)
    if rng.random() < 0.5:
        return noise_vocoded(rng, x, int(rng.integers(3, 30)), int(rng.integers(15, 40)))
    spectrum = stft(x)
    hold = int(rng.integers(12, 40))
    held = np.repeat(np.abs(spectrum)[::hold], hold, 0)[: len(spectrum)]
    return like(x, istft(held * np.exp(1j * np.angle(spectrum)), len(x)))


def pitch_jumps(rng, x, others):
    pieces = pieces_of(rng, x, 0.05, uniform(rng, 0.12, 0.25))
    wild = uniform(rng, 0.35, 0.7)
    return joined(rng, [resampled(piece, np.exp(uniform(rng, -wild, wild))) for piece in pieces] * 2, len(x))


def frame_jitter(rng, x, others):
    """Frames taken from beside where they should be: a broken stretch."""
    spectrum = stft(x)
    reach = log_uniform(rng, 8, 40)
    step = int(rng.integers(3, 12))
    offsets = np.repeat(rng.uniform(-reach, reach, len(spectrum) // step + 1), step)[: len(spectrum)]
    index = np.clip(np.arange(len(spectrum)) + offsets.astype(int), 0, len(spectrum) - 1)
    return like(x, istft(spectrum[index], len(x)))


def stretched_far(rng, x, others):
    """A few sounds drawn out, or very many pressed together."""
    spectrum = stft(x)
    if rng.random() < 0.5:
        at = np.arange(len(spectrum)) * uniform(rng, 0.08, 0.25) + uniform(rng, 0, 0.5) * len(spectrum)
    else:
        at = (np.arange(len(spectrum)) * uniform(rng, 3, 6)) % len(spectrum)
    at = np.minimum(at.astype(int), len(spectrum) - 1)
    phase = np.cumsum(np.angle(spectrum), 0) if rng.random() < 0.3 else 2 * np.pi * rng.random(spectrum.shape)
    return like(x, istft(np.abs(spectrum[at]) * np.exp(1j * phase), len(x)))


def holes(rng, x, others):
    """Most of the spectrum dropped, in blocks: what is left sounds like water."""
    spectrum = stft(x)
    frames, bins = spectrum.shape
    tall, wide = int(rng.integers(3, 20)), int(rng.integers(2, 16))
    kept = rng.random((frames // wide + 1, bins // tall + 1)) < uniform(rng, 0.08, 0.3)
    kept = np.repeat(np.repeat(kept, wide, 0), tall, 1)[:frames, :bins]
    return like(x, istft(spectrum * kept, len(x)))


def envelope_of(size_of, width):
    cepstrum = np.fft.irfft(np.log(size_of + 1e-5), axis=1)
    cepstrum[:, width:-width] = 0
    return np.exp(np.fft.rfft(cepstrum, axis=1).real)


def wrong_mouth(rng, x, others):
    """The voice of one moment through the mouth of another."""
    spectrum = stft(x)
    size_of = np.abs(spectrum)
    envelope = envelope_of(size_of, 24)
    if rng.random() < 0.5:
        step = int(rng.integers(8, 24))
        blocks = rng.permutation(len(spectrum) // step + 1)
        index = np.minimum((blocks[:, None] * step + np.arange(step)).reshape(-1), len(spectrum) - 1)
        index = np.resize(index, len(spectrum))
    else:
        index = np.arange(len(spectrum))[::-1]
    other = envelope[index]
    return like(x, istft(spectrum / (envelope + 1e-3) * other, len(x)))


def time_warped(rng, x, others):
    """Speed that lurches between a crawl and a rush."""
    spectrum = stft(x)
    knots = np.exp(rng.uniform(-1.6, 1.6, len(spectrum) // int(rng.integers(8, 25)) + 2))
    speed = np.interp(np.linspace(0, len(knots) - 1, len(spectrum)), np.arange(len(knots)), knots)
    index = np.cumsum(speed)
    index = np.minimum((index / index[-1] * (len(spectrum) - 1)).astype(int), len(spectrum) - 1)
    if rng.random() < 0.5:
        return like(x, istft(np.abs(spectrum[index]) * np.exp(2j * np.pi * rng.random(spectrum.shape)), len(x)))
    return like(x, istft(spectrum[index], len(x)))


GARBLES = {
    "reversed": (reversed_, 3),
    "shuffled": (shuffled, 3),
    "two-voices": (two_voices, 3),
    "packet-loss": (packet_loss, 2.5),
    "smeared": (smeared, 2.5),
    "babble": (babble, 1.5),
    "muffled": (muffled, 0.7),
    "syllable-loop": (syllable_loop, 1),
    "bands-moved": (bands_moved, 1),
    "low-rate-vocoder": (low_rate_vocoder, 1),
    "pitch-jumps": (pitch_jumps, 1),
    "frame-jitter": (frame_jitter, 1),
    "stretched-far": (stretched_far, 1),
    "holes": (holes, 1),
    "wrong-mouth": (wrong_mouth, 1),
    "time-warped": (time_warped, 1),
}
