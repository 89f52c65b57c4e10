"""Addresses of comparisons: one spelling, the form, and records that are unknown."""

import pytest

from server.pages.cache.policy import find_policy
from server.pages.comparison import canonical_comparison, compared_ids
from tests.fake_build import FakePool
from tests.server.community.test_reader_specific_posts import preloaded_data
from tests.server.members import Browser
from tests.server.pages.test_member_loaders import preloaded


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("address", "target"),
    [
        ("/compare?ids=Seimei,saemidori", "/compare?ids=seimei,saemidori"),
        ("/ja/compare?ids=seimei%2Csaemidori", "/ja/compare?ids=seimei,saemidori"),
        ("/compare?ids=seimei,seimei,,saemidori", "/compare?ids=seimei,saemidori"),
        ("/compare?ids=benifuuki,seimei", "/compare?ids=benifuki,seimei"),
        ("/compare?a=seimei&b=saemidori&c=", "/compare?ids=seimei,saemidori"),
        ("/compare?ids=seimei%2Csaemidori&a=okumidori", "/compare?ids=seimei,saemidori,okumidori"),
        ("/compare?ids=,", "/compare"),
        ("/compare?ids=//evil.example", "/compare?ids=%2F%2Fevil.example"),
        ("/compare?ids=a%00b,%e2%80%ae", "/compare?ids=ab"),
    ],
)
async def test_other_spellings_redirect(visitor: Browser, address: str, target: str) -> None:
    answer = await visitor.get(address)

    assert answer.status_code == 301
    assert answer.headers["location"] == target
    assert (await visitor.get(target)).status_code == 200


@pytest.mark.anyio
@pytest.mark.parametrize(
    "query",
    ["", "?ids=seimei", "?ids=saemidori,seimei", "?ids=seimei,nothing&utm=1", "?utm=1", "?ids="],
)
async def test_canonical_address_is_not_redirected(visitor: Browser, query: str) -> None:
    assert (await visitor.get(f"/compare{query}")).status_code == 200


def test_records_keep_the_readers_order_and_a_fifth_is_left_out() -> None:
    query = {"ids": "seimei,nothing,saemidori,okumidori,yabukita,asatsuyu"}

    assert compared_ids(query) == ("seimei", "saemidori", "okumidori", "yabukita")
    assert canonical_comparison(query, f"ids={query['ids']}".encode()) is None


def test_an_address_names_eight_records_at_most() -> None:
    query = {"ids": ",".join(f"x{number}" for number in range(100))}

    assert canonical_comparison(query, b"") == "ids=" + ",".join(
        f"x{number}" for number in range(8)
    )


@pytest.mark.anyio
async def test_title_names_the_records_and_nothing_is_indexed(visitor: Browser) -> None:
    answer = await visitor.get("/ja/compare?ids=seimei,saemidori")

    assert "せいめい、さえみどりの比較" in answer.text
    assert "noindex,follow" in answer.text
    assert "/ja/compare?ids=seimei,saemidori" in answer.text


@pytest.mark.anyio
async def test_payload_has_the_query_of_a_comparison_but_not_of_the_form(visitor: Browser) -> None:
    form = await visitor.get("/compare?ids=seimei,nothing")
    comparison = await visitor.get("/compare?ids=seimei,saemidori")

    assert '"query":"?ids=seimei,saemidori"' in comparison.text
    assert '"query":"?ids=' not in form.text


@pytest.mark.anyio
async def test_records_are_sent_to_the_worker_alone(visitor: Browser, pool: FakePool) -> None:
    sent = await preloaded_data(visitor, "/compare?ids=seimei,saemidori")

    assert [one["observations"] for one in preloaded(pool)["compared"]] == [
        {"of": "seimei"},
        {"of": "saemidori"},
    ]
    assert sent == {}


def test_comparisons_are_not_cached() -> None:
    assert find_policy(b"/compare", b"") is None
    assert find_policy(b"/compare", b"ids=seimei,saemidori") is None


@pytest.mark.anyio
async def test_comparison_is_not_in_the_sitemap(visitor: Browser) -> None:
    assert "/compare" not in (await visitor.get("/sitemaps/pages.xml")).text
