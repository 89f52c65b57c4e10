"""Feed of corrections: new records, and what editions of the catalogue changed in the others."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from server.contracts.catalogue import CULTIVARS, EDITION
from server.contracts.history import HISTORIES, REPORTED, Revision
from server.contracts.locales import text
from server.contracts.routes import PREFIXES, Language, page_url
from server.discovery.feeds import Feed, feed_document, format_instant, midnight
from server.discovery.markup import element
from server.pages.schemas import Names

ENTRIES_MOST = 200


@dataclass(frozen=True, slots=True)
class Correction:
    """Reported changes of one record in one edition; without any the record is new."""

    id: str
    version: str
    day: date
    revisions: tuple[Revision, ...]


def corrections_path(language: Language) -> str:
    return f"{PREFIXES[language]}/feeds/corrections.atom"


def write_corrections(origin: str, names: Names, language: Language) -> bytes:
    """Returns the Atom feed of the newest corrections."""
    feed = Feed(
        origin=origin,
        language=language,
        title=text(language, "outside.feed.corrections", site=names.of(language)),
        subtitle=text(language, "outside.feed.correctionsSubtitle", site=names.of(language)),
        own=origin + corrections_path(language),
        page=page_url(origin, "databaseInfo", language=language),
    )
    # The newest first; within an edition by id. Several editions may have the same day, and as
    # texts their versions have another order: 2.10.0 is before 2.9.0.
    places = {version: place for place, version in enumerate(EDITION.changes)}
    found = sorted(_list_corrections(), key=lambda one: one.id)
    newest = sorted(found, key=lambda one: (one.day, places[one.version]), reverse=True)
    newest = newest[:ENTRIES_MOST]
    updated = max((midnight(one.day) for one in newest), default=feed.since)
    return feed_document(
        feed,
        (_write_entry(feed, one) for one in newest),
        updated=updated,
        author=names.of(language),
    )


def _list_corrections() -> Iterator[Correction]:
    """Yields a Correction for each record and edition that corrected, completed or published it.

    Records are not listed as new in the first edition, which published most of them.
    """
    first = next(iter(EDITION.changes))
    for id, steps in HISTORIES.items():
        for step in steps:
            reported = tuple(one for one in step.revisions if one.kind in REPORTED)
            if reported or (step.is_new and step.version != first):
                yield Correction(id, step.version, step.date, reported)


def _write_entry(feed: Feed, correction: Correction) -> str:
    """Returns the Atom entry of one correction."""
    record, language = CULTIVARS[correction.id], feed.language
    address = page_url(feed.origin, "cultivar", language=language, params={"id": correction.id})
    name = record.name_ja if language == "ja" else record.name_en
    named = {"name": name, "version": correction.version}
    credits = [one.credit for one in correction.revisions if one.credit]
    key = "outside.feed.correction" if correction.revisions else "outside.feed.newRecord"
    parts = (
        element("id", f"{address}#history-{correction.version}"),
        element("title", text(language, key, **named)),
        element("updated", format_instant(midnight(correction.day))),
        element("link", rel="alternate", type="text/html", hreflang=language, href=address),
        *(f"<contributor>{element('name', credit)}</contributor>" for credit in credits),
        element("content", _write_content(correction, language), type="text"),
    )
    return f"<entry>{''.join(parts)}</entry>\n"


def _write_content(correction: Correction, language: Language) -> str:
    """Returns one line for each change, with its reason; for a new record its description."""
    if not correction.revisions:
        record = CULTIVARS[correction.id]
        return record.description if language == "ja" else record.description_en
    pairs = ((one.what, one.why) for one in correction.revisions)
    if language == "ja":
        return "\n".join(what.ja + why.ja for what, why in pairs)
    return "\n".join(f"{what.en} {why.en}" for what, why in pairs)
