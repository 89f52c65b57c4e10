"""Seals: encrypted values with a purpose and an expiry, bound to the site's key."""

from datetime import timedelta

import pytest

from server.accounts.sessions.seals import SEAL_CHARACTERS_MOST, Seals
from server.accounts.sessions.tokens import Secret
from tests.server.conftest import START
from tests.server.members import Moment

pytestmark = pytest.mark.anyio

LIFE = timedelta(minutes=10)
PURPOSE = "sign-in x"


@pytest.fixture
def moment() -> Moment:
    return Moment(START)


@pytest.fixture
def seals(moment: Moment) -> Seals:
    return Seals(Secret(b"key"), now=moment)


async def opened_value(seals: Seals, text: str, purpose: str = PURPOSE) -> bytes | None:
    """Returns the value in a sealed text; None if the seal is broken, expired or foreign."""
    found = await seals.open(text, purpose=purpose, life=LIFE)
    return found and found.value


async def test_seal_opens_until_it_expires(seals: Seals, moment: Moment) -> None:
    text = await seals.seal(b"tea", purpose=PURPOSE, life=LIFE)

    found = await seals.open(text, purpose=PURPOSE, life=LIFE)

    assert found == (b"tea", START + LIFE)
    moment.advance(minutes=9, seconds=59)
    assert await opened_value(seals, text) == b"tea"
    moment.advance(seconds=1)
    assert await opened_value(seals, text) is None


async def test_seal_from_the_future_does_not_open(seals: Seals, moment: Moment) -> None:
    text = await seals.seal(b"tea", purpose=PURPOSE, life=LIFE)

    moment.advance(days=-1)

    assert await opened_value(seals, text) is None


async def test_seal_is_encrypted_and_different_each_time(seals: Seals) -> None:
    texts = {await seals.seal(b"tea" * 9, purpose=PURPOSE, life=LIFE) for _ in range(50)}

    assert len(texts) == 50
    assert not any("dGVh" in text for text in texts)


async def test_seal_with_a_changed_character_does_not_open(seals: Seals) -> None:
    text = await seals.seal(b"tea", purpose=PURPOSE, life=LIFE)

    for index, letter in enumerate(text):
        for other in {"A", "B", "-", "_", "=", "+", " ", "茶"} - {letter}:
            assert await opened_value(seals, text[:index] + other + text[index + 1 :]) is None


@pytest.mark.parametrize("text", ["", "A", "AAAA", "A" * 40, "=" * 40, "A" * SEAL_CHARACTERS_MOST])
async def test_malformed_seal_does_not_open(seals: Seals, text: str) -> None:
    assert await opened_value(seals, text) is None


@pytest.mark.parametrize("end", ["A", "=", "==", " ", "\n"])
async def test_seal_with_another_length_does_not_open(seals: Seals, end: str) -> None:
    text = await seals.seal(b"tea", purpose=PURPOSE, life=LIFE)

    assert await opened_value(seals, text + end) is None
    assert await opened_value(seals, text[:-1]) is None


@pytest.mark.parametrize("purpose", ["", "sign-in y", "sign-in x ", "provider message"])
async def test_seal_does_not_open_for_another_purpose(seals: Seals, purpose: str) -> None:
    text = await seals.seal(b"tea", purpose=PURPOSE, life=LIFE)

    assert await opened_value(seals, text, purpose) is None


async def test_seal_does_not_open_with_another_key(seals: Seals, moment: Moment) -> None:
    text = await seals.seal(b"tea", purpose=PURPOSE, life=LIFE)

    assert await opened_value(Seals(Secret(b"another"), now=moment), text) is None
    assert await opened_value(Seals(Secret(b"key"), now=moment), text) == b"tea"
