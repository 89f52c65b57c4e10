"""Which secrets of an installation are easily guessed: told by their names alone."""

from server.settings import Settings, is_weak_key, weak_passwords


def weak_secrets(settings: Settings) -> list[str]:
    """What is short, has few different letters, or begins as everybody's does."""
    return weak_passwords(settings) + (["SECRET_KEY"] if is_weak_key(settings.secret) else [])
