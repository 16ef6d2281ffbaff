"""The wheel works by itself: it carries the data files, and a report runs from it where the checkout is not."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SHIPPED = ("bot", "conditions", "factguard", "locales", "pyproject.toml", "README.md", "LICENSE")


def _run(*command: str | Path, cwd: Path) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "BOIA_"))}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment that has the wheel, and the dependencies of this one, but no checkout."""
    folder = tmp_path_factory.mktemp("package")
    source = folder / "source"
    for name in SHIPPED:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        copy(ROOT / name, source / name)
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
    _run(*pip, "wheel", source, "--no-deps", "--no-build-isolation", "--no-index", "-w", folder, cwd=folder)
    _run(sys.executable, "-m", "venv", "--without-pip", folder / "env", cwd=folder)
    python = folder / "env" / ("Scripts" if os.name == "nt" else "bin") / "python"
    [wheel] = folder.glob("boia-*.whl")
    _run(*pip, "--python", python, "install", wheel, "--no-deps", "--no-index", cwd=folder)
    home = Path(_run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder).strip())
    # A path in a .pth file gives the packages there, without the .pth files there that would lead to the checkout.
    (home / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    return python


def test_wheel_is_found_without_the_checkout(python: Path, tmp_path: Path) -> None:
    where = _run(python, "-c", "import bot, conditions, factguard, locales; print(bot.__file__)", cwd=tmp_path)

    assert Path(where.strip()).is_relative_to(python.parent.parent)


@pytest.mark.parametrize(("language", "word"), [("en", "Joaquina"), ("pt", "Joaquina")])
def test_report_runs_from_the_wheel(python: Path, tmp_path: Path, language: str, word: str) -> None:
    boia = python.with_name("boia")

    printed = json.loads(_run(boia, "report", "joaquina", "--sample", "--json", "--lang", language, cwd=tmp_path))

    assert printed["facts"]["wave_height_m"] == 1.3
    assert word in printed["text"]
    assert printed["fact_guard"] == {"verdict": "clean", "violations": []}
