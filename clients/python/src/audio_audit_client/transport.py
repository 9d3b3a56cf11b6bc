"""Sends requests, again where that is safe, and turns refusals into errors."""
from __future__ import annotations

import http.client
import json
import random
import selectors
import socket
import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import metadata
from typing import Any
from urllib.parse import urlsplit

from .error_classes import error_classes
from .errors import ApiError, ServiceUnreachableError, UnexpectedResponseError
from .json_models import from_json
from .models import ErrorDetail
from .stop import Stop

FIRST_WAIT_SEC = 0.5
# Nobody waits longer between two tries, whatever the service says.
LONGEST_WAIT_SEC = 60.0
# The service or a proxy in front of it cannot take the request now. None of them has begun any work.
PASSING_STATUSES = (429, 502, 503, 504)
NOT_FOUND = 404
MOST_QUOTED = 200
# How long an answer is waited for once nothing more can be sent.
ANSWER_WAIT_SEC = 1.0

try:
    VERSION = metadata.version("audio-audit-client")
except metadata.PackageNotFoundError:
    VERSION = "unknown"


@dataclass(frozen=True)
class Call:
    path: str
    method: str = "GET"
    headers: Mapping[str, str] = field(default_factory=dict)
    # Opened anew each time that it is sent.
    body: Callable[[], Iterator[bytes]] | None = None
    stop: Stop = field(default_factory=Stop)


@dataclass(frozen=True)
class Answer:
    status: int
    headers: http.client.HTTPMessage
    content: bytes

    @property
    def is_ok(self) -> bool:
        return 200 <= self.status < 300


class _Lost(Exception):
    """The connection broke, or there never was one. Its cause says why."""


class Transport:
    def __init__(self, base_url: str, api_key: str, retries: int, timeout_sec: float) -> None:
        parts = urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
            raise ValueError(f"The address of the service must be like https://audit.example, not {base_url!r}.")
        self._is_encrypted = parts.scheme == "https"
        self._host, self._port = parts.hostname, parts.port
        self._base = parts.path.rstrip("/")
        self._where = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
        self._retries = retries
        self._timeout_sec = timeout_sec
        self._headers = {
            "accept": "application/json",
            "x-api-key": api_key,
            "user-agent": f"audio-audit-client-python/{VERSION}",
        }
        self._trust = ssl.create_default_context() if self._is_encrypted else None

    def send(self, call: Call) -> Answer:
        """
        Only for calls that may be sent twice: those that change nothing, deleting, deciding, and audits with an Idempotency-Key.
        Raises ApiError, ServiceUnreachableError or Stopped; OSError where a file that is sent cannot be read.
        """
        attempts = 0
        while True:
            attempts += 1
            call.stop.check()
            may_retry = attempts <= self._retries
            wait_sec = FIRST_WAIT_SEC * 2 ** (attempts - 1) * (0.5 + random.random())
            try:
                with self._opened(call) as response, _network():
                    answer = Answer(response.status, response.headers, response.read())
            except _Lost as lost:
                call.stop.check()
                if not may_retry or isinstance(lost.__cause__, ssl.SSLCertVerificationError):
                    raise self._unreachable(lost) from lost.__cause__
            else:
                is_gone_already = call.method == "DELETE" and attempts > 1 and answer.status == NOT_FOUND
                if answer.is_ok or is_gone_already:
                    return answer
                if not may_retry or answer.status not in PASSING_STATUSES:
                    raise error_in(answer)
                wait_sec = max(wait_sec, _seconds_in(answer.headers.get("retry-after")))
            call.stop.wait(min(wait_sec, LONGEST_WAIT_SEC))

    def json(self, call: Call) -> Any:
        answer = self.send(call)
        kind = answer.headers.get("content-type", "")
        try:
            if kind.startswith("application/json"):
                return json.loads(answer.content)
        except ValueError:
            pass
        raise _unexpected(f'Not an answer of this service, but "{kind}".', answer)

    def lines(self, call: Call) -> Iterator[bytes]:
        """The lines of an answer as they come. It ends without a word where the connection breaks or nothing comes for too long."""
        try:
            with self._opened(call) as response:
                if response.status != 200:
                    return
                while True:
                    call.stop.check()
                    with _network():
                        line = response.readline()
                    if not line:
                        return
                    yield line
        except _Lost:
            call.stop.check()

    @contextmanager
    def _opened(self, call: Call) -> Iterator[http.client.HTTPResponse]:
        """One try. Raises _Lost; whatever its status, an answer is an answer."""
        connection = self._connection(call.stop)
        try:
            with _network():
                connection.connect()
            with call.stop.watching(connection.sock):
                with _network():
                    connection.putrequest(call.method, self._base + call.path, skip_accept_encoding=True)
                    for name, value in {**self._headers, **call.headers}.items():
                        connection.putheader(name, value)
                    connection.endheaders()
                if call.body is not None:
                    _send_pieces(connection, call.body(), call.stop)
                with _network():
                    response = connection.getresponse()
                yield response
        finally:
            connection.close()

    def _connection(self, stop: Stop) -> http.client.HTTPConnection:
        left_sec = stop.left_sec()
        # A socket with a limit of 0 would not wait at all.
        timeout_sec = self._timeout_sec if left_sec is None else max(0.001, min(self._timeout_sec, left_sec))
        if self._trust is not None:
            return http.client.HTTPSConnection(self._host, self._port, timeout=timeout_sec, context=self._trust)
        return http.client.HTTPConnection(self._host, self._port, timeout=timeout_sec)

    def _unreachable(self, lost: _Lost) -> ServiceUnreachableError:
        cause = lost.__cause__
        return ServiceUnreachableError(f"{self._where} cannot be reached: {str(cause) or type(cause).__name__}")


def error_in(answer: Answer) -> ApiError:
    try:
        error = json.loads(answer.content)["error"]
        code, message = str(error["code"]), str(error["message"])
        details = [from_json(ErrorDetail, {"message": "", **each}) for each in error.get("details") or []]
    except (ValueError, TypeError, KeyError, AttributeError):
        quoted = answer.content[:MOST_QUOTED].decode("utf-8", "replace")
        return _unexpected(f"Status {answer.status}, and no error of this service: {quoted}", answer)
    kind = error_classes.get(code, ApiError)
    request_id = answer.headers.get("x-request-id")
    return kind(message, code=code, details=details, status=answer.status, request_id=request_id)


def _unexpected(message: str, answer: Answer) -> UnexpectedResponseError:
    request_id = answer.headers.get("x-request-id")
    return UnexpectedResponseError(message, code="unexpected_response", status=answer.status, request_id=request_id)


def _send_pieces(connection: http.client.HTTPConnection, pieces: Iterator[bytes], stop: Stop) -> None:
    """What goes wrong with a file is told as it is; only what goes wrong with the line is _Lost."""
    send = connection.send if isinstance(connection.sock, ssl.SSLSocket) else _SendUntilAnswered(connection.sock)
    for piece in pieces:
        stop.check()
        try:
            with _network():
                send(piece)
        except _Answered:
            return
        except _Lost as lost:
            if not isinstance(lost.__cause__, (ConnectionError, TimeoutError)):
                raise
            # The service may have refused before all had come, and said why: that is read next, if it is there by now.
            connection.sock.settimeout(ANSWER_WAIT_SEC)
            return


class _Answered(Exception):
    """The answer, or the end of the line, is there before all was sent."""


class _SendUntilAnswered:
    """
    A service that refuses an upload half-way need not read the rest of it. Whoever then waits for room to send more waits for
    long, so what comes back is looked at meanwhile. Under TLS that cannot be told from what TLS itself sends.
    """

    def __init__(self, line: socket.socket) -> None:
        self._line = line

    def __call__(self, piece: bytes) -> None:
        rest = memoryview(piece)
        with selectors.DefaultSelector() as both:
            both.register(self._line, selectors.EVENT_READ | selectors.EVENT_WRITE)
            while rest:
                ready = both.select(self._line.gettimeout())
                if not ready:
                    raise TimeoutError("timed out")
                if any(mask & selectors.EVENT_READ for _, mask in ready):
                    raise _Answered
                rest = rest[self._line.send(rest) :]


@contextmanager
def _network() -> Iterator[None]:
    try:
        yield
    except (OSError, http.client.HTTPException) as error:
        raise _Lost from error


def _seconds_in(retry_after: str | None) -> float:
    """A date is not worth the trouble: this service sends seconds."""
    return float(retry_after) if retry_after is not None and retry_after.isdecimal() else 0.0
