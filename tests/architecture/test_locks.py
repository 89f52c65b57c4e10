"""Tests that lock files pin every package by hash and that no file names a package registry."""

import json
import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.source_tree import PROJECT, expect_none

LOCKS = ("requirements.lock", "tests/requirements.lock")
# Files and folders that tools and the site write, and that are not committed_files.
NOT_COMMITTED = {".git", ".venv", "node_modules", "build", "data", "__pycache__", ".env"}

# Written with brackets, so that this file does not match itself.
HOSTS = re.compile(
    r"\b(?:pypi[.]org|pythonhosted[.]org|npmjs[.](?:org|com)|npmmirror[.]com|yarnpkg[.]com"
    r"|unpkg[.]com|jsdelivr[.]net|deb[.]debian[.]org|security[.]debian[.]org|snapshot[.]debian"
    r"|archive[.]ubuntu|nodejs[.]org/dist|ghcr[.]io|astral[.]sh)\b",
    re.IGNORECASE,
)
DEPENDENCY = re.compile(r"^([\w.-]+(?:\[[\w,-]+\])?)([^\s;]*)", re.MULTILINE)
PIN = re.compile(r"^([a-z0-9][a-z0-9._-]*)(?:\[[\w,-]+\])?==([^\s;]+)", re.MULTILINE)


def test_no_file_names_a_package_registry() -> None:
    expect_none(files_that_name_a_registry(PROJECT))


def test_npm_lock_has_hashes_and_no_urls() -> None:
    content = (PROJECT / "package-lock.json").read_text(encoding="utf-8")

    expect_none(unpinned_npm(content))


def test_package_json_names_exact_versions() -> None:
    content = json.loads((PROJECT / "package.json").read_text(encoding="utf-8"))
    wanted = {**content["dependencies"], **content["devDependencies"]}

    assert [name for name, one in wanted.items() if not re.fullmatch(r"\d+\.\d+\.\d+", one)] == []


def test_python_locks_have_hashes_and_no_urls() -> None:
    for name in LOCKS:
        assert unpinned_python((PROJECT / name).read_text(encoding="utf-8")) == [], name


def test_test_lock_contains_every_pin_of_the_runtime_lock() -> None:
    run, test = (pins((PROJECT / name).read_text(encoding="utf-8")) for name in LOCKS)

    assert run.items() - test.items() == set()
    assert len(test) > len(run) > 0


# Versions without published vulnerabilities, with which the defences were tested; updated with
# each release.
LEAST_VERSIONS = {
    "authlib": (1, 9, 0),
    "h11": (0, 16, 0),
    "litestar": (2, 25, 0),
    "pillow": (12, 3, 0),
}


def test_locks_contain_no_vulnerable_version() -> None:
    for name in LOCKS:
        assert vulnerable(pins((PROJECT / name).read_text(encoding="utf-8"))) == [], name


def test_vulnerable_version_is_detected() -> None:
    found = vulnerable({"authlib": "1.10.0", "h11": "0.14.0", "litestar": "2.25.0rc1"})

    assert found == ["h11 0.14.0", "litestar 2.25.0rc1", "pillow is missing"]


def vulnerable(pinned: dict[str, str]) -> list[str]:
    missing = [f"{name} is missing" for name in LEAST_VERSIONS if name not in pinned]
    old = [
        f"{name} {pinned[name]}"
        for name, least in LEAST_VERSIONS.items()
        if name in pinned and _numbers(pinned[name]) < least
    ]
    return sorted([*old, *missing])


def _numbers(version: str) -> tuple[int, ...]:
    """Returns a version's numbers for comparison; a pre-release is less than its release."""
    *parts, last = version.split(".")
    return (*map(int, parts), int(last) if last.isdecimal() else -1)


# Packages whose internals the host uses: a new version is tried before the bound is raised.
BOUNDED = ("redis", "sqlalchemy[asyncio]", "uvicorn[standard]")


def test_packages_whose_internals_are_used_have_an_upper_bound() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    bounds = dict(DEPENDENCY.findall("\n".join(project["dependencies"])))

    assert [name for name in BOUNDED if ",<" not in bounds[name]] == []


def test_registry_in_a_file_is_detected(tmp_path: Path) -> None:
    host = "registry." + "npmjs" + ".org"
    (tmp_path / "server").mkdir()
    (tmp_path / "server" / "a.py").write_text(f'URL = "https://{host}/react"')
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "b.json").write_text(host)
    (tmp_path / "picture.jpg").write_bytes(b"\xff\xd8\xff")

    assert files_that_name_a_registry(tmp_path) == ["server/a.py"]


def test_url_or_missing_hash_in_a_lock_is_detected() -> None:
    packages = {
        "": {"name": "chanoki"},
        "node_modules/a": {"version": "1", "integrity": "sha512-a"},
        "node_modules/b": {"version": "1", "integrity": "sha512-b", "resolved": "https://x/b.tgz"},
        "node_modules/c": {"version": "1"},
    }
    lock = "a==1 \\\n    --hash=sha256:0\n    # via b\nb==2\nc @ https://x/c.whl\n"

    assert unpinned_npm(json.dumps({"packages": packages})) == ["node_modules/b", "node_modules/c"]
    assert unpinned_python(lock) == ["b==2", "c @ https://x/c.whl"]


def files_that_name_a_registry(root: Path) -> list[str]:
    return [
        path.relative_to(root).as_posix()
        for path in committed_files(root)
        if HOSTS.search(path.read_bytes().decode(errors="replace"))
    ]


def committed_files(root: Path) -> Iterator[Path]:
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(
            set(folders) - NOT_COMMITTED - {name for name in folders if "cache" in name}
        )
        yield from (Path(folder, name) for name in sorted(names) if name not in NOT_COMMITTED)


def unpinned_npm(content: str) -> list[str]:
    packages = json.loads(content)["packages"]
    return [
        name
        for name, package in packages.items()
        if name and ("resolved" in package or not package.get("integrity"))
    ]


def unpinned_python(content: str) -> list[str]:
    """Returns the first line of each package without a hash or with a URL."""
    entries = re.split(r"\n(?=\S)", content.strip())
    return [
        entry.splitlines()[0]
        for entry in entries
        if not entry.startswith("#") and ("--hash=" not in entry or "://" in entry)
    ]


def pins(content: str) -> dict[str, str]:
    return dict(PIN.findall(content))
