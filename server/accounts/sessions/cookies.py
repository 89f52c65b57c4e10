"""What the cookies of members are called, and whether they travel over https alone."""

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

    @property
    def changed(self) -> str:
        """Whoever has it has just changed something; no more is said by it, and no less."""
        return self._name("changed")

    def _name(self, word: str) -> str:
        return f"{_PREFIX}{word}" if self.is_https else word
