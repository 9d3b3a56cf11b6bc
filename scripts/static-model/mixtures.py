"""Speech, harmlessly changed, with and without static in it, and what is to be said of each frame."""
import json
import math

import numpy as np
import torch
import torch.nn.functional as F

from codec import coded
from features import Layout, features
from sounds import MAKERS, Draw, filtered, frequencies, from_speech

CLIP_SEC = 5.0
LONGEST_SEC, SHORTEST_SEC, SHORT_SEC = 3.0, 0.04, 0.25
MOST_WEIGHT = 5.0
SHORT_SHARE = 0.5
EXCESS_DB = (9.0, 38.0)
EVENTS = 3
APART_SEC = 0.25
BARK_HZ = [100, 200, 300, 400, 510, 630, 770, 920, 1080, 1270, 1480, 1720, 2000, 2320, 2700, 3150, 3700]
BARK_HZ += [4400, 5300, 6400, 7700, 9500, 12000, 15500]
MASKING = 0.4
ROOM = 10**-5.5
LOUDEST_OVER_PEAK = 1.7
# A frame is static where some band of it stands so far above the speech, and is undecided nearer to the edges than this.
RULES_DB, HEARD_DB, EDGE_SEC = 2.0, -52.0, 0.025
SINC_TAPS = 16
# Shares of rows: other speeds, breaths, sent through a coder after everything else.
SPEED_SHARE, BREATH_SHARE, CODED_SHARE = 0.7, 0.15, 0.33
SLOWEST, FASTEST = 0.75, 1.25
# Nobody codes what came over a telephone as mp3.
LEAST_CODED_RATE = 16_000
STEADY_DB = 2.5


class Clips:
    def __init__(self, folder, device):
        meta = json.load(open(folder + "clips.json"))
        parts = [np.fromfile(f"{folder}part-{k}.s16", np.int16) for k in range(meta[-1]["part"] + 1)]
        self.samples = torch.from_numpy(np.concatenate(parts)).to(device)
        at = 0
        self.speech, self.noises = [], []
        for clip in meta:
            clip["at"] = at
            at += clip["n"]
            if clip["set"] != "noise":
                self.speech.append(clip)
            elif is_steady(self.samples[clip["at"] : at].float(), clip["sr"]):
                self.noises.append(clip)
        self.device = device
        self.layouts = {rate: Layout(rate, device) for rate in sorted({clip["sr"] for clip in self.speech})}

    def of(self, rate, kept_out):
        return [clip for clip in self.speech if clip["sr"] == rate and clip["keptOut"] == kept_out]

    def taken(self, at, length, speeds, count):
        """Rows from `at` on, played at other speeds by windowed-sinc interpolation; 0 beyond the `length` of the clip."""
        position = torch.arange(count, device=self.device)[None].double() * speeds[:, None]
        first = position.floor().long()
        rest = (position - first).float()
        out = torch.zeros(len(at), count, device=self.device)
        for tap in range(-SINC_TAPS // 2 + 1, SINC_TAPS // 2 + 1):
            index = first + tap
            inside = (index >= 0) & (index < length[:, None])
            value = self.samples[(at[:, None] + index.clamp(min=0)).clamp(max=len(self.samples) - 1)].float() * inside
            x = tap - rest
            out += value * torch.sinc(x) * torch.cos(math.pi * x / (SINC_TAPS + 1)) ** 2
        return out / 30_000, (length / speeds).long().clamp(max=count)


def is_steady(sound, rate):
    """Noise that comes and goes could be static itself."""
    frame = rate // 10
    levels = 10 * torch.log10(sound[: len(sound) // frame * frame].view(-1, frame).square().mean(1) + 1)
    return levels.std().item() < STEADY_DB


def bark_powers(power, layout):
    """[.., bands] of a spectrum, in mean squares."""
    key = layout.rate
    if key not in BARK_SUMS:
        columns = []
        for low, high in zip(BARK_HZ[:-1], BARK_HZ[1:]):
            if high >= layout.rate / 2:
                break
            column = torch.zeros(layout.bins, device=power.device)
            first = math.ceil(low / layout.bin_hz)
            column[first : max(first + 1, math.ceil(high / layout.bin_hz))] = 1
            columns.append(column)
        BARK_SUMS[key] = torch.stack(columns, 1)
    return power @ BARK_SUMS[key] / 10 ** (layout.scale_db / 10)


BARK_SUMS = {}


def batch(clips, chosen, seed, planted_share=0.6):
    """Features, fine levels and what to say (1 static, 0 none, -1 either), and how much that counts."""
    device = clips.device
    draw = Draw(seed, device)
    rate = chosen[0]["sr"]
    layout = clips.layouts[rate]
    rows, count = len(chosen), int(CLIP_SEC * rate)
    speeds = torch.where(
        draw.chance(SPEED_SHARE, rows), draw.log(SLOWEST, FASTEST, rows), torch.ones(rows, device=device)
    ).double()
    lengths = torch.tensor([clip["n"] for clip in chosen], device=device)
    spare = (lengths - (count * speeds).long()).clamp(min=0)
    starts = (draw.uniform(0, 1, rows) * spare).long()
    at = torch.tensor([clip["at"] for clip in chosen], device=device) + starts
    sound, valid = clips.taken(at, lengths - starts, speeds, count)
    time = torch.arange(count, device=device)[None]
    spoken = torch.zeros(rows, count, dtype=torch.bool, device=device)
    most = max(len(clip["speech"]) for clip in chosen)
    intervals = [clip["speech"] + [[-1.0, -1.0]] * (most - len(clip["speech"])) for clip in chosen]
    edges = (torch.tensor(intervals, device=device) * rate - starts[:, None, None]) / speeds[:, None, None]
    for k in range(most):
        spoken |= (time >= edges[:, k, :1]) & (time < edges[:, k, 1:])
    spoken &= time < valid[:, None]
    sound = harmless(clips, draw, sound, spoken, valid, layout)
    power = (sound**2 * spoken).sum(1) / spoken.sum(1).clamp(min=1)
    is_usable = (spoken.sum(1) > 0.3 * rate) & (power > 1e-8)
    added, label = events(draw, sound, valid, power, layout, planted_share)
    speech_db = 10 * torch.log10(power + 1e-12) + draw.uniform(-3, 3, rows)
    frames = 1 + (count - layout.length) // layout.hop
    frame_starts = torch.arange(frames, device=device) * layout.hop
    is_valid = frame_starts[None] + layout.length <= valid[:, None]
    mixture = sound + added
    if rate >= LEAST_CODED_RATE:
        sent = draw.chance(CODED_SHARE, rows).nonzero()[:, 0]
        mixture[sent] = coded(draw, mixture[sent], rate) * (time < valid[sent, None])
    maps, fine = features(mixture, speech_db, layout, is_valid)
    target, weight = targets(sound, added, label, power, layout)
    target = torch.where(is_valid & is_usable[:, None], target, torch.full_like(target, -1))
    # A row of silence has no level to measure anything by.
    return maps.nan_to_num(0, 0, 0), fine.nan_to_num(0, 0, 0), target, weight


def harmless(clips, draw, sound, spoken, valid, layout):
    rows, count = sound.shape
    rate, device = layout.rate, draw.device
    f = frequencies(count, rate, device)
    # Another microphone: gains at six frequencies, straight in between on a scale of octaves.
    gains = draw.normal(rows, 6) * 3 * draw.chance(0.5, rows, 1)
    place = (torch.log2(f.clamp(min=60) / 60) / math.log2(rate / 120) * 5).clamp(0, 4.999)
    left = place.long()
    share = place - left
    response = 10 ** ((gains[:, left[0]] * (1 - share) + gains[:, left[0] + 1] * share) / 20)
    corner = draw.uniform(0.25, 0.47, rows, 1) * rate
    narrow = 1 / (1 + (f / corner) ** 40)
    response = torch.where(draw.chance(0.12, rows, 1), response * narrow, response)
    high_pass = 1 / torch.sqrt(1 + (draw.log(50, 300, rows, 1) / f.clamp(min=1)) ** 4)
    response = torch.where(draw.chance(0.15, rows, 1), response * high_pass, response)
    # A room: its echo dies away by 60 dB in 0.1 to 0.6 s.
    seconds = torch.arange(count, device=device)[None] / rate
    tail = draw.normal(rows, count) * torch.exp(-6.9 * seconds / draw.uniform(0.1, 0.6, rows, 1))
    tail = tail / tail.norm(dim=1, keepdim=True) * draw.uniform(0.05, 0.4, rows, 1) * draw.chance(0.15, rows, 1)
    tail[:, 0] += 1
    sound = filtered(sound, response * torch.fft.rfft(tail))
    power = (sound**2 * spoken).sum(1, keepdim=True) / spoken.sum(1, keepdim=True).clamp(min=1)
    sound = sound + breaths(draw, rows, count, rate, spoken) * power.sqrt() * draw.chance(BREATH_SHARE, rows, 1)
    # Noise that is there all the time, or as long as somebody speaks.
    kind = draw.uniform(0, 1, rows, 1)
    bed = filtered(draw.normal(rows, count), (f.clamp(min=30) / 1000) ** -draw.uniform(0, 1, rows, 1))
    recorded = recorded_noise(clips, draw, rows, count, rate)
    bed = torch.where(kind < 0.35, recorded, bed)
    bed = bed * torch.sqrt(power / (bed**2).mean(1, keepdim=True).clamp(min=1e-12)) * 10 ** -(draw.uniform(0.6, 2.3, rows, 1))
    edge = int(0.04 * rate) | 1
    gate = F.avg_pool1d(F.pad(spoken.float(), (edge // 2, edge // 2))[:, None], edge, 1)[:, 0]
    is_gated = draw.chance(0.15, rows, 1)
    bed = bed * torch.where(is_gated, gate, torch.ones_like(gate)) * draw.chance(0.4, rows, 1)
    sound = sound + bed
    muted = sound * F.avg_pool1d(F.pad(spoken.float(), (edge // 2, edge // 2))[:, None], edge, 1)[:, 0]
    sound = torch.where(draw.chance(0.08, rows, 1), muted, sound)
    limit = sound.abs().amax(1, keepdim=True) * draw.uniform(0.2, 0.9, rows, 1)
    sound = torch.where(draw.chance(0.08, rows, 1), torch.maximum(torch.minimum(sound, limit), -limit), sound)
    # Holes and clicks: faults, but not static.
    for _ in range(2):
        hole = (draw.uniform(0, 1, rows, 1) * count).long()
        width = (draw.log(0.01, 0.2, rows, 1) * rate).long()
        time = torch.arange(count, device=device)[None]
        is_hole = (time >= hole) & (time < hole + width) & draw.chance(0.08, rows, 1)
        sound = torch.where(is_hole, torch.zeros_like(sound), sound)
        click = (time == (draw.uniform(0, 1, rows, 1) * count).long()) & draw.chance(0.1, rows, 1)
        sound = sound + click * sound.abs().amax(1, keepdim=True) * draw.uniform(-1, 1, rows, 1)
    return sound * (torch.arange(count, device=device)[None] < valid[:, None])


def breaths(draw, rows, count, rate, spoken):
    """Noise through three resonances that swells and dies away between words, 14 to 40 dB below speech."""
    f = frequencies(count, rate, draw.device)
    response = 0.05
    for _ in range(3):
        centre = draw.log(400, 5000, rows, 1)
        response = response + draw.uniform(0.2, 1, rows, 1) / (1 + ((f - centre) / (0.15 * centre)) ** 2)
    noise = filtered(draw.normal(rows, count), response)
    noise = noise / noise.square().mean(1, keepdim=True).sqrt().clamp(min=1e-9)
    length = draw.uniform(0.2, 0.8, rows, 1) * rate
    place = (torch.arange(count, device=draw.device)[None] - draw.uniform(0, 1, rows, 1) * count) / length
    # Swells for 0.3 to 0.8 of its length.
    top = draw.uniform(0.3, 0.8, rows, 1)
    slope = torch.minimum(place / top, (1 - place) / (1 - top)).clamp(0, 1)
    edge = int(0.08 * rate) | 1
    between = F.avg_pool1d(F.pad((~spoken).float(), (edge // 2, edge // 2))[:, None], edge, 1)[:, 0]
    return noise * slope**1.5 * between * 10 ** -draw.uniform(0.7, 2, rows, 1)


def recorded_noise(clips, draw, rows, count, rate):
    chosen = [clips.noises[int(index)] for index in draw.integer(len(clips.noises), rows)]
    lengths = torch.tensor([clip["n"] for clip in chosen], device=draw.device)[:, None]
    steps = torch.tensor([clip["sr"] / rate for clip in chosen], device=draw.device)[:, None]
    position = draw.uniform(0, 1, rows, 1) * lengths + torch.arange(count, device=draw.device)[None] * steps
    at = torch.tensor([clip["at"] for clip in chosen], device=draw.device)[:, None]
    return clips.samples[at + position.long() % lengths].float() / 30_000


def events(draw, sound, valid, power, layout, planted_share):
    rows, count = sound.shape
    rate, device = layout.rate, draw.device
    time = torch.arange(count, device=device)[None]
    longest = int(LONGEST_SEC * rate)
    added = torch.zeros_like(sound)
    label = torch.zeros(rows, count, device=device)
    is_planted = draw.chance(planted_share, rows)
    peak = sound.abs().amax(1, keepdim=True)
    background = bark_powers(layout.spectrum(sound), layout)
    apart = int(APART_SEC * rate)
    for event in range(EVENTS):
        # Short ones are harder, and there is less of them to learn from.
        longest_sec = torch.where(draw.chance(SHORT_SHARE, rows), SHORT_SEC, LONGEST_SEC)
        seconds = SHORTEST_SEC * (longest_sec / SHORTEST_SEC) ** draw.uniform(0, 1, rows)
        seconds = torch.minimum(seconds, 0.5 * valid / rate).clamp(min=SHORTEST_SEC)
        length = (seconds * rate).long()
        start = (draw.uniform(0, 1, rows) * (valid - length).clamp(min=1)).long()
        near = (time >= (start - apart)[:, None]) & (time < (start + length + apart)[:, None])
        is_free = ~(near & (label > 0)).any(1) & is_planted & draw.chance(1 if event == 0 else 0.5, rows)
        raw = torch.zeros(rows, longest, device=device)
        kinds = draw.integer(len(MAKERS), rows)
        for kind in set(kinds.tolist()):
            of_kind = (kinds == kind).nonzero()[:, 0]
            made = MAKERS[kind](draw, len(of_kind), longest, rate)
            raw[of_kind] = made - made.mean(1, keepdim=True)
        index = time - start[:, None]
        inside = (index >= 0) & (index < length[:, None])
        unit = raw.gather(1, index.clamp(0, longest - 1))
        unit = unit / raw.square().mean(1, keepdim=True).sqrt().clamp(min=1e-9) * power[:, None].sqrt()
        is_speech = draw.chance(0.1, rows)
        # Speech that is broken itself is put in the place of the speech half of the time.
        is_instead = is_speech & draw.chance(0.5, rows)
        unit = torch.where(is_speech[:, None], from_speech(draw, sound, rate), unit)
        edge = torch.where(draw.chance(0.2, rows, 1), draw.log(0.008, 0.06, rows, 1), draw.log(0.001, 0.006, rows, 1))
        edge = torch.minimum(edge * rate, 0.4 * length[:, None])
        slope = torch.minimum((index + 1) / edge, (length[:, None] - index) / edge).clamp(0, 1)
        unit = torch.where(inside, unit * slope, 0.0)
        heard = bark_powers(layout.spectrum(unit), layout)
        mask = torch.maximum(background * MASKING, power[:, None, None] * ROOM)
        excess = 10 * torch.log10((heard / mask).amax(-1) + 1e-12)
        frames = torch.arange(excess.shape[1], device=device)[None] * layout.hop
        is_in = (frames + layout.length > start[:, None]) & (frames < (start + length)[:, None])
        excess = torch.where(is_in & (excess > -90), excess, torch.full_like(excess, torch.nan)).nanmedian(1).values
        short = 10 * torch.log10((0.2 / seconds).clamp(min=1))
        gain = 10 ** ((draw.uniform(*EXCESS_DB, rows) + short - excess) / 20)
        gain = torch.minimum(gain, LOUDEST_OVER_PEAK * peak[:, 0] / unit.abs().amax(1).clamp(min=1e-9))
        gain = torch.where(is_instead & torch.isfinite(gain), torch.ones_like(gain), gain)
        is_free &= torch.isfinite(gain)
        gain = torch.where(is_free, gain, torch.zeros_like(gain))
        added = added + gain[:, None] * unit
        weight = (SHORT_SEC / seconds).clamp(1, MOST_WEIGHT)
        label = torch.where(inside & is_free[:, None], weight[:, None], label)
    return added, label


def targets(sound, added, label, power, layout):
    clean = bark_powers(layout.spectrum(sound), layout) / power[:, None, None].clamp(min=1e-12)
    extra = bark_powers(layout.spectrum(added), layout) / power[:, None, None].clamp(min=1e-12)
    over = 10 * torch.log10((extra + 1e-12) / clean.clamp(min=1e-6))
    over = torch.where(extra > 10 ** (HEARD_DB / 10), over, torch.full_like(over, -99)).amax(-1)
    frames = over.shape[1]
    weight = label.unfold(-1, layout.length, layout.hop).amax(-1)
    label = (label > 0).float()
    inside = label.unfold(-1, layout.length, layout.hop).mean(-1)
    edge = int(EDGE_SEC * layout.rate)
    near = F.pad(label, (edge, edge)).unfold(-1, layout.length + 2 * edge, layout.hop)[:, :frames].amax(-1)
    undecided = torch.full_like(over, -1)
    is_heard = (over > RULES_DB) & (inside > 0.3)
    target = torch.where(near == 0, torch.zeros_like(over), torch.where(is_heard, torch.ones_like(over), undecided))
    return target, torch.where(is_heard, weight, torch.ones_like(weight))
