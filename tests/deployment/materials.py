"""Software bill of materials in CycloneDX: each locked package with version and hashes."""

import base64
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

from tests.architecture.source_tree import PROJECT

RUNTIME_LOCK = "requirements.lock"
TEST_LOCK = "tests/requirements.lock"
NPM_LOCK = "package-lock.json"
LOCKS = (RUNTIME_LOCK, TEST_LOCK, NPM_LOCK)

# Development packages of npm whose files the build copies, so that the site serves them.
_FONT_PACKAGES = "@expo-google-fonts/"

_PIN = re.compile(r"^([a-z0-9][a-z0-9._-]*)==([^\s;\\]+)", re.MULTILINE)
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
_ALGORITHMS = {"sha256": "SHA-256", "sha384": "SHA-384", "sha512": "SHA-512"}


@dataclass(frozen=True)
class Package:
    """Locked package, and whether the running site uses it."""

    kind: str
    name: str
    version: str
    hashes: tuple[tuple[str, str], ...]
    is_served: bool

    @property
    def purl(self) -> str:
        return f"pkg:{self.kind}/{quote(self.name)}@{quote(self.version)}"

    def component(self) -> dict[str, object]:
        return {
            "type": "library",
            "bom-ref": self.purl,
            "name": self.name,
            "version": self.version,
            "scope": "required" if self.is_served else "excluded",
            "hashes": [{"alg": alg, "content": content} for alg, content in self.hashes],
            "purl": self.purl,
        }


def python_packages(text: str, *, is_served: bool) -> Iterator[Package]:
    found = list(_PIN.finditer(text))
    ends = [*(pin.start() for pin in found[1:]), len(text)]
    for pin, end in zip(found, ends, strict=True):
        hashes = _HASH.findall(text, pin.end(), end)
        name, version = pin.groups()
        yield Package(
            "pypi", name, version, tuple(("SHA-256", digest) for digest in hashes), is_served
        )


def npm_packages(text: str) -> Iterator[Package]:
    for path, entry in json.loads(text)["packages"].items():
        if path:
            algorithm, _, digest = entry["integrity"].partition("-")
            content = base64.b64decode(digest).hex()
            hashes = ((_ALGORITHMS[algorithm], content),)
            name = path.rpartition("node_modules/")[2]
            is_served = not entry.get("dev", False) or name.startswith(_FONT_PACKAGES)
            yield Package("npm", name, entry["version"], hashes, is_served)


def materials(texts: dict[str, str]) -> dict[str, object]:
    """Returns the bill of materials; equal lock files give equal bytes."""
    packages: dict[str, Package] = {}
    for package in (
        *python_packages(texts[RUNTIME_LOCK], is_served=True),
        *npm_packages(texts[NPM_LOCK]),
        *python_packages(texts[TEST_LOCK], is_served=False),
    ):
        known = packages.get(package.purl)
        if known is None or (package.is_served and not known.is_served):
            packages[package.purl] = package
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name, version = project["name"], project["version"]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid5(NAMESPACE_URL, ''.join(texts.values()))}",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": name,
                "name": name,
                "version": version,
            }
        },
        "components": [packages[purl].component() for purl in sorted(packages)],
    }


def read_locks() -> dict[str, str]:
    return {name: (PROJECT / name).read_text(encoding="utf-8") for name in LOCKS}


def main() -> int:
    bill = materials(read_locks())
    target = Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(bill, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
