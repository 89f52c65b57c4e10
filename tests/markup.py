"""Strict HTML parser: fails at an element that is not closed, or closed in the wrong place."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"br", "circle", "col", "hr", "img", "input", "link", "meta", "path", "rect", "wbr"}
# Elements whose content is not visible text.
NOT_TEXT = {"script", "style", "template"}


@dataclass
class Element:
    """Element of a page, with its attributes, child elements and texts."""

    tag: str
    attributes: dict[str, str]
    inside: "list[Element | str]" = field(default_factory=list)

    def __iter__(self) -> "Iterator[Element]":
        """Yields every descendant element in document order."""
        waiting = self.inside[::-1]
        while waiting:
            part = waiting.pop()
            if isinstance(part, Element):
                yield part
                waiting += part.inside[::-1]

    def all(self, tag: str, **attributes: str) -> "list[Element]":
        """Returns the descendants with a tag and attributes, such as `class_` or `aria_label`."""
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
        return [e for e in self if e.tag == tag and wanted.items() <= e.attributes.items()]

    def the(self, tag: str, **attributes: str) -> "Element":
        """Returns the only descendant with a tag and attributes; fails for none or several."""
        found = self.all(tag, **attributes)
        assert len(found) == 1, f"{len(found)} × {tag} {attributes}"
        return found[0]

    def get(self, name: str) -> str:
        return self.attributes.get(name, "")

    @property
    def text(self) -> str:
        """The visible text with single spaces, without scripts, styles and templates."""
        return " ".join(" ".join(self._texts()).split())

    def _texts(self) -> Iterator[str]:
        for part in self.inside:
            if isinstance(part, str):
                yield part
            elif part.tag not in NOT_TEXT:
                yield from part._texts()

    @property
    def source(self) -> str:
        """The text directly inside, unchanged, such as that of a script."""
        return "".join(part for part in self.inside if isinstance(part, str))


class _Parser(HTMLParser):
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
    parser = _Parser()
    parser.feed(html)
    parser.close()
    assert len(parser.open) == 1, f"never closed: {[element.tag for element in parser.open[1:]]}"
    return parser.open[0]
