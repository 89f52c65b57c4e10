"""Generated requests: responses match the API description."""

from pathlib import Path

from tests.fuzzing.requests import ask_everything
from tests.fuzzing.site import subject

# `python -m tests.fuzzing` sends more.
REQUESTS = 200


def test_generated_requests_are_answered_as_described(tmp_path: Path, database_url: str) -> None:
    with subject(tmp_path, database_url) as site:
        findings = ask_everything(site, REQUESTS, chance=3)

    assert findings.failures == {}
    assert findings.asked >= REQUESTS * 0.9
    assert {200, 204, 400, 401, 403, 404, 422} <= set(findings.statuses)
