"""Tests with independent libraries for link previews and sitemaps."""

import io
from typing import Any

import httpx
import pytest
from linkpreview import link_preview
from PIL import Image
from usp.tree import sitemap_from_str

from server.contracts.routes import LANGUAGES, ROUTES, path_for
from tests.journeys.addresses import LANGUAGE_OF
from tests.journeys.sitemaps import read_sitemaps
from tests.running_site import RunningSite

FIRST_SAMPLE = "1"
PARAMS = {
    "cultivar": {"id": "saemidori"},
    "relation": {"a": "seimei", "b": "saemidori"},
    "lineage": {"code": "4"},
    "breeder": {"id": "kyoto"},
    "prefecture": {"id": "kagoshima"},
    "post": {"id": FIRST_SAMPLE},
}
SHARED = [
    pytest.param(
        path_for(name, language, params=PARAMS.get(name)),
        marks=[] if language == LANGUAGE_OF[name] else pytest.mark.audit,
    )
    for name, route in ROUTES.items()
    for language in LANGUAGES
    if route.record.guard == "everyone" and route.record.frame == "main"
    if name not in ("member", "collection", "report")
]


@pytest.mark.parametrize("path", SHARED)
def test_linkpreview_library_finds_title_description_and_image(
    sample_site: RunningSite, robot: httpx.Client, path: str
) -> None:
    answer = robot.get(path)
    preview = link_preview(sample_site.origin + path, answer.text, parser="lxml")

    picture = robot.get(preview.absolute_image)
    assert answer.status_code == 200
    assert preview.title and preview.description
    assert preview.site_name in ("Chanoki", "茶の木")
    assert preview.absolute_image.startswith(sample_site.origin)
    assert Image.open(io.BytesIO(picture.content)).size == (1200, 630)


def test_sitemap_library_finds_the_same_addresses_as_our_parser(robot: httpx.Client) -> None:
    index = sitemap_from_str(robot.get("/sitemap.xml").text)
    files: list[Any] = [sitemap_from_str(robot.get(one.url).text) for one in index.sub_sitemaps]

    found = [page for file in files for page in file.all_pages()]
    assert {page.url for page in found} == set(read_sitemaps(robot))
    posts = [page for page in found if "/post/" in page.url]
    assert posts
    assert all(page.last_modified for page in posts)
