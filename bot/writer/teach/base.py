"""The base model for training: the packaged GGUF file, read into transformers once and kept.

The quantised weights are read as 32-bit floats, so the adapter learns to correct the very weights that llama.cpp will
run.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.writer.model_file import assemble, default_cache_dir, packaged


def unpacked(folder: Path) -> Path:
    """The folder that holds the base model for transformers; made if it is not there."""
    if (folder / "tokenizer.json").is_file() and any(folder.glob("*.safetensors")):
        return folder
    from transformers import AutoModelForCausalLM, AutoTokenizer
    from transformers.utils import logging

    logging.disable_progress_bar()

    file = assemble(packaged(), default_cache_dir())
    source = {"pretrained_model_name_or_path": str(file.parent), "gguf_file": file.name}
    model: Any = AutoModelForCausalLM.from_pretrained(**source, dtype="float32")
    if hasattr(model.config, "quantization_config"):
        del model.config.quantization_config  # the weights are plain floats now
    for left in ("hf_quantizer", "is_quantized", "quantization_method"):
        if hasattr(model, left):
            setattr(model, left, None if left == "hf_quantizer" else False)
    model.save_pretrained(folder)
    AutoTokenizer.from_pretrained(**source).save_pretrained(folder)
    return folder
