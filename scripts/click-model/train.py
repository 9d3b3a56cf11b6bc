"""Trains the network that tells clicks from plosives, pulses and smacks of the lips (NumPy, SciPy; two minutes on one core):

    npx tsx scripts/click-model/examples.ts examples.csv 400 22
    python3 scripts/click-model/train.py examples.csv              # writes models/click-model.json
    python3 scripts/click-model/train.py examples.csv validate     # says what to expect, by cross-validation over voices

Three networks of one hidden layer of tanh units beside a linear part, each from another start, are one in the end: their mean.
Weighted logistic loss with weight decay, minimised by L-BFGS.
"""
import json
import re
import sys
import zlib
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

FEATURES = 26
HIDDEN = 8
STARTS = 3
STEPS = 250
DECAY = 6e-4
FOLDS = 4
# A missed clear click costs twice a false one; hardly noticeable ones are a hint only.
WEIGHT = {"clean": 1.0, "just": 0.3, "clear": 2.0, "gross": 1.0}
HUMAN = ("resemblyzer-librispeech", "speechocean762", "yourtts-gt", "whisper-jfk", "ljspeech-coqui")
# As in src/checks/quality/sub-checks/clicks/habit.ts.
HABIT_FROM = 1.0
HABIT_COST = 1.0
MOST_HABIT = 3.0
TARGET = Path(__file__).parents[2] / "models" / "click-model.json"


def read(path):
    strengths, sources, rows = [], [], []
    for line in open(path):
        strength, source, _, *numbers = line.strip().split(",")
        strengths.append(strength)
        sources.append(source)
        # A planted click that was no suspect at all has no features.
        rows.append([float(number) for number in numbers] if len(numbers) == FEATURES else [np.nan] * FEATURES)
    return np.array(strengths), sources, np.array(rows)


def unpack(values):
    edges = np.cumsum([HIDDEN * FEATURES, HIDDEN, HIDDEN, FEATURES])
    hidden, bias, output, linear, last = np.split(values, edges)
    return hidden.reshape(HIDDEN, FEATURES), bias, output, linear, last[0]


def train_one(inputs, labels, weights, seed):
    def loss(values):
        hidden, bias, output, linear, last = unpack(values)
        units = np.tanh(inputs @ hidden.T + bias)
        odds = units @ output + inputs @ linear + last
        error = (1 / (1 + np.exp(-odds)) - labels) * weights
        inner = np.outer(error, output) * (1 - units * units)
        slopes = np.concatenate(
            [(inner.T @ inputs).ravel(), inner.sum(0), units.T @ error, inputs.T @ error, [error.sum()]]
        )
        slopes[:-1] += DECAY * values[:-1]
        return (weights * (np.logaddexp(0, odds) - labels * odds)).sum() + DECAY / 2 * (values[:-1] ** 2).sum(), slopes

    count = HIDDEN * FEATURES + 2 * HIDDEN + FEATURES + 1
    start = np.random.default_rng(seed).uniform(-0.25, 0.25, count)
    return unpack(minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": STEPS}).x)


def train(rows, labels, weights):
    mean = rows.mean(0)
    spread = rows.std(0) + 1e-6
    nets = [train_one((rows - mean) / spread, labels, weights / weights.sum(), seed) for seed in range(STARTS)]
    return {
        "mean": mean,
        "spread": spread,
        "hidden": np.vstack([np.c_[hidden, bias] for hidden, bias, *_ in nets]),
        "output": np.concatenate([output for *_, output, _, _ in nets]) / STARTS,
        "linear": np.mean([linear for *_, linear, _ in nets], 0),
        "bias": np.mean([last for *_, last in nets]),
    }


def log_odds(network, rows):
    inputs = (rows - network["mean"]) / network["spread"]
    units = np.tanh(inputs @ network["hidden"][:, :-1].T + network["hidden"][:, -1])
    return units @ network["output"] + inputs @ network["linear"] + network["bias"]


def validate(strengths, sources, rows):
    is_there = ~np.isnan(rows[:, 0])
    is_clean = strengths == "clean"
    weights = np.array([WEIGHT[each] for each in strengths])
    bare = [re.sub(r"^(impulse:|pop:|join:|dc-step:)", "", source) for source in sources]
    is_mp3 = np.array([each.startswith("mp3:") for each in bare])
    voices = [re.sub(r"^mp3:", "", each).rsplit(":", 1)[0] for each in bare]
    files = [each.split("@")[0] for each in bare]
    is_human = np.array([voice.split(":")[0] in HUMAN for voice in voices])
    # By voice, so that none is judged by a network that knows it.
    folds = np.array([zlib.crc32(voice.encode()) % FOLDS for voice in voices])
    odds = np.full(len(strengths), -np.inf)
    for fold in range(FOLDS):
        known = is_there & (folds != fold)
        network = train(rows[known], (~is_clean[known]).astype(float), weights[known])
        judged = is_there & (folds == fold)
        odds[judged] = log_odds(network, rows[judged])
    doubtful = {}
    for index in np.flatnonzero(is_clean & (odds > HABIT_FROM)):
        doubtful[files[index]] = doubtful.get(files[index], 0) + 1
    others = np.array([doubtful.get(name, 0) for name in files]) - (is_clean & (odds > HABIT_FROM))
    sure = odds - np.minimum(MOST_HABIT, HABIT_COST * others)
    print(f"{len({name for name, human in zip(files, is_human & ~is_mp3) if human})} human files")
    for name, values in (("odds", odds), ("odds less habit", sure)):
        for limit in (0, 0.5, 1, 2, 3, 3.5, 4, 5):
            above = values > limit
            share = {
                f"{each}{' mp3' if coded else ''}": round(above[(strengths == each) & (is_mp3 == coded)].mean(), 3)
                for coded in (False, True)
                for each in ("clear", "gross")
            }
            false = is_clean & ~is_mp3 & above
            print(name, limit, "false: human", (false & is_human).sum(), "neural", (false & ~is_human).sum(), share)


def main():
    strengths, sources, rows = read(sys.argv[1])
    if sys.argv[2:] == ["validate"]:
        return validate(strengths, sources, rows)
    used = ~np.isnan(rows[:, 0])
    weights = np.array([WEIGHT[each] for each in strengths[used]])
    network = train(rows[used], (strengths[used] != "clean").astype(float), weights)
    short = lambda values: [short(each) for each in values] if np.ndim(values) else float(f"{values:.5g}")
    TARGET.write_text(json.dumps({name: short(values) for name, values in network.items()}) + "\n")


main()
