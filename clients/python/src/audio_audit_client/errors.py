"""What can go wrong. Every error of this package is an AudioAuditError; files that cannot be read raise Python's own OSError."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .models import ErrorDetail


class AudioAuditError(Exception):
    """Of all errors that this package raises."""


class ApiError(AudioAuditError):
    """What the service refused, and why. Each code has a class of its own; one that is not known yet is just an ApiError."""

    def __init__(
        self,
        message: str,
        *,
        code: str,
        details: Sequence[ErrorDetail] = (),
        status: int | None = None,
        request_id: str | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        """For programs."""
        self.message = message
        """For people: what to do about it."""
        self.details = list(details)
        """Every field or file that is wrong."""
        self.status = status
        """Of the answer; None for an audit that failed after it was accepted."""
        self.request_id = request_id
        """Names the request in the log of the service."""

    def __str__(self) -> str:
        told = [self.message]
        for detail in self.details:
            about = detail.file or detail.field
            if about is not None and detail.message not in self.message:
                told.append(f"{about}: {detail.message}")
        return "\n".join(told)


class UnexpectedResponseError(ApiError):
    """The answer is not one of this service: look at what stands between it and you."""


class ServiceUnreachableError(AudioAuditError):
    """The service could not be reached, or the connection to it broke, as often as it was tried."""


class Stopped(AudioAuditError):
    """A Stop was set, or its time was over, before the call had ended."""
