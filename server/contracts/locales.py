"""The messages that the host itself prints: titles and descriptions of heads."""

import re
from collections.abc import Mapping
from pathlib import Path

from server.contracts.files import SHARED, read
from server.contracts.routes import LANGUAGES, Language

Messages = dict[str, object]


def load_words(folder: Path) -> dict[str, str]:
    """All messages of a language by their full key, whose first word is the file's name."""
    words: dict[str, str] = {}
    for path in sorted(folder.glob("*.json")):
        _flatten(read(path, Messages), path.stem, words=words)
    return words


def _flatten(messages: Messages, before: str, *, words: dict[str, str]) -> None:
    for name, value in messages.items():
        key = f"{before}.{name}"
        if isinstance(value, dict):
            _flatten(value, key, words=words)
        else:
            words[key] = str(value)


WORDS: Mapping[Language, Mapping[str, str]] = {
    language: load_words(SHARED / "locales" / language) for language in LANGUAGES
}

_PLACEHOLDER = re.compile(r"{{(\w+)}}")


def has(language: Language, key: str) -> bool:
    words = WORDS[language]
    return key in words or f"{key}_other" in words


def text(language: Language, key: str, **params: str | int) -> str:
    """The message with its placeholders filled; a key without a message is a KeyError."""
    words = WORDS[language]
    message = words.get(f"{key}_{_plural(language, params.get('count'))}", words.get(key))
    if message is None:
        raise KeyError(key)
    return _PLACEHOLDER.sub(lambda found: str(params.get(found[1], found[0])), message)


def _plural(language: Language, count: str | int | None) -> str:
    return "one" if language == "en" and count == 1 else "other"
