"""The packages import in one direction, and `locales/` is data."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAY_IMPORT = {
    "factguard": {"factguard"},
    "conditions": {"conditions", "factguard"},
    "bot": {"bot", "conditions", "factguard"},
}
MODULES = [(package, path) for package in MAY_IMPORT for path in sorted((ROOT / package).rglob("*.py"))]


def _imported(path: Path) -> set[str]:
    """The top-level packages that a module imports, wherever it does."""
    tree = ast.parse(path.read_text("utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and not node.level}
    return {name.partition(".")[0] for name in names}


@pytest.mark.parametrize(("package", "path"), MODULES, ids=lambda value: str(getattr(value, "name", value)))
def test_module_imports_only_what_stands_below_it(package: str, path: Path) -> None:
    assert _imported(path) & {*MAY_IMPORT, "locales"} <= MAY_IMPORT[package]


def _rooms(path: Path) -> set[str]:
    """The files and folders right below `bot` that a module of it imports."""
    named = set[str]()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "bot":
            named |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("bot."):
            named.add(str(node.module).split(".")[1])
    return named


def test_no_room_of_the_bot_imports_what_imports_it() -> None:
    rooms = TopologicalSorter[str]()
    for package, path in MODULES:
        if package == "bot":
            room = path.relative_to(ROOT / "bot").parts[0].removesuffix(".py")
            rooms.add(room, *(_rooms(path) - {room}))

    rooms.prepare()  # a CycleError names the circle


def test_locales_holds_data_only() -> None:
    code = [path for path in (ROOT / "locales").rglob("*.py") if path.read_text("utf-8").strip()]

    assert code == []


def test_top_level_is_as_agreed() -> None:
    folders = {path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(".")}

    assert folders - {"build", "dist", "boia.egg-info", "shared"} == {
        "bot",
        "conditions",
        "factguard",
        "locales",
        "tests",
    }
