"""Teaches the embedded model to write reports: `python -m bot.writer.teach --help`.

    data      random fact maps, each with the line that `bot.writer.prompt` makes of it and a sentence that says
              just that; what the guard does not call clean is thrown away and counted
    train     a LoRA adapter on these pairs: loss on the sentence and its end only, a sampled softmax, checkpoints
    export    the adapter as a GGUF file that llama.cpp loads beside the base model
    round     drafts of the adapter itself over fresh fact maps, by the real writer; the clean ones become data
    measure   the benchmark in `tests/benchmarks/writer.py`, which shares nothing with this package

The sentences come from grammars: a language is a file of wordings (`en.toml`), and a further domain one more
(`en_air.toml`), which has what it says in another way. Nothing here is needed to
run the bot; `pip install 'boia[teach]'` brings what it needs.
"""
