"""Generated requests: responses match the API description."""

from pathlib import Path

from tests.fuzzing.requests import send_requests
from tests.fuzzing.site import fuzzed_site

# `python -m tests.fuzzing` sends more.
REQUESTS = 200


def test_generated_requests_are_answered_as_described(tmp_path: Path, database_url: str) -> None:
    with fuzzed_site(tmp_path, database_url) as site:
        findings = send_requests(site, REQUESTS, seed_number=3)

    assert findings.failures == {}
    assert findings.requests >= REQUESTS * 0.9
    assert {200, 204, 400, 401, 403, 404, 422} <= set(findings.statuses)
