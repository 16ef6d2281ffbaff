"""The names that llama.cpp knows an adapter's matrices by."""

from __future__ import annotations

import re

import pytest

from bot.writer.teach.export import tensor_name


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("base_model.model.model.layers.0.self_attn.q_proj.lora_A.weight", "blk.0.attn_q.weight.lora_a"),
        ("base_model.model.model.layers.17.mlp.down_proj.lora_B.weight", "blk.17.ffn_down.weight.lora_b"),
    ],
)
def test_matrix_gets_llama_cpps_name(name, expected):
    assert tensor_name(name) == expected


def test_matrix_that_llama_cpp_does_not_know_is_refused_by_name():
    name = "base_model.model.model.layers.0.self_attn.z_proj.lora_A.weight"
    with pytest.raises(ValueError, match=re.escape(f"{name} is no matrix that llama.cpp knows")):
        tensor_name(name)
