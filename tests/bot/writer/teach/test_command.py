"""The command that teaches."""

from __future__ import annotations

import sys

import pytest

from bot.writer.teach.__main__ import main


def test_data_step_writes_pairs_and_says_how_many(tmp_path, capsys):
    assert main(["data", "--work", str(tmp_path), "--count", "40", "--seed", "2"]) == 0
    assert "clean pairs" in capsys.readouterr().out
    assert len((tmp_path / "data.jsonl").read_text(encoding="utf-8").splitlines()) > 35


def test_help_explains_each_step(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    told = capsys.readouterr().out
    assert all(step in told for step in ("data", "train", "export", "round", "measure"))


def test_data_step_needs_none_of_the_training_libraries(tmp_path):
    main(["data", "--work", str(tmp_path), "--count", "2"])
    assert {"torch", "transformers", "peft", "gguf"}.isdisjoint(sys.modules)
