"""What the two cookies of a sign-in are called, and whether they travel over https alone."""

from dataclasses import dataclass

# With this prefix a browser takes a cookie from this very host alone, and over https alone.
_PREFIX = "__Host-"


@dataclass(frozen=True, slots=True)
class Cookies:
    """Their names, which differ where there is no https."""

    is_https: bool

    @property
    def session(self) -> str:
        return self._name("session")

    @property
    def sign_in(self) -> str:
        return self._name("signin")

    def _name(self, word: str) -> str:
        return f"{_PREFIX}{word}" if self.is_https else word
