"""A line that is not what it should be."""
from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from audio_audit_client import (
    ApiError,
    BusyError,
    Client,
    FileContent,
    FileUrl,
    InvalidRequestError,
    ServiceUnreachableError,
    TooLargeError,
    UnexpectedResponseError,
)
from audio_audit_client.audit_form import AuditOptions, audit_form
from audio_audit_client.server_sent_events import server_sent_events

Answer = Callable[[BaseHTTPRequestHandler], None]
SOUND = FileContent("a.wav", b"x")
ACCEPTED = {"auditId": "a", "status": "queued", "statusUrl": "http://a", "auditUrl": "http://a"}
STATUS = {
    "auditId": "a",
    "status": "done",
    "fileCount": 1,
    "filesDone": 1,
    "createdAt": "2026-01-01T00:00:00Z",
    "auditUrl": "http://a",
}
RESULT = {
    "score": 100,
    "summary": "Fine.",
    "fileCount": 1,
    "auditId": "a",
    "tracksToRegenerate": [],
    "checks": {},
    "creditsUsed": 1,
    "timing": {"decode": 0, "checks": 0, "total": 0},
    "fileNames": ["a.wav"],
    "selectedAnalyses": ["quality"],
    "accuracy": "standard",
    "regenCount": 0,
    "audioUrls": [],
    "source": "api",
    "createdAt": "2026-01-01T00:00:00Z",
}


class Shaky:
    """A server that gives the answers that it was told, one after another."""

    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self.asked: list[tuple[str, str | None, bytes]] = []
        shaky = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_one_request(self) -> None:
                try:
                    super().handle_one_request()
                except ConnectionError:
                    self.close_connection = True

            def answer(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                shaky.asked.append((self.command, self.headers.get("idempotency-key"), body))
                self.close_connection = True
                shaky.answers.pop(0)(self)

            do_GET = do_POST = do_DELETE = answer

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.client = Client(self.url, "aa_x")


@pytest.fixture
def shaky() -> Iterator[Shaky]:
    made = Shaky()
    yield made
    made.server.shutdown()
    made.server.server_close()


def raw(status: int, kind: str, body: bytes, headers: dict[str, str] | None = None) -> Answer:
    def give(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in {"content-type": kind, "content-length": str(len(body)), **(headers or {})}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(body)

    return give


def answer(status: int, body: object, headers: dict[str, str] | None = None) -> Answer:
    return raw(status, "application/json", json.dumps(body).encode(), headers)


def events(*told: tuple[str, object]) -> Answer:
    text = "".join(f"event: {kind}\nid: 7\ndata: {json.dumps(data)}\n\n" for kind, data in told)
    return raw(200, "text/event-stream", text.encode())


def hang_up(handler: BaseHTTPRequestHandler) -> None:
    handler.connection.close()


BUSY = answer(503, {"error": {"code": "busy", "message": "Later."}}, {"retry-after": "0"})
TEAPOT = raw(418, "text/html", b"<html>proxy</html>")


def test_it_is_tried_again_with_the_same_key_for_the_same_audit(shaky):
    shaky.answers = [BUSY, hang_up, answer(202, ACCEPTED)]
    assert shaky.client.start([SOUND], checks=["quality"]).audit_id == "a"
    assert len({key for _, key, _ in shaky.asked}) == 1
    assert len(shaky.asked[0][1]) == 36
    assert shaky.asked[0][2] == shaky.asked[2][2]


def test_it_is_given_up_in_the_end(shaky):
    impatient = Client(shaky.url, "aa_x", retries=1)
    shaky.answers = [BUSY, BUSY]
    with pytest.raises(BusyError, match="Later."):
        impatient.balance()
    shaky.answers = [hang_up, hang_up]
    with pytest.raises(ServiceUnreachableError, match=shaky.url):
        impatient.balance()
    assert len(shaky.asked) == 4


def test_a_service_that_is_silent_for_too_long_is_out_of_reach(shaky):
    waiting = threading.Event()
    shaky.answers = [lambda _: waiting.wait()]
    try:
        with pytest.raises(ServiceUnreachableError, match="timed out"):
            Client(shaky.url, "aa_x", retries=0, timeout_sec=0.2).balance()
    finally:
        waiting.set()


def test_it_is_not_tried_again_where_the_service_refused(shaky):
    shaky.answers = [answer(400, {"error": {"code": "invalid_request", "message": "No."}}), TEAPOT]
    with pytest.raises(InvalidRequestError, match="No."):
        shaky.client.balance()
    assert len(shaky.asked) == 1


def test_what_is_gone_at_the_second_try_was_deleted(shaky):
    shaky.answers = [hang_up, answer(404, {"error": {"code": "not_found", "message": "No such audit."}})]
    shaky.client.delete("a")
    assert [method for method, _, _ in shaky.asked] == ["DELETE", "DELETE"]


@pytest.mark.parametrize(
    "told",
    [
        TEAPOT,
        raw(200, "text/html", b"Welcome!"),
        raw(200, "application/json", b"{"),
        answer(200, []),
        answer(500, {"error": "none of ours"}),
    ],
)
def test_something_else_that_answers_is_told_from_the_service(shaky, told):
    shaky.answers = [told]
    with pytest.raises(UnexpectedResponseError) as refused:
        shaky.client.balance()
    assert refused.value.code == "unexpected_response"


def test_an_answer_without_what_must_be_there_is_told_from_the_service(shaky):
    shaky.answers = [answer(200, {"auditId": "a"})]
    with pytest.raises(UnexpectedResponseError, match="AuditResult lacks score"):
        shaky.client.get("a")


def test_a_later_version_which_tells_more_is_understood(shaky):
    more = {"addedLater": {"anything": [1, "two"]}}
    progress = {"file": "a.wav", "index": 0, "step": "addedLater", "filesDone": 0, "fileCount": 1, **more}
    shaky.answers = [
        answer(202, {**ACCEPTED, **more}, {"x-added-later": "1"}),
        events(("addedLater", more), ("progress", progress), ("done", {**STATUS, **more})),
        answer(200, {**RESULT, **more}),
    ]
    steps: list[str] = []
    audit = shaky.client.audit([SOUND], checks=["quality"], on_progress=lambda step: steps.append(step.step))
    assert (audit.score, steps) == (100, ["addedLater"])
    shaky.answers = [answer(418, {"error": {"code": "added_later", "message": "No.", "details": [more]}})]
    with pytest.raises(ApiError) as refused:
        shaky.client.balance()
    assert (type(refused.value), refused.value.code) == (ApiError, "added_later")


def test_lost_events_are_asked_for(shaky):
    broken = raw(200, "text/event-stream", b": hello\n\nevent: status\nda", {"content-length": "1000"})
    shaky.answers = [broken, answer(200, STATUS), answer(200, RESULT)]
    assert shaky.client.finished("a").audit_id == "a"


def test_an_error_of_the_one_who_is_told_stops_the_audit(shaky):
    progress = {"file": "a.wav", "index": 0, "step": "decode", "filesDone": 0, "fileCount": 1}
    shaky.answers = [answer(202, ACCEPTED), events(("progress", progress)), answer(204, None)]
    with pytest.raises(ZeroDivisionError):
        shaky.client.audit([SOUND], checks=["quality"], on_progress=lambda _: 1 // 0)
    assert shaky.asked[-1][0] == "DELETE"


def test_addresses_are_sent_as_such(tmp_path):
    files = [FileUrl("https://cdn.example/1"), FileContent("a.wav", b"x"), FileUrl("https://cdn.example/2", "two.wav")]
    form = audit_form(files, AuditOptions(["quality"], None, None, None, None, None, None, None))
    body = b"".join(form.read())
    assert int(form.headers["content-length"]) == len(body)
    assert b'name="fileUrls"\r\n\r\n[{"url": "https://cdn.example/1"}, {"url": "https://cdn.example/2", "name": "two.wav"}]\r\n' in body
    assert body.count(b'name="files"') == 1


def test_a_file_that_becomes_shorter_is_told(tmp_path):
    file = tmp_path / "a.wav"
    file.write_bytes(b"x" * 200_000)
    form = audit_form([file], AuditOptions(["quality"], None, None, None, None, None, None, None))
    file.write_bytes(b"x")
    with pytest.raises(OSError, match="shorter"):
        b"".join(form.read())


def test_a_service_that_refuses_half_way_and_reads_no_more_is_understood(tmp_path):
    large = tmp_path / "large.wav"
    large.touch()
    os.truncate(large, 64 * 2**20)
    done = threading.Event()
    listener = socket.create_server(("127.0.0.1", 0))

    def refuse() -> None:
        line, _ = listener.accept()
        with line:
            line.recv(1000)
            body = b'{"error":{"code":"too_large","message":"Too much."}}'
            line.sendall(b"HTTP/1.1 413 No\r\ncontent-length: %d\r\n\r\n" % len(body) + body)
            done.wait()

    threading.Thread(target=refuse, daemon=True).start()
    try:
        with pytest.raises(TooLargeError, match="Too much."):
            Client(f"http://127.0.0.1:{listener.getsockname()[1]}", "aa_x").start([large], checks=["quality"])
    finally:
        done.set()
        listener.close()


def test_events_are_read_by_the_standard():
    text = b": a comment\n\nevent: one\r\ndata: a\r\ndata:b\r\n\r\ndata: c\nignored\n\nevent: never\n\ndata: unfinished\n"
    assert list(server_sent_events(text.splitlines(keepends=True))) == [("one", "a\nb"), ("message", "c")]
