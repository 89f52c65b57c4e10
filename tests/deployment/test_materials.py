"""The bill of materials lists every locked package, and which of them the running site uses."""

import json
import re
from collections import Counter
from typing import Any

import pytest

from tests.architecture.house import PROJECT
from tests.deployment.materials import LOCKS, OF_NPM, OF_THE_TESTS, SERVED, materials, read_locks

DIGEST = re.compile(r"[0-9a-f]{64}|[0-9a-f]{128}")
PIN = "{name}==1.0 ; python_full_version < '3.14' \\\n    --hash=sha256:{digest}\n"


@pytest.fixture(scope="module")
def components() -> list[dict[str, Any]]:
    found: Any = materials(read_locks())["components"]
    return list(found)


def listed(components: list[dict[str, Any]], kind: str) -> set[tuple[str, str]]:
    return {
        (one["name"], one["version"]) for one in components if one["purl"].startswith(f"pkg:{kind}")
    }


@pytest.mark.parametrize("lock", [SERVED, OF_THE_TESTS])
def test_every_locked_python_package_is_listed_with_its_hashes(
    components: list[dict[str, Any]], lock: str
) -> None:
    lines = (PROJECT / lock).read_text(encoding="utf-8").splitlines()
    pins = [re.split(r"==| ", line)[:2] for line in lines if re.match(r"[a-z0-9]", line)]

    assert pins
    assert {(name, version) for name, version in pins} <= listed(components, "pypi")
    text = json.dumps(components)
    digests = [word.partition(":")[2] for line in lines for word in line.split() if ":" in word]
    assert [one for one in digests if DIGEST.fullmatch(one) and one not in text] == []


def test_every_locked_npm_package_is_listed(components: list[dict[str, Any]]) -> None:
    entries = json.loads((PROJECT / OF_NPM).read_text(encoding="utf-8"))["packages"]
    pins = {
        (path.split("node_modules/")[-1], one["version"]) for path, one in entries.items() if path
    }

    assert pins == listed(components, "npm")


def test_every_listed_package_has_a_version_and_a_complete_hash(
    components: list[dict[str, Any]],
) -> None:
    assert [one for one in components if not one["version"] or not one["hashes"]] == []
    assert all(DIGEST.fullmatch(each["content"]) for one in components for each in one["hashes"])
    assert Counter(one["bom-ref"] for one in components).most_common(1)[0][1] == 1


def test_build_and_test_packages_have_the_scope_excluded(
    components: list[dict[str, Any]],
) -> None:
    scopes = {one["purl"].partition("@")[0]: one["scope"] for one in components}

    assert (scopes["pkg:pypi/litestar"], scopes["pkg:npm/react"]) == ("required", "required")
    assert (scopes["pkg:pypi/pytest"], scopes["pkg:npm/vitest"]) == ("excluded", "excluded")


def test_bill_of_materials_contains_no_url() -> None:
    assert not re.search(r"https?://", json.dumps(materials(read_locks())))


def test_package_of_site_and_tests_has_the_scope_required() -> None:
    texts = dict.fromkeys(LOCKS, "") | {OF_NPM: '{"packages": {"": {}}}'}
    texts[SERVED] = PIN.format(name="tea", digest="a" * 64)
    texts[OF_THE_TESTS] = texts[SERVED] + PIN.format(name="cup", digest="b" * 64)

    found: Any = materials(texts)["components"]
    assert [(one["name"], one["scope"]) for one in found] == [
        ("cup", "excluded"),
        ("tea", "required"),
    ]
    assert found[1]["hashes"] == [{"alg": "SHA-256", "content": "a" * 64}]
