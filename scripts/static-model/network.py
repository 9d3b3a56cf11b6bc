"""The network: pictures of the spectrum first, then what happens over time."""
import torch
import torch.nn as nn
import torch.nn.functional as F

from features import BANDS, FINE, MAPS

PICTURE = (16, 32, 32)
UNITS = 64
DILATIONS = (1, 2, 4, 8, 16)
TAPS = 5


class InTime(nn.Module):
    def __init__(self, units, dilation):
        super().__init__()
        self.along = nn.Conv1d(units, units, TAPS, padding=dilation * (TAPS // 2), dilation=dilation, groups=units)
        self.across = nn.Conv1d(units, units, 1, bias=False)
        self.norm = nn.BatchNorm1d(units)

    def forward(self, x):
        return x + F.relu(self.norm(self.across(self.along(x))))


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        layers, channels = [nn.BatchNorm2d(MAPS)], MAPS
        for count in PICTURE:
            layers += [nn.Conv2d(channels, count, 3, stride=(2, 1), padding=1, bias=False), nn.BatchNorm2d(count), nn.ReLU()]
            channels = count
        self.picture = nn.Sequential(*layers)
        height = BANDS // 2 ** len(PICTURE)
        self.fine = nn.BatchNorm1d(FINE)
        self.join = nn.Conv1d(channels * height + FINE, UNITS, 1)
        self.in_time = nn.Sequential(*[InTime(UNITS, dilation) for dilation in DILATIONS])
        self.drop = nn.Dropout(0.1)
        self.out = nn.Conv1d(UNITS, 1, 1)

    def forward(self, maps, fine):
        seen = self.picture(maps).flatten(1, 2)
        x = F.relu(self.join(torch.cat([self.drop(seen), self.fine(fine)], 1)))
        return self.out(self.in_time(x))[:, 0]


def export(network, path):
    network = network.eval().cpu()
    torch.onnx.export(
        network,
        (torch.zeros(1, MAPS, BANDS, 300), torch.zeros(1, FINE, 300)),
        path,
        input_names=["maps", "fine"],
        output_names=["logOdds"],
        dynamic_axes={"maps": {3: "frames"}, "fine": {2: "frames"}, "logOdds": {1: "frames"}},
        opset_version=17,
        dynamo=False,
    )
