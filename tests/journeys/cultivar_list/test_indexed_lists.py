"""Lists filtered by one value: only those with a cultivar are indexed and in the sitemap."""

import httpx
import pytest

from tests.journeys.heads import LISTED, head_of
from tests.journeys.sitemaps import read_sitemaps


def filtered_list_addresses(visitor: httpx.Client) -> list[str]:
    listed = read_sitemaps(visitor).items()
    return [address for address, entry in listed if entry.file.endswith("lists.xml")]


def test_every_list_of_the_sitemap_is_indexed_under_its_own_address(visitor: httpx.Client) -> None:
    listed = filtered_list_addresses(visitor)

    assert len(listed) > 200
    # An odd number, so that both languages are among them.
    for address in listed[::7]:
        head = head_of(visitor.get(address).text)
        assert head.one("robots") == LISTED, address
        assert head.canonicals == [address]


@pytest.mark.parametrize("query", ["origin=gifu", "origin=unknown", "kind=all", "right=unknown"])
def test_list_without_a_cultivar_or_of_mixed_values_is_not_indexed(
    visitor: httpx.Client, query: str
) -> None:
    answer = visitor.get(f"/cultivars?{query}")

    assert not [address for address in filtered_list_addresses(visitor) if address.endswith(query)]
    assert head_of(answer.text).one("robots") == "noindex,follow"
