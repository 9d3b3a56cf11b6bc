"""Ends calls from outside: by hand, or after a time."""
from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from .errors import Stopped


class Stop:
    """
    Given to a call, it ends the call when it is set, from whichever thread, or when `after_sec` seconds are over. The call
    then raises Stopped. An audit that is running is stopped, and its credits are given back.
    """

    def __init__(self, after_sec: float | None = None) -> None:
        self._ends_at = None if after_sec is None else time.monotonic() + after_sec
        self._is_set = threading.Event()
        self._lock = threading.Lock()
        self._sockets: set[socket.socket] = set()

    def set(self) -> None:
        """Ends every call that it was given to."""
        self._is_set.set()
        with self._lock:
            for each in self._sockets:
                # Whoever reads or writes there wakes up. Of the socket itself also under TLS, whose own method would first
                # take the encryption away below the thread that uses it.
                with suppress(OSError):
                    socket.socket.shutdown(each, socket.SHUT_RDWR)

    def is_set(self) -> bool:
        return self._is_set.is_set() or self.left_sec() == 0

    def check(self) -> None:
        """Raises Stopped where it is set."""
        if self.is_set():
            raise Stopped("The call was stopped before it had ended.")

    def left_sec(self) -> float | None:
        """Seconds until it sets itself; None where it does not."""
        return None if self._ends_at is None else max(0.0, self._ends_at - time.monotonic())

    def wait(self, duration_sec: float) -> None:
        """Raises Stopped when it is set meanwhile."""
        left_sec = self.left_sec()
        self._is_set.wait(duration_sec if left_sec is None else min(duration_sec, left_sec))
        self.check()

    @contextmanager
    def watching(self, watched: socket.socket) -> Iterator[None]:
        with self._lock:
            self._sockets.add(watched)
        try:
            self.check()
            yield
        finally:
            with self._lock:
                self._sockets.discard(watched)
