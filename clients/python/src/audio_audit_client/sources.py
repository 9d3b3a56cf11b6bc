"""What can be audited: files by path, by another name, or content that is in memory already."""
from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Union


@dataclass(frozen=True)
class NamedFile:
    """A file with another name for the report than its own."""

    path: str | os.PathLike[str]
    name: str


@dataclass(frozen=True)
class FileContent:
    """A file that is in memory already."""

    name: str
    content: bytes


@dataclass(frozen=True)
class FileUrl:
    """An address that the service fetches a file from itself; in the report these come after all that are sent."""

    url: str
    name: str | None = None


SentSource = Union[str, "os.PathLike[str]", NamedFile, FileContent]
AudioSource = Union[SentSource, FileUrl]
