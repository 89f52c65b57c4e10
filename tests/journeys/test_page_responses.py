"""Status, language and payload of pages, with a fake render pool."""

import json
import re
from pathlib import Path
from shutil import copyfile

import httpx
import pytest
from sqlalchemy import make_url

from server.contracts.catalogue import CULTIVARS
from server.contracts.routes import LANGUAGES, ROUTES, path_for
from server.settings import Settings
from tests.fake_build import FakePool, cultivar_view

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def tables(settings: Settings, migrated_file: Path) -> None:
    """Creates the tables of posts and members, without rows."""
    copyfile(migrated_file, str(make_url(settings.database_url).database))


def payload_of(answer: httpx.Response) -> dict[str, object]:
    found = re.search(r'id="payload">(.*?)</script>', answer.text, re.DOTALL)
    assert found
    payload: dict[str, object] = json.loads(found[1])
    return payload


OPEN_PAGES = [
    (name, language)
    for name, route in ROUTES.items()
    # A report needs the post, comment or member that is reported.
    if route.record.guard == "everyone" and not route.record.params and name != "report"
    for language in LANGUAGES
]


@pytest.mark.parametrize(("name", "language"), OPEN_PAGES)
async def test_public_page_returns_200_in_its_language(
    client: httpx.AsyncClient, name: str, language: str
) -> None:
    answer = await client.get(path_for(name, "ja" if language == "ja" else "en"))

    assert answer.status_code == 200
    assert f'<html lang="{language}">' in answer.text
    assert f"<title>{name} in {language}</title>" in answer.text
    assert payload_of(answer)["route"] == name


@pytest.mark.parametrize("name", ["create", "profile", "profileEdit"])
async def test_members_page_redirects_a_visitor_to_login_with_return_path(
    client: httpx.AsyncClient, name: str
) -> None:
    path = path_for(name, "ja")

    answer = await client.get(f"{path}?a=1")

    assert answer.status_code == 302
    assert answer.headers["location"] == f"/ja/login?return={path}%3Fa%3D1"
    assert "cookie" in answer.headers["vary"]


async def test_cultivar_payload_contains_its_record(client: httpx.AsyncClient) -> None:
    answer = await client.get("/ja/cultivars/saemidori?x=1")

    payload = payload_of(answer)
    assert answer.status_code == 200
    # Fields that no page reads are left out of the payload.
    assert payload["url"] == "/ja/cultivars/saemidori"
    assert payload["params"] == {"id": "saemidori"}
    assert payload["preloaded"] == [
        {
            "query": "cultivar",
            "params": {"id": "saemidori"},
            "data": cultivar_view("saemidori", CULTIVARS["saemidori"], "ja"),
        },
        {
            "query": "relatedPosts",
            "params": {"id": "saemidori"},
            "data": {"posts": [], "next": None, "remaining": 0, "remaining_is_more": False},
        },
    ]


@pytest.mark.parametrize(
    ("requested", "canonical"),
    [
        ("/cultivars/okumidori/", "/cultivars/okumidori"),
        ("/Cultivars/Okumidori", "/cultivars/okumidori"),
        ("/ja//cultivars//okumidori", "/ja/cultivars/okumidori"),
        ("/JA/", "/ja"),
        ("/%63ultivars", "/cultivars"),
        ("/cultivars/Oku%20Midori", "/cultivars/okumidori"),
        ("/cultivars/oku-midori", "/cultivars/okumidori"),
        ("/ja/cultivars/%E3%82%84%E3%81%B6%E3%81%8D%E3%81%9F", "/ja/cultivars/yabukita"),
        ("/cultivars/benifuuki", "/cultivars/benifuki"),
        ("/ja/cultivars/枕崎9号", "/ja/cultivars/saemidori"),
        ("/Post/12", "/post/12"),
        ("/post/12/", "/post/12"),
        ("/post/012", "/post/12"),
        ("/ja/post/0012/", "/ja/post/12"),
        ("/JA/POST/12//", "/ja/post/12"),
        ("/%70ost/12", "/post/12"),
        ("/ja/COMMUNITY", "/ja/community"),
        ("/ja//Community/", "/ja/community"),
        ("/Members/0ABC-1D", "/members/0abc-1d"),
        ("/Database-Info", "/database-info"),
        ("/JA/nothing/Here", "/ja/nothing/Here"),
    ],
)
async def test_noncanonical_path_redirects_permanently_to_the_canonical_path(
    client: httpx.AsyncClient, requested: str, canonical: str
) -> None:
    answer = await client.get(f"{requested}?search=a%20b")

    assert answer.status_code == 301
    assert answer.headers["location"] == f"{canonical}?search=a%20b"


async def test_redirect_keeps_every_query_that_fits_into_an_address(
    client: httpx.AsyncClient,
) -> None:
    long = f"search={'%E8%8C%B6' * 6_000}"
    given = f"tab=likes&name={'a' * 1_900}"

    answer = await client.get(f"/Cultivars?{long}")
    login = await client.get(f"/profile?{given}")

    assert answer.headers["location"] == f"/cultivars?{long}"
    assert httpx.URL(login.headers["location"]).params["return"] == f"/profile?{given}"


@pytest.mark.parametrize(
    "path",
    ["/nothing", "/ja/nothing/at/all", "/cultivars/nothing", "/ja/post/1", "/post/abc", "/x/"],
)
async def test_unknown_path_returns_404_in_its_language(
    client: httpx.AsyncClient, path: str
) -> None:
    answer = await client.get(path)

    assert answer.status_code == 404
    assert f'<html lang="{"ja" if path.startswith("/ja") else "en"}">' in answer.text
    assert payload_of(answer)["status"] == 404


async def test_unknown_cultivar_payload_has_null_data(
    client: httpx.AsyncClient,
) -> None:
    payload = payload_of(await client.get("/cultivars/nothing"))

    assert payload["route"] == "cultivar"
    assert payload["preloaded"] == [
        {"query": query, "params": {"id": "nothing"}, "data": None}
        for query in ("cultivar", "relatedPosts")
    ]


async def test_home_redirects_to_japanese_by_cookie_not_by_accept_language(
    client: httpx.AsyncClient,
) -> None:
    by_browser = await client.get("/", headers={"accept-language": "ja"})
    by_choice = await client.get("/?a=1", headers={"cookie": "language=ja"})
    elsewhere = await client.get("/about", headers={"cookie": "language=ja"})

    assert by_browser.status_code == 200
    assert (by_choice.status_code, by_choice.headers["location"]) == (302, "/ja?a=1")
    assert "cookie" in by_choice.headers["vary"]
    assert elsewhere.status_code == 200


async def test_head_response_equals_get_without_a_body(client: httpx.AsyncClient) -> None:
    requested = await client.get("/cultivars/saemidori")
    headed = await client.head("/cultivars/saemidori")

    assert headed.status_code == 200
    assert headed.content == b""
    assert headed.headers["content-type"] == requested.headers["content-type"]


async def test_payload_script_contains_no_html_characters(
    client: httpx.AsyncClient, pool: FakePool
) -> None:
    answer = await client.get("/cultivars?search=</script><!--&x=%E2%80%A8\u2028")

    text = answer.text.partition('id="payload">')[2].partition("</script>")[0]
    assert json.loads(text)["route"] == "cultivars"
    assert not set("<>&\u2028\u2029") & set(text)
    assert pool.payloads[-1] == text.encode()


async def test_callback_response_is_not_cached_or_indexed(client: httpx.AsyncClient) -> None:
    answer = await client.get("/ja/auth/callback")

    assert answer.headers["cache-control"] == "private, no-store"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["x-robots-tag"] == "noindex, nofollow"


@pytest.mark.parametrize(
    "query",
    [
        "search=" + "a" * 10_000,
        "search=" + "%E8%8C%B6" * 6_000,
        "search=%ff%fe",
        "page=-1&page=x",
        "a&&&=&%zz",
        "&" * 900,
    ],
)
async def test_list_with_an_odd_query_returns_200(client: httpx.AsyncClient, query: str) -> None:
    answer = await client.get(f"/cultivars?{query}")

    assert answer.status_code == 200
