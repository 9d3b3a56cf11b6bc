"""
For pytest: the fixture `assert_audit`. The address of the service comes from AUDIO_AUDIT_URL, or from `audio_audit_url` in the
settings of pytest; the key from AUDIO_AUDIT_KEY alone, so that it stands in no file.
"""
from __future__ import annotations

import functools
import os
from collections.abc import Callable

import pytest

from .client import Client
from .models import AuditResult
from .testing import assert_audit as assert_audit_of


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("audio_audit_url", "address of the audio-audit service (AUDIO_AUDIT_URL counts before it)")


@pytest.fixture(scope="session")
def audio_audit_client(request: pytest.FixtureRequest) -> Client:
    """A client of the service that tests ask."""
    base_url = os.environ.get("AUDIO_AUDIT_URL") or str(request.config.getini("audio_audit_url"))
    key = os.environ.get("AUDIO_AUDIT_KEY")
    if not base_url or not key:
        pytest.fail(
            "assert_audit needs a service: set AUDIO_AUDIT_URL (or audio_audit_url in the settings of pytest) and AUDIO_AUDIT_KEY.",
            pytrace=False,
        )
    return Client(base_url, key)


@pytest.fixture
def assert_audit(audio_audit_client: Client) -> Callable[..., AuditResult]:
    """`assert_audit(paths, ...)` fails the test when files should be regenerated: which, why, and at which second."""
    return functools.partial(assert_audit_of, client=audio_audit_client)
