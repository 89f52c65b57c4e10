"""Responses of lists to forged cursors: 200, whatever the cursor contains."""

from base64 import urlsafe_b64encode
from itertools import product

import msgspec
import pytest

from tests.server.members import Browser

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

# Numbers at the limits of the databases' integers.
NUMBERS = (0, 2**31, 2**63 - 1, 2**63, -1)
LATEST = 253_370_764_800 * 10**6
TIMES = (0, LATEST, LATEST + 1)
POST = {"content": "一番茶", "category": "question", "language": "ja"}


def forged_cursor(order: str, *numbers: object) -> str:
    return urlsafe_b64encode(msgspec.json.encode([order, numbers])).decode().rstrip("=")


async def test_list_answers_200_to_a_forged_cursor(hana: Browser, visitor: Browser) -> None:
    posts = f"/api/members/{hana.member_id}/posts"
    post = (await hana.change("POST", "/api/posts", json=POST)).json()["id"]
    wrong = []
    for number, time in product(NUMBERS, TIMES):
        for browser, path, cursor in (
            (visitor, "/api/posts?sort=popular", forged_cursor("popular", number, time, number)),
            (visitor, "/community?sort=popular", forged_cursor("popular", number, time, 1)),
            (visitor, "/api/posts?sort=newest", forged_cursor("newest", time, number)),
            (
                visitor,
                f"/api/posts/{post}/comments?limit=5",
                forged_cursor("comments", time, number),
            ),
            (visitor, f"{posts}?limit=5", forged_cursor("newest", time, number)),
            (hana, "/api/profiles/me/liked?limit=5", forged_cursor("liked", number)),
        ):
            answer = await browser.get(f"{path}&after={cursor}")
            if answer.status_code != 200:
                wrong.append((path, number, time, answer.status_code))

    assert wrong == []
