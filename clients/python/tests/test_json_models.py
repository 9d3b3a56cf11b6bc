"""Fields are called otherwise in Python than in JSON."""
from audio_audit_client.json_models import from_json, to_json
from audio_audit_client.models import BatchTrend

TOLD = {
    "kind": "level",
    "unit": "dB",
    "firstFile": "a.mp3",
    "lastFile": "b.mp3",
    "from": -20.5,
    "to": -24.0,
    "message": "the files get 3.5 dB softer from the first file to the last",
}


def test_a_word_of_the_language_ends_in_an_underscore_as_a_field() -> None:
    trend = from_json(BatchTrend, TOLD)
    assert trend.from_ == -20.5
    assert trend.first_file == "a.mp3"
    assert to_json(trend) == TOLD
