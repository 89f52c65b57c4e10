"""Cards, links and filter form of the cultivar list, as used without scripts."""

from urllib.parse import urlencode

import httpx

from tests.markup import Element, read


def open_main(visitor: httpx.Client, address: str) -> Element:
    """Opens a page and returns its `main` element."""
    answer = visitor.get(address)
    assert answer.status_code == 200
    return read(answer.text).the("main")


def card_ids(main: Element) -> list[str]:
    """Returns the ids of the records whose cards are shown."""
    return [article.get("id").removeprefix("c-") for article in main.all("article")]


def more_link(main: Element) -> str | None:
    """Returns the address of the "show more" link; None when every record is shown."""
    links = [a.get("href") for p in main.all("p", class_="cultivar-list-more") for a in p.all("a")]
    return links[0] if links else None


def all_ids(visitor: httpx.Client, address: str) -> list[str]:
    """Follows the "show more" links, each of which leads to its first new card; returns all ids."""
    main = open_main(visitor, address)
    while (longer := more_link(main)) is not None:
        before = card_ids(main)
        main = open_main(visitor, longer.partition("#")[0])
        assert card_ids(main)[: len(before)] == before
        assert longer.partition("#")[2] == f"c-{card_ids(main)[len(before)]}"
    return card_ids(main)


def all_ids_of(visitor: httpx.Client, main: Element) -> list[str]:
    """Returns all ids of an opened list, including those of its further pages."""
    longer = more_link(main)
    return all_ids(visitor, longer.partition("#")[0]) if longer else card_ids(main)


def submitted_address(main: Element, *, search: str | None = None, **checked: str) -> str:
    """Returns the address of the sent form, with a search text and further checked values."""
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


def field_values(main: Element, name: str) -> list[str]:
    """Returns the values of all fields of a name in the form."""
    return [box.get("value") for box in main.the("form").all("input", name=name)]
