"""The rules, each named for the fault that it finds. Their order decides nothing but the order of equal places."""

from factguard.rules import (
    category_contradicted,
    mention_policy,
    number_mismatch,
    unreadable_number,
    unsupported_attribute,
    wrong_field,
    wrong_name,
)
from factguard.rules.rule import Rule

RULES: tuple[Rule, ...] = (
    number_mismatch.RULE,
    wrong_field.RULE,
    category_contradicted.RULE,
    wrong_name.RULE,
    mention_policy.RULE,
    unsupported_attribute.RULE,
    unreadable_number.RULE,
)
