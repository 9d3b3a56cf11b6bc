"""Client of the audio-audit service. It needs nothing but Python's standard library."""
from .async_client import AsyncClient
from .client import Client
from .error_classes import *  # noqa: F403  (one class for each code of the service)
from .error_classes import __all__ as _error_classes
from .errors import ApiError, AudioAuditError, ServiceUnreachableError, Stopped, UnexpectedResponseError
from .json_models import to_json
from .models import *  # noqa: F403  (the names of the API)
from .models import __all__ as _models
from .sources import AudioSource, FileContent, FileUrl, NamedFile, SentSource
from .stop import Stop

__all__ = [
    "ApiError",
    "AsyncClient",
    "AudioAuditError",
    "AudioSource",
    "Client",
    "FileContent",
    "FileUrl",
    "NamedFile",
    "SentSource",
    "ServiceUnreachableError",
    "Stop",
    "Stopped",
    "UnexpectedResponseError",
    "to_json",
    *_error_classes,
    *_models,
]
