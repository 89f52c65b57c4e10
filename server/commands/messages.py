"""Messages of foreign errors in one line for the operator."""


def reason(error: Exception) -> str:
    """The first line of a database's message; the rest quotes statements and manuals."""
    said = str(getattr(error, "orig", None) or error).strip().partition("\n")[0].rstrip(".")
    return f"{said or _unsaid(error)}."


def _unsaid(error: Exception) -> str:
    """The type of an error without a message."""
    return "no answer" if isinstance(error, OSError) else type(error).__name__
