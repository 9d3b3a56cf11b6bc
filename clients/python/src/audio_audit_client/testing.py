"""An assertion for tests of whoever makes speech: that an audit finds nothing to regenerate."""
from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Union

from .audit_form import CHECK_NAMES
from .client import Client
from .models import Accuracy, AuditResult, CheckName, TrackToRegenerate
from .sources import NamedFile, SentSource
from .stop import Stop

Paths = Union[str, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]]]

# Which files of a folder are taken for audio. A file that is named outright is taken whatever its name.
AUDIO_EXTENSIONS = frozenset(
    f".{name}" for name in ("mp3", "wav", "flac", "ogg", "oga", "opus", "m4a", "mp4", "aac", "wma")
)
# The others compare files with each other.
CHECKS_OF_ONE_FILE: tuple[CheckName, ...] = ("quality", "scriptAccuracy")


def assert_audit(
    paths: Paths,
    *,
    checks: Sequence[CheckName] | None = None,
    fail_on: Sequence[CheckName] | None = None,
    max_flagged: int = 0,
    accuracy: Accuracy | None = None,
    deviation_threshold: float | None = None,
    quality_checks: Mapping[str, bool] | None = None,
    scripts: Mapping[str, str] | None = None,
    voices: Mapping[str, str] | None = None,
    references: Sequence[SentSource] | None = None,
    reference_voices: Mapping[str, str] | None = None,
    client: Client | None = None,
    timeout_sec: float | None = None,
) -> AuditResult:
    """
    Audits files and folders, and raises an AssertionError that says which files should be regenerated, why, and at which second.
    A folder stands for the audio files right inside it. Gives the audit.

    `checks`: all of them; of a single file those that need no other. `fail_on`: only flags of these checks fail. `max_flagged`:
    so many files may be flagged. `scripts`: what the files should say, by file name; the .txt files beside the audio when left
    out. `client`: one with AUDIO_AUDIT_URL and AUDIO_AUDIT_KEY out of the environment when left out. `timeout_sec`: for the whole
    audit. A batch of which no file could be judged has not passed.
    """
    __tracebackhide__ = True
    files = _named_apart(_files_at(paths))
    if checks is None:
        checks = CHECK_NAMES if len(files) > 1 else CHECKS_OF_ONE_FILE
    if scripts is None and "scriptAccuracy" in checks:
        scripts = _scripts_beside(files)
    audit = (client or Client.from_environment()).audit(
        files,
        checks=checks,
        accuracy=accuracy,
        deviation_threshold=deviation_threshold,
        quality_checks=quality_checks,
        scripts=scripts,
        voices=voices,
        references=references,
        reference_voices=reference_voices,
        stop=Stop(after_sec=timeout_sec),
    )
    counted = list(checks) if fail_on is None else list(fail_on)
    failing = [
        track
        for track in audit.tracks_to_regenerate
        if any(reason.check in counted for reason in track.reasons)
    ]
    if len(failing) > max_flagged:
        raise AssertionError("\n".join(_failure_lines(audit, failing, counted)))
    if not _is_any_judged(audit, counted):
        raise AssertionError(f"No file could be judged by {', '.join(counted)}: {audit.summary}")
    return audit


def _files_at(paths: Paths) -> list[Path]:
    named = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    files: list[Path] = []
    for each in map(Path, named):
        if not each.is_dir():
            files.append(each)
            continue
        inside = sorted(
            file
            for file in each.iterdir()
            if not file.name.startswith(".") and file.suffix.lower() in AUDIO_EXTENSIONS
        )
        if not inside:
            raise FileNotFoundError(f"There is no audio file in the folder {each}.")
        files += inside
    if not files:
        raise ValueError("There is no file to audit.")
    return files


def _named_apart(files: list[Path]) -> list[NamedFile]:
    """Two files of one name would be refused: then all have the names of their folders, too."""
    if len({file.name for file in files}) == len(files):
        return [NamedFile(file, file.name) for file in files]
    absolute = [Path(os.path.abspath(file)) for file in files]
    common = Path(os.path.commonpath(absolute))
    above = common if common not in absolute else common.parent
    return [NamedFile(file, file.relative_to(above).as_posix()) for file in absolute]


def _scripts_beside(files: list[NamedFile]) -> dict[str, str] | None:
    texts = {file.name: Path(file.path).with_suffix(".txt") for file in files}
    return {name: text.read_text("utf-8") for name, text in texts.items() if text.is_file()} or None


def _is_any_judged(audit: AuditResult, counted: list[CheckName]) -> bool:
    checks = audit.checks
    judged = [
        *([track.judged for track in checks.comparison.tracks] if checks.comparison and "comparison" in counted else []),
        *([track.judged for track in checks.quality.tracks] if checks.quality and "quality" in counted else []),
        *([track.judged for track in checks.pace.tracks] if checks.pace and "pace" in counted else []),
        *(
            [track.judged for track in checks.script_accuracy.tracks]
            if checks.script_accuracy and "scriptAccuracy" in counted
            else []
        ),
    ]
    # Audits of older versions do not tell it.
    return any(each is not False for each in judged)


def _failure_lines(
    audit: AuditResult, failing: list[TrackToRegenerate], counted: list[CheckName]
) -> Iterator[str]:
    verb = "should be regenerated"
    yield f"{len(failing)} of {audit.file_count} files {verb} (score {audit.score:g} of 100, audit {audit.audit_id})"
    for track in failing:
        yield f"  {track.file}"
        for reason in track.reasons:
            if reason.check in counted:
                yield f"    {reason.check}: {reason.message}"
        for start_sec, end_sec, what in sorted(_moments_of(audit, track.file, counted)):
            yield f"      at {start_sec:.2f} to {end_sec:.2f} s: {what}"


def _moments_of(
    audit: AuditResult, file: str, counted: list[CheckName]
) -> Iterator[tuple[float, float, str]]:
    """What can be jumped to, as far as it counts against the file."""
    quality, script = audit.checks.quality, audit.checks.script_accuracy
    for quality_track in quality.tracks if quality and "quality" in counted else []:
        for issue in quality_track.issues if quality_track.file == file else []:
            if issue.trait is None and issue.audibility_label != "subtle":
                yield issue.time_sec, issue.end_sec, f"{issue.type}, {issue.audibility_label}"
    for script_track in script.tracks if script and "scriptAccuracy" in counted else []:
        if script_track.file != file:
            continue
        for tag in script_track.tags.spoken:
            yield tag.time_sec, tag.end_sec, f'the tag {tag.tag} is spoken as "{tag.spoken_word}"'
        for repetition in script_track.repetitions:
            yield repetition.time_sec, repetition.end_sec, f'"{repetition.text}" is said again'
        for difference in script_track.differences:
            if difference.cause == "voice" and difference.verdict != "said":
                said = f'"{difference.heard}"' if difference.heard else "nothing"
                written = f'"{difference.written}"' if difference.written else "nothing"
                yield difference.time_sec, difference.end_sec, f"{written} is written, {said} was recognised"
