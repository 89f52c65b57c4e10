"""Unknown, malformed and very long URLs: status and page."""

from contextlib import closing
from http.client import HTTPConnection

import httpx
import pytest

from server.contracts.catalogue import CULTIVAR_COUNT, CULTIVARS
from server.contracts.routes import LANGUAGES, Language, path_for
from tests.journeys.addresses import MEMBERS_PAGES, MISSING_PAGES, RoutePage
from tests.journeys.heads import head_in
from tests.markup import Element, read
from tests.running_site import RunningSite

PREFIX: dict[Language, str] = {"en": "", "ja": "/ja"}
UNKNOWN = [
    "/nothing",
    "/cultivars/nothing",
    "/cultivars/saemidori/more",
    "/cultivars/-",
    "/cultivars/%E8%8C%B6%E8%8C%B6",
    "/cultivars/" + "a" * 1500,
    "/post/1",
    "/post/0",
    "/post/abc",
    "/post/99999999999999999999",
    "/auth",
    "/index.html",
    "/cultivars.json",
    "/..%2f..%2fetc%2fpasswd",
    "/cultivars/%2e%2e/about",
    "/%22%3E%3Cscript%3Ealert(1)%3C/script%3E",
]
ODD_QUERIES = [
    "search=" + "a" * 10_000,
    "search=" + "%E8%8C%B6" * 6_000,
    "search=%ff%fe%00%01",
    "search=%E3%81",
    "search=%00",
    "search=%F0%9F%8D%B5%F0%9F%8D%B5",
    "search=%3C/script%3E%3Cscript%3Ealert(1)%3C/script%3E",
    "search=a&search=b&search=c",
    "search[]=x&search.y=z&__proto__=1&constructor=2",
    "page=999999",
    "page=0",
    "page=-1",
    "page=1e3",
    "page=NaN",
    "page=99999999999999999999999999",
    "&&&===&%zz&%",
    "&".join(f"p{n}={n}" for n in range(2000)),
]


def complete_page(answer: httpx.Response, language: str) -> Element:
    """Checks that a response is a page with head, heading, header and links; returns it parsed."""
    document = read(answer.text)
    root = document.the("div", id="root")
    head = head_in(document)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert head.language == language
    assert len(head.titles) == 1
    assert head.one("description")
    assert root.the("h1").text
    assert root.all("header")
    assert [a for a in root.the("main").all("a") if a.get("href").startswith("/")]
    return document


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", UNKNOWN, ids=lambda path: path[:40])
def test_unknown_path_returns_404_with_a_page_in_its_language(
    visitor: httpx.Client, path: str, language: Language
) -> None:
    answer = visitor.get(PREFIX[language] + path)

    document = complete_page(answer, language)
    assert answer.status_code == 404
    assert head_in(document).one("robots") == "noindex,follow"
    assert head_in(document).canonicals == []
    assert "alert(1)<" not in answer.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("query", ODD_QUERIES, ids=lambda query: query[:40])
def test_list_with_an_odd_query_returns_200(
    visitor: httpx.Client, query: str, language: Language
) -> None:
    answer = visitor.get(f"{path_for('cultivars', language)}?{query}")

    document = complete_page(answer, language)
    assert answer.status_code == 200
    assert len(document.all("article")) <= len(CULTIVARS)
    assert "<script>alert" not in answer.text
    assert len(document.the("input", id="search").get("value")) <= 200


@pytest.mark.parametrize("route", ["home", "cultivar", "about"])
def test_unknown_query_parameters_change_neither_text_nor_head(
    visitor: httpx.Client, route: str
) -> None:
    path = path_for(route, "ja", params={"id": "saemidori"})

    plain = read(visitor.get(path).text)
    marked = read(visitor.get(f"{path}?utm_source=x&search=y&page=3").text)

    assert marked.the("main").text == plain.the("main").text
    assert head_in(marked) == head_in(plain)


def test_list_page_beyond_the_last_equals_the_last(visitor: httpx.Client) -> None:
    last = read(visitor.get("/cultivars?page=13").text)
    beyond = read(visitor.get("/cultivars?page=14").text)

    assert len(last.the("main").all("article")) == CULTIVAR_COUNT
    assert beyond.the("main").text == last.the("main").text
    assert head_in(beyond) == head_in(last)


def test_list_ignores_an_impossible_page_number(visitor: httpx.Client) -> None:
    plain = read(visitor.get("/cultivars").text)
    beyond = read(visitor.get("/cultivars?page=999999").text)

    assert beyond.the("main").text == plain.the("main").text
    assert head_in(beyond) == head_in(plain)


@pytest.mark.parametrize(
    "query",
    ["lineage=99&origin=nowhere", "from=nowhere&to=__proto__&sort=constructor&view=toString"],
)
def test_unknown_values_redirect_to_the_list_without_them(
    visitor: httpx.Client, query: str
) -> None:
    requested = visitor.get(f"/cultivars?{query}")

    assert (requested.status_code, requested.headers["location"]) == (301, "/cultivars")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "path", ["/%00", "/cultivars/%00", "/%ff%fe", "/a%0d%0ab", "/caf%e9", "/cultivars/%E3%81"]
)
def test_path_with_invalid_bytes_returns_an_error_page(
    visitor: httpx.Client, path: str, language: Language
) -> None:
    answer = visitor.get(PREFIX[language] + path)

    assert answer.status_code in {400, 404}
    complete_page(answer, language)


@pytest.mark.parametrize(
    ("target", "statuses"),
    [
        ("/cultivars?search=" + "%E8%8C%B6" * 6_000, {200}),
        ("/cultivars?search=" + "a" * 120_000, {400, 414}),
        ("/" + "a" * 5000, {404, 414}),
    ],
    ids=["6,000 kanji", "120,000 letters", "a long path"],
)
def test_very_long_url_gets_a_response(site: RunningSite, target: str, statuses: set[int]) -> None:
    # httpx itself refuses to send addresses of this length.
    host = httpx.URL(site.origin)
    connection = HTTPConnection(host.host, host.port, timeout=10)
    with closing(connection):
        connection.request("GET", target, headers={"accept": "text/html"})
        answer = connection.getresponse()
        body = answer.read().decode()

    assert answer.status in statuses
    assert body
    if answer.status == 200:
        assert read(body).the("main").the("h1").text


def test_missing_file_returns_a_json_problem_instead_of_a_page(visitor: httpx.Client) -> None:
    answer = visitor.get("/images/nothing.jpg", headers={"accept": "image/*,*/*"})

    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("route_page", MISSING_PAGES, ids=str)
def test_missing_post_or_member_returns_404_with_a_page(
    visitor: httpx.Client, route_page: RoutePage
) -> None:
    answer = visitor.get(route_page.path())

    assert answer.status_code == 404
    complete_page(answer, route_page.language)


@pytest.mark.parametrize("route_page", MEMBERS_PAGES, ids=str)
@pytest.mark.parametrize("query", ["", "?a=1&b=%E8%8C%B6"])
def test_members_page_redirects_a_visitor_to_login_with_return_path(
    visitor: httpx.Client, route_page: RoutePage, query: str
) -> None:
    answer = visitor.get(route_page.path() + query)

    target = httpx.URL(answer.headers["location"])
    assert answer.status_code == 302
    assert target.path == path_for("login", route_page.language)
    assert target.params["return"] == route_page.path() + query
    assert visitor.get(str(target)).status_code == 200


@pytest.mark.parametrize(
    ("requested", "cookie", "status", "target"),
    [
        ("/", "language=ja", 302, "/ja"),
        ("/?a=1", "language=ja", 302, "/ja?a=1"),
        ("/", "language=en", 200, ""),
        ("/", "language=de", 200, ""),
        ("/", "", 200, ""),
        ("/ja", "language=en", 200, ""),
        ("/about", "language=ja", 200, ""),
    ],
)
def test_language_cookie_redirects_only_the_root_path(
    visitor: httpx.Client, requested: str, cookie: str, status: int, target: str
) -> None:
    headers = {"accept-language": "ja", **({"cookie": cookie} if cookie else {})}

    answer = visitor.get(requested, headers=headers)

    assert (answer.status_code, answer.headers.get("location", "")) == (status, target)
    assert "cookie" in answer.headers["vary"]


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_page_refuses_methods_that_write(visitor: httpx.Client, method: str) -> None:
    answer = visitor.request(method, "/cultivars")

    assert answer.status_code in {405, 403}
    assert answer.text


def test_head_response_equals_get_without_a_body(visitor: httpx.Client) -> None:
    for path in ("/", "/ja/cultivars", "/cultivars/saemidori", "/nothing"):
        requested, headed = visitor.get(path), visitor.head(path)
        assert headed.status_code == requested.status_code
        assert headed.headers["content-type"] == requested.headers["content-type"]
        assert headed.content == b""
