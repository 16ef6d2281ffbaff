"""The set of domains, and what a domain may import."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import conditions
from conditions import DOMAINS, Domain
from factguard.facts import FactMap

PACKAGE = Path(conditions.__file__).parent


def test_domains_are_the_folders_with_facts():
    folders = sorted(path.parent.name for path in PACKAGE.glob("*/facts.py"))
    assert sorted(domain.name for domain in DOMAINS) == folders


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.name)
def test_domain_shows_fields_that_it_has(domain: Domain):
    shown = {*domain.columns, *(name for panel in domain.panels for name in (*panel.fields, panel.arrows) if name)}
    assert shown <= set(domain.facts.KINDS)


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.name)
def test_domain_s_places_have_a_clock_and_names_of_their_own(domain: Domain):
    names = [place.name for place in domain.places()]
    assert len(set(names)) == len(names)
    assert all(place.zone for place in domain.places())


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
