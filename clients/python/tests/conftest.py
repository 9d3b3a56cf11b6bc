"""The services that these tests ask are started by test/client/python.test.ts: npx vitest run test/client/python.test.ts"""
from __future__ import annotations

import json
import math
import os
import struct
import wave
from pathlib import Path
from types import SimpleNamespace

import pytest

from audio_audit_client import Client

pytest_plugins = ["pytester"]

RATE_HZ = 8_000


@pytest.fixture(scope="session")
def trial() -> SimpleNamespace:
    """Addresses and keys of the services."""
    if "AUDIO_AUDIT_TRIAL" not in os.environ:
        pytest.exit(__doc__, returncode=2)
    return SimpleNamespace(**json.loads(os.environ["AUDIO_AUDIT_TRIAL"]))


@pytest.fixture(scope="session")
def client(trial: SimpleNamespace) -> Client:
    return Client(f"{trial.url}/", trial.key)


@pytest.fixture
def sounds(tmp_path: Path) -> list[Path]:
    """Two files, one with a name that needs care."""
    return [tone(tmp_path / "one.wav", 300), tone(tmp_path / 'two "2" – ü.wav', 400)]


def tone(file: Path, pitch_hz: float, duration_sec: float = 0.3) -> Path:
    samples = (int(9_000 * math.sin(2 * math.pi * pitch_hz * at / RATE_HZ)) for at in range(int(RATE_HZ * duration_sec)))
    with wave.open(str(file), "wb") as opened:
        opened.setnchannels(1)
        opened.setsampwidth(2)
        opened.setframerate(RATE_HZ)
        opened.writeframes(b"".join(struct.pack("<h", sample) for sample in samples))
    return file
