"""Export of a member's data as a ZIP: data.json, index.html and the pictures."""

import html
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import IO, Any

import msgspec

from server.accounts.profiles.schemas import CurrentMember
from server.accounts.sessions.schemas import AccountEntry, SessionEntry
from server.contracts.locales import text
from server.contracts.routes import Language

# By kind (posts, comments, likes): plain values with `created_at` and the content.
Contributions = Mapping[str, Sequence[Mapping[str, Any]]]

# Fields of an entry that index.html shows.
SAID = ("title", "content", "action", "subject", "reason", "note", "display_name", "bio")

STYLE = (
    ":root{color-scheme:light dark;font:1rem/1.7 system-ui}body{max-width:42rem;margin:2rem auto;"
    "padding:0 1rem}dt{font-weight:600}dd{margin:0 0 .6rem;overflow-wrap:anywhere}"
    "p{white-space:pre-line;overflow-wrap:anywhere}img{max-width:100%}"
)


@dataclass(frozen=True, slots=True)
class ExportData:
    """Data of one member for the export, without the pictures."""

    member: CurrentMember
    account: AccountEntry | None
    sessions: list[SessionEntry]
    contributions: Contributions


class ExportArchive:
    """ZIP archive in a temporary file, because all pictures may not fit into memory.

    Its methods block and must run in a thread.
    """

    def __init__(self) -> None:
        self._file: IO[bytes] = TemporaryFile()  # noqa: SIM115 (closed after sending)
        self._archive = zipfile.ZipFile(self._file, "w", zipfile.ZIP_DEFLATED)
        self._pictures: list[str] = []

    def add_picture(self, path: str, data: bytes) -> None:
        """Adds a picture without compressing it again."""
        name = f"images/{path}"
        self._archive.writestr(name, data, zipfile.ZIP_STORED)
        self._pictures.append(name)

    def close_with(
        self, data: ExportData, site_names: Mapping[Language, str]
    ) -> tuple[IO[bytes], int]:
        """Closes the archive; returns its file, rewound, and its length in bytes."""
        language = data.member.language
        title = text(language, "outside.export.title", site=site_names[language])
        self._archive.writestr("data.json", _json(data, self._pictures))
        self._archive.writestr("index.html", _page(data, title, images=self._pictures))
        self._archive.close()
        length = self._file.tell()
        self._file.seek(0)
        return self._file, length

    def drop(self) -> None:
        """Closes and deletes the temporary file."""
        self._file.close()


def _json(data: ExportData, images: list[str]) -> bytes:
    """Returns the content of data.json; `images` are the names of the pictures."""
    whole = {
        "profile": data.member,
        "account": data.account,
        "sessions": data.sessions,
        **data.contributions,
        "images": images,
    }
    return msgspec.json.format(msgspec.json.encode(whole), indent=2)


def _page(data: ExportData, title: str, *, images: list[str]) -> str:
    """Returns index.html, which needs no other file but the pictures."""
    language, title = data.member.language, html.escape(title)
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{title}</title><style>{STYLE}</style></head><body><h1>{title}</h1>"
        + _table("profile", msgspec.to_builtins(data.member), language)
        + _table("account", msgspec.to_builtins(data.account) or {}, language)
        + _sessions(data.sessions, language)
        + _contributions(data.contributions, language)
        + _images(images, language)
        + "</body></html>"
    )


def _table(kind: str, values: Mapping[str, object], language: Language) -> str:
    """Returns the record `kind` as HTML: a heading, and its fields except those of None."""
    rows = "".join(
        f"<dt>{_word(language, name)}</dt><dd>{_value(language, value)}</dd>"
        for name, value in values.items()
        if value is not None
    )
    return f"<h2>{_word(language, kind)}</h2><dl>{rows}</dl>" if rows else ""


def _value(language: Language, value: object) -> str:
    """Returns a value as escaped HTML; a boolean as yes or no."""
    if isinstance(value, bool):
        return html.escape(text(language, f"outside.export.{'yes' if value else 'no'}"))
    return html.escape(str(value))


def _sessions(entries: list[SessionEntry], language: Language) -> str:
    """Returns the list of sign-ins as HTML."""
    rows = "".join(
        f"<li>{html.escape(entry.device)} {entry.created_at:%Y-%m-%d %H:%M} UTC</li>"
        for entry in entries
    )
    return f"<h2>{_word(language, 'sessions')}</h2><ul>{rows}</ul>"


def _contributions(contributions: Contributions, language: Language) -> str:
    """Returns the contributions as HTML, one list for each kind."""
    return "".join(
        f"<h2>{_word(language, kind)}</h2><ol>{''.join(map(_entry, entries))}</ol>"
        for kind, entries in contributions.items()
        if entries
    )


def _entry(entry: Mapping[str, Any]) -> str:
    """Returns one post, comment or the like as an HTML list item, with its texts escaped."""
    texts = [entry[name] for name in SAID if entry.get(name)]
    lines = "".join(f"<p>{html.escape(str(text))}</p>" for text in texts)
    return f"<li>{html.escape(str(entry['created_at']))}{lines}</li>"


def _images(images: list[str], language: Language) -> str:
    """Returns the heading and the pictures as HTML; empty without pictures."""
    shown = "".join(f'<p><img src="{html.escape(name)}" alt=""></p>' for name in images)
    return f"<h2>{_word(language, 'images')}</h2>{shown}" if shown else ""


def _word(language: Language, name: str) -> str:
    """Returns the label of a field of the export, escaped for HTML."""
    return html.escape(text(language, f"outside.export.field.{name}"))
