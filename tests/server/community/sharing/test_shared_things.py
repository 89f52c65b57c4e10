"""What a member shares on their page: favourites, followed cultivars and collections."""

from typing import Any

import pytest
import sqlalchemy as sa

from server.accounts.sessions.tables import Account
from tests.server.community.builders import add_post
from tests.server.community.collections.test_collections import create_collection
from tests.server.community.relations.test_relations import hide
from tests.server.community.test_follows import FORM, follow
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio

NOTHING: dict[str, list[Any]] = {"collections": [], "cultivars": []}
PROFILE = {
    "display_name": "Hana",
    "language": "ja",
    "favorite_tea_type": "gyokuro",
    "favorite_tea_variety": "saemidori",
}


async def read_shared(reader: Browser, member: Browser) -> Any:
    return (await reader.get(f"/api/members/{member.member_id}/shared")).json()


async def save_sharing(browser: Browser, *ids: str, **choice: bool) -> Any:
    """Saves what the member shares: these collections, and favourites and cultivars by `choice`."""
    body = {"favourites": True, "followed_cultivars": False, "collections": ids, **choice}
    return await browser.change("PUT", "/api/account/sharing", json=body)


async def test_nothing_but_favourites_is_shared_until_the_member_chooses(
    place: Place, hana: Browser, visitor: Browser
) -> None:
    await hana.change("PUT", "/api/profiles/me", json=PROFILE)
    id = await create_collection(hana, "水出し", await add_post(place.engine))
    await create_collection(hana, "空")
    await follow(hana, "cultivar:saemidori")
    await follow(hana, "prefecture:kyoto")
    path = f"/api/profiles/{hana.member_id}"
    assert await read_shared(visitor, hana) == NOTHING
    assert (await visitor.get(path)).json()["favorite_tea_type"] == "gyokuro"

    listed = [
        one["id"] for one in (await hana.get("/api/account/collections")).json()["collections"]
    ]
    chosen = (await save_sharing(hana, *listed, favourites=False, followed_cultivars=True)).json()

    assert [one["is_shared"] for one in chosen["collections"]] == [True, True]
    seen = await read_shared(visitor, hana)
    assert [(one["id"], one["posts_count"]) for one in seen["collections"]] == [(id, 1)]
    assert seen["cultivars"] == ["saemidori"]
    profile = (await visitor.get(path)).json()
    assert (profile["favorite_tea_type"], profile["favorite_tea_variety"]) == (None, None)
    assert "email" not in profile
    own = (await hana.get("/api/profiles/me")).json()
    assert own["favorite_tea_type"] == "gyokuro"
    await save_sharing(hana)
    assert await read_shared(visitor, hana) == NOTHING


async def test_collection_of_another_member_is_not_shared(
    place: Place, hana: Browser, alex: Browser
) -> None:
    id = await create_collection(hana, "水出し", await add_post(place.engine))

    await save_sharing(alex, id)

    assert await read_shared(alex, hana) == NOTHING
    assert (await alex.get(f"/api/collections/{id}")).status_code == 404


async def test_shared_things_are_hidden_by_a_block_and_a_suspension(
    place: Place, hana: Browser, alex: Browser, visitor: Browser
) -> None:
    id = await create_collection(hana, "水出し", await add_post(place.engine))
    await save_sharing(hana, id)
    path = f"/api/members/{hana.member_id}/shared"
    await hide(hana, alex.member_id)
    assert (await alex.get(path)).status_code == 404
    assert len((await read_shared(visitor, hana))["collections"]) == 1

    async with place.engine.begin() as connection:
        which = sa.update(Account).where(Account.id == hana.member_id)
        await connection.execute(which.values(suspended_at=place.moment()))
    assert await read_shared(visitor, hana) == NOTHING
    assert (await visitor.get("/api/members/nobody/shared")).status_code == 404


async def test_form_stores_the_choices(place: Place, hana: Browser, visitor: Browser) -> None:
    id = await create_collection(hana, "水出し", await add_post(place.engine))
    await follow(hana, "cultivar:saemidori")
    data = {"member": hana.member_id, "followed_cultivars": "on", "collections": id}
    form = "/api/account/sharing/form?language=ja"

    answer = await hana.change("POST", form, data=data, headers=FORM)

    assert answer.headers["location"] == "/ja/account?sharing=saved#sharing"
    choices = (await hana.get("/api/account/sharing")).json()
    assert (choices["favourites"], choices["followed_cultivars"]) == (False, True)
    seen = await read_shared(visitor, hana)
    assert ([one["id"] for one in seen["collections"]], seen["cultivars"]) == ([id], ["saemidori"])
    refused = await visitor.change("POST", form, data=data, headers=FORM)
    assert refused.headers["location"].startswith("/ja/login?error=expired&return=%2Fja%2Faccount")
