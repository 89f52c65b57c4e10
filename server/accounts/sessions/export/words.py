"""Words of the export's page for what the site stores by names of its own, such as `hide-post`."""

from collections.abc import Mapping
from typing import Any

from server.contracts.catalogue import CULTIVARS
from server.contracts.locales import has_message, text
from server.contracts.reference import PREFECTURES, TEA_CATEGORIES
from server.contracts.routes import Language

_TEAS = {id: (one.name, one.name_ja) for id, one in TEA_CATEGORIES.items()}
_CULTIVARS = {id: (one.name_en, one.name_ja) for id, one in CULTIVARS.items()}
# English and Japanese names of the values of fields that hold an id.
NAMES: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "tea_type": _TEAS,
    "favorite_tea_type": _TEAS,
    "tea_variety": _CULTIVARS,
    "favorite_tea_variety": _CULTIVARS,
    "prefecture": {id: (one.name, one.name_ja) for id, one in PREFECTURES.items()},
}

# Messages for a value, by kind and field of the entry; of an action its last word. Of several
# the first that exists counts; a value without one is shown as it is.
_MESSAGES: Mapping[str, tuple[str, ...]] = {
    "follows/action": ("account.follows.kinds.{}",),
    "hidden/action": ("hidden.members.{}", "outside.export.muted.{}"),
    "hidden/category/title": ("post.category.{}",),
    "notifications/action": ("notifications.choices.channels.{}", "outside.export.letter.{}"),
    "notifications/title": ("notifications.choices.kinds.{}", "notifications.choices.{}"),
    "reads/title": ("outside.export.read.{}",),
    "moderation/action": ("moderationLog.actions.{}",),
    "moderation/reason": ("account.decisions.rule.{}",),
    "appeals/outcome": ("account.appeal.state.{}",),
    "reports/reason": ("report.reasons.{}",),
}
# Fields whose names the title of an entry can be, by kind and action.
_NAMED = {
    "follows/cultivar/title": "tea_variety",
    "follows/prefecture/title": "prefecture",
    "follows/tea-type/title": "tea_type",
}
_FIELDS = ("action", "title", "reason", "outcome")


def in_words(kind: str, entry: Mapping[str, Any], language: Language) -> dict[str, Any]:
    """Returns an entry of the export with words of the language for the site's own names."""
    # What the action is about, such as `member` of `follow member`.
    about = str(entry.get("action")).rpartition(" ")[2]
    words = {}
    for name in _FIELDS:
        value = entry.get(name)
        if isinstance(value, str):
            places = (f"{kind}/{name}", f"{kind}/{about}/{name}")
            words[name] = _word(language, *places, value=about if name == "action" else value)
    return {**entry, **words}


def name_of(language: Language, name: str, value: str) -> str:
    """Returns the name of a category, tea type, cultivar or prefecture; of others the value."""
    category = f"post.category.{value}"
    if name == "category" and has_message(language, category):
        return text(language, category)
    english, japanese = NAMES.get(name, {}).get(value, (value, value))
    return japanese if language == "ja" else english


def _word(language: Language, *places: str, value: str) -> str:
    """Returns the words for the value of a field, which has a place with and without its action."""
    for place in places:
        if place in _NAMED:
            return name_of(language, _NAMED[place], value)
        for message in _MESSAGES.get(place, ()):
            key = message.format(value)
            if has_message(language, key):
                return text(language, key)
    return value
