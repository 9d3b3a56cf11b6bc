"""Trains the fault network on what examples.ts made: see README.md.

python3 train.py EXAMPLES_FOLDER TARGET.onnx SECONDS HEADS [HALF]
HEADS: what the network is to say, as in click,static,loss or cutStart,cutEnd.
With HALF the network is learnt without that half of the engines, and judged by it.
"""
import glob
import json
import sys
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

FOLDER, TARGET, SECONDS, HEADS = sys.argv[1], sys.argv[2], float(sys.argv[3]), sys.argv[4].split(",")
HALF = int(sys.argv[5]) if len(sys.argv) > 5 else None
# Frames of what is learnt at a time; examples too short for the first are learnt with the second.
CROPS, BATCH = (320, 240), 256
RATE, WARM_STEPS, DECAY, AVERAGE = 3e-3, 200, 2e-2, 0.998
TIMED_STEPS = 60
# An alarm in speech that nothing was done to costs more than one beside a fault.
UNTOUCHED_WEIGHT = 2.0
EITHER = 2
# In the units of the features, tens of decibels: the level of the speech is known to some decibels, microphones differ.
SHIFT, GAIN = 0.3, 0.5
NARROW_SHARE = 0.08
SOFTEST = -8.0
PICTURE = (16, 32, 32)
FINE_UNITS, UNITS, TAPS, DILATIONS = 48, 80, 5, (1, 2, 4, 8, 16, 32)
device = "cuda" if torch.cuda.is_available() else "cpu"

about = [json.load(open(path)) for path in sorted(glob.glob(f"{FOLDER}/*.json"))]
FEATURES, TOLD = about[0]["features"], about[0]["heads"]
ROWS = sum(feature["rows"] for feature in FEATURES)
WIDTH = ROWS + len(TOLD) + 1
LABELS = [ROWS + TOLD.index(head) for head in HEADS]
BANDS = FEATURES[0]["rows"]
MAPS = [feature["name"] for feature in FEATURES if feature["rows"] == BANDS]
FINE = [feature["name"] for feature in FEATURES if feature["rows"] != BANDS]
FINE_ROWS = sum(feature["rows"] for feature in FEATURES if feature["rows"] != BANDS)
# What says how loud something is, and so moves with the level of the speech.
LEVELS = ("level", "sound", "bend", "residual", "residualPeak")


class InTime(nn.Module):
    def __init__(self, units, dilation):
        super().__init__()
        self.along = nn.Conv1d(units, units, TAPS, padding=dilation * (TAPS // 2), dilation=dilation, groups=units)
        self.across = nn.Conv1d(units, units, 1, bias=False)
        self.norm = nn.BatchNorm1d(units)

    def forward(self, x):
        return x + F.relu(self.norm(self.across(self.along(x))))


class Network(nn.Module):
    """Pictures of the spectrum and of its milliseconds first, then what happens over time, then what each head says."""

    def __init__(self):
        super().__init__()
        layers, channels = [nn.BatchNorm2d(len(MAPS))], len(MAPS)
        for count in PICTURE:
            layers += [nn.Conv2d(channels, count, 3, stride=(2, 1), padding=1, bias=False), nn.BatchNorm2d(count), nn.ReLU()]
            channels = count
        self.picture = nn.Sequential(*layers)
        height = BANDS // 2 ** len(PICTURE)
        self.fine = nn.Sequential(
            nn.BatchNorm1d(FINE_ROWS), nn.Conv1d(FINE_ROWS, FINE_UNITS, 5, padding=2), nn.ReLU(), nn.Conv1d(FINE_UNITS, FINE_UNITS, 3, padding=1), nn.ReLU()
        )
        self.join = nn.Conv1d(channels * height + FINE_UNITS, UNITS, 1)
        self.in_time = nn.Sequential(*[InTime(UNITS, dilation) for dilation in DILATIONS])
        self.drop = nn.Dropout(0.3)
        self.out = nn.Conv1d(UNITS, len(HEADS), 1)

    def forward(self, *features):
        maps = torch.stack(features[: len(MAPS)], 1)
        fine = torch.cat(features[len(MAPS) :], 1)
        seen = self.picture(maps).flatten(1, 2)
        x = F.relu(self.join(self.drop(torch.cat([seen, self.fine(fine)], 1))))
        return self.out(self.drop(self.in_time(x)))


class Examples:
    """All frames on the device, one example after the other."""

    def __init__(self):
        frames, self.examples, at = [], [], 0
        for path, shard in zip(sorted(glob.glob(f"{FOLDER}/*.json")), about):
            frames.append(torch.from_numpy(np.fromfile(path.replace(".json", ".bin"), np.int8).reshape(-1, WIDTH)).to(device))
            for example in shard["examples"]:
                self.examples.append({**example, "at": at})
                at += example["frames"]
        self.frames = torch.cat(frames)
        self.steps = torch.cat([torch.full((feature["rows"],), 1 / feature["steps"]) for feature in FEATURES]).to(device)

    def parts(self, values):
        """[batch, frames, rows] as one tensor a feature, [batch, rows, frames]."""
        values = values.float() * self.steps
        return [part.transpose(1, 2) for part in values.split([feature["rows"] for feature in FEATURES], -1)]

    def batch(self, chosen, crop, draw):
        at, count, untouched = chosen
        # A third each begins with the file, ends with it, or lies anywhere.
        where = (3 * torch.rand(len(at), device=device, generator=draw) - 1).clamp(0, 1)
        start = (where * (count - crop)).round().long()
        place = start[:, None] + torch.arange(crop, device=device)[None]
        values = self.frames[at[:, None] + place]
        features = augmented(self.parts(values[..., :ROWS]), draw)
        labels = values[..., LABELS].transpose(1, 2).long()
        # The edges of a crop are not those of the file.
        for head, is_edge in (("cutStart", start == 0), ("cutEnd", start + crop == count)):
            if head not in HEADS:
                continue
            index = HEADS.index(head)
            labels[:, index] = torch.where(is_edge[:, None], labels[:, index], EITHER)
        weight = values[..., -1].float()[:, None] / 10
        weight = torch.where(labels == 1, weight, 1.0) * torch.where(untouched[:, None, None], UNTOUCHED_WEIGHT, 1.0)
        return features, labels, weight * (labels != EITHER)


def augmented(features, draw):
    rows = len(features[0])
    shift = SHIFT * torch.randn(rows, 1, 1, device=device, generator=draw)
    knots = GAIN * torch.randn(rows, 6, device=device, generator=draw)
    place = torch.linspace(0, 4.999, BANDS, device=device)
    left = place.long()
    gains = (knots[:, left] * (1 - (place - left)) + knots[:, left + 1] * (place - left))[:, :, None]
    is_narrow = torch.rand(rows, device=device, generator=draw) < NARROW_SHARE
    top = torch.where(is_narrow, torch.randint(24, BANDS, (rows,), device=device, generator=draw), BANDS)
    is_gone = torch.arange(BANDS, device=device)[None, :, None] >= top[:, None, None]
    out = []
    for feature, values in zip(FEATURES, features):
        name = feature["name"]
        if name == "level":
            values = torch.where(values > SOFTEST, (values + shift + gains).clamp(min=SOFTEST), values)
            values = torch.where(is_gone, SOFTEST, values)
        elif name in MAPS:
            values = torch.where(is_gone, 0.0, values)
        elif name in LEVELS:
            values = torch.where(values > SOFTEST, (values + shift).clamp(min=SOFTEST), values)
        out.append(values)
    return out


@torch.no_grad()
def validate(network, data, those):
    """For each head: share of the frames with the fault over the log odds that so few of those in untouched examples reach."""
    network.eval()
    odds, labels, untouched = [], [], []
    for index in range(0, min(len(those), 6000), 64):
        for example in those[index : index + 64]:
            here = data.frames[example["at"] : example["at"] + example["frames"]][None]
            odds.append(network(*data.parts(here[..., :ROWS]))[0])
            labels.append(here[0][:, LABELS].T.long())
            untouched.append(torch.full((example["frames"],), example["faults"] == 0, device=device))
    odds, labels, untouched = torch.cat(odds, 1), torch.cat(labels, 1), torch.cat(untouched)
    for head, name in enumerate(HEADS):
        positive = odds[head][labels[head] == 1]
        negative = odds[head][untouched & (labels[head] == 0)].sort(descending=True).values
        text = [f"{share:g}: {(positive > negative[int(share * len(negative))]).float().mean().item():.3f} above {negative[int(share * len(negative))].item():.1f}" for share in (1e-2, 1e-3, 1e-4, 2e-5)]
        print(f"  {name}: {len(positive)} frames, {len(negative)} untouched;", "  ".join(text), flush=True)


def trained(data, those, name):
    torch.manual_seed(0)
    draw = torch.Generator(device=device).manual_seed(0)
    network, steady = Network().to(device), Network().to(device)
    steady.load_state_dict(network.state_dict())
    optimiser = torch.optim.AdamW(network.parameters(), RATE, weight_decay=DECAY)
    groups = []
    for crop, most in zip(CROPS, (np.inf, CROPS[0])):
        own = [example for example in those if crop <= example["frames"] < most]
        columns = ([example["at"] for example in own], [example["frames"] for example in own], [example["faults"] == 0 for example in own])
        groups.append((crop, [torch.tensor(column, device=device) for column in columns]))
    share_long = len(groups[0][1][0]) / len(those)
    rng = np.random.default_rng(0)
    steps, step, began, total = 10**9, -1, time.time(), 0.0
    while (step := step + 1) < steps:
        if step == TIMED_STEPS:
            began = time.time()
        if step == 2 * TIMED_STEPS:
            steps = int(SECONDS / ((time.time() - began) / TIMED_STEPS))
            print(name, "steps", steps, flush=True)
        share = min((step + 1) / WARM_STEPS, 0.5 + 0.5 * np.cos(np.pi * step / steps))
        for group in optimiser.param_groups:
            group["lr"] = RATE * max(share, 1e-3)
        network.train()
        crop, columns = groups[int(rng.random() > share_long)]
        chosen = torch.randint(len(columns[0]), (BATCH,), device=device, generator=draw)
        features, labels, weight = data.batch([column[chosen] for column in columns], crop, draw)
        with torch.autocast(device, dtype=torch.bfloat16):
            odds = network(*features)
        each = F.binary_cross_entropy_with_logits(odds.float(), (labels == 1).float(), reduction="none")
        loss = (each * weight).sum((0, 2)) / weight.sum((0, 2)).clamp(min=1)
        optimiser.zero_grad()
        loss.sum().backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        keep = min(AVERAGE, (step + 1) / (step + 20))
        with torch.no_grad():
            for mean, now in zip(steady.state_dict().values(), network.state_dict().values()):
                mean.lerp_(now, 1 - keep) if mean.is_floating_point() else mean.copy_(now)
        if step % 500 == 499:
            print(name, step + 1, f"{time.time() - began:.0f} s", loss.tolist(), flush=True)
    return steady.eval()


class Exported(nn.Module):
    """One output a head, by its name."""

    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, *features):
        return tuple(self.network(*features).unbind(1))


def export(network, path):
    names = [feature["name"] for feature in FEATURES]
    torch.onnx.export(
        Exported(network.cpu()),
        tuple(torch.zeros(1, feature["rows"], 300) for feature in FEATURES),
        path,
        input_names=names,
        output_names=HEADS,
        dynamic_axes={**{name: {2: "frames"} for name in names}, **{head: {1: "frames"} for head in HEADS}},
        opset_version=17,
        dynamo=False,
    )


data = Examples()
print(len(data.examples), "examples", len(data.frames) / 360_000, "h", flush=True)
network = trained(data, [each for each in data.examples if each["half"] != HALF], f"without {HALF}")
if HALF is not None:
    validate(network, data, [each for each in data.examples if each["half"] == HALF])
export(network, TARGET)
