"""Parser of the sitemap index and of every sitemap in it."""

from collections.abc import Mapping
from dataclasses import dataclass

import httpx
from lxml import etree

XML = {
    "s": "http://www.sitemaps.org/schemas/sitemap/0.9",
    "x": "http://www.w3.org/1999/xhtml",
    "i": "http://www.google.com/schemas/sitemap-image/1.1",
}
# Limits of the sitemap protocol for one file.
ENTRIES_MOST = 50_000
BYTES_MOST = 50 * 1024 * 1024


@dataclass(frozen=True)
class Entry:
    """Entry of an address in a sitemap."""

    file: str
    alternates: Mapping[str, str]
    modified: str
    images: tuple[str, ...]


def read_sitemaps(visitor: httpx.Client) -> dict[str, Entry]:
    """Returns the entries of all sitemaps by address; fails if an address is listed twice."""
    found: dict[str, Entry] = {}
    for file in _locations(_fetch(visitor, "/sitemap.xml"), "s:sitemap"):
        document = _fetch(visitor, file)
        entries = {address: entry for address, entry in _entries(document, file)}
        assert len(entries) == len(document.findall("s:url", XML)) <= ENTRIES_MOST
        assert not entries.keys() & found.keys()
        found |= entries
    return found


def _fetch(visitor: httpx.Client, address: str) -> etree._Element:
    answer = visitor.get(address)
    assert answer.status_code == 200, address
    assert answer.headers["content-type"] == "application/xml; charset=utf-8"
    assert len(answer.content) <= BYTES_MOST
    return etree.fromstring(answer.content)


def _locations(document: etree._Element, tag: str) -> list[str]:
    return [entry.findtext("s:loc", "", XML) for entry in document.findall(tag, XML)]


def _entries(document: etree._Element, file: str) -> list[tuple[str, Entry]]:
    return [
        (
            entry.findtext("s:loc", "", XML),
            Entry(
                file=file.rpartition("/")[2],
                alternates={
                    link.get("hreflang", ""): link.get("href", "")
                    for link in entry.findall("x:link", XML)
                },
                modified=entry.findtext("s:lastmod", "", XML),
                images=tuple(
                    image.findtext("i:loc", "", XML) for image in entry.findall("i:image", XML)
                ),
            ),
        )
        for entry in document.findall("s:url", XML)
    ]
