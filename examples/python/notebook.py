# %% [markdown]
# # What is wrong with a batch of speech
#
# A notebook as a script: Jupyter (with jupytext), VS Code and PyCharm show its cells; `python3 notebook.py FOLDER` runs it whole.
# It needs the package in `clients/python`, a service (`AUDIO_AUDIT_URL`) and a key (`AUDIO_AUDIT_KEY`).

# %%
import sys
from pathlib import Path

from audio_audit_client import Client

folder = Path(sys.argv[1] if len(sys.argv) > 1 and Path(sys.argv[1]).is_dir() else "samples")
files = sorted(file for file in folder.iterdir() if file.suffix.lower() in (".mp3", ".wav", ".flac", ".ogg"))
scripts = {file.name: file.with_suffix(".txt").read_text() for file in files if file.with_suffix(".txt").is_file()}
client = Client.from_environment()
print(len(files), "files,", len(scripts), "scripts,", client.balance(), "credits")

# %% [markdown]
# ## The audit

# %%
audit = client.audit(
    files,
    checks=["comparison", "quality", "pace", "scriptAccuracy"],
    scripts=scripts or None,
    on_progress=lambda step: print(f"{step.files_done}/{step.file_count} {step.file}: {step.step}", file=sys.stderr),
)
print(audit.summary)
for track in audit.tracks_to_regenerate:
    print(track.file)
    for reason in track.reasons:
        print("   ", reason.check, reason.message)

# %% [markdown]
# ## How each file sounds, and how fast it is

# %%
for quality, pace in zip(audit.checks.quality.tracks, audit.checks.pace.tracks):
    print(f"{quality.file:24} sound {quality.score:5.1f}   SNR {quality.snr_db:5.1f} dB   {pace.words_per_minute or 0:4.0f} words a minute")

# %% [markdown]
# ## Captions of the first file

# %%
print(client.captions(audit.audit_id, 0))
