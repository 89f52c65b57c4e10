"""Refusals of requests and of the start, and errors in one line for operators."""

from collections.abc import Mapping


class Refusal(Exception):
    """Expected refusal of a request, answered as problem+json.

    The browser has a message for `code`; `headers` are sent in addition.
    """

    def __init__(
        self,
        code: str,
        status: int,
        *,
        params: Mapping[str, str | int] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
        self.params = dict(params or {})
        self.headers = dict(headers or {})


class StartRefused(Exception):
    """Raised when the site cannot start; the message is for the operator, one sentence a line."""


def reason(error: Exception) -> str:
    """Returns the first line of an error's message; the rest quotes statements and manuals."""
    message = str(getattr(error, "orig", None) or error).strip().partition("\n")[0].rstrip(".")
    return f"{message or _kind_of(error)}."


def _kind_of(error: Exception) -> str:
    """Returns the name of the type of an error without a message."""
    return "no answer" if isinstance(error, OSError) else type(error).__name__
