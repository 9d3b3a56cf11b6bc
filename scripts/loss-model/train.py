"""Trains the network of the dropouts check on what collect.ts gathered: see README.md.

python3 scripts/loss-model/train.py STEPS FOLDER_OF_PARTS TARGET_FOLDER
Writes loss-model.onnx, learnt from all voices, and loss-model-0.onnx and so on, each learnt without half of the voices.
"""
import json
import sys
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from augment import augmented

STEPS, FOLDER, TARGET = int(sys.argv[1]), sys.argv[2], sys.argv[3]
ROWS, BANDS, FOLDS = 52, 18, 2
STEPS_A_UNIT = 12.5
UNITS, FIRST_TAPS, TAPS, DILATIONS = 40, 5, 3, (1, 2, 4, 8, 16, 32)
CROP, BATCH = 320, 192
RATE, WARM_STEPS, DECAY, AVERAGE = 3e-3, 100, 2e-3, 0.998
# An alarm in speech that nothing was done to costs more than one beside a loss.
UNTOUCHED_WEIGHT = 2.0
# The level of the speech is known to some decibels.
SHIFT = 0.2
EITHER = 2
device = "cuda" if torch.cuda.is_available() else "cpu"


class InTime(nn.Module):
    def __init__(self, dilation):
        super().__init__()
        self.along = nn.Conv1d(UNITS, UNITS, TAPS, padding=dilation, dilation=dilation, bias=False)
        self.norm = nn.BatchNorm1d(UNITS)
        self.across = nn.Conv1d(UNITS, UNITS, 1)

    def forward(self, x):
        return x + self.across(F.relu(self.norm(self.along(x))))


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.BatchNorm1d(ROWS)
        self.first = nn.Conv1d(ROWS, UNITS, FIRST_TAPS, padding=FIRST_TAPS // 2)
        self.in_time = nn.Sequential(*[InTime(dilation) for dilation in DILATIONS])
        self.drop = nn.Dropout(0.2)
        self.out = nn.Conv1d(UNITS, 1, 1)

    def forward(self, features):
        x = self.drop(F.relu(self.first(self.scale(features))))
        return self.out(self.drop(F.relu(self.in_time(x))))[:, 0]


class Clips:
    """All frames on the device, each clip followed by a gap that nothing is learnt from."""

    def __init__(self):
        self.about = json.load(open(FOLDER + "/clips.json"))
        parts = [np.fromfile(f"{FOLDER}/part-{k}.bin", np.int8) for k in range(self.about[-1]["part"] + 1)]
        frames, labels, places = [], [], [0] * len(parts)
        at = 0
        for clip in self.about:
            part, count = parts[clip["part"]], clip["frames"]
            begin = places[clip["part"]]
            frames.append(part[begin : begin + ROWS * count].reshape(count, ROWS))
            labels.append(part[begin + ROWS * count : begin + (ROWS + 1) * count])
            places[clip["part"]] += (ROWS + 1) * count
            clip["at"] = at
            at += count
        self.frames = torch.from_numpy(np.concatenate(frames)).to(device)
        self.labels = torch.from_numpy(np.concatenate(labels)).to(device)

    def batch(self, chosen, draw):
        at = torch.tensor([clip["at"] for clip in chosen], device=device)
        count = torch.tensor([clip["frames"] for clip in chosen], device=device)
        start = (torch.rand(len(chosen), device=device, generator=draw) * (count - CROP).clamp(min=0)).long()
        place = start[:, None] + torch.arange(CROP, device=device)[None]
        inside = place < count[:, None]
        index = at[:, None] + torch.minimum(place, count[:, None] - 1)
        features = self.frames[index].float() / STEPS_A_UNIT
        labels = torch.where(inside, self.labels[index].long(), EITHER)
        untouched = torch.tensor([not clip["losses"] for clip in chosen], device=device)
        # Half of the untouched stay so.
        changed = torch.rand(len(chosen), device=device, generator=draw) < torch.where(untouched, 0.5, 1.0)
        others, their_labels = augmented(features, labels, untouched, draw)
        features = torch.where(changed[:, None, None], others, features)
        labels = torch.where(changed[:, None], their_labels, labels)
        untouched = untouched & ~changed
        shift = SHIFT * torch.randn(len(chosen), 1, 1, device=device, generator=draw)
        features[..., :BANDS] += shift
        features[..., 2 * BANDS :] += shift
        features = features * inside[..., None]
        return features.transpose(1, 2), labels, 1 + (UNTOUCHED_WEIGHT - 1) * untouched[:, None].float()


def trained(clips, those, name):
    torch.manual_seed(0)
    random = np.random.default_rng(0)
    draw = torch.Generator(device=device).manual_seed(0)
    network, steady = Network().to(device), Network().to(device)
    steady.load_state_dict(network.state_dict())
    optimiser = torch.optim.AdamW(network.parameters(), RATE, weight_decay=DECAY)
    share = np.sqrt([clip["frames"] for clip in those])
    share = share / share.sum()
    began = time.time()
    for step in range(STEPS):
        for group in optimiser.param_groups:
            group["lr"] = RATE * max(1e-3, min((step + 1) / WARM_STEPS, 0.5 + 0.5 * np.cos(np.pi * step / STEPS)))
        network.train()
        chosen = [those[index] for index in random.choice(len(those), BATCH, p=share)]
        features, labels, weight = clips.batch(chosen, draw)
        each = F.binary_cross_entropy_with_logits(network(features), (labels == 1).float(), reduction="none")
        weight = weight * (labels != EITHER)
        loss = (each * weight).sum() / weight.sum()
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        keep = min(AVERAGE, (step + 1) / (step + 20))
        with torch.no_grad():
            for mean, now in zip(steady.state_dict().values(), network.state_dict().values()):
                mean.lerp_(now, 1 - keep) if mean.is_floating_point() else mean.copy_(now)
        if step % 500 == 499:
            print(name, step + 1, f"{time.time() - began:.0f} s, loss {loss.item():.4f}", flush=True)
    return steady.eval()


@torch.no_grad()
def validate(network, clips, those):
    """Share of the frames in losses over the log odds that so many of those in untouched clips reach."""
    inside, outside = [], []
    for clip in those:
        here = slice(clip["at"], clip["at"] + clip["frames"])
        odds = network(clips.frames[here].float().T[None] / STEPS_A_UNIT)[0]
        if clip["losses"]:
            inside.append(odds[clips.labels[here] == 1])
        else:
            outside.append(odds)
    inside, outside = torch.cat(inside), torch.cat(outside).sort(descending=True).values
    for share in (1e-2, 1e-3, 1e-4):
        limit = outside[int(share * len(outside))]
        print(f"  {share:g}: {(inside > limit).float().mean().item():.3f} above {limit.item():.1f}", flush=True)


def export(network, path):
    torch.onnx.export(
        network.cpu(),
        (torch.zeros(1, ROWS, 300),),
        path,
        input_names=["features"],
        output_names=["logOdds"],
        dynamic_axes={"features": {2: "frames"}, "logOdds": {1: "frames"}},
        opset_version=17,
        dynamo=False,
    )


clips = Clips()
print(len(clips.about), "clips", len(clips.frames) / 360_000, "h,", clips.labels.eq(1).float().mean().item(), "lost", flush=True)
for fold in range(FOLDS):
    network = trained(clips, [clip for clip in clips.about if clip["fold"] != fold], f"without {fold}")
    validate(network, clips, [clip for clip in clips.about if clip["fold"] == fold])
    export(network, f"{TARGET}/loss-model-{fold}.onnx")
export(trained(clips, clips.about, "all"), f"{TARGET}/loss-model.onnx")
