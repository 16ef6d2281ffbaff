"""The set of domains, and what a domain may import."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import conditions
from conditions import DOMAINS, FACT_MAPS, Domain
from factguard.facts import FactMap

PACKAGE = Path(conditions.__file__).parent


def test_fact_maps_are_the_folders_with_facts():
    folders = sorted(path.parent.name for path in PACKAGE.glob("*/facts.py"))
    assert sorted(facts.domain for facts in FACT_MAPS) == folders


def test_domains_are_the_folders_with_a_way_to_gather():
    folders = sorted(path.parent.name for path in PACKAGE.glob("*/gather.py"))
    assert sorted(domain.name for domain in DOMAINS) == folders
    assert {domain.facts for domain in DOMAINS} <= set(FACT_MAPS)


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.name)
def test_domain_has_a_fact_map_of_its_own_name(domain: Domain):
    assert issubclass(domain.facts, FactMap)
    assert domain.facts.domain == domain.name


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_module_never_imports_the_bot(path: Path):
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    imported = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    imported += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    assert [name for name in imported if name.split(".")[0] == "bot"] == []
