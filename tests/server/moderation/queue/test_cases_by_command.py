"""The operator's command that lists open cases, also those that no role holder may decide."""

import pytest
import sqlalchemy as sa

from server.community.field_rules import CHOICES
from server.community.queries.things import SHORT_FIELDS
from server.community.rules import Draft
from server.community.tables import Post
from tests.server.community.builders import add_image, add_post, value
from tests.server.community.holds.held_things import write_post
from tests.server.members import Browser, Place
from tests.server.moderation.conftest import Moderator
from tests.server.moderation.queue.test_edited_things import edit_post
from tests.server.moderation.queue.test_own_cases import ADDRESS, report_as_visitor
from tests.server.moderation.test_cases import QUEUE, list_cases, mori, report
from tests.server.operations import grant_role

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

__all__ = ("mori",)


async def test_operator_lists_and_decides_reports_about_the_only_role_holder(
    place: Place, visitor: Browser, hana: Browser, alex: Browser, moderator: Moderator
) -> None:
    await grant_role(place, hana, "administrator")
    post_id = await add_post(place.engine, user_id=hana.member_id, content="一煎目\n二煎目")
    await report_as_visitor(visitor, f"post:{post_id}")
    await report(alex, f"member:{hana.member_id}", "rude")
    assert (await hana.get(QUEUE)).json()["total"] == 0

    listed = await moderator.run("cases")

    assert listed.out.splitlines() == [
        f"post:{post_id} | member {hana.member_id} | 一煎目 二煎目",
        f"  2026-11-21T04:00:00Z | rights | これは私の文 | {ADDRESS}",
        f"member:{hana.member_id} | member {hana.member_id}",
        "  2026-11-21T04:00:00Z | rude",
    ]
    for subject in (f"member:{hana.member_id}", f"post:{post_id}"):
        decided = await moderator.run("decide", subject, "keep")
        assert (decided.code, decided.err) == (0, "")
    assert (await moderator.run("cases")).out == "No case is open.\n"


async def test_operator_reads_what_a_post_said_when_it_was_reported(
    place: Place, hana: Browser, alex: Browser, moderator: Moderator
) -> None:
    own = {"user_id": hana.member_id, "category": "culture", "content": "ばか\nばか"}
    post_id = await add_post(place.engine, **own)
    image = await add_image(place.engine, hana.member_id, post_id=post_id)
    await report(alex, f"post:{post_id}", "rude")
    await edit_post(place, hana, post_id, "お茶の話")
    name = await value(place.engine, "SELECT name FROM post_images WHERE id = :id", id=image)

    listed = await moderator.run("cases")

    assert listed.out.splitlines() == [
        f"post:{post_id} | member {hana.member_id} | お茶の話",
        "  when reported | ばか ばか",
        f"  picture taken out | /media/post-images/{name}",
        "  2026-11-21T04:00:00Z | rude",
    ]


async def test_operator_closes_a_case_whose_post_is_deleted(
    place: Place, hana: Browser, alex: Browser, moderator: Moderator
) -> None:
    post_id = await add_post(place.engine, user_id=hana.member_id)
    await report(alex, f"post:{post_id}")
    async with place.engine.begin() as connection:
        await connection.execute(sa.delete(Post).where(Post.id == post_id))
    first = f"post:{post_id} | member {hana.member_id} | it is deleted"
    assert (await moderator.run("cases")).out.splitlines()[0] == first

    refused = await moderator.run("decide", f"post:{post_id}", "warn")
    closed = await moderator.run("decide", f"post:{post_id}", "keep")
    again = await moderator.run("decide", f"post:{post_id}", "keep")

    assert (refused.code, closed.code, again.code) == (1, 0, 1)
    assert await moderator.record() == []
    assert (await moderator.run("cases")).out == "No case is open.\n"


@pytest.mark.databases("sqlite")
async def test_case_has_the_short_fields_that_a_rule_may_have_held(
    alex: Browser, mori: Browser, moderator: Moderator
) -> None:
    shop = "www.a.example www.b.example www.c.example"
    post = (await write_post(alex, "煎茶", shop_name=shop, rating=5, price_yen=1200)).json()

    [case] = await list_cases(mori)

    assert post["withheld"] == "links"
    assert case["thing"]["fields"] == [
        {"name": "rating", "text": "5"},
        {"name": "price_yen", "text": "1200"},
        {"name": "shop_name", "text": shop},
    ]
    assert f"| {shop}" in (await moderator.run("cases")).out


@pytest.mark.databases("sqlite")
def test_case_has_each_field_of_a_post_that_is_not_chosen_from_a_list() -> None:
    written = {*Draft.__struct_fields__} - {"title", "content", *CHOICES}

    assert {*SHORT_FIELDS} == written
