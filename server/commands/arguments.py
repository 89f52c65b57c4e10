"""Arguments of the `chanoki` command, parsed before the site is imported."""

import argparse
from pathlib import Path

SUMMARIES = {
    "serve": "serve the site; this is what no command at all means",
    "migrate": "bring the database to the newest revision",
    "seed": "fill an empty development database with sample posts",
    "doctor": "say what is wrong with the installation, and what to do about it",
    "backup": "write database and media into one file, while the site goes on",
    "restore": "bring a backup back into an empty database and an empty store",
    "export": "write all but what signs members in into one file of JSON lines and pictures",
    "catalogue": "check records and sources of the catalogue",
    "mail": "print the next weekly letters with the notifications so far; nothing is sent",
    "moderate": "remove a post or a comment, suspend a member, read what was done",
}
WITH_FILE = ("backup", "restore", "export")
MODERATION_ACTIONS = {
    "remove-post": "remove a post with its comments, likes and pictures",
    "remove-comment": "remove one comment",
    "decide": "keep, warn, hide, lock comments, move, reset a profile, or sign out everywhere",
    "undo": "undo an act by the number of its entry in the log",
    "suspend": "end a member's sessions and let them neither sign in nor write",
    "reinstate": "let a suspended member in again",
    "grant-role": "make a member a moderator or an administrator",
    "revoke-role": "make a moderator or an administrator a member again",
}
OF_A_NUMBER = ("remove-post", "remove-comment", "undo")
# Decisions that members are informed about, with the rule of the guidelines that was broken.
RULED = ("remove-post", "remove-comment", "decide", "suspend")
RULES = ("spam", "rude", "wrongCategory", "personalData", "rights", "wrongFact", "other")
DECISIONS = ("keep", "warn", "hide", "lock", "move", "reset", "sign-out")
PARTS = ("name", "bio", "picture", "collections")
NUMBER_MOST = 2**63 - 1
DAYS_MOST = 3650
POSTS_MOST = 10_000_000


WORDS = "words that hold a new text for review: list, add, remove"


def read_arguments(given: list[str] | None = None) -> argparse.Namespace:
    """Parses the command line; argparse ends the process on a mistake.

    `command` is None if none is given, which means `serve`.
    """
    description = "Chanoki: serve the site, prepare, examine, moderate, save or bring back."
    parser = argparse.ArgumentParser(prog="chanoki", description=description)
    commands = parser.add_subparsers(dest="command", metavar="command")
    parsers = {
        name: commands.add_parser(name, help=summary, description=summary)
        for name, summary in SUMMARIES.items()
    }
    for name in WITH_FILE:
        parsers[name].add_argument("file", type=Path, help="the one file")
    parsers["seed"].add_argument(
        "--posts", type=_posts, default=0, help="so many more, without pictures, to measure with"
    )
    _add_catalogue(parsers["catalogue"])
    _add_moderation(parsers["moderate"])
    return parser.parse_args(given)


def _add_catalogue(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `catalogue check` and `catalogue links`."""
    actions = parser.add_subparsers(dest="action", metavar="what", required=True)
    summary = "say what is wrong with a record or a source, and what to do about it"
    check = actions.add_parser("check", help=summary, description=summary)
    check.add_argument("id", nargs="?", help="of a record or a source; all of them else")
    check.add_argument(
        "--write", action="store_true", help="first store the confidence that the rule computes"
    )
    summary = "ask the addresses of all sources over the network and list those that are gone"
    links = actions.add_parser("links", help=summary, description=summary)
    links.add_argument("--write", action="store_true", help="note them in sources.json")


def _add_moderation(parser: argparse.ArgumentParser) -> None:
    """Adds an argument parser for each action of `moderate`, its words, cases and log."""
    actions = parser.add_subparsers(dest="action", metavar="what", required=True)
    for name, summary in MODERATION_ACTIONS.items():
        action = actions.add_parser(name, help=summary, description=summary)
        if name == "decide":
            action.add_argument("id", help="kind and id, such as post:12")
            action.add_argument("decision", choices=DECISIONS)
            action.add_argument("--category", help="where a post moves")
            action.add_argument(
                "--part", action="append", choices=PARTS, help="what a reset empties; all else"
            )
        else:
            is_member = name not in OF_A_NUMBER
            what = "the member's id" if is_member else "its number"
            action.add_argument("id", type=_parse_member if is_member else _number, help=what)
        _add_attribution(action)
        if name in RULED:
            action.add_argument("--rule", choices=RULES, default="other", help="rule it breaks")
        if name == "suspend":
            action.add_argument("--days", type=_days, help="for so long; until reinstated else")
        if name == "grant-role":
            action.add_argument("--role", choices=("moderator", "administrator"), required=True)
    _add_words(actions.add_parser("words", help=WORDS, description=WORDS))
    summary = "open cases, also those about moderators, with the reporters' notes and addresses"
    actions.add_parser("cases", help=summary, description=summary)
    log = actions.add_parser("log", help="what was done, the newest first")
    log.add_argument(
        "--member", type=_parse_member, help="only what concerns the member of this id"
    )
    log.add_argument("--limit", type=_number, default=50, help="no more lines than this")


def _add_words(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `moderate words`."""
    whats = parser.add_subparsers(dest="what", metavar="what", required=True)
    whats.add_parser("list", help="all listed words")
    for what in ("add", "remove"):
        change = whats.add_parser(what, help=f"{what} a word")
        change.add_argument("word", help="in quotes if it has spaces")
        _add_attribution(change)


def _add_attribution(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--reason", required=True, help="why, without names")
    parser.add_argument("--by", default="", help="who does it; the user of this machine else")


def _number(text: str) -> int:
    return _parse_whole(text, NUMBER_MOST)


def _days(text: str) -> int:
    return _parse_whole(text, DAYS_MOST)


def _posts(text: str) -> int:
    return _parse_whole(text, POSTS_MOST)


def _parse_member(text: str) -> str:
    """Returns a member's id or pseudonym; raises argparse's error unless it is printable ASCII."""
    if not (text.isascii() and text.isprintable() and text):
        raise argparse.ArgumentTypeError(f"{text[:30]!r} is no member's id")
    return text


def _parse_whole(text: str, most: int) -> int:
    """Parses a whole number from 1 to the limit; raises argparse's error otherwise."""
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(most))
    if not (is_number and 0 < int(text) <= most):
        raise argparse.ArgumentTypeError(f"{text[:30]!r} is no whole number from 1 to {most}")
    return int(text)


def message_of_refused_decision(given: argparse.Namespace, code: str) -> str | None:
    """Returns the message for a refusal of `moderate decide`; None for a code without one."""
    with_parts = " with --part" if given.part else ""
    messages = {
        "report.unknown": f"there is no {given.id}.",
        "app.unavailable": "the store of pictures does not answer; try again.",
        "moderation.errors.already": f"{given.id} is so already.",
        "moderation.errors.decision": f"{given.decision} does not fit {given.id}{with_parts}.",
        "moderation.errors.rule": f"--rule {given.rule} does not fit {given.id}.",
        "moderation.errors.unusedCategory": "--category goes with move only.",
        "createPost.errors.unknownChoice": "--category names no category.",
    }
    return messages.get(code)


def message_of_refused_undo(number: int, code: str) -> str:
    """Returns the message for a refusal of `moderate undo` for the log entry with this number."""
    messages = {
        "not-found": f"there is no entry {number} in the log.",
        "moderation.errors.replaced": f"a later entry has replaced entry {number}.",
        "moderation.errors.undo": f"entry {number} is undone already, or cannot be undone.",
        "postDetail.removed": f"the post of entry {number} is deleted.",
        "postDetail.notFound": f"there is no post of entry {number}.",
    }
    return messages.get(code, f"the undo of entry {number} was refused ({code}).")
