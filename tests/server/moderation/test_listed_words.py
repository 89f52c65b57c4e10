"""Words that the operator lists by the command line; a text with one is held."""

import pytest

from tests.server.community.holds.held_things import write_post
from tests.server.members import Browser
from tests.server.moderation.conftest import Moderator

pytestmark = pytest.mark.anyio


async def test_word_holds_texts_while_it_is_listed(alex: Browser, moderator: Moderator) -> None:
    async def state(content: str) -> str | None:
        """Writes a post and returns why it is withheld."""
        withheld: str | None = (await write_post(alex, content)).json()["withheld"]
        return withheld

    assert (await moderator.run("words", "list")).out == "No word is listed.\n"
    added = await moderator.run("words", "add", "カジノ")
    again = await moderator.run("words", "add", "ｶｼﾞﾉ")

    assert (added.out, added.code) == ("カジノ is listed from now on.\n", 0)
    assert again.out == "ｶｼﾞﾉ is listed; nothing was changed.\n"
    assert (await moderator.run("words", "list")).out == "カジノ\n"
    assert await state("かじのの話") == "word"
    removed = await moderator.run("words", "remove", "かじの")
    assert (removed.code, await state("カジノの話")) == (0, None)
    entries = [(one.action, one.details) for one in await moderator.record()]
    assert entries[0] == ("list-word", {"word": "カジノ"})
    assert entries[-1] == ("unlist-word", {"word": "カジノ"})
    listed = (await moderator.run("log")).out
    assert "list-word | word | word カジノ | " in listed


@pytest.mark.parametrize("word", ["", "  ", "\u200b", "あ" * 51])
async def test_text_that_is_no_word_is_refused(moderator: Moderator, word: str) -> None:
    refused = await moderator.run("words", "add", word)

    assert (refused.code, refused.err.startswith("Nothing was changed")) == (1, True)
