"""Addresses with an invalid choice, another name of a record, or days in the wrong order."""

import pytest

from tests.server.members import Browser

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("address", "target"),
    [
        ("/map?show=bogus", "/map"),
        ("/ja/map?show=bogus", "/ja/map"),
        ("/calendar?year=1066", "/calendar"),
        ("/calendar?ids=seimei,saemidori&year=1066", "/calendar?ids=seimei,saemidori"),
        ("/calendar?ids=benifuuki", "/calendar?ids=benifuki"),
        (
            "/ja/calendar?ids=benifuuki,nothing&ids=Seimei",
            "/ja/calendar?ids=benifuki,nothing&ids=seimei",
        ),
        ("/relation/seimei/saemidori?parents=bogus", "/relation/seimei/saemidori"),
        ("/cultivars?from=5&to=-5", "/cultivars?from=-5&to=5"),
        ("/ja/cultivars?from=5&to=-5&sort=latest", "/ja/cultivars?from=-5&to=5&sort=latest"),
        # Path and query are corrected by one redirect.
        ("/ja//Cultivars/?to=-5&SORT=1&from=5", "/ja/cultivars?from=-5&to=5"),
        ("/Compare/?a=benifuuki&b=seimei", "/compare?ids=benifuki,seimei"),
        ("/MAP/?show=bogus", "/map"),
    ],
)
async def test_invalid_choice_redirects_to_the_right_spelling(
    visitor: Browser, address: str, target: str
) -> None:
    answer = await visitor.get(address)

    assert answer.status_code == 301
    assert answer.headers["location"] == target
    assert (await visitor.get(target)).status_code == 200


@pytest.mark.parametrize(
    "address",
    [
        "/map?show=area",
        "/map?show=",
        "/map?utm=1",
        "/calendar?year=2014",
        "/calendar?year=average",
        "/calendar?ids=seimei&ids=saemidori&year=",
        "/calendar?ids=nothing",
        "/relation/seimei/saemidori?parents=all",
        "/cultivars?from=-5&to=5",
        "/cultivars?from=5&to=5",
    ],
)
async def test_valid_choice_is_not_redirected(visitor: Browser, address: str) -> None:
    assert (await visitor.get(address)).status_code == 200
