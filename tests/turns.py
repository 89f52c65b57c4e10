"""Which test files share a process, and in which order they begin: the last should be short."""

from collections import Counter

import pytest
from xdist.scheduler import LoadFileScheduling

# Files that share what one process prepares: the site of the journeys with its cached pages, the
# sites with samples and with what members write, a copy of the project, and the facts of the
# project's own sources.
SHARING = {
    "journeys": (
        "tests/journeys/cultivar_list/",
        "tests/journeys/test_empty_site.py",
        "tests/journeys/test_head_tags.py",
        "tests/journeys/test_page_weight.py",
        "tests/journeys/test_record_pages.py",
        "tests/journeys/test_structured_data.py",
        "tests/journeys/test_unusual_urls.py",
    ),
    "samples": (
        "tests/journeys/test_external_parsers.py",
        "tests/journeys/test_language_attributes.py",
        "tests/journeys/test_links.py",
        "tests/journeys/test_site_crawl.py",
    ),
    "written": (
        "tests/journeys/test_heads_after_navigation.py",
        "tests/journeys/test_removed_post.py",
    ),
    "recipes": ("tests/recipes/",),
    "sources": ("tests/architecture/", "tests/contracts/test_message_keys.py"),
}

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


class SharedScheduling(LoadFileScheduling):  # type: ignore[misc]  # xdist has no types
    """Schedule that gives all tests of a file, or of files that share something, to one process."""

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)


def group_of(nodeid: str) -> str:
    """Returns the name of the group that the file of a test belongs to, or the file alone."""
    file = nodeid.partition("::")[0]
    return next((name for name, parts in SHARING.items() if file.startswith(parts)), file)


def long_ones_first(items: list[pytest.Item]) -> None:
    """The groups and long files, then those with many tests; the order within a file stays."""
    sizes = Counter(item.path for item in items)

    def turn(item: pytest.Item) -> tuple[bool, int]:
        is_long = item.path.name in LONG or group_of(item.nodeid) in SHARING
        return not is_long, -sizes[item.path]

    items.sort(key=turn)
