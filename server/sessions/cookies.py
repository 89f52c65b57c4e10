"""The two cookies of a sign-in, which no script can read and no other host can set."""

from dataclasses import dataclass

from litestar.datastructures import Cookie

from server.sessions.rules import PENDING_LIFE

# With this prefix a browser takes a cookie from this very host alone, and over https alone.
_PREFIX = "__Host-"


@dataclass(frozen=True, slots=True)
class Cookies:
    """Their names and attributes, which differ where there is no https."""

    is_https: bool

    @property
    def session(self) -> str:
        return self._name("session")

    @property
    def sign_in(self) -> str:
        return self._name("signin")

    def keep_session(self, token: str, seconds: int) -> Cookie:
        return self._cookie(self.session, token, seconds=seconds)

    def drop_session(self) -> Cookie:
        return self._cookie(self.session, "", seconds=0)

    def keep_sign_in(self, token: str) -> Cookie:
        return self._cookie(self.sign_in, token, seconds=int(PENDING_LIFE.total_seconds()))

    def drop_sign_in(self) -> Cookie:
        return self._cookie(self.sign_in, "", seconds=0)

    def _name(self, word: str) -> str:
        return f"{_PREFIX}{word}" if self.is_https else word

    def _cookie(self, name: str, value: str, *, seconds: int) -> Cookie:
        return Cookie(
            key=name,
            value=value,
            path="/",
            max_age=seconds,
            httponly=True,
            secure=self.is_https,
            samesite="lax",
        )
