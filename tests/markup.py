"""Reads a page's HTML into elements, and complains when one is not closed where it should be."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"br", "circle", "col", "hr", "img", "input", "link", "meta", "path", "rect", "wbr"}
UNSPOKEN = {"script", "style", "template"}


@dataclass
class Element:
    """A tag with its attributes and all that stands inside."""

    tag: str
    attributes: dict[str, str]
    inside: "list[Element | str]" = field(default_factory=list)

    def __iter__(self) -> "Iterator[Element]":
        """Every element inside, in reading order."""
        waiting = self.inside[::-1]
        while waiting:
            part = waiting.pop()
            if isinstance(part, Element):
                yield part
                waiting += part.inside[::-1]

    def all(self, tag: str, **attributes: str) -> "list[Element]":
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
        return [e for e in self if e.tag == tag and wanted.items() <= e.attributes.items()]

    def the(self, tag: str, **attributes: str) -> "Element":
        found = self.all(tag, **attributes)
        assert len(found) == 1, f"{len(found)} × {tag} {attributes}"
        return found[0]

    def get(self, name: str) -> str:
        return self.attributes.get(name, "")

    @property
    def text(self) -> str:
        """The words inside, one space between; what is no text for a reader is left out."""
        return " ".join(" ".join(self._texts()).split())

    def _texts(self) -> Iterator[str]:
        for part in self.inside:
            if isinstance(part, str):
                yield part
            elif part.tag not in UNSPOKEN:
                yield from part._texts()

    @property
    def source(self) -> str:
        return "".join(part for part in self.inside if isinstance(part, str))


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            last = self.open[-1].inside[-1]
            assert isinstance(last, Element)
            self.open.append(last)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        assert len(named) == len(attrs), f"an attribute twice in <{tag}>: {attrs}"
        self.open[-1].inside.append(Element(tag, named))

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        closed = self.open.pop()
        assert closed.tag == tag, f"</{tag}> closes <{closed.tag} {closed.attributes}>"

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)


def read(html: str) -> Element:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert len(reader.open) == 1, f"never closed: {[element.tag for element in reader.open[1:]]}"
    return reader.open[0]
