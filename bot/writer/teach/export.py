"""The trained adapter as a GGUF file that llama.cpp loads beside the base model."""

from __future__ import annotations

import json
import re
from pathlib import Path

ARCHITECTURE = "gemma3"  # its query and key rows keep their order, so a matrix is copied as it is
_NAMES = {
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}
_TENSOR = re.compile(r"layers\.(?P<layer>\d+)\.(?P<module>\w+\.\w+)\.lora_(?P<side>[AB])\.weight$")


def export(adapter: Path, file: Path) -> Path:
    """Write the adapter of a folder (PEFT's form), its matrices as 16-bit floats."""
    import gguf
    import numpy
    from safetensors.numpy import load_file

    config = json.loads((adapter / "adapter_config.json").read_text(encoding="utf-8"))
    writer = gguf.GGUFWriter(str(file), ARCHITECTURE)
    writer.add_type("adapter")
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", float(config["lora_alpha"]))
    writer.add_file_type(gguf.LlamaFileType.MOSTLY_F16)
    writer.add_name("Boia swim reports")
    for name, matrix in sorted(load_file(adapter / "adapter_model.safetensors").items()):
        writer.add_tensor(tensor_name(name), numpy.ascontiguousarray(matrix.astype(numpy.float16)))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return file


def tensor_name(name: str) -> str:
    """The name that llama.cpp gives a matrix: "blk.3.attn_q.weight.lora_a"."""
    found = _TENSOR.search(name)
    if found is None or found["module"] not in _NAMES:
        raise ValueError(f"{name} is no matrix that llama.cpp knows. Train only {', '.join(_NAMES)}.")
    return f"blk.{found['layer']}.{_NAMES[found['module']]}.weight.lora_{found['side'].lower()}"
