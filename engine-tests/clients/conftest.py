"""What the client tests share: the engine under test, and visible skips."""

import os
import shutil
from pathlib import Path

import pytest

# Debian keeps game engines where root's PATH does not look.
os.environ["PATH"] += os.pathsep + "/usr/games"


@pytest.fixture(scope="session")
def ajeeb() -> str:
    """The path of the engine under test, from the environment variable AJEEB."""
    path = Path(os.environ.get("AJEEB", "target/release/ajeeb")).resolve()
    assert path.exists(), f"{path} is not there: build it, or set AJEEB"
    return str(path)


@pytest.fixture(scope="session")
def opponent():
    """Finds another engine by name, or skips the test with a visible line."""

    def find(name: str) -> str:
        path = shutil.which(name)
        if path is None:
            pytest.skip(f"{name} is not installed")
        return path

    return find
