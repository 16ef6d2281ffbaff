"""Every rule has loud and silent sentences in every language, and they are judged as they say."""

from pathlib import Path

import pytest

import factguard.rules
from conditions.swim import SwimFacts
from factguard import Mode, check
from factguard.forms import RuleExample
from factguard.lexicon import languages, lexicon
from factguard.rules import RULES

EXAMPLES = lexicon("swim").rules


def _name(example: RuleExample) -> str:
    return f"{example.language}-{example.rule}-{example.text}"


@pytest.mark.parametrize("example", EXAMPLES, ids=_name)
def test_rule_flags_exactly_what_its_example_says(example: RuleExample) -> None:
    result = check(example.text, SwimFacts.model_validate(example.facts), mode=Mode.BLOCK)

    flagged = [(violation.rule, violation.quote) for violation in result.violations]
    assert flagged == ([] if example.flags is None else [(example.rule, example.flags)])


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("rule", [rule.id for rule in RULES])
def test_rule_has_a_loud_and_a_silent_sentence_in_each_language(rule: str, language: str) -> None:
    own = [example.flags for example in EXAMPLES if (example.rule, example.language) == (rule, language)]

    assert None in own
    assert set(own) != {None}


def test_rules_are_the_files_of_their_folder() -> None:
    files = {path.stem for path in Path(factguard.rules.__file__).parent.glob("*.py")} - {"__init__", "rule"}

    assert [rule.id for rule in RULES if rule.id not in files] == []
    assert files == {rule.id for rule in RULES}
