"""Names of the session cookies, and whether they are limited to https."""

from dataclasses import dataclass

# Browsers accept this prefix only from this host and over https.
_PREFIX = "__Host-"


@dataclass(frozen=True, slots=True)
class Cookies:
    """Cookie names, with the `__Host-` prefix on https."""

    is_https: bool

    @property
    def session(self) -> str:
        return self._name("session")

    @property
    def sign_in(self) -> str:
        return self._name("signin")

    def _name(self, word: str) -> str:
        return f"{_PREFIX}{word}" if self.is_https else word
