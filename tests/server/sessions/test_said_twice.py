"""What decides whether a change is ours is said once, or the change is refused."""

import pytest

from tests.conftest import ORIGIN
from tests.server.community.builders import NEW
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    "second",
    [
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-origin"),
        ("origin", "http://elsewhere.example"),
        ("x-csrf-token", "another"),
        ("content-type", "text/plain"),
    ],
    ids="=".join,
)
async def test_a_header_of_the_guard_that_is_said_twice_is_refused(
    place: Place, hana: Browser, second: tuple[str, str]
) -> None:
    once = [
        ("sec-fetch-site", "same-origin"),
        ("origin", ORIGIN),
        ("x-csrf-token", hana.csrf),
        ("content-type", "application/json"),
    ]

    answers = [
        await hana.http.post("/api/posts", json=NEW, headers=headers)
        for headers in ([*once, second], [second, *once], once)
    ]

    assert [answer.status_code for answer in answers] == [403, 403, 201]
    assert await place.count("posts") == 1
