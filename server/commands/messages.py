"""What went wrong elsewhere, in one line for the operator."""


def reason(error: Exception) -> str:
    """The first line of what a database says; the rest quotes statements and manuals."""
    said = str(getattr(error, "orig", None) or error).strip().partition("\n")[0].rstrip(".")
    return f"{said or _unsaid(error)}."


def _unsaid(error: Exception) -> str:
    """Of an error without a word, what kind of error it is says more than nothing."""
    return "no answer" if isinstance(error, OSError) else type(error).__name__
