"""The form of the account page that mutes and blocks members and topics without scripts."""

import pytest

from tests.server.community.relations.test_relations import LIST, hide
from tests.server.members import Browser, params_of, path_of

pytestmark = pytest.mark.anyio

HTML = {"accept": "text/html", "content-type": "application/x-www-form-urlencoded"}
FORM = HTML | {"x-csrf-token": "", "x-member-id": ""}


async def send_form(browser: Browser, body: str, **headers: str) -> tuple[int, str]:
    answer = await browser.change("POST", f"{LIST}/form", content=body, headers=FORM | headers)
    return answer.status_code, answer.headers.get("location", "")


async def test_visitor_is_led_to_the_login(visitor: Browser) -> None:
    status, location = await send_form(visitor, "member=x&words=Matcha")

    assert (status, path_of(location)) == (303, "/ja/login")
    back = params_of(location)["return"]
    assert (path_of(back), params_of(back)["words"]) == ("/ja/account", "Matcha")


async def test_form_saves_words_and_categories(hana: Browser) -> None:
    body = f"member={hana.member_id}&words=Matcha%0D%0AIced+tea&categories=question"

    saved = await send_form(hana, body)
    several = await send_form(hana, f"{body}&categories=shop")

    assert saved == several == (303, "/ja/account?hidden=saved#hidden")
    stored = (await hana.get(LIST)).json()
    assert sorted(stored["words"]) == ["Iced tea", "Matcha"]
    assert sorted(stored["categories"]) == ["question", "shop"]


@pytest.mark.parametrize("kind", ["mute", "block"])
async def test_form_mutes_or_blocks_a_member(hana: Browser, alex: Browser, kind: str) -> None:
    body = f"member={hana.member_id}&hide={alex.member_id}&kind={kind}"

    assert await send_form(hana, body) == (303, "/ja/account?hidden=saved#hidden")
    [listed] = (await hana.get(LIST)).json()["members"]
    assert (listed["member"]["id"], listed["kind"]) == (alex.member_id, kind)


async def test_form_leads_back_in_its_own_language(hana: Browser) -> None:
    body = f"member={hana.member_id}&hide={hana.member_id}&kind=block"

    answer = await hana.change("POST", f"{LIST}/form?language=en", content=body, headers=FORM)

    location = f"/account?hidden=self&hide={hana.member_id}#hidden"
    assert answer.headers["location"] == location


async def test_address_names_the_member_to_hide(hana: Browser, alex: Browser) -> None:
    asked = (await hana.get(f"{LIST}?hide={alex.member_id}")).json()["asked"]

    assert asked["display_name"] == "Alex Leaf"
    assert (await hana.get(f"{LIST}?hide=nobody")).json()["asked"] is None
    assert (await hana.get(f"{LIST}?hide={hana.member_id}")).json()["asked"] is None


async def test_address_does_not_name_a_member_who_blocks_the_reader(
    hana: Browser, alex: Browser
) -> None:
    await hide(hana, alex.member_id)

    assert (await alex.get(f"{LIST}?hide={hana.member_id}")).json()["asked"] is None
    assert (await hana.get(f"{LIST}?hide={alex.member_id}")).json()["asked"] is not None


async def test_button_of_a_member_ends_the_block_and_keeps_the_words(
    hana: Browser, alex: Browser
) -> None:
    await send_form(hana, f"member={hana.member_id}&words=Matcha")
    await hide(hana, alex.member_id)

    await send_form(hana, f"member={hana.member_id}&show={alex.member_id}&words=")

    stored = (await hana.get(LIST)).json()
    assert (stored["members"], stored["words"]) == ([], ["Matcha"])


async def test_refusal_leads_back_with_its_reason(hana: Browser) -> None:
    body = f"member={hana.member_id}&words=a"

    assert await send_form(hana, body) == (303, "/ja/account?hidden=shortWord&words=a#hidden")
    assert (await send_form(hana, body, accept="application/json"))[0] == 422


async def test_form_says_that_the_member_to_block_is_no_longer_here(hana: Browser) -> None:
    _, location = await send_form(hana, f"member={hana.member_id}&hide=nobody&kind=block")

    assert params_of(location)["hidden"] == "gone"


async def test_refused_words_and_categories_are_in_the_address(hana: Browser) -> None:
    body = f"member={hana.member_id}&words=Matcha%0D%0Aa&categories=question&categories=shop"

    _, location = await send_form(hana, body)

    assert params_of(location) == {
        "hidden": "shortWord", "words": "Matcha\r\na", "categories": "question,shop",
    }  # fmt: skip


async def test_form_of_another_members_page_changes_nothing(hana: Browser, alex: Browser) -> None:
    status, _ = await send_form(hana, f"member={alex.member_id}&words=Matcha", accept="*/*")

    assert status == 403
    assert (await hana.get(LIST)).json()["words"] == []


async def test_form_of_another_site_is_refused(hana: Browser) -> None:
    body = f"member={hana.member_id}&words=Matcha"

    status, _ = await send_form(hana, body, **{"sec-fetch-site": "cross-site", "accept": "*/*"})

    assert status == 403
