"""The form of an audit as it goes over the wire. Files are read while they are sent, piece by piece."""
from __future__ import annotations

import json
import os
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from urllib.parse import urlencode

from .models import Accuracy, CheckName
from .sources import AudioSource, FileContent, FileUrl, NamedFile, SentSource

CHECK_NAMES: tuple[CheckName, ...] = ("comparison", "quality", "pace", "scriptAccuracy")
PIECE_BYTES = 64 * 1024
END = b"\r\n"


@dataclass(frozen=True)
class AuditOptions:
    """What is asked for, as `Client.start` takes it."""

    checks: Sequence[CheckName]
    accuracy: Accuracy | None
    deviation_threshold: float | None
    quality_checks: Mapping[str, bool] | None
    scripts: Mapping[str, str] | None
    voices: Mapping[str, str] | None
    webhook_url: str | None
    force_fresh: bool | None
    references: Sequence[SentSource] = ()
    reference_voices: Mapping[str, str | Sequence[str]] | None = None


@dataclass(frozen=True)
class AuditForm:
    headers: dict[str, str]
    read: Callable[[], Iterator[bytes]]
    """Reads everything from the beginning, as often as it is asked to."""


@dataclass(frozen=True)
class _Part:
    head: bytes
    byte_count: int
    read: Callable[[], Iterator[bytes]]


def audit_query(options: AuditOptions) -> str:
    if isinstance(options.checks, str):
        raise TypeError("checks is a list of names, not one text.")
    unknown = [name for name in options.checks if name not in CHECK_NAMES]
    if unknown:
        raise ValueError(f"There is no check {unknown[0]!r}; there are {', '.join(CHECK_NAMES)}.")
    query: dict[str, str] = {name: _truth(name in options.checks) for name in CHECK_NAMES}
    if options.force_fresh is not None:
        query["forceFresh"] = _truth(options.force_fresh)
    return urlencode(query)


def audit_form(files: Sequence[AudioSource], options: AuditOptions) -> AuditForm:
    """Raises OSError at once, and before anything is sent, when a file cannot be found."""
    texts = _fields_of(options)
    addresses = [_address_of(source) for source in files if isinstance(source, FileUrl)]
    if addresses:
        texts.append(("fileUrls", json.dumps(addresses)))
    sent = [("files", source) for source in files if not isinstance(source, FileUrl)]
    return _form_of(texts, sent + [("references", source) for source in options.references])


def voice_form(recording: SentSource) -> AuditForm:
    """One recording alone, as a voice is put. Raises OSError at once when it cannot be found."""
    return _form_of([], [("files", recording)])


def _form_of(texts: Sequence[tuple[str, str]], sources: Sequence[tuple[str, SentSource]]) -> AuditForm:
    boundary = uuid.uuid4().hex
    fields = [_in_memory(boundary, f'name="{name}"', value.encode()) for name, value in texts]
    parts = fields + [_file_part(boundary, field, source) for field, source in sources]
    last = f"--{boundary}--\r\n".encode()
    length = sum(len(part.head) + part.byte_count + len(END) for part in parts) + len(last)

    def read() -> Iterator[bytes]:
        for part in parts:
            yield part.head
            yield from part.read()
            yield END
        yield last

    headers = {"content-type": f"multipart/form-data; boundary={boundary}", "content-length": str(length)}
    return AuditForm(headers, read)


def _truth(value: bool) -> str:
    return "true" if value else "false"


def _fields_of(options: AuditOptions) -> list[tuple[str, str]]:
    fields: list[tuple[str, str]] = []
    if options.accuracy is not None:
        fields.append(("accuracy", options.accuracy))
    if options.deviation_threshold is not None:
        fields.append(("deviationThreshold", str(options.deviation_threshold)))
    if options.webhook_url is not None:
        fields.append(("webhookUrl", options.webhook_url))
    objects: list[tuple[str, Mapping[str, object] | None]] = [
        ("qualityChecks", options.quality_checks),
        ("scripts", options.scripts),
        ("voices", options.voices),
        ("referenceVoices", options.reference_voices),
    ]
    fields += [(name, json.dumps(dict(value))) for name, value in objects if value is not None]
    return fields


def _address_of(source: FileUrl) -> dict[str, str]:
    return {"url": source.url} if source.name is None else {"url": source.url, "name": source.name}


def _file_part(boundary: str, field: str, source: SentSource) -> _Part:
    if isinstance(source, FileContent):
        return _in_memory(boundary, _about_file(field, source.name), source.content)
    if isinstance(source, NamedFile):
        return _on_disk(boundary, _about_file(field, source.name), os.fspath(source.path))
    path = os.fspath(source)
    return _on_disk(boundary, _about_file(field, PurePath(path).name), path)


def _on_disk(boundary: str, about: str, path: str) -> _Part:
    # Opened once now, so that what may not be read is known before anything is sent.
    with open(path, "rb") as file:
        byte_count = os.fstat(file.fileno()).st_size

    def read() -> Iterator[bytes]:
        left = byte_count
        with open(path, "rb") as opened:
            while left > 0:
                piece = opened.read(min(PIECE_BYTES, left))
                if not piece:
                    raise OSError(f"{path} has become shorter while it was sent.")
                left -= len(piece)
                yield piece

    return _Part(_head(boundary, about), byte_count, read)


def _in_memory(boundary: str, about: str, content: bytes) -> _Part:
    return _Part(_head(boundary, about), len(content), lambda: iter([content]))


def _head(boundary: str, about: str) -> bytes:
    return f"--{boundary}\r\nContent-Disposition: form-data; {about}\r\n\r\n".encode("utf-8", "replace")


def _about_file(field: str, name: str) -> str:
    # As the HTML standard wants the name of a file between quotes.
    escaped = name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
    return f'name="{field}"; filename="{escaped}"\r\nContent-Type: application/octet-stream'
