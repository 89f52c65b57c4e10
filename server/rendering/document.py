"""HTML document around a rendered page, the build's manifest, and escaping of the payload."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from server.errors import StartRefused

# Addresses of files, by page and language.
Files: TypeAlias = dict[str, dict[str, tuple[str, ...]]]

# In JSON these characters occur inside strings only, so escaping keeps the meaning; in HTML
# they could end the script, open a comment or, in old parsers, break a line.
_ESCAPES = (
    (b"<", b"\\u003c"),
    (b">", b"\\u003e"),
    (b"&", b"\\u0026"),
    ("\u2028".encode(), b"\\u2028"),
    ("\u2029".encode(), b"\\u2029"),
)
# A control character that occurs in no template or manifest marks the gaps of a shell.
_GAP = "\x00"


class Manifest(msgspec.Struct, frozen=True, rename="camel"):
    """Fields of build/manifest.json that the host reads."""

    build: str
    entry: str
    stylesheet: str
    stylesheets: dict[str, str]
    fonts: Files
    inline_script: str
    preloads: Files

    def stylesheet_of(self, page: str) -> str:
        """Returns the stylesheet of a page; for an unknown page that of all pages."""
        return self.stylesheets.get(page, self.stylesheet)

    def fonts_of(self, page: str, language: str) -> tuple[str, ...]:
        """Returns the fonts to preload for a page in a language."""
        return self.fonts.get(page, {}).get(language, ())

    def scripts_of(self, page: str, language: str) -> tuple[str, ...]:
        """Returns the scripts to preload for a page in a language."""
        return self.preloads.get(page, {}).get(language, ())


def read_manifest(build_dir: Path) -> Manifest:
    """Reads the manifest of the client's build; raises StartRefused if it is missing or broken."""
    path = build_dir / "manifest.json"
    try:
        return msgspec.json.decode(path.read_bytes(), type=Manifest)
    except OSError as error:
        raise StartRefused(f"{path} is missing; run `make build` first.") from error
    except msgspec.DecodeError as error:
        raise StartRefused(f"{path}: {error}; run `make build` again.") from error


def worker_bundle(build_dir: Path) -> Path:
    """Returns the path of the worker's script; raises StartRefused if it was not built."""
    path = build_dir / "ssr" / "worker.js"
    if not path.is_file():
        raise StartRefused(f"{path} is missing; run `make build` first.")
    return path


class Shell(NamedTuple):
    """Bytes of a document before, between and after its variable contents."""

    before_head: bytes
    before_body: bytes
    before_noscript: bytes
    before_payload: bytes
    end: bytes

    def fill(self, *, head: bytes, body: bytes, payload: bytes, noscript: bytes = b"") -> bytes:
        """Returns the document.

        `noscript` is the HTML for readers without scripts, for a document with an empty body.
        """
        return b"".join(
            (
                self.before_head,
                head,
                self.before_body,
                body,
                self.before_noscript,
                noscript,
                self.before_payload,
                payload,
                self.end,
            )
        )


class Document:
    """Documents of all pages without their contents, each made once from the template."""

    def __init__(self, manifest: Manifest, names: Mapping[str, str] | None = None) -> None:
        """Stores the manifest; `names` has the site's name in each language."""
        self._manifest = manifest
        self._names = names or {}
        self.shell = cache(self._shell)

    def _shell(self, page: str, language: str, *, web_manifest: str) -> Shell:
        """Renders the document of a page with gaps; `web_manifest` is the manifest's address."""
        html = render_template(
            "document.html.jinja",
            language=language,
            manifest=self._manifest,
            web_manifest=web_manifest,
            prefix="/ja" if language == "ja" else "",
            name=self._names.get(language, ""),
            stylesheet=self._manifest.stylesheet_of(page),
            fonts=self._manifest.fonts_of(page, language),
            scripts=self._manifest.scripts_of(page, language),
            head=_GAP,
            body=_GAP,
            noscript=_GAP,
            payload=_GAP,
        )
        return Shell(*(part.encode() for part in html.split(_GAP)))


def render_template(template: str, **values: object) -> str:
    """Returns a template of this folder filled with values, which it escapes."""
    return _load_templates().get_template(template).render(values)


@cache
def _load_templates() -> Environment:
    """Returns the environment of templates; unknown variables are errors."""
    return Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
    )


def escape_payload(payload: bytes) -> bytes:
    """Returns JSON escaped for a script element; the worker reads the same bytes."""
    for letter, escaped in _ESCAPES:
        payload = payload.replace(letter, escaped)
    return payload
