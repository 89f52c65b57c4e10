"""The manifest of the client build: addresses of its files by page and language."""

from pathlib import Path
from typing import TypeAlias

import msgspec

from server.errors import StartRefused

# By page and language.
Files: TypeAlias = dict[str, dict[str, tuple[str, ...]]]


class Manifest(msgspec.Struct, frozen=True, rename="camel"):
    """The fields of build/manifest.json."""

    build: str
    entry: str
    stylesheet: str
    fonts: Files
    theme_script: str
    preloads: Files

    def fonts_of(self, page: str, language: str) -> tuple[str, ...]:
        return self.fonts.get(page, {}).get(language, ())

    def scripts_of(self, page: str, language: str) -> tuple[str, ...]:
        return self.preloads.get(page, {}).get(language, ())


def read_manifest(build_dir: Path) -> Manifest:
    path = build_dir / "manifest.json"
    try:
        return msgspec.json.decode(path.read_bytes(), type=Manifest)
    except OSError as error:
        raise StartRefused(f"{path} is missing; run `make build` first.") from error
    except msgspec.DecodeError as error:
        raise StartRefused(f"{path}: {error}; run `make build` again.") from error


def worker_bundle(build_dir: Path) -> Path:
    path = build_dir / "ssr" / "worker.js"
    if not path.is_file():
        raise StartRefused(f"{path} is missing; run `make build` first.")
    return path
