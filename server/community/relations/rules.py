"""Rules of muted words and categories: their normal form, and how many a member may have."""

from typing import NamedTuple

from server.community.relations.schemas import HiddenForm, TopicsChange
from server.contracts.folded import fold_text
from server.contracts.limits import LIMITS
from server.contracts.reference import POST_CATEGORIES
from server.contracts.texts import normalise
from server.errors import Refusal


class ValidatedTopics(NamedTuple):
    """Muted words (normal form to written form) and categories."""

    words: dict[str, str]
    categories: tuple[str, ...]


def checked_topics(change: TopicsChange) -> ValidatedTopics:
    """Returns the muted words in normal form, and the categories.

    Blank and repeated words are dropped. Raises Refusal 422 for a word that is too short or long,
    too many words, an unknown category, and for all categories: the feed would be empty.
    """
    words: dict[str, str] = {}
    for word in change.words:
        written = " ".join(normalise(word).replace("\0", "").split())
        folded = fold_text(written)
        if not folded:
            continue
        if max(len(folded), len(written)) > LIMITS.muted_word_characters:
            raise Refusal(
                "hidden.errors.longWord", 422, params={"most": LIMITS.muted_word_characters}
            )
        if folded.isascii() and len(folded) < LIMITS.muted_word_least:
            raise Refusal("hidden.errors.shortWord", 422, params={"least": LIMITS.muted_word_least})
        words.setdefault(folded, written)
    if len(words) > LIMITS.muted_words:
        raise Refusal("hidden.errors.manyWords", 422, params={"most": LIMITS.muted_words})
    categories = tuple(dict.fromkeys(change.categories))
    if any(category not in POST_CATEGORIES for category in categories):
        raise Refusal("hidden.errors.unknownCategory", 422)
    if all(name in categories for name, one in POST_CATEGORIES.items() if one.offered):
        raise Refusal("hidden.errors.allCategories", 422)
    return ValidatedTopics(words, categories)


def topics_in(form: HiddenForm) -> TopicsChange:
    """Returns the words (one a line) and the ticked categories of a form."""
    chosen = form.categories
    categories = tuple(chosen) if isinstance(chosen, list) else tuple(filter(None, (chosen,)))
    return TopicsChange(tuple(form.words.splitlines()), categories)


def check_other(member_id: str, other_id: str) -> None:
    """Raises Refusal 422 if both ids are the same: nobody hides themselves."""
    if member_id == other_id:
        raise Refusal("hidden.errors.self", 422)


def too_many_members() -> Refusal:
    """Returns Refusal 422 for a member who hides more members than allowed."""
    return Refusal("hidden.errors.manyMembers", 422, params={"most": LIMITS.hidden_members})


def unknown_member() -> Refusal:
    """Returns Refusal 404 for a member without an account."""
    return Refusal("hidden.errors.gone", 404)
