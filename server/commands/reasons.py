"""What went wrong elsewhere, in one line for the operator."""


def reason(error: Exception) -> str:
    """The first line of what a database says; the rest quotes statements and manuals."""
    return str(getattr(error, "orig", None) or error).strip().partition("\n")[0].rstrip(".") + "."
