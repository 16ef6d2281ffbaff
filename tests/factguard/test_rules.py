"""Every rule has loud and silent sentences in every language, and they are judged as they say."""

from pathlib import Path

import pytest

import factguard.rules
from conditions import DOMAINS
from factguard import FactMap, Mode, check
from factguard.facts import Level
from factguard.forms import RuleExample
from factguard.lexicon import languages, lexicon
from factguard.rules import RULES, mention_policy

FACT_MAPS = [domain.facts for domain in DOMAINS]
EXAMPLES = [(facts, example) for facts in FACT_MAPS for example in lexicon(facts.domain).rules]


def _name(value: type[FactMap] | RuleExample) -> str:
    return f"{value.language}-{value.rule}-{value.text}" if isinstance(value, RuleExample) else value.domain


@pytest.mark.parametrize(("facts", "example"), EXAMPLES, ids=_name)
def test_rule_flags_exactly_what_its_example_says(facts: type[FactMap], example: RuleExample) -> None:
    result = check(example.text, facts.model_validate(example.facts), mode=Mode.BLOCK)

    flagged = [(violation.rule, violation.quote) for violation in result.violations]
    assert flagged == ([] if example.flags is None else [(example.rule, example.flags)])


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("rule", [rule.id for rule in RULES])
@pytest.mark.parametrize("facts", FACT_MAPS, ids=_name)
def test_rule_has_a_loud_and_a_silent_sentence_in_each_language(facts: type[FactMap], rule: str, language: str) -> None:
    own = [
        example.flags
        for owner, example in EXAMPLES
        if (owner, example.rule, example.language) == (facts, rule, language)
    ]

    assert None in own
    assert set(own) != {None} or not _can_be_loud(rule, facts)


def _can_be_loud(rule: str, facts: type[FactMap]) -> bool:
    """Whether a domain can break a rule: a mention policy is there only where some level has one."""
    policies = [kind for kind in facts.KINDS.values() if isinstance(kind, Level) and kind.mention_above]
    return rule != mention_policy.ID or bool(policies)


def test_rules_are_the_files_of_their_folder() -> None:
    files = {path.stem for path in Path(factguard.rules.__file__).parent.glob("*.py")} - {"__init__", "rule"}

    assert [rule.id for rule in RULES if rule.id not in files] == []
    assert files == {rule.id for rule in RULES}
