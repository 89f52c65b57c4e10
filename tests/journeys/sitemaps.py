"""Reads the sitemap index and every sitemap that it names."""

from collections.abc import Mapping
from dataclasses import dataclass

import httpx
from lxml import etree

NAMES = {
    "s": "http://www.sitemaps.org/schemas/sitemap/0.9",
    "x": "http://www.w3.org/1999/xhtml",
    "i": "http://www.google.com/schemas/sitemap-image/1.1",
}
# What the protocol allows of one file.
ENTRIES_MOST = 50_000
BYTES_MOST = 50 * 1024 * 1024


@dataclass(frozen=True)
class Entry:
    """What a sitemap says of an address."""

    file: str
    alternates: Mapping[str, str]
    modified: str
    images: tuple[str, ...]


def read_sitemaps(visitor: httpx.Client) -> dict[str, Entry]:
    """Every listed address; none may stand there twice."""
    found: dict[str, Entry] = {}
    for file in _places(_fetched(visitor, "/sitemap.xml"), "s:sitemap"):
        document = _fetched(visitor, file)
        entries = {address: entry for address, entry in _entries(document, file)}
        assert len(entries) == len(document.findall("s:url", NAMES)) <= ENTRIES_MOST
        assert not entries.keys() & found.keys()
        found |= entries
    return found


def _fetched(visitor: httpx.Client, address: str) -> etree._Element:
    answer = visitor.get(address)
    assert answer.status_code == 200, address
    assert answer.headers["content-type"] == "application/xml; charset=utf-8"
    assert len(answer.content) <= BYTES_MOST
    return etree.fromstring(answer.content)


def _places(document: etree._Element, tag: str) -> list[str]:
    return [entry.findtext("s:loc", "", NAMES) for entry in document.findall(tag, NAMES)]


def _entries(document: etree._Element, file: str) -> list[tuple[str, Entry]]:
    return [
        (
            entry.findtext("s:loc", "", NAMES),
            Entry(
                file=file.rpartition("/")[2],
                alternates={
                    link.get("hreflang", ""): link.get("href", "")
                    for link in entry.findall("x:link", NAMES)
                },
                modified=entry.findtext("s:lastmod", "", NAMES),
                images=tuple(
                    image.findtext("i:loc", "", NAMES) for image in entry.findall("i:image", NAMES)
                ),
            ),
        )
        for entry in document.findall("s:url", NAMES)
    ]
