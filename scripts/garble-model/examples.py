"""Six seconds of speech each, with or without garble in it, and where the garble is."""
import numpy as np

from clips import RATE, load_clips
from copies import COPIES
from garbles import GARBLES, rms, uniform

LENGTH = 6 * RATE
#: Voices whose hash divides by this are kept out of training, to watch it by.
HELD_OUT_EVERY = 8
GARBLE_NAMES = ["none", *GARBLES]
COPY_NAMES = ["none", *COPIES]


def drawn(rng, table):
    weights = np.array([weight for _, weight in table.values()])
    name = rng.choice(list(table), p=weights / weights.sum())
    return name, table[name][0]


class World:
    """All clips of one side: the trained-on voices, or those held out."""

    def __init__(self, folder, held_out):
        clips = load_clips(folder)
        speech = [c for c in clips if c["kind"] == "speech" and (c["hash"] % HELD_OUT_EVERY == 0) == held_out]
        self.noises = [c["samples"] for c in clips if c["kind"] == "noise"]
        # A voice with a hundred clips counts as much as ten voices with one.
        self.by_voice = {}
        for clip in speech:
            self.by_voice.setdefault(clip["voice"], []).append(clip["samples"])
        self.voices = list(self.by_voice)
        sizes = np.sqrt([len(self.by_voice[voice]) for voice in self.voices])
        self.weights = sizes / sizes.sum()

    def speech(self, rng, length, voice=None):
        """Clips of one voice end to end, from a random place on, with pauses between."""
        voice = voice or rng.choice(self.voices, p=self.weights)
        parts, have = [], 0
        while have < length:
            clip = self.by_voice[voice][rng.integers(len(self.by_voice[voice]))]
            clip = clip / (rms(clip) + 1e-6) * 0.08
            if not parts and len(clip) > length:
                clip = clip[int(rng.integers(0, len(clip) - length)) :]
            pause = np.zeros(int(uniform(rng, 0, 0.6) * RATE), np.float32)
            parts += [clip, pause]
            have += len(clip) + len(pause)
            if rng.random() < 0.15:
                # Short files are the rule: the rest stays silent.
                parts.append(np.zeros(length, np.float32))
                break
        return np.concatenate(parts)[:length]

    def noise(self, rng, length):
        noise = self.noises[rng.integers(len(self.noises))]
        return np.resize(np.roll(noise, int(rng.integers(len(noise)))), length)

    def other(self, rng, length):
        """Another voice that really speaks."""
        for _ in range(20):
            samples = self.speech(rng, length)
            if rms(samples) > 0.05:
                return samples
        return samples


def spoken_place(rng, x, length):
    """Where at least most of the stretch is speech; null if nowhere."""
    if len(x) <= length:
        return 0
    frames = np.sqrt(np.mean(x[: len(x) // 160 * 160].reshape(-1, 160) ** 2, 1))
    spoken = frames > 0.1 * np.sqrt(np.mean(frames**2) + 1e-12)
    for _ in range(20):
        at = int(rng.integers(0, len(x) - length))
        if spoken[at // 160 : (at + length) // 160].mean() > 0.6:
            return at
    return None


def copied(rng, x, world):
    name, copy = drawn(rng, COPIES)
    return name, copy(rng, x, world).astype(np.float32)


def example(rng, world):
    """Samples (int16), garble (from, to) in samples or (0, 0), and the names of what was done, as indices."""
    x = world.speech(rng, int(LENGTH * 1.3))
    copy_name = garble_name = "none"
    if rng.random() < 0.35:
        copy_name, x = copied(rng, x, world)
    x = np.pad(x, (0, max(0, LENGTH - len(x))))[:LENGTH]
    from_, to = 0, 0
    kind = rng.random()
    if kind < 0.55:
        length = LENGTH if rng.random() < 0.12 else int(uniform(rng, 0.9, 4) * RATE)
        at = spoken_place(rng, x, length)
        if at is not None:
            name, garble = drawn(rng, GARBLES)
            stretch = x[at : at + length].copy()
            changed = garble(rng, stretch, lambda size: world.other(rng, size)).astype(np.float32)
            if np.isfinite(changed).all() and rms(changed) > 1e-4:
                edge = int(uniform(rng, 0.001, 0.03) * RATE)
                n = np.arange(length)
                share = np.clip(np.minimum((n + 0.5) / edge, (length - n - 0.5) / edge), 0, 1).astype(np.float32)
                x[at : at + length] = (1 - share) * stretch + share * changed
                from_, to, garble_name = at, at + length, name
    elif kind < 0.7:
        # Something happens to a part that is no garble: noise under a phrase, another room, a change of voice.
        length = int(uniform(rng, 0.3, 3) * RATE)
        at = int(rng.integers(0, LENGTH - length))
        if rng.random() < 0.2:
            part = world.speech(rng, length)
        else:
            part = copied(rng, x[at : at + length], world)[1]
        part = part[:length] * uniform(rng, 0.5, 1.5)
        if len(part) > 400 and np.isfinite(part).all():
            edge = np.clip(np.minimum(np.arange(len(part)), np.arange(len(part))[::-1]) / 160, 0, 1)
            x[at : at + len(part)] = (1 - edge) * x[at : at + len(part)] + edge * part
    if rng.random() < 0.3:
        # After the garble, so that no channel gives it away. Not what changes the length.
        after, _ = drawn(rng, {k: v for k, v in COPIES.items() if k not in ("faster", "stretched", "whispered")})
        copy_name = after
        x = COPIES[after][0](rng, x, world).astype(np.float32)[:LENGTH]
    x = x * (uniform(rng, 0.2, 0.9) / (np.abs(x).max() + 1e-6))
    x = np.nan_to_num(x)
    return (x * 32767).astype(np.int16), from_, to, GARBLE_NAMES.index(garble_name), COPY_NAMES.index(copy_name)


def batch(seed, world, count):
    rng = np.random.default_rng(seed)
    rows = []
    while len(rows) < count:
        row = example(rng, world)
        if len(row[0]) == LENGTH:
            rows.append(row)
    return [np.array(column) for column in zip(*rows)]
