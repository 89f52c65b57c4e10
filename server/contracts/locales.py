"""All messages, for those that the host prints itself, such as titles of heads."""

import re
from collections.abc import Mapping
from pathlib import Path

from server.contracts.files import SHARED, read
from server.contracts.routes import LANGUAGES, Language

Messages = dict[str, object]


def load_messages(folder: Path) -> dict[str, str]:
    """Returns a language's messages by full key, which begins with the file's name.

    Folders group the files and are no part of a key.
    """
    messages: dict[str, str] = {}
    for path in sorted(folder.rglob("*.json")):
        _flatten(read(path, Messages), path.stem, messages=messages)
    return messages


def _flatten(source: Messages, before: str, *, messages: dict[str, str]) -> None:
    """Adds nested messages to `messages`, under keys with dots that begin with `before`."""
    for name, value in source.items():
        key = f"{before}.{name}"
        if isinstance(value, dict):
            _flatten(value, key, messages=messages)
        else:
            messages[key] = str(value)


MESSAGES: Mapping[Language, Mapping[str, str]] = {
    language: load_messages(SHARED / "locales" / language) for language in LANGUAGES
}

_PLACEHOLDER = re.compile(r"{{(\w+)}}")


def has_message(language: Language, key: str) -> bool:
    """Returns whether the key is a message, with or without plural forms."""
    messages = MESSAGES[language]
    return key in messages or f"{key}_other" in messages


def text(language: Language, key: str, **params: str | int) -> str:
    """Returns a message with its placeholders filled; raises KeyError for an unknown key.

    `count` chooses the plural form. A placeholder without a parameter stays as it is.
    """
    messages = MESSAGES[language]
    message = messages.get(f"{key}_{_plural(language, params.get('count'))}", messages.get(key))
    if message is None:
        raise KeyError(key)
    return _PLACEHOLDER.sub(lambda found: str(params.get(found[1], found[0])), message)


def separator_of(language: Language) -> str:
    """Returns what stands between the items of a list in a text."""
    return "、" if language == "ja" else ", "


def listed(items: list[str], language: Language) -> str:
    """Returns the items as a sentence lists them: `a, b and c` in English."""
    separator = separator_of(language)
    if language == "ja" or len(items) < 2:
        return separator.join(items)
    return f"{separator.join(items[:-1])} and {items[-1]}"


def _plural(language: Language, count: str | int | None) -> str:
    """Returns the plural category of a count."""
    return "one" if language == "en" and count == 1 else "other"
