"""Builds the wheel and the source archive with the setuptools that are installed, without a network.

    python3 clients/python/build.py [FOLDER]

writes both to FOLDER, clients/python/dist unless told. Debian: apt-get install python3-setuptools python3-wheel
"""
import os
import shutil
import sys
import tempfile
from pathlib import Path

here = Path(__file__).resolve().parent
PARTS = ["pyproject.toml", "README.md", "LICENSE", "src"]


def build(folder: Path) -> None:
    try:
        from setuptools import build_meta
    except ImportError:
        sys.exit("setuptools are missing: apt-get install python3-setuptools python3-wheel")
    folder.mkdir(parents=True, exist_ok=True)
    # In a copy: setuptools leave folders of their own beside what they build.
    with tempfile.TemporaryDirectory() as copy:
        for part in PARTS:
            if (here / part).is_dir():
                shutil.copytree(here / part, Path(copy, part), ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
            else:
                shutil.copy(here / part, copy)
        os.chdir(copy)
        names = [build_meta.build_wheel(str(folder)), build_meta.build_sdist(str(folder))]
    for name in names:
        print(folder / name)


if __name__ == "__main__":
    if len(sys.argv) > 2 or sys.argv[1:2] in (["-h"], ["--help"]):
        sys.exit(__doc__)
    build(Path(sys.argv[1] if len(sys.argv) > 1 else here / "dist").resolve())
