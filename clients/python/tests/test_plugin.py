"""assert_audit: what a test prints that fails by it. One of three files has a burst of static."""
from __future__ import annotations

import pytest
from conftest import tone


@pytest.fixture
def batch(pytester, trial, monkeypatch):
    folder = pytester.mkdir("voices")
    for at, name in enumerate(["01.wav", "02.wav", "03.wav"]):
        # The analyser behind the service finds static in whatever is longer than a second.
        tone(folder / name, 300 + 100 * at, duration_sec=1.5 if name == "02.wav" else 0.3)
    monkeypatch.setenv("AUDIO_AUDIT_URL", trial.faultyUrl)
    monkeypatch.setenv("AUDIO_AUDIT_KEY", trial.key)
    return folder


def ran(pytester, body: str):
    pytester.makepyfile(f"def test_voices(assert_audit):\n    {body}\n")
    return pytester.runpytest_subprocess()


def test_a_failure_says_which_files_why_and_at_which_second(pytester, batch):
    result = ran(pytester, "assert_audit('voices', checks=['quality'])")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "E*AssertionError: 1 of 3 files should be regenerated (score * of 100, audit *",
            "E*  02.wav",
            "E*    quality: static at 0:00*",
            "E*      at 0.25 to 0.75 s: static, severe",
        ]
    )
    result.stdout.no_fnmatch_line("*01.wav*")
    result.stdout.no_fnmatch_line("*testing.py*")


def test_a_batch_in_order_passes_and_gives_the_audit(pytester, batch):
    body = "assert assert_audit(['voices/01.wav', 'voices/03.wav'], checks=['quality']).file_count == 2"
    ran(pytester, body).assert_outcomes(passed=1)


def test_so_many_files_may_be_flagged(pytester, batch):
    ran(pytester, "assert_audit('voices', checks=['quality'], max_flagged=1)").assert_outcomes(passed=1)


def test_the_function_works_without_the_fixture(pytester, batch):
    pytester.makepyfile(
        """
        import pytest
        from audio_audit_client.testing import assert_audit

        def test_voices():
            with pytest.raises(AssertionError, match="02.wav"):
                assert_audit("voices", checks=["quality"], fail_on=["quality"])
        """
    )
    pytester.runpytest_subprocess().assert_outcomes(passed=1)


def test_two_files_of_one_name_are_told_apart_by_their_folders(pytester, batch):
    other = pytester.mkdir("other")
    tone(other / "01.wav", 900)
    body = "assert assert_audit(['voices/01.wav', 'other'], checks=['quality']).file_names == ['voices/01.wav', 'other/01.wav']"
    ran(pytester, body).assert_outcomes(passed=1)


def test_nothing_to_audit_is_no_success(pytester, batch):
    pytester.mkdir("empty")
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.parametrize("paths", ["empty", "nowhere.wav", []])
        def test_voices(assert_audit, paths):
            assert_audit(paths)
        """
    )
    pytester.runpytest_subprocess().assert_outcomes(failed=3)


def test_without_a_service_the_test_says_what_to_set(pytester, batch, monkeypatch):
    monkeypatch.delenv("AUDIO_AUDIT_KEY")
    result = ran(pytester, "assert_audit('voices')")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*set AUDIO_AUDIT_URL*and AUDIO_AUDIT_KEY*"])
