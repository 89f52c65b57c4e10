"""Files of the host that read members' texts, each listed with what hides them from a reader."""

import re

from tests.architecture.source_tree import PROJECT

# Columns and statements that read members' texts.
READS_WORDS = re.compile(
    r"\b(?:Post|Comment|POSTS\.c|COMMENTS\.c|comment)\.(?:content|title|alt)\b"
    r"|\b(?:Profile|_?PROFILES\.c|author)\.(?:display_name|bio)\b"
    r"|\bselect_(?:posts|comments|commented_posts)\(|sa\.select\((?:Post|Comment|Profile)\)"
)
# What decides whether a reader may see the texts, or why all readers may.
FILES_OF_WORDS = {
    "server/accounts/avatars/actions/profile_resets.py": "what a reset empties, an undo restores",
    "server/accounts/profiles/actions.py": "the index of names, which shows nothing",
    "server/accounts/profiles/queries.py": "`check_reach` before the public profile",
    "server/accounts/sessions/queries.py": "the member's own session",
    "server/commands/seed.py": "the sample posts of an empty database",
    "server/community/actions/comment_edits.py": "the member's own comment",
    "server/community/actions/reactions.py": "the member's own comment",
    "server/community/collections/queries.py": "`is_reachable` before a collection of another",
    "server/community/follows/queries.py": "the member's own list, which a block shortens",
    "server/community/letters/queries.py": "the member's own name and address",
    "server/community/members/queries.py": "visibility",
    "server/community/notices/queries.py": "visibility",
    "server/community/queries/appeals.py": "the queue's appeals, which a block does not stop",
    "server/community/queries/cases.py": "reports, which a block does not stop",
    "server/community/queries/comments.py": "visibility",
    "server/community/queries/contributions.py": "the export of what is the member's",
    "server/community/queries/mentions.py": "visibility",
    "server/community/queries/notification_statements.py": "visibility",
    "server/community/queries/notifications.py": "visibility",
    "server/community/queries/saves.py": "visibility",
    "server/community/queries/statements.py": "visibility",
    "server/community/queries/text_search.py": "visibility",
    "server/community/rules.py": "the request of the author",
    "server/community/queries/things.py": "reported things, which a block does not stop",
    "server/community/queries/views.py": "the statements that the files above narrow",
    "server/community/relations/queries.py": "the member's own list",
}
# Files that read as a visitor, and the reason.
FILES_FOR_VISITORS = {
    "server/accounts/sessions/authentication.py": "a request without a session",
    "server/accounts/sessions/endpoints/session.py": "a form whose session cannot be refreshed",
    "server/community/actions/reports.py": "a report of a person without a session",
    "server/community/page_reads.py": "a read for all who hide nothing and are not blocked",
    "server/discovery/cards/community_cards.py": "share cards, the same for all",
    "server/discovery/feeds.py": "Atom feeds, the same for all",
    "server/pages/prefecture_loaders.py": "whether a page exists for visitors",
    "server/discovery/endpoints/oembed.py": "descriptions for other sites, the same for all",
    "server/web/viewer.py": "a request without a session",
}


def test_every_file_that_reads_members_words_is_known() -> None:
    found = {name for name, text in host_files() if READS_WORDS.search(text)}

    assert found == set(FILES_OF_WORDS), "hide what it reads with queries/visibility.py, or say why"


def test_only_known_files_read_as_a_visitor() -> None:
    found = {name for name, text in host_files() if re.search(r"\b(?:Visitor\(|VISITOR\b)", text)}

    assert found == set(FILES_FOR_VISITORS), "a member who blocks another is no visitor"


def host_files() -> list[tuple[str, str]]:
    """Returns the name and text of each Python file of the host."""
    files = (PROJECT / "server").rglob("*.py")
    return [(str(path.relative_to(PROJECT)), path.read_text(encoding="utf-8")) for path in files]
