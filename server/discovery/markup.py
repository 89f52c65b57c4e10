"""The few pieces of XML that sitemaps and feeds are made of; the one place that escapes them."""

import re
from html import escape

DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
# XML has no way to say these at all, not even escaped.
_NOT_IN_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def element(tag: str, said: str = "", /, **attributes: str) -> str:
    """An element around a text; in the name of an attribute `__` stands for a colon."""
    given = "".join(
        f' {name.replace("__", ":")}="{safe(value)}"' for name, value in attributes.items()
    )
    return f"<{tag}{given}>{safe(said)}</{tag}>" if said else f"<{tag}{given}/>"


def safe(text: str) -> str:
    return escape(_NOT_IN_XML.sub("\ufffd", text))
