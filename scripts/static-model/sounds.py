"""Static of many kinds, wider than what eval/plant plants. Each maker gives rows of `length` samples on the GPU."""
import math

import torch


class Draw:
    """Random numbers of one generator, so that a seed gives the same sounds."""

    def __init__(self, seed, device):
        self.device = device
        self.generator = torch.Generator(device=device)
        self.generator.manual_seed(seed)

    def uniform(self, least, most, *shape):
        return least + (most - least) * torch.rand(*shape, generator=self.generator, device=self.device)

    def log(self, least, most, *shape):
        return least * (most / least) ** self.uniform(0, 1, *shape)

    def normal(self, *shape):
        return torch.randn(*shape, generator=self.generator, device=self.device)

    def chance(self, share, *shape):
        return self.uniform(0, 1, *shape) < share

    def integer(self, below, *shape):
        return torch.randint(below, shape, generator=self.generator, device=self.device)


def filtered(sound, response):
    return torch.fft.irfft(torch.fft.rfft(sound) * response, n=sound.shape[-1])


def frequencies(length, rate, device):
    return torch.fft.rfftfreq(length, 1 / rate, device=device)[None]


def white(draw, rows, length, rate):
    return draw.normal(rows, length)


def coloured(draw, rows, length, rate):
    f = frequencies(length, rate, draw.device).clamp(min=20)
    return filtered(draw.normal(rows, length), (f / 1000) ** -draw.uniform(-0.3, 1.1, rows, 1))


def banded(draw, rows, length, rate):
    f = frequencies(length, rate, draw.device)
    low = draw.log(60, 0.2 * rate, rows, 1)
    high = torch.maximum(draw.log(800, 0.48 * rate, rows, 1), 1.5 * low)
    steep = draw.uniform(1, 6, rows, 1)
    response = 1 / torch.sqrt(1 + (low / f.clamp(min=1)) ** (2 * steep)) / torch.sqrt(1 + (f / high) ** (2 * steep))
    return filtered(draw.normal(rows, length), response)


def held(draw, rows, length, rate):
    """Noise at a lower rate without a filter after it, as of a broken converter."""
    step = draw.log(1500, 12_000, rows, 1) / rate
    values = draw.uniform(-0.5, 0.5, rows, length)
    index = (torch.arange(length, device=draw.device)[None] * step.clamp(max=1)).long()
    return values.gather(1, index)


def narrow(draw, rows, length, rate):
    """Noise around one frequency, a tenth to a whole octave wide."""
    f = frequencies(length, rate, draw.device)
    centre = draw.log(300, min(8000, 0.42 * rate), rows, 1)
    width = centre * draw.log(0.07, 0.7, rows, 1)
    return filtered(draw.normal(rows, length), 1 / (1 + ((f - centre) / (0.5 * width)) ** 2))


def trembling(draw, rows, length, rate):
    noise = torch.where(draw.chance(0.5, rows, 1), white(draw, rows, length, rate), banded(draw, rows, length, rate))
    time = torch.arange(length, device=draw.device)[None] / rate
    wave = torch.sin(2 * math.pi * draw.log(8, 150, rows, 1) * time)
    wave = torch.where(draw.chance(0.4, rows, 1), wave.sign(), wave)
    depth = torch.where(draw.chance(0.3, rows, 1), 1.0, draw.uniform(0.2, 1, rows, 1))
    return noise * (1 + depth * wave)


def crackle(draw, rows, length, rate):
    there = draw.uniform(0, 1, rows, length) * rate < draw.log(40, 1500, rows, 1)
    sizes = draw.uniform(1, 8, rows, 1) ** draw.uniform(0, 1, rows, length)
    impulses = there * sizes * torch.where(draw.chance(0.5, rows, length), 1.0, -1.0)
    decay = draw.uniform(0, 0.9, rows, 1) * torch.where(draw.chance(0.5, rows, 1), 1.0, -1.0)
    kernel = torch.zeros(rows, length, device=draw.device)
    kernel[:, :24] = decay ** torch.arange(24, device=draw.device)[None]
    return filtered(impulses, torch.fft.rfft(kernel))


def vinyl(draw, rows, length, rate):
    """Few crackles, each a puff of noise of parts of a millisecond to some."""
    there = draw.uniform(0, 1, rows, length) * rate < draw.log(15, 90, rows, 1)
    sizes = draw.uniform(1, 8, rows, 1) ** draw.uniform(0, 1, rows, length)
    time = torch.arange(length, device=draw.device)[None] / rate
    puff = torch.exp(-time / draw.log(0.0001, 0.0015, rows, 1))
    return draw.normal(rows, length) * filtered(there * sizes, torch.fft.rfft(puff))


def low_pass(sound, corner, rate):
    f = frequencies(sound.shape[-1], rate, sound.device)
    return filtered(sound, 1 / (1 + 1j * f / corner))


def buzz(draw, rows, length, rate):
    phase = draw.uniform(0, 1, rows, 1) + torch.arange(length, device=draw.device)[None] * draw.log(45, 500, rows, 1) / rate
    phase = phase % 1
    duty = draw.uniform(0.02, 0.5, rows, 1)
    pulse = (phase < duty).float() - duty
    peaky = torch.sin(2 * math.pi * phase) ** (2 * draw.integer(5, rows, 1) + 3)
    kind = draw.uniform(0, 1, rows, 1)
    sound = torch.where(kind < 0.5, 2 * phase - 1, torch.where(kind < 0.8, pulse, peaky))
    sharper = torch.diff(sound, prepend=sound[:, :1])
    sound = torch.where(draw.chance(0.25, rows, 1), sharper, sound)
    return low_pass(sound, draw.log(500, 0.6 * rate, rows, 1), rate)


def stuck(draw, rows, length, rate):
    """A buffer of 2 to 20 ms over and over again."""
    period = (draw.log(0.002, 0.02, rows, 1) * rate).long().clamp(min=4)
    return draw.normal(rows, length).gather(1, torch.arange(length, device=draw.device)[None] % period)


def ring(draw, rows, length, rate):
    time = torch.arange(length, device=draw.device)[None] / rate
    sound = torch.zeros(rows, length, device=draw.device)
    for tone in range(4):
        hz = draw.log(450, min(8000, 0.45 * rate), rows, 1)
        bend = draw.uniform(0, 0.004, rows, 1) * draw.chance(0.3, rows, 1)
        phase = 2 * math.pi * hz * (time + bend * torch.sin(6 * time) / 6) + draw.uniform(0, 6.28, rows, 1)
        sound += draw.uniform(0.3, 1, rows, 1) * draw.chance(1 if tone == 0 else 0.6, rows, 1) * torch.sin(phase)
    fading = torch.exp(-draw.log(0.5, 15, rows, 1) * time * draw.chance(0.3, rows, 1))
    return sound * fading


MAKERS = [white, white, coloured, coloured, coloured, banded, banded, narrow, held, trembling, trembling]
MAKERS += [crackle, crackle, crackle, vinyl]
MAKERS += [buzz, buzz, buzz, buzz, stuck, ring, ring, ring, ring]


def from_speech(draw, speech, rate):
    """What goes wrong with the speech itself: too few bits, noise that follows it, another tone upon it, a piece that is
    repeated in its place. [rows, n]"""
    rows, length = speech.shape
    step = speech.abs().amax(1, keepdim=True).clamp(min=1e-3) * 2.0 ** -draw.uniform(1.5, 6, rows, 1)
    crushed = torch.round(speech / step) * step - speech
    followed = speech * draw.normal(rows, length) * 0.5
    index = torch.arange(length, device=draw.device)[None]
    other = speech * (torch.sin(2 * math.pi * draw.log(80, 1500, rows, 1) * index / rate) - 1)
    period = (draw.log(0.005, 0.04, rows, 1) * rate).long()
    first = (draw.uniform(0, 0.8, rows, 1) * length).long()
    repeated = speech.gather(1, (first + index % period).clamp(max=length - 1)) - speech
    kind = draw.uniform(0, 1, rows, 1)
    made = torch.where(kind < 0.35, crushed, torch.where(kind < 0.65, followed, other))
    return torch.where(kind < 0.8, made, repeated)
