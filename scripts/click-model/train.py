"""Trains the networks that tell clicks from plosives, pulses and smacks of the lips (NumPy, SciPy; some minutes on one core):

    npx tsx scripts/click-model/examples.ts examples.csv 400 20
    OMP_NUM_THREADS=1 python3 scripts/click-model/train.py examples.csv              # writes models/click-model.json
    OMP_NUM_THREADS=1 python3 scripts/click-model/train.py examples.csv validate     # what to expect, by cross-validation over voices

Two networks: one says what is listed; the other, which does not see what a suspect is among the others of its file, says what
is sure, lest the one smack of the lips in a clean recording be. Each is the mean of three of one hidden layer of tanh units
beside a linear part, from other starts.
Weighted logistic loss with weight decay, minimised by L-BFGS.
"""
import json
import re
import sys
import zlib
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

FEATURES = 46
# The last ones compare with other suspects: src/checks/quality/detectors/clicks/among-others.ts.
AMONG_OTHERS = 4
HIDDEN = 8
STARTS = 3
STEPS = 120
DECAY = 1e-3
FOLDS = 4
# A missed clear click costs twice a false one; hardly noticeable ones are a hint only, and mp3 counts less than what is usual.
# Real clicks in untouched speech are not taught.
WEIGHT = {"clean": 1.0, "real": 0.0, "just": 0.3, "clear": 2.0, "gross": 1.0}
MP3_WEIGHT = 0.7
# Which feature says how sharp a suspect is, by which one of several of the same click is chosen.
SHARPNESS = 0
# Over the masked threshold: in 5 ms, of thumps in 20 ms if that is more. From 19 dB on it may be noticeable.
EXCESS, LONG_EXCESS, IS_THUMP = 19, 30, 41
LOUD_DB = 19
KINDS = "impulse pop join dc-step spike noise tone half-sine pulse falling-step dull repeat".split()
EVALUATED = KINDS[:4]
HUMAN = ("resemblyzer-librispeech", "speechocean762", "yourtts-gt", "whisper-jfk", "ljspeech-coqui")
# As in src/checks/quality/detectors/clicks/habit.ts.
HABIT_FROM = 1.0
HABIT_COST = 1.0
MOST_HABIT = 3.0
TARGET = Path(__file__).parents[2] / "models" / "click-model.json"


class Examples:
    def __init__(self, path):
        strengths, self.sources, rates, rows = [], [], [], []
        for line in open(path):
            strength, source, rate, *numbers = line.strip().split(",")
            strengths.append(strength)
            self.sources.append(source)
            rates.append(int(rate))
            # A planted click that was no suspect at all has no features.
            rows.append([float(number) for number in numbers] if len(numbers) == FEATURES else [np.nan] * FEATURES)
        self.strengths, self.rates, self.rows = np.array(strengths), np.array(rates), np.array(rows)
        self.is_there = ~np.isnan(self.rows[:, 0])
        self.is_clean = np.isin(self.strengths, ("clean", "real"))
        names = [re.match(rf"(?:({'|'.join(KINDS)}):)?(mp3:)?(other-rate:)?(.*)", each).groups() for each in self.sources]
        self.kinds = np.array([kind or "" for kind, *_ in names])
        self.is_mp3 = np.array([bool(mp3) for _, mp3, *_ in names])
        self.is_other_rate = np.array([bool(other) for *_, other, _ in names])
        self.voices = [rest.rsplit(":", 1)[0] for *_, rest in names]
        self.files = [each.split("@")[0] for each in self.sources]
        self.is_human = np.array([voice.split(":")[0] in HUMAN for voice in self.voices])
        self.weights = np.array([WEIGHT[each] for each in strengths]) * np.where(self.is_mp3, MP3_WEIGHT, 1.0)
        self.is_taught = self.is_there & (self.weights > 0) & (self.is_clean | self.is_best(self.rows[:, SHARPNESS]))

    def is_best(self, values):
        """Of all suspects of one planted click, the one with the highest value."""
        best = {}
        for index in np.flatnonzero(~self.is_clean & self.is_there):
            held = best.get(self.sources[index])
            if held is None or values[index] > values[held]:
                best[self.sources[index]] = index
        chosen = np.zeros(len(values), bool)
        chosen[list(best.values())] = True
        return chosen


def unpack(values, features):
    edges = np.cumsum([HIDDEN * features, HIDDEN, HIDDEN, features])
    hidden, bias, output, linear, last = np.split(values, edges)
    return hidden.reshape(HIDDEN, features), bias, output, linear, last[0]


def train_one(inputs, labels, weights, seed):
    features = inputs.shape[1]

    def loss(values):
        hidden, bias, output, linear, last = unpack(values, features)
        units = np.tanh(inputs @ hidden.T + bias)
        odds = units @ output + inputs @ linear + last
        error = (1 / (1 + np.exp(-odds)) - labels) * weights
        inner = np.outer(error, output) * (1 - units * units)
        slopes = np.concatenate(
            [(inner.T @ inputs).ravel(), inner.sum(0), units.T @ error, inputs.T @ error, [error.sum()]]
        )
        slopes[:-1] += DECAY * values[:-1]
        return (weights * (np.logaddexp(0, odds) - labels * odds)).sum() + DECAY / 2 * (values[:-1] ** 2).sum(), slopes

    count = HIDDEN * features + 2 * HIDDEN + features + 1
    start = np.random.default_rng(seed).uniform(-0.25, 0.25, count)
    return unpack(minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": STEPS}).x, features)


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


def validated_odds(examples, features):
    """By voice, so that none is judged by a network that knows it."""
    folds = np.array([zlib.crc32(voice.encode()) % FOLDS for voice in examples.voices])
    odds = np.full(len(folds), -np.inf)
    for fold in range(FOLDS):
        known = examples.is_taught & (folds != fold)
        network = train(examples.rows[known, :features], (~examples.is_clean[known]).astype(float), examples.weights[known])
        judged = examples.is_there & (folds == fold)
        odds[judged] = log_odds(network, examples.rows[judged, :features])
    return odds


def less_habit(examples, odds):
    is_doubtful = examples.is_clean & (odds > HABIT_FROM)
    doubtful = {}
    for index in np.flatnonzero(is_doubtful):
        doubtful[examples.files[index]] = doubtful.get(examples.files[index], 0) + 1
    # A planted click has the doubtful suspects of the clip that it was planted into.
    bare = [re.sub(rf"^({'|'.join(KINDS)}):", "", name) for name in examples.files]
    others = np.array([doubtful.get(name, 0) for name in bare]) - is_doubtful
    return odds - np.minimum(MOST_HABIT, HABIT_COST * others)


def share_above(examples, odds, limit, wanted):
    """Of the planted clicks that are wanted, how many have a suspect above the limit, and how many there are."""
    clicks = {}
    for index in np.flatnonzero(wanted & ~examples.is_clean):
        name = examples.sources[index]
        clicks[name] = clicks.get(name, False) or odds[index] > limit
    return f"{np.mean(list(clicks.values()) or [0]):.3f} of {len(clicks)}"


def validate(examples):
    odds = validated_odds(examples, FEATURES)
    sure = validated_odds(examples, FEATURES - AMONG_OTHERS)
    excess = examples.rows[:, EXCESS]
    excess = np.where(examples.rows[:, IS_THUMP] == 1, np.maximum(excess, examples.rows[:, LONG_EXCESS]), excess)
    noticed = np.where(excess >= LOUD_DB, less_habit(examples, sure), -np.inf)
    is_usual = ~examples.is_other_rate
    is_evaluated = np.isin(examples.kinds, EVALUATED)
    for title, values, limits in (("listed", odds, np.arange(-1, 1.6, 0.25)), ("noticeable", noticed, np.arange(2, 4.6, 0.25))):
        for limit in limits:
            false = examples.is_clean & is_usual & ~examples.is_mp3 & (values > limit)
            print(f"{title} from {limit:.2f}: false human {(false & examples.is_human).sum()} neural {(false & ~examples.is_human).sum()}, of these real {(false & (examples.strengths == 'real')).sum()}")
            for group, wanted in (("evaluated", is_usual & is_evaluated), ("others", is_usual & ~is_evaluated), ("other rates", ~is_usual)):
                shares = [
                    f"{each}{' mp3' if coded else ''} {share_above(examples, values, limit, wanted & (examples.strengths == each) & (examples.is_mp3 == coded))}"
                    for coded in (False, True)
                    for each in ("clear", "gross")
                ]
                print("   ", group, ", ".join(shares))


def main():
    examples = Examples(sys.argv[1])
    if sys.argv[2:] == ["validate"]:
        return validate(examples)
    used = examples.is_taught
    networks = {
        name: train(examples.rows[used, :features], (~examples.is_clean[used]).astype(float), examples.weights[used])
        for name, features in (("listed", FEATURES), ("sure", FEATURES - AMONG_OTHERS))
    }
    short = lambda values: [short(each) for each in values] if np.ndim(values) else float(f"{values:.5g}")
    written = {name: {part: short(values) for part, values in network.items()} for name, network in networks.items()}
    TARGET.write_text(json.dumps(written) + "\n")


main()
