"""Every expected "no": a code that is a translation key, an honest status, and its parameters."""

from collections.abc import Mapping


class Refusal(Exception):
    """Raised where the rule is; answered as problem+json, worded by the browser from `code`."""

    def __init__(
        self, code: str, status: int, *, params: Mapping[str, str | int] | None = None
    ) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
        self.params = dict(params or {})


class StartRefused(Exception):
    """The site cannot start; the message is for whoever runs it, one sentence a line."""
