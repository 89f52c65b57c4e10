"""XML elements of sitemaps and feeds; the only place that escapes XML."""

import re
from html import escape

DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
# Characters that XML cannot contain, not even escaped.
_NOT_IN_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def element(tag: str, content: str = "", /, **attributes: str) -> str:
    """Returns an element; `__` in an attribute's name stands for a colon."""
    given = "".join(
        f' {name.replace("__", ":")}="{escape_xml(value)}"' for name, value in attributes.items()
    )
    return f"<{tag}{given}>{escape_xml(content)}</{tag}>" if content else f"<{tag}{given}/>"


def escape_xml(text: str) -> str:
    """Escapes a text for XML; replaces characters that XML forbids."""
    return escape(_NOT_IN_XML.sub("\ufffd", text))
