"""Log mel bands in, the log-odds of garble every 64 ms out. Times seen from one output: about 2.5 s."""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F

RATE = 16_000
SIZE, HOP, BANDS, LOW_HZ, HIGH_HZ = 512, 256, 72, 60, 7_600
#: Frames of input for one of output.
STRIDE = 4
#: Frames this far below the loudest one say nothing about the level of the speech.
LOUD_DB = 30
LOWEST = -6.0


def mel_bank():
    """Triangles straight in mel, as src/audio/mel.ts has them."""
    mel = lambda hz: 1127 * math.log(1 + hz / 700)
    step = (mel(HIGH_HZ) - mel(LOW_HZ)) / (BANDS + 1)
    bank = torch.zeros(SIZE // 2 + 1, BANDS)
    for band in range(BANDS):
        left = mel(LOW_HZ) + band * step
        for bin_ in range(SIZE // 2):
            here = mel(bin_ * RATE / SIZE)
            bank[bin_, band] = max(0.0, min((here - left) / step, (left + 2 * step - here) / step))
    return bank


def features(samples, bank):
    """Bands in units of 10 dB around the level of the loud frames: [batch, frames, bands]."""
    frames = samples.unfold(1, SIZE, HOP)
    power = torch.fft.rfft(frames * torch.hann_window(SIZE, device=samples.device)).abs() ** 2
    energies = power @ bank
    level = energies.sum(2)
    loud = level >= level.max(1, keepdim=True).values * 10 ** (-LOUD_DB / 10)
    mean = (level * loud).sum(1) / loud.sum(1).clamp(min=1) / BANDS
    return torch.log10(energies.clamp(min=1e-10) / mean.clamp(min=1e-10)[:, None, None]).clamp(min=LOWEST)


class Block(nn.Module):
    def __init__(self, width, dilation):
        super().__init__()
        self.along = nn.Conv1d(width, width, 5, padding=2 * dilation, dilation=dilation, groups=width)
        self.mix = nn.Sequential(nn.BatchNorm1d(width), nn.Conv1d(width, 2 * width, 1), nn.ReLU(), nn.Dropout(0.1), nn.Conv1d(2 * width, width, 1))

    def forward(self, x):
        return x + self.mix(self.along(x))


class Network(nn.Module):
    def __init__(self, width=112):
        super().__init__()
        layers, inside = [], 1
        for outside, size, stride in ((24, 5, (1, 2)), (32, 3, (2, 2)), (48, 3, (1, 2)), (64, 3, (2, 1))):
            layers += [nn.Conv2d(inside, outside, size, stride=stride, padding=size // 2, bias=False), nn.BatchNorm2d(outside), nn.ReLU()]
            inside = outside
        self.look = nn.Sequential(*layers)
        self.narrow = nn.Sequential(nn.Conv1d(64 * 9, width, 1), nn.BatchNorm1d(width), nn.ReLU(), nn.Dropout(0.2))
        self.listen = nn.Sequential(*(Block(width, dilation) for dilation in (1, 2, 4, 2)))
        self.say = nn.Conv1d(width, 1, 1)

    def forward(self, x):
        """[batch, frames, bands], the frames a multiple of 4."""
        x = self.look(x[:, None])
        x = x.permute(0, 1, 3, 2).reshape(x.shape[0], 64 * 9, -1)
        return self.say(self.listen(self.narrow(x)))[:, 0]
