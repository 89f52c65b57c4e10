"""Packs what the site holds of a member: JSON for machines, a page for people, the pictures."""

import html
import io
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from server.contracts.locales import text
from server.contracts.routes import Language
from server.profiles.schemas import CurrentMember
from server.sessions.schemas import SessionEntry

# By kind (posts, comments, likes): plain values, each with `created_at` and what it says.
Contributions = Mapping[str, Sequence[Mapping[str, Any]]]


@dataclass(frozen=True, slots=True)
class Belongings:
    """Everything of one member; pictures by their path in the archive."""

    member: CurrentMember
    sessions: list[SessionEntry]
    contributions: Contributions
    images: dict[str, bytes]


def pack(belongings: Belongings) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("data.json", _json(belongings))
        archive.writestr("index.html", _page(belongings, belongings.member.language))
        for name, data in belongings.images.items():
            archive.writestr(f"images/{name}", data)
    return out.getvalue()


def _json(belongings: Belongings) -> bytes:
    images = [f"images/{name}" for name in belongings.images]
    whole = {
        "profile": belongings.member,
        "sessions": belongings.sessions,
        **belongings.contributions,
        "images": images,
    }
    return msgspec.json.format(msgspec.json.encode(whole), indent=2)


def _page(belongings: Belongings, language: Language) -> str:
    title = html.escape(text(language, "export.title"))
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        f"<title>{title}</title></head><body><h1>{title}</h1>"
        + _profile(belongings.member, language)
        + _sessions(belongings.sessions, language)
        + _contributions(belongings.contributions, language)
        + _images(belongings.images, language)
        + "</body></html>"
    )


def _profile(member: CurrentMember, language: Language) -> str:
    values = msgspec.to_builtins(member)
    rows = "".join(
        f"<dt>{_word(language, name)}</dt><dd>{html.escape(str(value))}</dd>"
        for name, value in values.items()
        if value is not None
    )
    return f"<h2>{_word(language, 'profile')}</h2><dl>{rows}</dl>"


def _sessions(entries: list[SessionEntry], language: Language) -> str:
    rows = "".join(
        f"<li>{html.escape(entry.device)} {entry.created_at:%Y-%m-%d %H:%M} UTC</li>"
        for entry in entries
    )
    return f"<h2>{_word(language, 'sessions')}</h2><ul>{rows}</ul>"


def _contributions(contributions: Contributions, language: Language) -> str:
    return "".join(
        f"<h2>{_word(language, kind)}</h2><ol>{''.join(map(_entry, entries))}</ol>"
        for kind, entries in contributions.items()
        if entries
    )


def _entry(entry: Mapping[str, Any]) -> str:
    said = [entry[name] for name in ("title", "content") if entry.get(name)]
    lines = "".join(f"<p>{html.escape(str(text))}</p>" for text in said)
    return f"<li>{html.escape(str(entry['created_at']))}{lines}</li>"


def _images(images: dict[str, bytes], language: Language) -> str:
    shown = "".join(f'<p><img src="images/{html.escape(name)}" alt=""></p>' for name in images)
    return f"<h2>{_word(language, 'images')}</h2>{shown}" if shown else ""


def _word(language: Language, name: str) -> str:
    return html.escape(text(language, f"export.field.{name}"))
