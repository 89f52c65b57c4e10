"""Names of settings whose secrets are easily guessed."""

from server.settings import Settings, is_weak_key, weak_passwords


def weak_secrets(settings: Settings) -> list[str]:
    """Secrets that are short, have few different characters, or begin with a usual word."""
    return weak_passwords(settings) + (["SECRET_KEY"] if is_weak_key(settings.secret) else [])
