"""Client of the audio-audit service."""
from __future__ import annotations

import json
import os
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Literal, TypeVar
from urllib.parse import quote, urlencode

from .audit_form import AuditOptions, audit_form, audit_query, voice_form
from .error_classes import InternalError, error_classes
from .errors import ApiError, AudioAuditError, ServiceUnreachableError, UnexpectedResponseError
from .json_models import from_json, to_json
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
from .server_sent_events import server_sent_events
from .sources import AudioSource, SentSource
from .stop import Stop
from .transport import Call, Transport

RETRIES = 4
TIMEOUT_SEC = 60.0
# How often an audit is asked after while its events cannot be had.
POLL_SEC = 1.0

Model = TypeVar("Model")


class Client:
    """
    Asks a service at `base_url`, such as https://audit.example, with an API key. It may be used by several threads.

    `retries`: how often a call is sent again when the service is busy or out of reach.
    `timeout_sec`: how long the service may be silent before a connection is held to be broken. A whole call is limited by
    `stop=Stop(after_sec=...)`.
    """

    def __init__(
        self, base_url: str, api_key: str, *, retries: int = RETRIES, timeout_sec: float = TIMEOUT_SEC
    ) -> None:
        self._transport = Transport(base_url, api_key, retries, timeout_sec)

    @classmethod
    def from_environment(cls, *, retries: int = RETRIES, timeout_sec: float = TIMEOUT_SEC) -> Client:
        """With the address in AUDIO_AUDIT_URL and the key in AUDIO_AUDIT_KEY."""
        return cls(*address_and_key(), retries=retries, timeout_sec=timeout_sec)

    def audit(
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
        stop: Stop | None = None,
    ) -> AuditResult:
        """
        Uploads the files, waits for the audit to end and gives its result. Where it raises an ApiError nothing was charged.
        Where nobody waits for the end any more (`stop`, Ctrl-C, an error of `on_progress`) the audit is stopped.
        """
        accepted = self.start(
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
            stop=stop,
        )
        try:
            return self.finished(accepted.audit_id, on_progress=on_progress, stop=stop)
        except (ApiError, ServiceUnreachableError):
            raise
        except BaseException:
            # Stopping it gives the credits back.
            with suppress(AudioAuditError):
                self.delete(accepted.audit_id)
            raise

    def start(
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
        stop: Stop | None = None,
    ) -> AuditAccepted:
        """
        Uploads the files. The audit then goes on by itself; `finished` waits for its end.

        `checks`: at least one. `deviation_threshold`: 0 to 1, default 0.15; smaller flags more. `quality_checks`: only what
        shall differ from the default, all are on. `scripts`: what the files should say, by file name. `voices`: a cast, file
        name to the name of the voice. `references`: recordings of voices as they should be, each at the price of one check on a
        file. `reference_voices`: name of a voice to the name of one of `references`, or of a voice that is kept, or
        to several of these. `webhook_url`: where the end of this audit is told as well, signed. `force_fresh`:
        analyse again, and pay in full, what was analysed before. `idempotency_key`: made up when left out; the same call under
        the same key gives the same audit and is charged once.
        """
        options = AuditOptions(
            checks,
            accuracy,
            deviation_threshold,
            quality_checks,
            scripts,
            voices,
            webhook_url,
            force_fresh,
            references or (),
            reference_voices,
        )
        path = f"/v1/audit?{audit_query(options)}"
        form = audit_form(files, options)
        headers = {
            **form.headers,
            "prefer": "respond-async",
            "idempotency-key": str(uuid.uuid4()) if idempotency_key is None else idempotency_key,
        }
        return self._asked(AuditAccepted, path, stop, method="POST", headers=headers, body=form.read)

    def finished(
        self,
        audit_id: str,
        *,
        on_progress: Callable[[AuditProgress], object] | None = None,
        stop: Stop | None = None,
    ) -> AuditResult:
        """Waits for an audit to end: follows its events, and asks from time to time where they do not come through."""
        stop = stop or Stop()
        while True:
            status = self._told(audit_id, on_progress, stop) or self.status(audit_id, stop=stop)
            if status.status == "done":
                return self.get(audit_id, stop=stop)
            if status.status == "failed":
                raise _failure_in(status)
            stop.wait(POLL_SEC)

    def status(self, audit_id: str, *, stop: Stop | None = None) -> AuditStatus:
        """How far an audit is."""
        return self._asked(AuditStatus, f"{_path_of(audit_id)}/status", stop)

    def get(self, audit_id: str, *, stop: Stop | None = None) -> AuditResult:
        """The result of an audit."""
        return self._asked(AuditResult, _path_of(audit_id), stop)

    def list(self, *, page_size: int | None = None, stop: Stop | None = None) -> Iterator[AuditResult]:
        """Every audit, most recent first; pages are fetched as they are needed."""
        cursor: str | None = None
        while True:
            page = self.page(limit=page_size, cursor=cursor, stop=stop)
            yield from page.audits
            cursor = page.next_cursor
            if cursor is None:
                return

    def page(
        self, *, limit: int | None = None, cursor: str | None = None, stop: Stop | None = None
    ) -> AuditPage:
        """One page of audits, most recent first."""
        return self._asked(AuditPage, f"/v1/audits?{_query_of(limit=limit, cursor=cursor)}", stop)

    def delete(self, audit_id: str, *, stop: Stop | None = None) -> None:
        """Removes the result and the audio; stops the audit when it is running."""
        self._transport.send(Call(_path_of(audit_id), "DELETE", stop=stop or Stop()))

    def revoke_report(self, audit_id: str, *, stop: Stop | None = None) -> None:
        """Makes the report_url of an audit useless, for good."""
        self._transport.send(Call(f"{_path_of(audit_id)}/report", "DELETE", stop=stop or Stop()))

    def decide(
        self, audit_id: str, decisions: Sequence[NewDecision], *, stop: Stop | None = None
    ) -> Sequence[Decision]:
        """Says what is to become of issues. Gives all decisions about the files of the audit, as they are then."""
        content = json.dumps({"decisions": to_json(decisions)}).encode()
        headers = {"content-type": "application/json", "content-length": str(len(content))}
        return self._decisions(audit_id, stop, method="PUT", headers=headers, body=lambda: iter([content]))

    def decisions(self, audit_id: str, *, stop: Stop | None = None) -> Sequence[Decision]:
        """What was decided about the files of an audit, also in other audits of the same content."""
        return self._decisions(audit_id, stop)

    def captions(
        self,
        audit_id: str,
        position: int,
        *,
        format: Literal["vtt", "srt"] | None = None,
        level: Literal["sentence", "word"] | None = None,
        stop: Stop | None = None,
    ) -> str:
        """What a file of an audit with scriptAccuracy says, as WebVTT or SubRip; its place in the batch counts from 0."""
        path = f"{_path_of(audit_id)}/captions/{position}?{_query_of(format=format, level=level)}"
        answer = self._transport.send(Call(path, headers={"accept": "*/*"}, stop=stop or Stop()))
        return answer.content.decode()

    def put_voice(self, name: str, recording: SentSource, *, stop: Stop | None = None) -> KeptVoice:
        """
        Keeps a voice, to hold the files of later audits against it: its print, not the sound. Costs as much as one check on a
        file.
        """
        form = voice_form(recording)
        return self._asked(
            KeptVoice, _voice_path(name), stop, method="PUT", headers=form.headers, body=form.read
        )

    def voices(self, *, stop: Stop | None = None) -> Sequence[KeptVoice]:
        """The voices that the account keeps, the oldest first."""
        listed = _field_of(self._transport.json(Call("/v1/voices", stop=stop or Stop())), "voices")
        return _understood(lambda: [from_json(KeptVoice, each) for each in listed])

    def delete_voice(self, name: str, *, stop: Stop | None = None) -> None:
        """Keeps a voice no longer."""
        self._transport.send(Call(_voice_path(name), "DELETE", stop=stop or Stop()))

    def balance(self, *, stop: Stop | None = None) -> float:
        """Credits that are free."""
        body = self._transport.json(Call("/v1/balance", stop=stop or Stop()))
        return float(_field_of(body, "credits"))

    def _asked(self, kind: type[Model], path: str, stop: Stop | None, **call: Any) -> Model:
        body = self._transport.json(Call(path, stop=stop or Stop(), **call))
        return _understood(lambda: from_json(kind, body))

    def _decisions(self, audit_id: str, stop: Stop | None, **call: Any) -> Sequence[Decision]:
        body = self._transport.json(Call(f"{_path_of(audit_id)}/decisions", stop=stop or Stop(), **call))
        listed = _field_of(body, "decisions")
        return _understood(lambda: [from_json(Decision, each) for each in listed])

    def _told(
        self, audit_id: str, on_progress: Callable[[AuditProgress], object] | None, stop: Stop
    ) -> AuditStatus | None:
        """The last word of the events; None when they broke off before it."""
        call = Call(f"{_path_of(audit_id)}/status", headers={"accept": "text/event-stream"}, stop=stop)
        for kind, data in server_sent_events(self._transport.lines(call)):
            if kind == "progress" and on_progress is not None:
                on_progress(_understood(lambda: from_json(AuditProgress, json.loads(data))))
            if kind in ("done", "failed"):
                return _understood(lambda: from_json(AuditStatus, json.loads(data)))
        return None


def address_and_key() -> tuple[str, str]:
    """Out of the environment."""
    missing = [name for name in ("AUDIO_AUDIT_URL", "AUDIO_AUDIT_KEY") if not os.environ.get(name)]
    if missing:
        raise AudioAuditError(
            f"{' and '.join(missing)} must be set: the address of the audio-audit service, and an API key."
        )
    return os.environ["AUDIO_AUDIT_URL"], os.environ["AUDIO_AUDIT_KEY"]


def _path_of(audit_id: str) -> str:
    return f"/v1/audits/{quote(audit_id, safe='')}"


def _voice_path(name: str) -> str:
    return f"/v1/voices/{quote(name, safe='')}"


def _query_of(**given: object) -> str:
    return urlencode({name: value for name, value in given.items() if value is not None})


def _field_of(body: Any, name: str) -> Any:
    if not isinstance(body, dict) or name not in body:
        raise UnexpectedResponseError(f"The answer lacks {name}.", code="unexpected_response")
    return body[name]


def _understood(read: Callable[[], Model]) -> Model:
    try:
        return read()
    except ValueError as error:
        raise UnexpectedResponseError(
            f"Not an answer of this service: {error}.", code="unexpected_response"
        ) from error


def _failure_in(status: AuditStatus) -> ApiError:
    error = status.error
    if error is None:
        return InternalError("The audit failed.", code="internal")
    kind = error_classes.get(error.code, ApiError)
    return kind(error.message, code=error.code, details=error.details or [])
