"""Order in which test files begin: the last ones should be short."""

from collections import Counter

import pytest

# Few tests, but long ones; begun at the end, one process would wait for the other.
LONG = frozenset(
    {
        "test_backup_and_restore.py",
        "test_command_errors.py",
        "test_concurrency.py",
        "test_drain.py",
        "test_focus_ring.py",
        "test_upload_consistency.py",
        "test_hostile_text.py",
        "test_limits.py",
        "test_members_pages.py",
        "test_upload_corpus.py",
        "test_seed.py",
        "test_serve.py",
        "test_login.py",
        "test_logout.py",
        "test_account_page.py",
        "test_site_crawl.py",
        "test_login_failures.py",
        "test_worker_timeouts.py",
        "test_without_worker.py",
        "test_two_members.py",
    }
)


def long_ones_first(items: list[pytest.Item]) -> None:
    """The long files, then those with many tests; the order within a file stays."""
    sizes = Counter(item.path for item in items)
    items.sort(key=lambda item: (item.path.name not in LONG, -sizes[item.path]))
