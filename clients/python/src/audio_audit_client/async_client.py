"""
The same client for asyncio. Its calls run in threads of their own: HTTP is then spoken by one piece of code, the one that is
tested with broken lines, TLS and refusals half-way, and a file that is read from a slow disk does not hold up the event loop,
as it would with asyncio's streams, for which Python has no files that do not block.
"""
from __future__ import annotations

import asyncio
import functools
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Any, Literal, TypeVar

from .client import RETRIES, TIMEOUT_SEC, Client, address_and_key
from .models import (
    Accuracy,
    AuditAccepted,
    AuditPage,
    AuditProgress,
    AuditResult,
    AuditStatus,
    CheckName,
    Decision,
    KeptVoice,
    NewDecision,
)
from .sources import AudioSource, SentSource
from .stop import Stop

# Whoever follows more audits than that at once waits for a free thread.
CALLS_AT_ONCE = 64

Result = TypeVar("Result")


class AsyncClient:
    """
    As Client, to be awaited. A call ends when its task is cancelled (`asyncio.timeout`, `task.cancel()`); an audit that is
    running is then stopped, and its credits are given back. `aclose`, or `async with`, ends its threads.
    """

    def __init__(
        self, base_url: str, api_key: str, *, retries: int = RETRIES, timeout_sec: float = TIMEOUT_SEC
    ) -> None:
        self._client = Client(base_url, api_key, retries=retries, timeout_sec=timeout_sec)
        self._threads = ThreadPoolExecutor(CALLS_AT_ONCE, thread_name_prefix="audio-audit-client")

    @classmethod
    def from_environment(cls, *, retries: int = RETRIES, timeout_sec: float = TIMEOUT_SEC) -> AsyncClient:
        """With the address in AUDIO_AUDIT_URL and the key in AUDIO_AUDIT_KEY."""
        return cls(*address_and_key(), retries=retries, timeout_sec=timeout_sec)

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        self._threads.shutdown(wait=False)

    async def audit(
        self,
        files: Sequence[AudioSource],
        *,
        checks: Sequence[CheckName],
        accuracy: Accuracy | None = None,
        deviation_threshold: float | None = None,
        quality_checks: Mapping[str, bool] | None = None,
        scripts: Mapping[str, str] | None = None,
        voices: Mapping[str, str] | None = None,
        references: Sequence[SentSource] | None = None,
        reference_voices: Mapping[str, str | Sequence[str]] | None = None,
        webhook_url: str | None = None,
        force_fresh: bool | None = None,
        idempotency_key: str | None = None,
        on_progress: Callable[[AuditProgress], object] | None = None,
    ) -> AuditResult:
        """As Client.audit; `on_progress` is called on the event loop."""
        return await self._run(
            self._client.audit,
            files,
            checks=checks,
            accuracy=accuracy,
            deviation_threshold=deviation_threshold,
            quality_checks=quality_checks,
            scripts=scripts,
            voices=voices,
            references=references,
            reference_voices=reference_voices,
            webhook_url=webhook_url,
            force_fresh=force_fresh,
            idempotency_key=idempotency_key,
            on_progress=_on_this_loop(on_progress),
        )

    async def start(
        self,
        files: Sequence[AudioSource],
        *,
        checks: Sequence[CheckName],
        accuracy: Accuracy | None = None,
        deviation_threshold: float | None = None,
        quality_checks: Mapping[str, bool] | None = None,
        scripts: Mapping[str, str] | None = None,
        voices: Mapping[str, str] | None = None,
        references: Sequence[SentSource] | None = None,
        reference_voices: Mapping[str, str | Sequence[str]] | None = None,
        webhook_url: str | None = None,
        force_fresh: bool | None = None,
        idempotency_key: str | None = None,
    ) -> AuditAccepted:
        """As Client.start."""
        return await self._run(
            self._client.start,
            files,
            checks=checks,
            accuracy=accuracy,
            deviation_threshold=deviation_threshold,
            quality_checks=quality_checks,
            scripts=scripts,
            voices=voices,
            references=references,
            reference_voices=reference_voices,
            webhook_url=webhook_url,
            force_fresh=force_fresh,
            idempotency_key=idempotency_key,
        )

    async def finished(
        self, audit_id: str, *, on_progress: Callable[[AuditProgress], object] | None = None
    ) -> AuditResult:
        """As Client.finished; `on_progress` is called on the event loop."""
        return await self._run(self._client.finished, audit_id, on_progress=_on_this_loop(on_progress))

    async def status(self, audit_id: str) -> AuditStatus:
        """How far an audit is."""
        return await self._run(self._client.status, audit_id)

    async def get(self, audit_id: str) -> AuditResult:
        """The result of an audit."""
        return await self._run(self._client.get, audit_id)

    async def list(self, *, page_size: int | None = None) -> AsyncIterator[AuditResult]:
        """Every audit, most recent first; pages are fetched as they are needed."""
        cursor: str | None = None
        while True:
            page = await self.page(limit=page_size, cursor=cursor)
            for audit in page.audits:
                yield audit
            cursor = page.next_cursor
            if cursor is None:
                return

    async def page(self, *, limit: int | None = None, cursor: str | None = None) -> AuditPage:
        """One page of audits, most recent first."""
        return await self._run(self._client.page, limit=limit, cursor=cursor)

    async def delete(self, audit_id: str) -> None:
        """Removes the result and the audio; stops the audit when it is running."""
        await self._run(self._client.delete, audit_id)

    async def revoke_report(self, audit_id: str) -> None:
        """Makes the report_url of an audit useless, for good."""
        await self._run(self._client.revoke_report, audit_id)

    async def decide(self, audit_id: str, decisions: Sequence[NewDecision]) -> Sequence[Decision]:
        """As Client.decide."""
        return await self._run(self._client.decide, audit_id, decisions)

    async def decisions(self, audit_id: str) -> Sequence[Decision]:
        """As Client.decisions."""
        return await self._run(self._client.decisions, audit_id)

    async def captions(
        self,
        audit_id: str,
        position: int,
        *,
        format: Literal["vtt", "srt"] | None = None,
        level: Literal["sentence", "word"] | None = None,
    ) -> str:
        """As Client.captions."""
        return await self._run(self._client.captions, audit_id, position, format=format, level=level)

    async def put_voice(self, name: str, recording: SentSource) -> KeptVoice:
        """As Client.put_voice."""
        return await self._run(self._client.put_voice, name, recording)

    async def voices(self) -> Sequence[KeptVoice]:
        """As Client.voices."""
        return await self._run(self._client.voices)

    async def delete_voice(self, name: str) -> None:
        """As Client.delete_voice."""
        await self._run(self._client.delete_voice, name)

    async def balance(self) -> float:
        """Credits that are free."""
        return await self._run(self._client.balance)

    async def _run(self, work: Callable[..., Result], *given: Any, **named: Any) -> Result:
        stop = Stop()
        loop = asyncio.get_running_loop()
        running = loop.run_in_executor(self._threads, functools.partial(work, *given, **named, stop=stop))
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            stop.set()
            # The thread ends in a moment, after it has stopped the audit. What it ends with is Stopped, and told to nobody.
            running.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
            await asyncio.wait([running])
            raise


def _on_this_loop(
    on_progress: Callable[[AuditProgress], object] | None,
) -> Callable[[AuditProgress], object] | None:
    if on_progress is None:
        return None
    loop = asyncio.get_running_loop()
    return lambda progress: loop.call_soon_threadsafe(on_progress, progress)
