"""Tests that the bill of materials lists every locked package, and which of them the site uses."""

import json
import re
from collections import Counter
from typing import Any

import pytest

from tests.architecture.source_tree import PROJECT
from tests.deployment.materials import (
    LOCKS,
    NPM_LOCK,
    RUNTIME_LOCK,
    TEST_LOCK,
    materials,
    read_locks,
)

DIGEST = re.compile(r"[0-9a-f]{64}|[0-9a-f]{128}")
PIN = "{name}==1.0 ; python_full_version < '3.14' \\\n    --hash=sha256:{digest}\n"


@pytest.fixture(scope="module")
def components() -> list[dict[str, Any]]:
    found: Any = materials(read_locks())["components"]
    return list(found)


def listed(components: list[dict[str, Any]], kind: str) -> set[tuple[str, str]]:
    return {
        (each["name"], each["version"])
        for each in components
        if each["purl"].startswith(f"pkg:{kind}")
    }


@pytest.mark.parametrize("lock", [RUNTIME_LOCK, TEST_LOCK])
def test_every_locked_python_package_is_listed_with_its_hashes(
    components: list[dict[str, Any]], lock: str
) -> None:
    lines = (PROJECT / lock).read_text(encoding="utf-8").splitlines()
    pins = [re.split(r"==| ", line)[:2] for line in lines if re.match(r"[a-z0-9]", line)]

    assert pins
    assert {(name, version) for name, version in pins} <= listed(components, "pypi")
    text = json.dumps(components)
    digests = [word.partition(":")[2] for line in lines for word in line.split() if ":" in word]
    assert [each for each in digests if DIGEST.fullmatch(each) and each not in text] == []


def test_every_locked_npm_package_is_listed(components: list[dict[str, Any]]) -> None:
    entries = json.loads((PROJECT / NPM_LOCK).read_text(encoding="utf-8"))["packages"]
    pins = {
        (path.split("node_modules/")[-1], each["version"]) for path, each in entries.items() if path
    }

    assert pins == listed(components, "npm")


def test_every_listed_package_has_a_version_and_a_complete_hash(
    components: list[dict[str, Any]],
) -> None:
    assert [each for each in components if not each["version"] or not each["hashes"]] == []
    assert all(
        DIGEST.fullmatch(digest["content"])
        for component in components
        for digest in component["hashes"]
    )
    assert Counter(each["bom-ref"] for each in components).most_common(1)[0][1] == 1


def test_build_and_test_packages_have_the_scope_excluded(
    components: list[dict[str, Any]],
) -> None:
    scopes = {each["purl"].partition("@")[0]: each["scope"] for each in components}

    assert (scopes["pkg:pypi/litestar"], scopes["pkg:npm/react"]) == ("required", "required")
    assert (scopes["pkg:pypi/pytest"], scopes["pkg:npm/vitest"]) == ("excluded", "excluded")


def test_bill_of_materials_contains_no_url() -> None:
    assert not re.search(r"https?://", json.dumps(materials(read_locks())))


def test_package_of_site_and_tests_has_the_scope_required() -> None:
    texts = dict.fromkeys(LOCKS, "") | {NPM_LOCK: '{"packages": {"": {}}}'}
    texts[RUNTIME_LOCK] = PIN.format(name="tea", digest="a" * 64)
    texts[TEST_LOCK] = texts[RUNTIME_LOCK] + PIN.format(name="cup", digest="b" * 64)

    found: Any = materials(texts)["components"]
    assert [(each["name"], each["scope"]) for each in found] == [
        ("cup", "excluded"),
        ("tea", "required"),
    ]
    assert found[1]["hashes"] == [{"alg": "SHA-256", "content": "a" * 64}]
