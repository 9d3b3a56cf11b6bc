"""Trains the network of the static check on what collect.ts gathered and writes models/static-model.onnx: see README.md.

python3 scripts/static-model/train.py STEPS [target] [rows] [seconds] (PyTorch; STEPS steps or, where that is given, as many as
fit in so many seconds)
"""
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F

from mixtures import Clips, batch
from network import Network, export

STEPS = int(sys.argv[1])
TARGET = sys.argv[2] if len(sys.argv) > 2 else "models/static-model.onnx"
FOLDER = ".cache/static/"
ROWS = int(sys.argv[3]) if len(sys.argv) > 3 else 192
MOST_SEC = float(sys.argv[4]) if len(sys.argv) > 4 else None
TIMED_STEPS = 40
RATE, WARM_STEPS, DECAY = 3e-3, 50, 1e-4
# An alarm in clean speech costs more than a missed frame.
NEGATIVE_WEIGHT = 2.0
AVERAGE = 0.995
BANK = 250
VALIDATION_BATCHES = 12

device = "cuda" if torch.cuda.is_available() else "cpu"
torch.manual_seed(0)
random = np.random.default_rng(0)
clips = Clips(FOLDER, device)
by_rate = {rate: clips.of(rate, False) for rate in clips.layouts}
kept_out = {rate: clips.of(rate, True) for rate in clips.layouts}
seconds = {rate: sum(clip["n"] / rate for clip in these) for rate, these in by_rate.items()}
print({rate: round(sec) for rate, sec in seconds.items()}, "kept out", {r: len(c) for r, c in kept_out.items()}, flush=True)


def chosen(groups, rate):
    these = groups[rate]
    return [these[index] for index in random.choice(len(these), ROWS, p=weights(these))]


def weights(these):
    """Long clips hold more to learn from; clips of small sets must be heard too."""
    sizes = np.sqrt([clip["n"] for clip in these])
    return sizes / sizes.sum()


def drawn_rate(groups):
    rates = [rate for rate in groups if len(groups[rate]) > 0]
    share = np.array([max(60, sum(clip["n"] / rate for clip in groups[rate])) ** 0.7 for rate in rates])
    return rates[random.choice(len(rates), p=share / share.sum())]


def loss_of(odds, target, weight):
    weight = (target >= 0).float() * torch.where(target == 1, weight, NEGATIVE_WEIGHT)
    each = F.binary_cross_entropy_with_logits(odds, target.clamp(0, 1), reduction="none")
    return (each * weight).sum() / weight.sum().clamp(min=1)


@torch.no_grad()
def validate(network):
    network.eval()
    positive, negative = [], []
    for maps, fine, target, _ in held:
        odds = network(maps, fine)
        positive.append(odds[target == 1])
        negative.append(odds[target == 0])
    positive, negative = torch.cat(positive), torch.cat(negative)
    negative = negative.sort(descending=True).values
    recalls = []
    for share in (1e-2, 1e-3, 1e-4):
        limit = negative[int(share * len(negative))]
        recalls.append(f"{share:g}: {(positive > limit).float().mean().item():.3f} above {limit.item():.1f}")
    return "  ".join(recalls)


held = [batch(clips, chosen(kept_out, drawn_rate(kept_out)), 10_000_000 + k) for k in range(VALIDATION_BATCHES)]
network = Network().to(device)
steady = Network().to(device)
steady.load_state_dict(network.state_dict())
optimiser = torch.optim.AdamW(network.parameters(), RATE, weight_decay=DECAY)
began = time.time()
bank = []
total = 0.0
step = -1
while (step := step + 1) < STEPS:
    if step == TIMED_STEPS and MOST_SEC:
        STEPS = min(STEPS, int(step * MOST_SEC / (time.time() - began)))
        print("steps", STEPS, flush=True)
    share = min((step + 1) / WARM_STEPS, 0.5 + 0.5 * np.cos(np.pi * step / STEPS))
    for group in optimiser.param_groups:
        group["lr"] = RATE * max(share, 1e-3)
    network.train()
    bank = (bank + [batch(clips, chosen(by_rate, drawn_rate(by_rate)), step)])[-BANK:]
    # Mixing takes longer than learning: each batch is learnt from when it is new and, on average, twice again.
    for index in (len(bank) - 1, random.integers(len(bank)), random.integers(len(bank))):
        maps, fine, target, weight = bank[index]
        loss = loss_of(network(maps, fine), target, weight)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
    keep = min(AVERAGE, (step + 1) / (step + 20))
    with torch.no_grad():
        for mean, now in zip(steady.state_dict().values(), network.state_dict().values()):
            mean.lerp_(now, 1 - keep) if mean.is_floating_point() else mean.copy_(now)
    total += loss.item() if step % 10 == 0 else 0
    if step % 100 == 99 or step == STEPS - 1:
        if not np.isfinite(total):
            raise SystemExit(f"the loss is {total} at step {step + 1}")
        print(step + 1, f"{time.time() - began:.0f} s, loss {total / 10:.4f}", validate(steady), flush=True)
        total = 0.0
export(steady, TARGET)
