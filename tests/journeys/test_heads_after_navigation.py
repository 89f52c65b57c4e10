"""Head tags that the client computes after a navigation, compared with those of the host."""

import asyncio
from collections.abc import Mapping
from typing import Any

import httpx
import msgspec
import pytest

from server.contracts.routes import LANGUAGES
from server.contracts.views import read_views
from server.rendering.pool import RenderPool
from tests.journeys.addresses import HALVES, MISSING_PAGES, OPEN_PAGES, half
from tests.journeys.author import Author
from tests.journeys.heads import Head, head_in, head_of
from tests.markup import read
from tests.running_site import ROOT, RunningSite

CATALOGUE_VIEWS = {language: read_views(ROOT / "build", language) for language in LANGUAGES}
WORKER = ROOT / "build" / "ssr" / "worker.js"
POST = {
    "content": "Sencha of an unusual autumn harvest, brewed twice.",
    "category": "review",
    "language": "en",
    "tea_variety": "saemidori",
}
VIEWS = (
    "/cultivars?page=3",
    "/cultivars?from=-5&to=3",
    "/cultivars?page=999",
    "/cultivars?search=sae&origin=shizuoka&page=2",
    "/cultivars/nothing",
    "/community?category=review",
    "/community?category=shop&sort=popular&search=tea",
    "/community?page=9",
    "/nothing/at/all",
)
# A client navigation changes the text of a preview card, not its image.
COMPARED = ("description", "robots", "og:", "twitter:", "article:", "profile:")


@pytest.fixture(scope="module", params=HALVES)
def documents(request: pytest.FixtureRequest, written_site: RunningSite) -> Mapping[str, str]:
    """HTML of every public page and of some filtered lists, each in one language, by path."""
    with httpx.Client(base_url=written_site.origin, timeout=10) as http:
        author = Author(written_site.origin, http)
        author.sign_in()
        post = author.change("POST", "/api/posts", json=POST).json()
        own = (f"/post/{post['id']}", f"/members/{author.id}")
    views = [prefix + path for path in (*VIEWS, *own) for prefix in ("", "/ja")]
    every = [*(route_page.path() for route_page in [*OPEN_PAGES, *MISSING_PAGES]), *views]
    paths = half(every, is_other=request.param)
    with httpx.Client(base_url=written_site.origin, timeout=10) as visitor:
        return {path: visitor.get(path).text for path in paths}


async def render(payloads: list[bytes]) -> list[str]:
    """Renders payloads in a worker and returns their head tags."""
    pool = RenderPool(WORKER, 1, deadline_s=20.0)
    await pool.start()
    try:
        return [(await pool.render(payload)).head.decode() for payload in payloads]
    finally:
        await pool.stop()


def payload_without_meta(html: str) -> bytes:
    """Returns a page's payload without `meta`, as the client has it after a navigation."""
    payload = msgspec.json.decode(read(html).the("script", id="payload").source)
    del payload["meta"]
    payload["preloaded"] += data_of_server_part(payload)
    return msgspec.json.encode(payload)


def data_of_server_part(payload: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the data that a client loads for pages whose server part the host renders as HTML."""
    views, route = CATALOGUE_VIEWS[payload["language"]], payload["route"]
    id = payload["params"].get("id", "")
    view = views.overviews["map"] if route == "map" else views.prefectures.get(id)
    if route in {"map", "prefecture"} and view is not None:
        decoded = msgspec.json.decode(view)
        data = {"meta": decoded["meta"], "view": decoded, "posts": None}
        return [{"query": route, "params": payload["params"], "data": data}]
    found = views.overviews.get(route) or views.breeders.get(payload["params"].get("id", ""))
    if route not in {*views.overviews, "breeder"} or found is None:
        return []
    return [{"query": route, "params": payload["params"], "data": found}]


def compared(head: Head) -> dict[str, list[str]]:
    return {
        name: content
        for name, content in head.metas.items()
        if name.startswith(COMPARED) and ":image" not in name
    }


def test_head_rendered_without_host_meta_equals_the_host_head(
    documents: Mapping[str, str],
) -> None:
    heads = asyncio.run(render([payload_without_meta(html) for html in documents.values()]))

    assert len(documents) > 20
    for (path, html), tags in zip(documents.items(), heads, strict=True):
        by_host = head_of(html)
        by_page = head_in(read(f"<html><head>{tags}</head></html>"))
        assert by_page.titles == by_host.titles, path
        assert compared(by_page) == compared(by_host), path
        assert by_page.canonicals == by_host.canonicals, path
        assert by_page.alternates == by_host.alternates, path
        assert set(by_page.formats) <= set(by_host.formats), path
