"""Comparison of the copied sign-ins of tests with sign-ins through the provider."""

import pytest
import sqlalchemy as sa

from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio


async def sign_in_rows(place: Place) -> str:
    """Returns all rows of a sign-in, without ids and tokens."""
    lines = [
        "SELECT issuer, subject, email, full_name, created_at FROM accounts ORDER BY subject",
        "SELECT display_name, email, language, created_at FROM profiles ORDER BY email",
        "SELECT device, created_at, seen_at, expires_at FROM sessions ORDER BY seen_at",
        "SELECT suffix, place FROM member_names ORDER BY suffix",
    ]
    async with place.engine.connect() as connection:
        rows = [(await connection.execute(sa.text(line))).all() for line in lines]
    return repr(rows)


async def delete_accounts(place: Place) -> None:
    for table in ("member_names", "sessions", "profiles", "accounts"):
        async with place.engine.begin() as connection:
            await connection.execute(sa.text(f"DELETE FROM {table}"))


async def test_copied_sign_in_writes_the_rows_of_a_sign_in_through_the_provider(
    place: Place,
) -> None:
    async with place.browser() as signed_in:
        await signed_in.sign_in("development-hana")
        expected = await sign_in_rows(place)
        await delete_accounts(place)

    async with place.browser() as first, place.browser() as copied:
        await place.sign_in(first, "development-hana")
        await delete_accounts(place)
        await place.sign_in(copied, "development-hana")

        assert copied.token == first.token
        assert await sign_in_rows(place) == expected
        session = await copied.read_session()
        assert (session["member"]["id"], session["csrf"]) == (copied.member_id, copied.csrf)


async def test_second_sign_in_of_a_member_opens_a_second_session(
    place: Place, hana: Browser
) -> None:
    place.moment.advance(minutes=1)
    async with place.browser() as other:
        await place.sign_in(other, "development-hana")
        assert other.member_id == hana.member_id
        assert other.token != hana.token
        assert (await hana.read_session())["member"]


async def test_second_sign_in_at_the_same_moment_opens_a_second_session(
    place: Place, hana: Browser
) -> None:
    async with place.browser() as other:
        await place.sign_in(other, "development-hana")
        assert other.token != hana.token
        assert await place.count("sessions") == 2
