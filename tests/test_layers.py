"""Imports point one way, and the linter that says so really looks."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("bot", "data", "engine", "renderers")


def _lint(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for room in ROOMS:
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__", "fonts"))
    return tmp_path


def test_the_project_keeps_its_layers(copy: Path) -> None:
    result = _lint(copy)
    assert result.returncode == 0, result.stdout + result.stderr


def test_wrong_imports_are_refused_in_every_direction(copy: Path) -> None:
    wrong = {
        "Imports point one way": ("engine/core/errors.py", "bot.config"),
        "Only bot knows Discord": ("renderers/__init__.py", "discord"),
        "Only data speaks SQL": ("bot/config.py", "sqlalchemy"),
        "Only renderers draw": ("bot/config.py", "PIL"),
        "Services know no Discord": ("bot/services/__init__.py", "discord"),
        "What is generic knows no tiles": ("engine/core/errors.py", "engine.rummikub.tiles"),
    }
    for file, module in wrong.values():
        place = copy / file
        place.write_text(f"{place.read_text()}\nimport {module}\n")
    result = _lint(copy)
    assert result.returncode == 1
    for contract, (file, module) in wrong.items():
        told = result.stdout.partition("Broken contracts")[2].partition(contract)[2]
        importer = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        assert f"{importer} -> {module} (l." in told, f"{contract} did not see it:\n{result.stdout}"
