"""Allowances of new members: their steps, and the messages at each limit."""

from typing import Any

import pytest

from server.community.allowance_rules import ALLOWANCES
from server.contracts.limits import LIMITS
from server.contracts.locales import text
from server.contracts.routes import Language
from tests.server.community.builders import NEW, add_post
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio

FIRST, SECOND = ALLOWANCES[:2]
# Parts of the message at a limit.
KEPT_POST = {"en": "What you wrote is still here", "ja": "書いた内容と写真はこのまま残っています"}
KEPT_COMMENT = {"en": "What you wrote has been kept", "ja": "書いた内容は残っています"}


async def send_posts(browser: Browser, times: int, **values: Any) -> list[int]:
    """Sends equal posts; returns the status of each."""
    bodies = [{**NEW, **values} for _ in range(times)]
    return [(await browser.change("POST", "/api/posts", json=body)).status_code for body in bodies]


async def sign_in_later(place: Place, browser: Browser, **amount: float) -> None:
    """Advances the clock by this time and signs Hana in again."""
    place.moment.advance(**amount)
    await place.sign_in(browser, "development-hana")


async def test_sixth_post_of_a_new_member_in_an_hour_is_refused_with_retry_after(
    hana: Browser,
) -> None:
    statuses = await send_posts(hana, 5)
    refused = await hana.change("POST", "/api/posts", json=NEW)

    assert (statuses, refused.status_code) == ([201] * 5, 429)
    message = refused.json()
    assert message["code"] == "postRefusals.newMemberPace"
    seconds = int(refused.headers["retry-after"])
    assert message["params"] == {
        "seconds": seconds,
        "minutes": -(-seconds // 60),
        "most": FIRST.posts,
        "more": SECOND.posts,
        "posts": SECOND.public_posts,
        "days": SECOND.days,
    }


async def test_post_limit_grows_with_public_posts_and_counts_earlier_ones(
    place: Place, hana: Browser
) -> None:
    assert await send_posts(hana, 6) == [201] * 5 + [429]

    await sign_in_later(place, hana, days=SECOND.days, minutes=-1)
    assert await send_posts(hana, 1) == [429]
    await sign_in_later(place, hana, minutes=1)

    more = SECOND.posts - FIRST.posts
    assert await send_posts(hana, more + 1) == [201] * more + [429]


async def test_time_alone_raises_no_limit_before_a_member_is_established(
    place: Place, hana: Browser
) -> None:
    async def held(content: str) -> str | None:
        """Writes a post with three links; returns the rule that holds it."""
        body = {**NEW, "content": f"{content} www.a.example www.b.example www.c.example"}
        rule: str | None = (await hana.change("POST", "/api/posts", json=body)).json()["withheld"]
        return rule

    await sign_in_later(place, hana, days=LIMITS.established_days - 1)
    assert await held("煎茶") == "links"

    await sign_in_later(place, hana, days=1)
    assert await held("玉露") is None


async def test_16th_comment_of_a_new_member_in_ten_minutes_is_refused_with_429(
    place: Place, hana: Browser
) -> None:
    path = f"/api/posts/{await add_post(place.engine)}/comments"

    for content in ("", "a" * 1001):
        assert (await hana.change("POST", path, json={"content": content})).status_code == 422
    answers = [await hana.change("POST", path, json={"content": "a"}) for _ in range(16)]

    assert [answer.status_code for answer in answers] == [201] * 15 + [429]
    message = answers[-1].json()
    assert message["code"] == "postDetail.newMemberPace"
    params = message["params"]
    assert (params["most"], params["more"]) == (15, SECOND.comments)
    assert (params["posts"], params["days"]) == (SECOND.public_posts, SECOND.days)
    assert int(answers[-1].headers["retry-after"]) == params["seconds"]


@pytest.mark.parametrize(
    ("content", "links"),
    [
        ("茶業試験場 https://a.example と http://b.example", 2),
        ("HTTPS://a.example www.b.example http://www.c.example", 3),
        ("https://a.examplehttps://b.examplehttps://c.example", 3),
        ("ｈｔｔｐｓ：／／a.example ｗｗｗ.b.example www.c.example", 3),
        ("awww.so cute, see a.example@www.b.example, 3.5 g/100 ml", 0),
    ],
)
async def test_text_of_a_new_member_with_more_than_two_links_is_held(
    place: Place, hana: Browser, content: str, links: int
) -> None:
    path = f"/api/posts/{await add_post(place.engine)}/comments"
    state = None if links <= 2 else "links"

    post = await hana.change("POST", "/api/posts", json={**NEW, "content": content})
    comment = await hana.change("POST", path, json={"content": f"{content} 返信"})

    assert [one.status_code for one in (post, comment)] == [201, 201]
    assert [one.json()["withheld"] for one in (post, comment)] == [state, state]


async def test_links_are_counted_in_all_fields_and_in_edits(place: Place, hana: Browser) -> None:
    spread = {
        "content": "https://a.example",
        "title": "https://b.example",
        "shop_name": "https://c.example",
    }
    written = await hana.change("POST", "/api/posts", json=NEW)
    path = f"/api/posts/{written.json()['id']}"
    edit = {"content": "あ", "images": []}

    new = await hana.change("POST", "/api/posts", json={**NEW, **spread})
    edited = await hana.change("PUT", path, json={**edit, **spread})
    other = await hana.change("POST", "/api/posts", json=NEW)
    await place.make_established(hana)
    later = await hana.change(
        "PUT", f"/api/posts/{other.json()['id']}", json={**edit, **spread, "content": "あ"}
    )

    states = [one.json()["withheld"] for one in (new, edited, other, later)]
    assert states == ["links", "links", None, None]


async def test_links_of_a_text_grow_with_public_posts(place: Place, hana: Browser) -> None:
    await send_posts(hana, SECOND.public_posts)
    await sign_in_later(place, hana, days=SECOND.days)

    texts = [f"{number} " + "www.a.example " * number for number in (4, 5)]
    answers = [
        await hana.change("POST", "/api/posts", json={**NEW, "content": text}) for text in texts
    ]

    assert [one.json()["withheld"] for one in answers] == [None, "links"]


async def test_links_of_established_members_are_not_limited(place: Place, hana: Browser) -> None:
    await place.make_established(hana)
    body = {**NEW, "content": "https://a.example " * 10}

    answer = await hana.change("POST", "/api/posts", json=body)

    assert (answer.status_code, answer.json()["withheld"]) == (201, None)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_message_states_limit_saved_text_wait_and_how_the_limit_grows(
    language: Language,
) -> None:
    params = {"most": 15, "more": 26, "posts": 3, "days": 48, "minutes": 7}
    post = text(language, "postRefusals.newMemberPace", **params)
    comment = text(language, "postDetail.newMemberPace", **params)
    failed = text(language, "createPost.errors.postFailed", reason=post)

    for message, kept in ((failed, KEPT_POST[language]), (comment, KEPT_COMMENT[language])):
        assert all(str(number) in message for number in params.values())
        assert kept in message
        assert "{{" not in message
