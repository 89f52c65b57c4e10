"""Export of a member's data as a ZIP: data.json, index.html and the pictures."""

import html
import zipfile
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from tempfile import TemporaryFile
from typing import IO, Any

import msgspec

from server.accounts.profiles.schemas import CurrentMember
from server.accounts.sessions.export.words import in_words, name_of
from server.accounts.sessions.schemas import AccountEntry, SessionEntry
from server.contracts.locales import separator_of, text
from server.contracts.routes import Language

# By kind (posts, comments, likes): plain values with `created_at` and the content.
Contributions = Mapping[str, Sequence[Mapping[str, Any]]]

# Fields of an entry that index.html shows as paragraphs.
SAID = (
    "title", "content", "action", "subject", "reason", "note", "outcome", "display_name", "bio",
)  # fmt: skip
# Fields of an entry that it shows below these with a label, by the key of the label.
LABELS = {
    "post_id": "outside.export.field.post_id",
    "category": "outside.export.field.category",
    "rating": "createPost.fields.rating",
    "tea_type": "createPost.fields.tea_type",
    "tea_variety": "createPost.fields.tea_variety",
    "prefecture": "createPost.fields.prefecture",
    "price_yen": "createPost.fields.price_yen",
    "shop_name": "createPost.fields.shop_name",
    "harvest_period": "createPost.fields.harvest_period",
    "processing_method": "createPost.fields.processing_method",
    "posts": "outside.export.field.posts",
    "edited_at": "outside.export.field.updated_at",
}

STYLE = (
    ":root{color-scheme:light dark;font:1rem/1.7 system-ui}body{max-width:42rem;margin:2rem auto;"
    "padding:0 1rem}dt{font-weight:600}dd{margin:0 0 .6rem;overflow-wrap:anywhere}"
    "p{white-space:pre-line;overflow-wrap:anywhere}figure{margin:0 0 .6rem}img{max-width:100%}"
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
        + _contributions(data.contributions, language, {*images})
        + _images(images, data.contributions, language)
        + "</body></html>"
    )


def _table(kind: str, values: Mapping[str, object], language: Language) -> str:
    """Returns the record `kind` as HTML: a heading, and its fields that are not None."""
    rows = "".join(
        f"<dt>{_word(language, name)}</dt><dd>{_value(language, name, value)}</dd>"
        for name, value in values.items()
        if value is not None
    )
    return f"<h2>{_word(language, kind)}</h2><dl>{rows}</dl>" if rows else ""


def _value(language: Language, name: str, value: object) -> str:
    """Returns the value of a field as escaped HTML."""
    return html.escape(_text_of(language, name, value))


def _text_of(language: Language, name: str, value: object) -> str:
    """Returns the value of a field as text in the language; an id without a name as it is."""
    if isinstance(value, bool):
        return text(language, f"outside.export.{'yes' if value else 'no'}")
    if isinstance(value, list):
        return separator_of(language).join(map(str, value))
    if name == "price_yen":
        return text(language, "postDetail.info.yen", price=f"{value:,}")
    if name == "rating" and isinstance(value, int):
        return text(language, "createPost.rating.stars", count=value)
    if name.endswith("_at"):
        return _time(datetime.fromisoformat(str(value)))
    return name_of(language, name, str(value))


def _time(at: datetime) -> str:
    """Returns a time for readers, to the minute."""
    return f"{at:%Y-%m-%d %H:%M} UTC"


def _sessions(entries: list[SessionEntry], language: Language) -> str:
    """Returns the list of sign-ins as HTML."""
    rows = "".join(
        f"<li>{html.escape(entry.device)} {_time(entry.created_at)}</li>" for entry in entries
    )
    return f"<h2>{_word(language, 'sessions')}</h2><ul>{rows}</ul>"


def _contributions(
    contributions: Contributions, language: Language, images: Collection[str]
) -> str:
    """Returns the contributions as HTML, one list for each kind."""
    parts = []
    for kind, entries in contributions.items():
        # Other entries name their post by `post_id`.
        named = [{**one, "post_id": one["id"]} if kind == "posts" else one for one in entries]
        items = [_entry(in_words(kind, one, language), language, images) for one in named]
        if items:
            parts.append(f"<h2>{_word(language, kind)}</h2><ol>{''.join(items)}</ol>")
    return "".join(parts)


def _entry(entry: Mapping[str, Any], language: Language, images: Collection[str]) -> str:
    """Returns one post, comment or the like as an HTML list item, with its texts escaped.

    It has those of its pictures that are among `images`, the files of the archive.
    """
    said = [html.escape(str(entry[name])) for name in SAID if entry.get(name)]
    lines = "".join(f"<p>{line}</p>" for line in said)
    facts = "".join(
        f"<dt>{html.escape(text(language, label))}</dt>"
        f"<dd>{_value(language, name, entry[name])}</dd>"
        for name, label in LABELS.items()
        if entry.get(name) not in (None, [])
    )
    pictures = "".join(_picture(name, alt) for name, alt in _pictures_of(entry) if name in images)
    time = _value(language, "created_at", entry["created_at"])
    return f"<li>{time}{lines}{facts and f'<dl>{facts}</dl>'}{pictures}</li>"


def _pictures_of(entry: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Returns the files and descriptions of an entry's pictures."""
    return [
        (f"images/post-images/{one['url'].rpartition('/')[2]}", one["alt"] or "")
        for one in entry.get("images", ())
    ]


def _picture(name: str, alt: str) -> str:
    """Returns a picture as HTML, with its description below."""
    shown, caption = f'<img src="{html.escape(name)}" alt="">', html.escape(alt)
    return f"<figure>{shown}{caption and f'<figcaption>{caption}</figcaption>'}</figure>"


def _images(images: Sequence[str], contributions: Contributions, language: Language) -> str:
    """Returns the pictures that belong to no entry as HTML with a heading; empty without any."""
    placed = {
        name
        for entries in contributions.values()
        for entry in entries
        for name, _ in _pictures_of(entry)
    }
    shown = "".join(_picture(name, "") for name in images if name not in placed)
    return f"<h2>{_word(language, 'images')}</h2>{shown}" if shown else ""


def _word(language: Language, name: str) -> str:
    """Returns the label of a field of the export, escaped for HTML."""
    return html.escape(text(language, f"outside.export.field.{name}"))
