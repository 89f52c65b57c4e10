"""Text files at fixed paths: security.txt, llms.txt and the OpenSearch descriptions."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime

import httpx
import pytest
from lxml import etree

from server.app import create_app
from server.settings import Settings
from tests.conftest import ORIGIN
from tests.fake_build import FakePool
from tests.lifespan import running

pytestmark = pytest.mark.anyio

OPENSEARCH = "{http://a9.com/-/spec/opensearch/1.1/}"


@pytest.fixture
async def client_of_site_with_contact(
    settings: Settings, pool: FakePool
) -> AsyncIterator[httpx.AsyncClient]:
    """Yields a client of a site whose operator has an e-mail address."""
    operator = replace(settings.operator, email="hello@tea.example")
    app = create_app(replace(settings, operator=operator), pool)
    async with running(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as http:
            yield http


async def test_security_txt_names_the_contact(
    client_of_site_with_contact: httpx.AsyncClient,
) -> None:
    answer = await client_of_site_with_contact.get("/.well-known/security.txt")

    fields = dict(line.split(": ", 1) for line in answer.text.splitlines())
    assert fields["Contact"] == "mailto:hello@tea.example"
    assert fields["Canonical"] == f"{ORIGIN}/.well-known/security.txt"
    expires = datetime.fromisoformat(fields["Expires"])
    assert 0 < (expires - datetime.now(expires.tzinfo)).days < 365


async def test_security_txt_answers_404_without_a_contact(client: httpx.AsyncClient) -> None:
    assert (await client.get("/.well-known/security.txt")).status_code == 404


async def test_llms_txt_links_to_pages_and_open_data(client: httpx.AsyncClient) -> None:
    answer = await client.get("/llms.txt")

    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.text.startswith("# Chanoki\n\n> ")
    assert f"({ORIGIN}/cultivars)" in answer.text
    assert f"{ORIGIN}/data/v1/cultivars.json" in answer.text
    assert "{{" not in answer.text


@pytest.mark.parametrize("path", ["", "/ja"])
async def test_opensearch_description_has_the_search_url_of_the_catalogue(
    client: httpx.AsyncClient, path: str
) -> None:
    answer = await client.get(f"{path}/opensearch.xml")

    described = etree.fromstring(answer.content)
    addresses = {
        url.get("type"): url.get("template") for url in described.findall(f"{OPENSEARCH}Url")
    }
    assert answer.headers["content-type"].startswith("application/opensearchdescription+xml")
    assert addresses["text/html"] == f"{ORIGIN}{path}/cultivars?search={{searchTerms}}"
    assert len(str(described.findtext(f"{OPENSEARCH}ShortName"))) <= 16
