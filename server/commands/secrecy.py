"""Which secrets of an installation are easily guessed: told by their names alone."""

from collections.abc import Iterator
from urllib.parse import unquote, urlsplit

from server.settings import DEVELOPMENT_KEY, KEY_CHARACTERS_LEAST, KEY_LETTERS_LEAST, Settings

CHARACTERS_LEAST = 16
LETTERS_LEAST = 8
# Made up for examples, by others and by ourselves.
KNOWN = ("password", "secret", "changeme", "change-me", "example", "minioadmin", "postgres", "1234")


def weak_secrets(settings: Settings) -> list[str]:
    """What is short, has few different letters, or begins as everybody's does."""
    return [name for name, words in _passwords(settings) if _is_weak(words)] + (
        ["SECRET_KEY"] if _is_weak_key(settings.secret) else []
    )


def _passwords(settings: Settings) -> Iterator[tuple[str, str]]:
    """Those that are set: a database in a file or behind a socket may have none."""
    for name, address in (
        ("the password in DATABASE_URL", settings.database_url),
        ("the password in REDIS_URL", settings.redis_url or ""),
    ):
        password = urlsplit(address).password
        if password is not None:
            yield name, unquote(password)
    if settings.object_store and settings.object_store.secret_key is not None:
        yield "S3_SECRET_ACCESS_KEY", settings.object_store.secret_key


def _is_weak(words: str) -> bool:
    is_long = len(words) >= CHARACTERS_LEAST and len(set(words)) >= LETTERS_LEAST
    return not is_long or words.lower().startswith(KNOWN)


def _is_weak_key(key: str) -> bool:
    is_long = len(key) >= KEY_CHARACTERS_LEAST and len(set(key)) >= KEY_LETTERS_LEAST
    return key == DEVELOPMENT_KEY or not is_long
