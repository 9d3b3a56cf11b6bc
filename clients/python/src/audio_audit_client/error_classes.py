# Derived from the OpenAPI document by "npm run derive"; do not edit.
"""One class for each code of an error."""

from __future__ import annotations

from .errors import ApiError

__all__ = [
    "AuditCancelledError",
    "AuditInterruptedError",
    "BusyError",
    "ConflictError",
    "FileNotFetchedError",
    "ForbiddenError",
    "InsufficientCreditsError",
    "InternalError",
    "InvalidRequestError",
    "MethodNotAllowedError",
    "NotFoundError",
    "PaymentRequiredError",
    "RangeNotSatisfiableError",
    "RateLimitedError",
    "TooLargeError",
    "UnauthorizedError",
    "UnreadableAudioError",
    "UnsupportedMediaError",
    "UploadTooSlowError",
]


class InvalidRequestError(ApiError):
    """Its code is "invalid_request"."""


class UnreadableAudioError(ApiError):
    """Its code is "unreadable_audio"."""


class UnauthorizedError(ApiError):
    """Its code is "unauthorized"."""


class InsufficientCreditsError(ApiError):
    """Its code is "insufficient_credits"."""


class PaymentRequiredError(ApiError):
    """Its code is "payment_required"."""


class ForbiddenError(ApiError):
    """Its code is "forbidden"."""


class NotFoundError(ApiError):
    """Its code is "not_found"."""


class MethodNotAllowedError(ApiError):
    """Its code is "method_not_allowed"."""


class UploadTooSlowError(ApiError):
    """Its code is "upload_too_slow"."""


class ConflictError(ApiError):
    """Its code is "conflict"."""


class TooLargeError(ApiError):
    """Its code is "too_large"."""


class FileNotFetchedError(ApiError):
    """Its code is "file_not_fetched"."""


class RangeNotSatisfiableError(ApiError):
    """Its code is "range_not_satisfiable"."""


class UnsupportedMediaError(ApiError):
    """Its code is "unsupported_media"."""


class RateLimitedError(ApiError):
    """Its code is "rate_limited"."""


class InternalError(ApiError):
    """Its code is "internal"."""


class BusyError(ApiError):
    """Its code is "busy"."""


class AuditCancelledError(ApiError):
    """Its code is "cancelled"."""


class AuditInterruptedError(ApiError):
    """Its code is "interrupted"."""


error_classes: dict[str, type[ApiError]] = {
    "invalid_request": InvalidRequestError,
    "unreadable_audio": UnreadableAudioError,
    "unauthorized": UnauthorizedError,
    "insufficient_credits": InsufficientCreditsError,
    "payment_required": PaymentRequiredError,
    "forbidden": ForbiddenError,
    "not_found": NotFoundError,
    "method_not_allowed": MethodNotAllowedError,
    "upload_too_slow": UploadTooSlowError,
    "conflict": ConflictError,
    "too_large": TooLargeError,
    "file_not_fetched": FileNotFetchedError,
    "range_not_satisfiable": RangeNotSatisfiableError,
    "unsupported_media": UnsupportedMediaError,
    "rate_limited": RateLimitedError,
    "internal": InternalError,
    "busy": BusyError,
    "cancelled": AuditCancelledError,
    "interrupted": AuditInterruptedError,
}
