"""Events of a stream (HTML standard, 9.2.6), as far as a service without reconnection needs them."""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple


class ServerSentEvent(NamedTuple):
    kind: str
    data: str


def server_sent_events(lines: Iterable[bytes]) -> Iterator[ServerSentEvent]:
    kind = "message"
    data: list[str] = []
    for line in lines:
        text = line.decode("utf-8", "replace").rstrip("\r\n")
        if text == "":
            if data:
                yield ServerSentEvent(kind, "\n".join(data))
            kind, data = "message", []
            continue
        field, _, value = text.partition(":")
        if field == "event":
            kind = value.removeprefix(" ")
        elif field == "data":
            data.append(value.removeprefix(" "))
