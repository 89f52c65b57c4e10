"""Cards, links and form of the cultivar list, as a reader without scripts uses them."""

from urllib.parse import urlencode

import httpx

from tests.markup import Element, read


def main_of(visitor: httpx.Client, address: str) -> Element:
    answer = visitor.get(address)
    assert answer.status_code == 200
    return read(answer.text).the("main")


def cards(main: Element) -> list[str]:
    return [article.get("id").removeprefix("c-") for article in main.all("article")]


def more(main: Element) -> str | None:
    """Where the link to a longer list leads; none when all is shown."""
    links = [a.get("href") for p in main.all("p", class_="cultivar-list-more") for a in p.all("a")]
    return links[0] if links else None


def shown_in_all(visitor: httpx.Client, address: str) -> list[str]:
    main = main_of(visitor, address)
    while (longer := more(main)) is not None:
        before = cards(main)
        main = main_of(visitor, longer.partition("#")[0])
        assert cards(main)[: len(before)] == before
        assert longer.partition("#")[2] == f"c-{cards(main)[len(before)]}"
    return cards(main)


def rest_of(visitor: httpx.Client, main: Element) -> list[str]:
    """Records of a list, from its first page on."""
    longer = more(main)
    return shown_in_all(visitor, longer.partition("#")[0]) if longer else cards(main)


def submitted(main: Element, *, search: str | None = None, **checked: str) -> str:
    """Where the form leads when it is sent as it stands, but for a search and further choices."""
    form = main.the("form")
    assert form.get("method") in {"", "get"}
    typed = form.the("input", id="search").get("value") if search is None else search
    fields = [("search", typed)]
    for box in form.all("input", type="checkbox"):
        name, value = box.get("name"), box.get("value")
        if "checked" in box.attributes or checked.get(name) == value:
            fields.append((name, value))
    for select in form.all("select"):
        name, options = select.get("name"), select.all("option")
        chosen = [option for option in options if "selected" in option.attributes] or options
        chosen = [
            option for option in options if option.get("value") == checked.get(name)
        ] or chosen
        fields.append((name, chosen[0].get("value")))
    assert set(checked.items()) <= set(fields)
    return f"{form.get('action')}?{urlencode(fields)}"


def values_of(main: Element, name: str) -> list[str]:
    return [box.get("value") for box in main.the("form").all("input", name=name)]
