"""Expected refusals: a code that is a message key, a status, and parameters."""

from collections.abc import Mapping


class Refusal(Exception):
    """Raised by rules; answered as problem+json, whose message the browser finds by `code`."""

    def __init__(
        self, code: str, status: int, *, params: Mapping[str, str | int] | None = None
    ) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
        self.params = dict(params or {})


class StartRefused(Exception):
    """The site cannot start; the message is for the operator, one sentence a line."""
