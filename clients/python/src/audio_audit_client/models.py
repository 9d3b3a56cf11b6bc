# Derived from the OpenAPI document by "npm run derive"; do not edit.
"""What the API takes and tells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = [
    "Accuracy",
    "AuditAccepted",
    "AuditFailure",
    "AuditPage",
    "AuditProgress",
    "AuditResult",
    "AuditStatus",
    "Bandwidth",
    "BatchAlarm",
    "BatchFinding",
    "BatchTrait",
    "BatchTrend",
    "CastVoice",
    "CheckName",
    "Checks",
    "Clipping",
    "ComparisonReport",
    "ComparisonTrack",
    "Decision",
    "Difference",
    "ErrorDetail",
    "Issue",
    "IssueSummary",
    "KeptVoice",
    "LabelledPart",
    "NewDecision",
    "Overlap",
    "PaceBatchTrend",
    "PaceReport",
    "PaceTrack",
    "PaceTrend",
    "QualityReport",
    "QualityTrack",
    "Reason",
    "Repetition",
    "ScriptAccuracyReport",
    "ScriptTrack",
    "SpokenPart",
    "SpokenTag",
    "Tags",
    "Timing",
    "TrackToRegenerate",
    "Trend",
    "VoicePoint",
    "VoiceTurn",
    "VolumeConsistency",
    "VolumeOutlier",
]

CheckName = Literal["comparison", "quality", "pace", "scriptAccuracy"]
Accuracy = Literal["standard", "high", "highest"]


@dataclass(frozen=True, kw_only=True)
class ErrorDetail:
    """One thing that is wrong."""

    field: str | None = None
    """The parameter or form field concerned."""
    file: str | None = None
    """The file concerned."""
    fault: str | None = None
    """What is wrong with the file, for programs."""
    message: str
    """What is wrong, for people."""
    needed: float | None = None
    """Credits that the request costs; at least so many when it was refused before all files had come."""
    available: float | None = None
    """Credits that are there."""
    scope: Literal["audit", "read", "manage"] | None = None
    """The scope that the API key would need."""


@dataclass(frozen=True, kw_only=True)
class BatchTrait:
    """What most files of a batch share: the way of the engine or of the pipeline."""

    name: str
    """Which trait."""
    files: int
    """How many files have it."""
    share: float
    """The same as a share of the files that could."""
    summary: str
    """What the files do."""
    advice: str
    """What to change in the pipeline: another try at one file gives the same."""


@dataclass(frozen=True, kw_only=True)
class VolumeOutlier:
    """A file that is louder or softer than the batch or, where there is a cast, than its voice."""

    file: str
    """File name, as it was sent."""
    db: float
    """Loudness of the file in LUFS (ITU-R BS.1770)."""
    deviation_db: float
    """How much louder (or, below 0, softer) than the median of the batch or, where there is a cast, of its voice, in dB; with two files, than the other."""
    deviation: float | None = None
    """The same as the number that is held against deviationThreshold; above 1 from 5.5 dB on. Absent in audits of older versions."""


@dataclass(frozen=True, kw_only=True)
class VolumeConsistency:
    """Do all files have the same loudness?"""

    score: float
    """Score of the volume, 0 to 100."""
    median_db: float
    """Median loudness of the batch in LUFS; -70, where the scale begins, when every file is silent."""
    spread_db: float
    """From the softest file to the loudest, in dB."""
    limit_db: float | None = None
    """A file that is further off than this, in dB, stands out: what deviationThreshold stands for. Absent in audits of older versions."""
    outliers: list[VolumeOutlier]
    """Files that stand out."""


@dataclass(frozen=True, kw_only=True)
class VoiceTurn:
    """A stretch of a file in which one voice speaks."""

    voice: float
    """Which of the voices of the file: 1 for the one that speaks first, and so on."""
    start_sec: float
    """When it begins, in seconds."""
    end_sec: float
    """When it ends, in seconds."""


@dataclass(frozen=True, kw_only=True)
class Overlap:
    """A stretch of a file in which two voices speak at once."""

    start_sec: float
    """When it begins, in seconds."""
    end_sec: float
    """When it ends, in seconds."""


@dataclass(frozen=True, kw_only=True)
class SpokenPart:
    """Who speaks a part of a file that its script gives to a speaker."""

    label: str
    """The name of the speaker, as the script has it."""
    start_sec: float
    """When it begins, in seconds."""
    end_sec: float
    """When it ends, in seconds."""
    voice: float | None
    """Which of the voices of the file speaks most of it, as in `voiceTurns`; null where that cannot be told."""


@dataclass(frozen=True, kw_only=True)
class Trend:
    """A slow change inside a file. A level that sinks in the last words alone has their times, and `from` is what the ends of the other phrases have."""

    kind: Literal["voice", "pitch", "level"]
    """What changes."""
    unit: Literal["similarity", "semitones", "dB"]
    """Of `from` and `to`: similarity to the beginning for the voice, semitones above 100 Hz for the pitch, dB for the level."""
    start_sec: float
    """Start, in seconds from the beginning of the file."""
    end_sec: float
    """End, in seconds from the beginning of the file."""
    from_: float
    """At the beginning of the change, in `unit`."""
    to: float
    """At its end."""
    deviation: float
    """How far it goes, as the number that is held against deviationThreshold."""
    flagged: bool
    """Whether that is beyond deviationThreshold, and so a reason to regenerate the file."""
    message: str
    """What a person would hear, and when."""


@dataclass(frozen=True, kw_only=True)
class BatchTrend:
    """A slow change along the batch, in the order of its files. No file is flagged for it."""

    kind: Literal["voice", "pitch", "level"]
    """What changes."""
    unit: Literal["similarity", "semitones", "dB"]
    """Of `from` and `to`: similarity to the beginning for the voice, semitones above 100 Hz for the pitch, dB for the level."""
    first_file: str
    """File name, as it was sent."""
    last_file: str
    """File name, as it was sent."""
    from_: float
    """At the first file, in `unit`."""
    to: float
    """At the last file."""
    message: str
    """The same in words."""


@dataclass(frozen=True, kw_only=True)
class VoicePoint:
    """How like its beginning the voice of a file is at one time."""

    at_sec: float
    """The time, in seconds."""
    similarity: float
    """Near 1 for the voice of the first ten seconds of speech, near 0 for another."""


@dataclass(frozen=True, kw_only=True)
class ComparisonTrack:
    """The voice of one file against its batch."""

    file: str
    """File name, as it was sent."""
    speech: Literal["speech", "silence", "noise", "tone", "music", "tooShort"] | None = None
    """"speech", or what the file holds in which nobody speaks: "silence", "noise", "tone", "music", or "tooShort" for less than a word. Absent in audits of older versions."""
    similarity: float
    """Of the voice to the rest of the batch: near 1 for the batch's own voice, near 0 for a stranger's, 0 where nobody speaks, 0.5 where it cannot be told. Where no voice is the batch's, the mean of all other files."""
    deviation: float
    """How far the similarity falls below the batch's own norm, as a fraction; below 0 when closer than typical, 1 where nobody speaks."""
    flagged: bool
    """Whether this check says that the file should be regenerated."""
    judged: bool | None = None
    """Whether this check could judge the file; one that could not is neither good nor bad, and `note` says why. Absent in audits of older versions."""
    voice_group: int | None = None
    """Which of the voices of the batch it has: 1 for the commonest, and so on; null where that cannot be told, absent in audits of older versions."""
    voice: str | None = None
    """With `voices` or `referenceVoices`: the voice that the file should have, null where none was named for it."""
    sounds_like: str | None = None
    """With `voices` or `referenceVoices`: the voice of the cast that the file has instead of its own; null where it has its own, or none of them."""
    reference_similarity: float | None = None
    """With `referenceVoices`: of the voice to the reference, together with the files that sound like this one; near 1 for the same voice, near 0 for another, null where its voice has no reference or there is too little speech."""
    loudness_db: float | None = None
    """Loudness of the file in LUFS (ITU-R BS.1770); null when it is silent, absent in audits of older versions."""
    loudness_deviation_db: float | None = None
    """How much louder (or, below 0, softer) than the median of the batch or, where there is a cast, of its voice, in dB; with two files, than the other. Held against limitDb. Null where it is not judged, absent in audits of older versions."""
    voice_changes_sec: list[float] | None = None
    """Where the voice changes inside the file, in seconds; absent where there is too little speech for two voices."""
    voice_turns: list[VoiceTurn] | None = None
    """Who speaks when, in the order of time, where more than one voice speaks in the file; absent otherwise."""
    overlaps: list[Overlap] | None = None
    """Where two voices speak at once, in the order of time; empty where they take turns, absent where one voice speaks, and in audits of older versions."""
    trends: list[Trend] | None = None
    """Slow changes of voice, pitch and level inside the file; absent where there are none, and in audits of older versions."""
    voice_curve: list[VoicePoint] | None = None
    """How like its beginning the voice is in the course of the file, at up to 60 times; absent under 20 seconds of speech, and in audits of older versions."""
    speakers: list[SpokenPart] | None = None
    """With scriptAccuracy and a script that names speakers: which voice speaks what each of them should say."""
    note: str | None = None
    """Why there is no judgement, or what else is different about the recording."""


@dataclass(frozen=True, kw_only=True)
class CastVoice:
    """A voice of the cast."""

    voice: str | None
    """Its name; null for files for which none was named."""
    files: list[str]
    """Those that should have it, in upload order."""
    same_as: list[str]
    """Other names of the cast under which the same voice speaks."""
    has_reference: bool | None = None
    """With `referenceVoices`: whether there is a reference of it. A voice with a reference and no files is one that files may have in place of their own."""


@dataclass(frozen=True, kw_only=True)
class ComparisonReport:
    """Speaker and volume consistency."""

    score: float
    """Score of the check, 0 to 100, one decimal: 100 x the square of the share of files that are in order, so 0 where all are flagged. Files near the limit, and faults that most files share, take a little."""
    summary: str
    """What the check found, in a sentence or a few."""
    similarity_matrix: list[list[float]]
    """Similarity of each file to each: one row and column per file in upload order, symmetric, 1 on the diagonal."""
    volume_consistency: VolumeConsistency
    cast: list[CastVoice] | None = None
    """With `voices` or `referenceVoices`: who should speak in which files."""
    batch_traits: list[BatchTrait] | None = None
    """Slow changes that most files make: each file is flagged for what it does beyond them. Absent where there are none, and in audits of older versions."""
    batch_trends: list[BatchTrend] | None = None
    """Slow changes of voice, pitch and level from the first file to the last; absent where there are none, and in audits of older versions."""
    tracks: list[ComparisonTrack]
    """One per file, in upload order."""


@dataclass(frozen=True, kw_only=True)
class PaceTrend:
    """Speech that gets faster or slower in the course of a file."""

    kind: Literal["pace"]
    """What changes."""
    unit: Literal["wpm"]
    """Of `from` and `to`: words per minute."""
    start_sec: float
    """Start, in seconds from the beginning of the file."""
    end_sec: float
    """End, in seconds from the beginning of the file."""
    from_: float
    """Words per minute at the beginning."""
    to: float
    """Words per minute at the end."""
    deviation: float
    """How far it goes, as the number that is held against deviationThreshold."""
    flagged: bool
    """Whether that is beyond deviationThreshold, and so a reason to regenerate the file."""
    message: str
    """The same in words."""


@dataclass(frozen=True, kw_only=True)
class PaceBatchTrend:
    """Files that get faster or slower in their order. No file is flagged for it."""

    kind: Literal["pace"]
    """What changes."""
    unit: Literal["wpm"]
    """Of `from` and `to`: words per minute."""
    first_file: str
    """File name, as it was sent."""
    last_file: str
    """File name, as it was sent."""
    from_: float
    """Words per minute at the beginning."""
    to: float
    """Words per minute at the end."""
    message: str
    """The same in words."""


@dataclass(frozen=True, kw_only=True)
class PaceTrack:
    """The speaking speed of one file."""

    file: str
    """File name, as it was sent."""
    speech: Literal["speech", "silence", "noise", "tone", "music", "tooShort"] | None = None
    """"speech", or what the file holds in which nobody speaks: "silence", "noise", "tone", "music", or "tooShort" for less than a word. Absent in audits of older versions."""
    words_per_minute: float | None
    """For reading: files are judged by `deviation`. Null when nothing is said."""
    word_count: int
    """Words as spoken: "1984" is three."""
    speech_sec: float
    """Seconds of speech, long pauses left out."""
    deviation: float | None
    """How much faster (or, below 0, slower) than the median of the batch or, where there is a cast, of its voice, as a fraction: the number that reasons tell and that is held against deviationThreshold; -1 where nobody speaks, null where it is not judged."""
    flagged: bool
    """Whether this check says that the file should be regenerated."""
    judged: bool | None = None
    """Whether this check could judge the file; one that could not is neither good nor bad, and `note` says why. Absent in audits of older versions."""
    longest_pause_sec: float
    """The longest silence between the first word and the last."""
    trends: list[PaceTrend] | None = None
    """Speech that gets faster or slower in the course of the file; absent where it does not, and in audits of older versions."""
    note: str | None = None
    """Why there is no judgement."""


@dataclass(frozen=True, kw_only=True)
class PaceReport:
    """Speaking speed consistency."""

    score: float
    """Score of the check, 0 to 100, one decimal: 100 x the square of the share of files that are in order, so 0 where all are flagged. Files near the limit, and faults that most files share, take a little."""
    summary: str
    """What the check found, in a sentence or a few."""
    median_words_per_minute: float | None
    """Median of the batch; null when nothing is said in any file."""
    batch_traits: list[BatchTrait] | None = None
    """That most files get faster, or slower, towards their end: each file is flagged for what it does beyond that. Absent where they do not, and in audits of older versions."""
    batch_trends: list[PaceBatchTrend] | None = None
    """Files that get faster or slower from the first to the last; absent where they do not, and in audits of older versions."""
    tracks: list[PaceTrack]
    """One per file, in upload order."""


@dataclass(frozen=True, kw_only=True)
class Issue:
    """One fault in the sound of a file."""

    time_sec: float
    """Start, in seconds from the beginning of the file."""
    end_sec: float
    """End, in seconds from the beginning of the file."""
    duration_ms: float
    """Length in milliseconds."""
    type: Literal["garble", "silence", "static", "click", "dropout", "clipping", "truncation", "hum", "trailingSound"]
    """What kind of fault it is."""
    severity: float
    """How much of the sound is spoilt, 0 to 1."""
    audibility: float
    """How much it stands out of the sound around it, 0 to 1."""
    audibility_label: Literal["subtle", "noticeable", "severe"]
    """The same in a word."""
    confidence: float | None = None
    """How likely it is a fault at all, 0 to 1: of issues told with 0.9 nine in ten are real. Absent in audits of older versions."""
    trait: str | None = None
    """The trait of the batch that it is part of, which does not count against the file; null where it counts. Absent in audits of older versions."""


@dataclass(frozen=True, kw_only=True)
class IssueSummary:
    """The issues of a file in numbers."""

    total: int
    """All issues."""
    severe: int
    """Issues that nobody can miss."""
    noticeable: int
    """Issues that a listener notices."""
    garble_count: int
    """Issues of type "garble"."""
    static_count: int
    """Issues of type "static"."""
    silence_count: int
    """Issues of type "silence"."""
    worst_label: Literal["subtle", "noticeable", "severe", "none"]
    """The label of the most audible issue; "none" when there is no issue."""


@dataclass(frozen=True, kw_only=True)
class Clipping:
    """Samples cut off at the top."""

    clip_count: int
    """Number of places."""
    clip_percentage: float
    """Share of all samples, in percent."""


@dataclass(frozen=True, kw_only=True)
class Bandwidth:
    """How high the sound reaches."""

    cutoff_hz: float | None
    """Frequency above which there is nothing; null when the recording fills its sample rate."""
    spectral_centroid_hz: float
    """Centre of the spectrum."""
    bandwidth_ratio: float
    """Share of the band that the sample rate allows, 0 to 1."""


@dataclass(frozen=True, kw_only=True)
class QualityTrack:
    """The sound of one file."""

    file: str
    """File name, as it was sent."""
    speech: Literal["speech", "silence", "noise", "tone", "music", "tooShort"] | None = None
    """"speech", or what the file holds in which nobody speaks: "silence", "noise", "tone", "music", or "tooShort" for less than a word. Absent in audits of older versions."""
    score: float
    """Quality score of the file, 0 to 100; a file is flagged that loses more than 100 x deviationThreshold."""
    flagged: bool
    """Whether this check says that the file should be regenerated."""
    judged: bool | None = None
    """Whether this check could judge the file; one that could not is neither good nor bad, and `note` says why. Absent in audits of older versions."""
    snr_db: float
    """Signal-to-noise ratio in dB; 0 where there is no speech to tell it by."""
    issue_count: int
    """Number of issues."""
    confidence: float | None = None
    """How likely the surest of the issues that a listener notices is real, 0 to 1; null where there is none. Absent in audits of older versions."""
    issue_summary: IssueSummary
    issues: list[Issue]
    """By time."""
    clipping: Clipping
    bandwidth: Bandwidth


@dataclass(frozen=True, kw_only=True)
class QualityReport:
    """Audio quality."""

    score: float
    """Score of the check, 0 to 100, one decimal: 100 x the square of the share of files that are in order, so 0 where all are flagged. Files near the limit, and faults that most files share, take a little."""
    summary: str
    """What the check found, in a sentence or a few."""
    disabled_checks: list[str] | None = None
    """Keys of qualityChecks that were false: what they look for is not in the report. Absent in audits of older versions."""
    batch_traits: list[BatchTrait] | None = None
    """What most files share. Such faults are listed with each file but are no reason to regenerate it, unless they stand out or are severe."""
    tracks: list[QualityTrack]
    """One per file, in upload order."""


@dataclass(frozen=True, kw_only=True)
class SpokenTag:
    """A direction that was spoken aloud."""

    tag: str
    """The tag as written."""
    content: str
    """What is inside of it."""
    spoken_word: str
    """What was recognised."""
    time_sec: float
    """Start, in seconds from the beginning of the file."""
    end_sec: float
    """End, in seconds from the beginning of the file."""


@dataclass(frozen=True, kw_only=True)
class Difference:
    """Where a file does not say what its script says."""

    kind: Literal["missing", "added", "changed"]
    """What happened to the words."""
    verdict: Literal["said", "saidOtherwise", "missing", "cut", "added", "doubtful"] | None = None
    """What became of the words: said as written after all (the recogniser is to blame), said otherwise, missing, cut off inside the word, added, or doubtful, where a person should listen; absent in audits of older versions."""
    written: str
    """As the script has it; empty for what was added."""
    heard: str
    """As it was recognised; empty for what is missing, or was said and could not be made out."""
    time_sec: float
    """Start, in seconds from the beginning of the file."""
    end_sec: float
    """End, in seconds from the beginning of the file."""
    confidence: float
    """How sure it is that the voice made the difference, 0 to 1."""
    cause: Literal["voice", "recogniser"]
    """Who is held to have made it; only the mistakes of the voice count against the file."""


@dataclass(frozen=True, kw_only=True)
class Repetition:
    """Words that were said again."""

    text: str
    """What was said again, as recognised."""
    times: int
    """How often too many."""
    time_sec: float
    """Start, in seconds from the beginning of the file."""
    end_sec: float
    """End, in seconds from the beginning of the file."""


@dataclass(frozen=True, kw_only=True)
class Tags:
    """Tags of the script."""

    found: int
    """Tags in the script."""
    spoken: list[SpokenTag]
    """Those that were spoken aloud."""


@dataclass(frozen=True, kw_only=True)
class LabelledPart:
    """A part of a file that its script gives to a speaker."""

    label: str
    """The name of the speaker, as the script has it."""
    start_sec: float
    """Start, in seconds from the beginning of the file."""
    end_sec: float
    """End, in seconds from the beginning of the file."""


@dataclass(frozen=True, kw_only=True)
class ScriptTrack:
    """What one file says."""

    file: str
    """File name, as it was sent."""
    speech: Literal["speech", "silence", "noise", "tone", "music", "tooShort"] | None = None
    """"speech", or what the file holds in which nobody speaks: "silence", "noise", "tone", "music", or "tooShort" for less than a word. Absent in audits of older versions."""
    transcript: str
    """What was recognised."""
    word_times_sec: list[list[float]] | None = None
    """Start and end of each word of the transcript (split at spaces), in seconds; absent in audits of older versions."""
    script: str | None = None
    """What should be said: the script without directions and markup, its words parted by single spaces. Absent without a script, where it was not compared, and in audits of older versions."""
    script_times_sec: list[list[float] | None] | None = None
    """Start and end of each word of `script`, in seconds; null where it is not said. A word that was recognised otherwise and is held to be said has the time of what was recognised for it. Absent where the script is of something else, and wherever `script` is."""
    speakers: list[LabelledPart] | None = None
    """Who should speak when, in the order of time, where the script names speakers at the beginning of lines ("MARA: I told you so."); absent otherwise. With comparison, its tracks tell which voice speaks."""
    has_script: bool | None = None
    """Whether the file was compared with a script; without one only repetitions and spoken directions are looked for, and `accuracy` is measured against nothing else. Absent in audits of older versions."""
    score: float | None = None
    """How near the file is to what it should say, 0 to 100: 70 after one word of content that is surely wrong, however long the file. A file is flagged that loses more than 100 x deviationThreshold. Absent in audits of older versions."""
    accuracy: float
    """For reading: 100 x (1 - wordErrorRate), at least 0."""
    word_error_rate: float
    """Words that the voice got wrong for each word that it should say."""
    flagged: bool
    """Whether this check says that the file should be regenerated."""
    judged: bool | None = None
    """Whether this check could judge the file; one that could not is neither good nor bad, and `note` says why. Absent in audits of older versions."""
    tags: Tags
    differences: list[Difference]
    """Missing, added and changed words, by time; also words that were recognised as others that sound the same (`verdict` "said", `confidence` 0)."""
    doubtful: int | None = None
    """Differences of which nobody knows whether the voice made them: a person should listen; absent in audits of older versions."""
    repetitions: list[Repetition]
    """Words said again, by time."""
    truncated: bool
    """Whether the end of the script is not said, or only the beginning of its last word."""
    note: str | None = None
    """What is wrong with the script itself."""


@dataclass(frozen=True, kw_only=True)
class BatchFinding:
    """What is wrong between the files and scripts of a batch: told once, beside what each file tells by itself."""

    kind: Literal["wrongOrder", "saidTwice", "split", "scriptNotSaid", "sameSound", "withoutScript"]
    """Files that say each other's scripts, a script that several files say, one that goes on in the next file, one that no file says, one recording under several names, or files without a script where others have one."""
    message: str
    """What it is, and what to do about it."""
    files: list[str]
    """All files that it is about, by name; of "wrongOrder" each says the script of the next, else they are in upload order."""


@dataclass(frozen=True, kw_only=True)
class ScriptAccuracyReport:
    """Script accuracy and tags spoken aloud."""

    score: float
    """Score of the check, 0 to 100, one decimal: 100 x the square of the share of files that are in order, so 0 where all are flagged. Files near the limit, and faults that most files share, take a little."""
    summary: str
    """What the check found, in a sentence or a few."""
    spoken_tag_count: int
    """Tags spoken aloud in all files together."""
    batch_findings: list[BatchFinding] | None = None
    """What is wrong between files and scripts of the batch, the most important first; absent in audits of older versions."""
    tracks: list[ScriptTrack]
    """One per file, in upload order."""


@dataclass(frozen=True, kw_only=True)
class Reason:
    """Why a file is flagged."""

    check: CheckName
    """The check that flags it."""
    message: str
    """What a person would hear, and where."""
    deviation: float | None = None
    """For comparison: how far the voice, or the volume, is off."""


@dataclass(frozen=True, kw_only=True)
class TrackToRegenerate:
    """A file that should be regenerated."""

    file: str
    """File name, as it was sent."""
    reasons: list[Reason]
    """Why it is flagged."""


@dataclass(frozen=True, kw_only=True)
class BatchAlarm:
    """What is wrong with a batch as a whole, so that no single file can be blamed for it."""

    kind: Literal["nobodySpeaks", "severalVoices", "sharedVoice", "sharedFault", "identicalFiles"]
    """Nobody speaks in half of the files or more, no voice is the batch's own, most files share a fault, or one file is there under several names."""
    message: str
    """What it is, one sentence."""
    advice: str | None = None
    """What to do about it, where that can be said."""
    files: list[str]
    """Those that it is about, in upload order."""


@dataclass(frozen=True, kw_only=True)
class Checks:
    """One report for each check that was enabled, and none for the others."""

    comparison: ComparisonReport | None = None
    quality: QualityReport | None = None
    pace: PaceReport | None = None
    script_accuracy: ScriptAccuracyReport | None = None


@dataclass(frozen=True, kw_only=True)
class Timing:
    """Where the time went, in seconds."""

    decode: float
    """Decoding."""
    checks: float
    """Checks."""
    total: float
    """All of it."""


@dataclass(frozen=True, kw_only=True)
class AuditAccepted:
    """An audit that goes on without the caller."""

    audit_id: str
    """Identifies the audit."""
    status: Literal["queued", "running", "done"]
    """How far it is."""
    status_url: str
    """Where to ask how far it is; with "Accept: text/event-stream" it tells by itself."""
    audit_url: str
    """Where the audit is once it is done."""
    report_url: str | None = None
    """For who pays per request and has no key: what stands behind # is the X-Report-Token that opens statusUrl and auditUrl."""


@dataclass(frozen=True, kw_only=True)
class AuditFailure:
    """Why an audit has no result."""

    code: Literal["invalid_request", "unreadable_audio", "unauthorized", "insufficient_credits", "payment_required", "forbidden", "not_found", "method_not_allowed", "upload_too_slow", "conflict", "too_large", "file_not_fetched", "range_not_satisfiable", "unsupported_media", "rate_limited", "internal", "busy", "cancelled", "interrupted"]
    """The code of the error, "cancelled" when the audit was stopped, or "interrupted" when the service stopped while it was running."""
    message: str
    """For people."""
    details: list[ErrorDetail] | None = None
    """Every file that is wrong."""


@dataclass(frozen=True, kw_only=True)
class AuditStatus:
    """How far an audit is."""

    audit_id: str
    """Identifies the audit."""
    status: Literal["queued", "running", "done", "failed"]
    """A failed audit costs nothing."""
    file_count: int
    """Number of files in the batch."""
    files_done: int
    """Files that have been analysed."""
    time_left_sec: int | None = None
    """About how many seconds it will still take; absent until a file was analysed."""
    created_at: str
    """When it was begun."""
    finished_at: str | None = None
    """When it ended."""
    error: AuditFailure | None = None
    """Why it failed."""
    audit_url: str
    """Where the audit is once it is done."""


@dataclass(frozen=True, kw_only=True)
class AuditProgress:
    """One step of one file."""

    file: str
    """File name."""
    index: int
    """Its place in the batch, from 0."""
    step: Literal["decode", "voiceActivity", "transcript", "voicePrint", "heard", "remembered"]
    """What begins now; "heard" (analysed) and "remembered" (cached) are the last that is told of a file."""
    files_done: int
    """Files that have been analysed."""
    file_count: int
    """Number of files in the batch."""
    reasons: list[Reason] | None = None
    """Of an analysed file, told a moment after: what quality and scriptAccuracy flag in it by itself. What the batch shares, and the other checks, are known at the end."""


@dataclass(frozen=True, kw_only=True)
class AuditResult:
    """A stored audit: its full result, and how it was made."""

    score: float
    """Overall score, 0 to 100: the mean of the scores of all enabled checks."""
    summary: str
    """One sentence."""
    file_count: int
    """Number of files in the batch."""
    audit_id: str
    """Identifies the audit: 32 hex digits."""
    deviation_threshold: float | None = None
    """What every judgement was held against. Absent in audits of older versions."""
    batch_alarms: list[BatchAlarm] | None = None
    """What is wrong with the batch as a whole, the most important first. Absent in audits of older versions."""
    tracks_to_regenerate: list[TrackToRegenerate]
    """Files flagged by any check, in upload order."""
    checks: Checks
    credits_used: float
    """Credits that were taken."""
    timing: Timing
    name: str | None = None
    """What its owner calls it."""
    file_names: list[str]
    """In upload order."""
    selected_analyses: list[CheckName]
    """The checks that were enabled."""
    accuracy: Accuracy
    """Accuracy of the comparison."""
    regen_count: int
    """Number of files to regenerate."""
    audio_urls: list[str]
    """Links to the stored files, in upload order; they expire. Empty once the audio was deleted."""
    source: Literal["api", "web", "cli"]
    """Through which door it came."""
    created_at: str
    """When it was begun."""
    report_url: str | None = None
    """Opens the audit in a browser, without a key. What stands behind # is the secret of this one report."""


@dataclass(frozen=True, kw_only=True)
class AuditPage:
    """A page of audits, most recent first."""

    audits: list[AuditResult]
    """Most recent first."""
    next_cursor: str | None = None
    """Pass as cursor to get the next page; absent when there are no more."""


@dataclass(frozen=True, kw_only=True)
class NewDecision:
    """What you have decided about one issue."""

    file: str
    """Name of a file of the audit."""
    check: CheckName
    """The check that told it."""
    kind: str
    """The type of the issue, the kind of the difference, "repetition" or "spokenTag"; the name of the check where it is about the file as a whole."""
    time_sec: float | None
    """timeSec of the issue; null where it is about the file as a whole."""
    end_sec: float | None = None
    """endSec of the issue; it may be left out."""
    decision: Literal["retake", "accept", "falseAlarm"]
    """"retake": the file is to be regenerated for it; "accept": it is there and may stay; "falseAlarm": it is not there."""
    note: str | None = None
    """Why, in your words."""


@dataclass(frozen=True, kw_only=True)
class Decision:
    """What was decided about one issue of a file."""

    file: str
    """File name, as it was sent."""
    check: CheckName
    """The check that told it."""
    kind: str
    """The type of the issue, the kind of the difference, "repetition" or "spokenTag"; the name of the check where it is about the file as a whole."""
    time_sec: float | None
    """timeSec of the issue; null where it is about the file as a whole."""
    end_sec: float | None
    """endSec of the issue; null for the file as a whole."""
    confidence: float | None
    """How sure the check was, as the result told it; null where it tells no such thing."""
    decision: Literal["retake", "accept", "falseAlarm"]
    """"retake": the file is to be regenerated for it; "accept": it is there and may stay; "falseAlarm": it is not there."""
    note: str
    """Why; empty where nothing was said."""
    audit_id: str | None
    """The audit that it was made in: this one, or another of the same content. Null once that was deleted."""
    created_at: str
    """When it was made."""


@dataclass(frozen=True, kw_only=True)
class KeptVoice:
    """A voice that files can be held against."""

    name: str
    """What the voice is called, in referenceVoices as well."""
    speech_sec: float
    """Seconds of speech that it was made of."""
    outdated: bool
    """Whether another version of the voice model made it: then put a recording again before it is named in an audit."""
    created_at: str
    """When it was put."""
