"""What may happen to speech while it stays words: never garble, whether it happens to a whole file or to a part."""
import numpy as np

from clips import RATE
from garbles import band_means, istft, like, log_uniform, low_passed, noise_vocoded, resampled, rms, stft, uniform


def coloured_noise(rng, length):
    spectrum = np.fft.rfft(rng.standard_normal(length))
    hz = np.maximum(np.fft.rfftfreq(length, 1 / RATE), 40)
    return np.fft.irfft(spectrum * hz ** uniform(rng, -1, 0.3), length).astype(np.float32)


def chords(rng, length):
    """Something like music: notes of a few partials, changed now and then."""
    out = np.zeros(length, np.float32)
    at = 0
    while at < length:
        size = min(length - at, int(uniform(rng, 0.15, 1.2) * RATE))
        time = np.arange(size) / RATE
        for _ in range(rng.integers(1, 4)):
            base = 110 * 2 ** (rng.integers(0, 36) / 12)
            decay = np.exp(-time * uniform(rng, 0, 5))
            for partial in range(1, rng.integers(2, 8)):
                if base * partial < 7_500:
                    out[at : at + size] += decay * np.sin(2 * np.pi * base * partial * time) / partial
        at += size
    return out


def noisy(rng, x, world):
    kind = rng.random()
    if kind < 0.4 and world.noises:
        noise = world.noise(rng, len(x))
    elif kind < 0.6:
        noise = chords(rng, len(x))
    else:
        noise = coloured_noise(rng, len(x))
    return x + like(x, noise) * 10 ** (-uniform(rng, 3, 35) / 20)


def faint_babble(rng, x, world):
    """People far behind: the voice in front is still understood."""
    count = rng.integers(1, 5)
    total = sum(world.other(rng, len(x)) for _ in range(count))
    return x + like(x, total) * 10 ** (-uniform(rng, 14, 30) / 20)


def reverberant(rng, x, world):
    seconds = uniform(rng, 0.15, 0.9)
    length = int(seconds * RATE)
    tail = rng.standard_normal(length) * np.exp(-6.9 * np.arange(length) / length)
    tail *= 10 ** (uniform(rng, -12, 0) / 20) / (np.sqrt((tail**2).sum()) + 1e-9)
    tail[0] = 1
    size = len(x) + length
    out = np.fft.irfft(np.fft.rfft(x, size) * np.fft.rfft(tail, size), size)[: len(x)]
    return out.astype(np.float32)


def narrow(rng, x, world):
    out = low_passed(x, log_uniform(rng, 2_200, 7_500), uniform(rng, 0.02, 0.3))
    return out - low_passed(out, uniform(rng, 60, 400), 0.5) if rng.random() < 0.4 else out


def equalised(rng, x, world):
    spectrum = np.fft.rfft(x)
    hz = np.fft.rfftfreq(len(x), 1 / RATE)
    knots = np.log(np.array([50, 150, 400, 1_000, 2_500, 5_000, 8_000]))
    gain_db = np.interp(np.log(np.maximum(hz, 20)), knots, rng.uniform(-8, 8, len(knots)))
    return np.fft.irfft(spectrum * 10 ** (gain_db / 20), len(x)).astype(np.float32)


def faster(rng, x, world):
    """Played faster or slower, pitch and all: other voices, other paces."""
    return resampled(x, np.exp(uniform(rng, -0.22, 0.25)))


def stretched(rng, x, world):
    """Faster or slower at the same pitch: overlapped frames, each where it continues the last best."""
    speed = np.exp(uniform(rng, -0.25, 0.45))
    frame, half, reach = 480, 240, 128
    window = np.hanning(frame + 1)[:-1].astype(np.float32)
    out = np.zeros(int(len(x) / speed) + frame, np.float32)
    last = 0
    for to in range(0, len(out) - frame, half):
        wanted = int(to * speed)
        if wanted + frame + reach >= len(x) or last + half + frame >= len(x):
            break
        best = wanted
        if to and wanted > reach:
            near = x[wanted - reach : wanted + reach + frame : 2]
            match = np.correlate(near, x[last + half : last + half + frame : 2], "valid")
            best = wanted - reach + 2 * int(match.argmax())
        out[to : to + frame] += window * x[best : best + frame]
        last = best
    return out[: to + 1]


def whispered(rng, x, world):
    return noise_vocoded(rng, x, int(rng.integers(24, 60)), 1)


def coded(rng, x, world):
    """As a small mp3: what lies well under its band is gone, the rest is coarse."""
    spectrum = stft(x)
    level = np.sqrt(band_means(np.abs(spectrum) ** 2, 20))
    size_of = np.abs(spectrum)
    spectrum = np.where(size_of < level * uniform(rng, 0.1, 0.6), 0, spectrum)
    noise = (rng.standard_normal(spectrum.shape) + 1j * rng.standard_normal(spectrum.shape)) * level
    out = istft(spectrum + noise * uniform(rng, 0.05, 0.25), len(x))
    return low_passed(out, uniform(rng, 5_000, 7_900))


def clipped(rng, x, world):
    limit = np.quantile(np.abs(x), uniform(rng, 0.9, 0.995)) + 1e-6
    return np.clip(x, -limit, limit) if rng.random() < 0.6 else np.tanh(x / limit) * limit


def gated(rng, x, world):
    """Pauses muted, as noise gates and some voices do."""
    level = np.sqrt(np.convolve(x * x, np.ones(400) / 400, "same"))
    return x * (level > rms(x) * uniform(rng, 0.03, 0.2))


def vocoded(rng, x, world):
    """Magnitudes kept, phases rebuilt badly: metallic, but every word is there."""
    spectrum = stft(x)
    phase = np.angle(spectrum) + uniform(rng, 0.1, 0.6) * np.pi * (rng.random(spectrum.shape) - 0.5)
    return istft(np.abs(spectrum) * np.exp(1j * phase), len(x))


COPIES = {
    "noisy": (noisy, 3),
    "faint-babble": (faint_babble, 1),
    "reverberant": (reverberant, 1.5),
    "narrow": (narrow, 1.5),
    "equalised": (equalised, 2),
    "faster": (faster, 2),
    "stretched": (stretched, 1),
    "whispered": (whispered, 0.7),
    "coded": (coded, 1.5),
    "clipped": (clipped, 0.7),
    "gated": (gated, 0.7),
    "vocoded": (vocoded, 0.7),
}
