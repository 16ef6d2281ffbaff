"""Every form of the word lists is alive: its own example sentence is read as the form's heading says."""

import pytest
from _pytest.mark import ParameterSet

from conditions import DOMAINS
from factguard.errors import LexiconError
from factguard.forms import Form
from factguard.lexicon import lexicon
from factguard.mentions import Item
from factguard.reader import read
from factguard.text import fold, words

LEXICONS = {domain.name: lexicon(domain.name) for domain in DOMAINS}
READ_AS_ANOTHER = frozenset({"beaufort", "inch"})
"""Units that are read as another one: a force as a range of speeds, inches as a part of feet."""
PART_OF_A_NUMBER = frozenset(
    "and_half article clock daypart half minus number oclock out_of past point points span tenths time_cue to".split()  # noqa: SIM905
)


def _forms(which: str) -> list[ParameterSet]:
    """The forms or the silent sentences of every domain; those of the language itself once in each."""
    return [
        pytest.param(domain, form, id=f"{domain}-{_name(form)}")
        for domain, words_of_one in LEXICONS.items()
        for form in getattr(words_of_one, which)
    ]


def _name(form: Form) -> str:
    return f"{form.entry.language}-{'.'.join((form.entry.kind, *form.entry.key))}-{form.form or form.text}"


def _items(form: Form, domain: str) -> list[Item]:
    return read(form.text, LEXICONS[domain], [], [form.entry.language]).items


def _is_read(form: Form, item: Item) -> bool:
    """Whether an item is the form, read as its heading says, or a number that the form is part of."""
    entry = form.entry
    if entry in item.entries and words(item.text) == words(form.form):
        return True
    number, covered = item.number, words(fold(form.text).text[item.start : item.end])
    if number is None or not set(words(form.form)) <= set(covered):
        return False
    if entry.kind in ("bound", "bound_after"):
        return number.relation == entry.key[0]
    if entry.kind == "unit":
        return number.unit == entry.key[0] or entry.key[0] in READ_AS_ANOTHER
    if entry.kind == "between":
        return number.upper is not None
    return entry.kind in PART_OF_A_NUMBER


@pytest.mark.parametrize(("domain", "form"), _forms("forms"))
def test_form_is_read_in_its_example(domain: str, form: Form) -> None:
    assert any(_is_read(form, item) for item in _items(form, domain)), (
        f"{form.heading}: “{form.form}” is not read in “{form.text}”"
    )


@pytest.mark.parametrize(("domain", "form"), _forms("silent"))
def test_heading_is_silent_where_its_list_says_so(domain: str, form: Form) -> None:
    read_as = [entry for item in _items(form, domain) for entry in item.entries]

    assert not [entry for entry in read_as if (entry.kind, entry.key) == (form.entry.kind, form.entry.key)]


def test_form_without_an_example_is_refused_by_name(tmp_path) -> None:
    folder = tmp_path / "en"
    folder.mkdir()
    (folder / "tides.toml").write_text('[subject.tide]\n"tide | slack water" = "The tide turns."\n', "utf-8")

    with pytest.raises(LexiconError) as refused:
        lexicon("tides", tmp_path)

    assert str(refused.value) == (
        'locales/en/tides.toml: subject.tide: the form "slack water" has no example. Give it a sentence that uses it.'
    )


def test_word_list_that_is_no_toml_is_refused_with_its_line(tmp_path) -> None:
    folder = tmp_path / "pt"
    folder.mkdir()
    (folder / "broken.toml").write_text('[subject.tide]\n"maré" = \n', "utf-8")

    with pytest.raises(LexiconError, match=r"^locales/pt/broken\.toml: Invalid value \(at line 2, column 10\)\."):
        lexicon("broken", tmp_path)
