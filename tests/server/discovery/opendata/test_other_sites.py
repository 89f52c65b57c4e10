"""Open data for scripts of other sites, which load a file again only if it has changed."""

import httpx
import pytest

pytestmark = pytest.mark.anyio

PATHS = (
    "/data/v1/cultivars.json?ids=seimei",
    "/data/v1/cultivars/saemidori.bib",
    "/data/v1/cultivars.txt",
    "/CITATION.cff",
)


@pytest.mark.parametrize("path", PATHS)
async def test_scripts_of_other_sites_may_read_and_send_the_entity_tag(
    client: httpx.AsyncClient, path: str
) -> None:
    asked = {"access-control-request-headers": "if-none-match"}

    answer = await client.get(path)
    again = await client.get(path, headers={"if-none-match": answer.headers["etag"]})
    preflight = await client.options(path, headers={"origin": "https://elsewhere.example", **asked})

    assert again.status_code == 304
    assert answer.headers["access-control-expose-headers"] == "ETag"
    assert preflight.status_code == 204
    assert preflight.headers["access-control-allow-origin"] == "*"
    assert preflight.headers["access-control-allow-headers"] == "If-None-Match"
    assert preflight.headers["allow"] == "GET, HEAD, OPTIONS"
