"""The client against a service that really listens; the analyser behind it is one that needs no time."""
from __future__ import annotations

import os
import subprocess
import sys
import threading
import time

import pytest
from conftest import tone

from audio_audit_client import (
    AuditProgress,
    Client,
    ConflictError,
    FileContent,
    InsufficientCreditsError,
    InternalError,
    InvalidRequestError,
    NamedFile,
    NewDecision,
    NotFoundError,
    Stop,
    Stopped,
    UnauthorizedError,
    UnreadableAudioError,
    to_json,
)

MEBIBYTE = 2**20


def test_an_audit_is_uploaded_followed_and_fetched(client, sounds):
    before = client.balance()
    audit = client.audit(
        sounds,
        checks=["quality"],
        accuracy="high",
        deviation_threshold=0.3,
        quality_checks={"hum": False},
        scripts={"one.wav": "Hello."},
        force_fresh=True,
    )
    assert audit.file_names == ["one.wav", 'two "2" – ü.wav']
    assert (audit.selected_analyses, audit.accuracy, audit.credits_used) == (["quality"], "high", 2)
    assert audit.checks.quality.tracks[0].snr_db == 40
    assert audit.checks.comparison is None
    assert client.get(audit.audit_id) == audit
    assert client.balance() == before - 2


def test_a_model_is_told_as_the_api_tells_it(client, sounds):
    told = to_json(client.audit(sounds, checks=["quality"]))
    assert told["fileNames"] == ["one.wav", 'two "2" – ü.wav']
    assert told["checks"]["quality"]["tracks"][0]["bandwidth"]["cutoffHz"] is None
    assert "comparison" not in told["checks"]


def test_an_audit_tells_how_far_it_is(trial, sounds):
    followed = Client(trial.followedUrl, trial.key)
    sound = FileContent("a.wav", sounds[0].read_bytes())
    accepted = followed.start([sound], checks=["quality"], force_fresh=True)
    assert followed.status(accepted.audit_id).status in ("queued", "running")
    steps: list[AuditProgress] = []
    assert followed.finished(accepted.audit_id, on_progress=steps.append).audit_id == accepted.audit_id
    assert (steps[-1].file, steps[-1].files_done, steps[-1].file_count) == ("a.wav", 1, 1)


def test_files_may_have_other_names_and_lie_in_memory(client, sounds):
    sources = [NamedFile(sounds[0], "renamed.wav"), FileContent("made.wav", sounds[1].read_bytes())]
    assert client.audit(sources, checks=["quality"]).file_names == ["renamed.wav", "made.wav"]


def test_an_audit_is_charged_once_under_one_key(client, sounds):
    before = client.balance()
    once = {"checks": ["quality"], "force_fresh": True, "idempotency_key": "python-just-once"}
    first, second = client.audit(sounds, **once), client.audit(sounds, **once)
    assert first.audit_id == second.audit_id
    assert client.balance() == before - 2
    with pytest.raises(ConflictError):
        client.audit(sounds[:1], **once)


def test_a_refusal_says_why(client, sounds):
    with pytest.raises(InvalidRequestError) as refused:
        client.audit(sounds, checks=["quality"], deviation_threshold=2)
    error = refused.value
    assert (error.code, error.status) == ("invalid_request", 400)
    assert "deviationThreshold" in error.message
    assert [detail.field for detail in error.details] == ["deviationThreshold"]
    assert len(error.request_id) == 36
    with pytest.raises(InvalidRequestError):
        client.audit(sounds, checks=[])
    with pytest.raises(ValueError, match="no check 'qualty'"):
        client.audit(sounds, checks=["qualty"])


def test_recordings_of_voices_go_along_or_are_kept(client, sounds):
    # The analyser of these tests finds a voice in no file.
    with pytest.raises(InvalidRequestError, match='whose voice "one.wav" is'):
        client.start(sounds, checks=["quality"], references=sounds[:1])
    with pytest.raises(InvalidRequestError, match='"two.wav", is no file of references'):
        client.start(sounds, checks=["quality"], references=sounds[:1], reference_voices={"Mara": "two.wav"})
    with pytest.raises(UnreadableAudioError, match="0.0 s of speech"):
        client.put_voice("Mara & Tom", sounds[0])
    assert client.voices() == []
    with pytest.raises(NotFoundError):
        client.delete_voice("Mara & Tom")


def test_an_audit_that_fails_later_says_why(trial, sounds):
    with pytest.raises(InternalError) as failed:
        Client(trial.failingUrl, trial.key).audit(sounds, checks=["quality"], force_fresh=True)
    assert failed.value.status is None


def test_an_upload_that_is_refused_before_its_end_says_why(trial, tmp_path):
    large = tmp_path / "large.wav"
    large.touch()
    os.truncate(large, 64 * MEBIBYTE)
    with pytest.raises(InsufficientCreditsError) as refused:
        Client(trial.url, trial.poorKey, retries=0).audit([large], checks=["quality"])
    # The least that it can cost: the file may have been analysed before.
    assert (refused.value.details[0].needed, refused.value.details[0].available) == (0.5, 0)


def test_an_audit_that_nobody_waits_for_is_stopped_and_costs_nothing(trial, sounds):
    held = Client(trial.heldUrl, trial.key)
    before = held.balance()
    stop = Stop()

    def stop_when_it_runs() -> None:
        while held.balance() == before:
            time.sleep(0.02)
        stop.set()

    watcher = threading.Thread(target=stop_when_it_runs)
    watcher.start()
    with pytest.raises(Stopped):
        held.audit(sounds, checks=["quality"], force_fresh=True, stop=stop)
    watcher.join()
    assert held.balance() == before


def test_an_audit_is_given_up_after_its_time(trial, sounds):
    held = Client(trial.heldUrl, trial.key)
    before = held.balance()
    with pytest.raises(Stopped):
        held.audit(sounds, checks=["quality"], force_fresh=True, stop=Stop(after_sec=1))
    assert held.balance() == before


def test_a_file_that_is_not_there_fails_before_anything_is_sent(trial, tmp_path):
    nowhere = Client("http://127.0.0.1:9", "aa_x", retries=0)
    with pytest.raises(FileNotFoundError):
        nowhere.audit([tmp_path / "nothing.wav"], checks=["quality"])


def test_audits_are_listed_across_pages_deleted_and_gone(trial, sounds):
    mine = Client(trial.url, trial.listedKey)
    made = [mine.audit(sounds[:1], checks=["quality"]).audit_id for _ in range(5)][::-1]
    assert [audit.audit_id for audit in mine.list(page_size=2)] == made
    assert len(mine.page(limit=3).audits) == 3
    mine.revoke_report(made[0])
    assert mine.get(made[0]).report_url is None
    mine.delete(made[0])
    with pytest.raises(NotFoundError):
        mine.get(made[0])
    with pytest.raises(NotFoundError):
        mine.delete(made[0])


def test_decisions_are_taken_and_told(client, trial):
    assert client.decisions(trial.flaggedAuditId) == []
    made = NewDecision(file="one.wav", check="quality", kind="quality", time_sec=None, decision="accept")
    (told,) = client.decide(trial.flaggedAuditId, [made])
    assert (told.decision, told.note, told.audit_id) == ("accept", "", trial.flaggedAuditId)
    assert client.decisions(trial.flaggedAuditId) == [told]
    unknown = NewDecision(file="one.wav", check="quality", kind="click", time_sec=None, decision="accept")
    with pytest.raises(InvalidRequestError) as refused:
        client.decide(trial.flaggedAuditId, [unknown])
    assert refused.value.details[0].field == "decisions.0.kind"


def test_captions_are_given(client, trial):
    audit_id = trial.spokenAuditId
    assert client.captions(audit_id, 0) == "WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nHello.\n"
    srt = client.captions(audit_id, 0, format="srt", level="word")
    assert srt == "1\r\n00:00:00,000 --> 00:00:00,500\r\nHello.\r\n\r\n"
    with pytest.raises(NotFoundError):
        client.captions(audit_id, 2)


def test_nothing_is_shown_to_a_wrong_key(trial, sounds):
    stranger = Client(trial.url, "aa_wrong")
    with pytest.raises(UnauthorizedError):
        stranger.balance()
    with pytest.raises(UnauthorizedError):
        stranger.audit(sounds, checks=["quality"])


def test_200_files_are_audited_together(client, tmp_path):
    files = [tone(tmp_path / f"{at:03}.wav", 200 + at, duration_sec=0.05) for at in range(200)]
    audit = client.audit(files, checks=["quality"])
    assert audit.file_names == [file.name for file in files]
    assert len(audit.checks.quality.tracks) == 200


def test_200_files_are_sent_in_constant_memory(trial, tmp_path):
    """In a process of its own, which has sent one small file before it is measured."""
    small, large = tmp_path / "small.wav", tmp_path / "large.wav"
    for file, byte_count in [(small, 1), (large, 2 * MEBIBYTE)]:
        file.touch()
        os.truncate(file, byte_count)
    program = """
import resource, sys
from audio_audit_client import Client, NamedFile
client = Client(sys.argv[1], "aa_x")
peak_kib = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
client.start([sys.argv[2]], checks=["quality"])
before = peak_kib()
client.start([NamedFile(sys.argv[3], f"{at}.wav") for at in range(200)], checks=["quality"])
print(peak_kib() - before)
"""
    command = [sys.executable, "-c", program, trial.receiverUrl, str(small), str(large)]
    grown_mib = int(subprocess.run(command, check=True, capture_output=True).stdout) / 1024
    print(f"200 files of 2 MiB: {grown_mib:.1f} MiB above what one small file takes")
    assert grown_mib < 40


def test_an_address_that_is_none_is_refused_at_once():
    for wrong in ["audit.example", "ftp://audit.example", "https://", "https://audit.example/?a=1"]:
        with pytest.raises(ValueError, match="address of the service"):
            Client(wrong, "aa_x")
