"""Schedule of a parallel run: which test files share a process, and in which order they start."""

from collections import Counter

import pytest
from xdist.scheduler import LoadFileScheduling

# Groups of files that run in one process because they share a costly session fixture: a site
# without posts, with sample posts, or with posts of the tests; a copy of the project; the parsed
# sources.
GROUPS = {
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
    "posts": (
        "tests/journeys/test_heads_after_navigation.py",
        "tests/journeys/test_removed_post.py",
    ),
    "recipes": ("tests/recipes/",),
    "sources": ("tests/architecture/", "tests/contracts/test_message_keys.py"),
}

# Files with few but long tests; started last, one would keep the run waiting for its process.
LONG_FILES = frozenset(
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
    """Schedule of xdist that gives all tests of a file or of a group of files to one process."""

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)


def group_of(nodeid: str) -> str:
    """Returns the name of the group of a test's file, or the path of a file without a group."""
    file = nodeid.partition("::")[0]
    return next((name for name, parts in GROUPS.items() if file.startswith(parts)), file)


def sort_longest_first(items: list[pytest.Item]) -> None:
    """Sorts groups and long files first, then files by number of tests; stable within a file."""
    sizes = Counter(item.path for item in items)

    def sort_key(item: pytest.Item) -> tuple[bool, int]:
        is_long = item.path.name in LONG_FILES or group_of(item.nodeid) in GROUPS
        return not is_long, -sizes[item.path]

    items.sort(key=sort_key)
