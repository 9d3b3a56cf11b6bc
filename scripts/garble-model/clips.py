"""Decodes what pack-clips.ts wrote: clean speech and noise at 16 kHz."""
import json
import zlib

import numpy as np

RATE = 16_000
FRAME = 320
BAND = 16
BANDS = FRAME // BAND
STEPS = np.array([0.2] * 3 + [0.4] * 7 + [0.6] * 10, np.float32)
LEVEL_STEP = 0.25


def load_clips(folder):
    """List of dicts: name, voice, kind ('speech' or 'noise'), hash, samples (float32)."""
    clips = json.load(open(f"{folder}/clips.json"))
    raw = np.frombuffer(zlib.decompress(open(f"{folder}/clips.bin", "rb").read(), -15), np.int8)
    frames = sum(clip["frames"] for clip in clips)
    levels = raw[: frames * BANDS].reshape(BANDS, frames).T
    values = raw[frames * BANDS :].reshape(BANDS, frames, BAND)
    n = np.arange(2 * FRAME)
    k = np.arange(FRAME)
    basis = np.sqrt(2 / FRAME) * np.cos(np.pi / FRAME * (n[None] + 0.5 + FRAME / 2) * (k[:, None] + 0.5))
    basis = (basis * np.sin(np.pi * (n + 0.5) / (2 * FRAME))).astype(np.float32)
    at = 0
    for clip in clips:
        here = slice(at, at + clip["frames"])
        at += clip["frames"]
        steps = np.exp2(LEVEL_STEP * levels[here].astype(np.float32)) * STEPS
        spectrum = values[:, here].transpose(1, 0, 2) * steps[:, :, None]
        blocks = spectrum.reshape(-1, FRAME) @ basis
        samples = blocks[:-1, FRAME:] + blocks[1:, :FRAME]
        clip["samples"] = samples.reshape(-1).astype(np.float32)
    return clips
