"""Tests that the privacy policy states the same times as the code that deletes."""

import re
from datetime import timedelta

import pytest

from server.accounts.sessions.actions.departures import COUNTED_FOR
from server.accounts.sessions.endpoints.welcome import CHOICE_SECONDS
from server.community.holds.rules import KEPT_FOR
from server.moderation.rules import APPEAL_LIFE
from tests.contracts.tables import LANGUAGES, messages

DAY = timedelta(days=1)
# By subject: the time of the code, its words in the English and Japanese policy, its days.
STATED = {
    "texts": (KEPT_FOR, "For one day after you write or edit", "一日だけ保存", 1),
    "departure": (COUNTED_FOR, "within a day after you wrote", "一日たたないうちに退会", 1),
    "resets": (APPEAL_LIFE, "unpublished for 30 days", "30日間", 30),
    "language": (timedelta(seconds=CHOICE_SECONDS), "for one year", "一年間", 365),
}
TIME = re.compile(
    r"\b(?:(?:within|for|after) an?|one|two|three|\d+) (?:minute|hour|day|week|month|year)s?\b"
    r"|[一二三\d]+(?:か月|(?:分|時|日|週|年)(?:間|だけ|以内|後|たたない))"
)


@pytest.mark.parametrize("name", STATED)
def test_time_of_the_policy_is_that_of_the_code(name: str) -> None:
    kept_for, english, japanese, days = STATED[name]
    policy = _policy()

    assert kept_for == days * DAY
    assert (english in policy["en"], japanese in policy["ja"]) == (True, True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_policy_states_no_other_time(language: str) -> None:
    policy = _policy()[language]

    found = TIME.findall(policy)

    stated = [phrase for _, *texts, _ in STATED.values() for phrase in texts]
    assert [time for time in found if not any(time in phrase for phrase in stated)] == []
    assert len(found) == len(STATED)


def _policy() -> dict[str, str]:
    """Returns the text of the policy in each language."""
    return {
        language: "\n".join(
            text for key, text in messages(language).items() if key.startswith("privacy.")
        )
        for language in LANGUAGES
    }
