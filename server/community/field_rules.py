"""Rules of the single fields of a post: lengths, allowed characters, choices, rating, price."""

import re
import unicodedata
from collections.abc import Container

from server.contracts.catalogue import CULTIVARS
from server.contracts.limits import LIMITS
from server.contracts.reference import PREFECTURES, TEA_CATEGORIES
from server.contracts.texts import is_blank, may_be_name, may_be_prose, normalise
from server.errors import Refusal

# Most characters of each one-line field.
LINES = {
    "title": LIMITS.post_title_characters,
    "shop_name": LIMITS.shop_name_characters,
    "harvest_period": LIMITS.harvest_period_characters,
    "processing_method": LIMITS.processing_method_characters,
}
# Known values of each field that is chosen from a list.
CHOICES: dict[str, Container[str]] = {
    "tea_type": TEA_CATEGORIES,
    "prefecture": PREFECTURES,
    "tea_variety": CULTIVARS,
}
# Accepted forms of a price: ¥1,200, 1200円, １２００; Japanese keyboards may type ¥ as a backslash.
_PRICE_CHARACTERS_MOST = 50
_PRICE = re.compile("[¥\\\\]? *([0-9]{1,8}|[0-9]{1,3}(?:[,、][0-9]{3}){1,2}) *円?")


def checked_content(text: str) -> str:
    """Returns a post's text in normal form.

    Raises Refusal 422 for a blank text, one that is too long, and forbidden characters.
    """
    content = normalise(text)
    most = LIMITS.post_content_characters
    if is_blank(content):
        raise Refusal("createPost.errors.contentRequired", 422)
    if len(content) > most:
        raise Refusal("createPost.errors.contentTooLong", 422, params={"most": most})
    if not may_be_prose(content):
        raise _not_allowed("content")
    return content


def checked_line(text: str | None, field: str, *, most: int, **which: int) -> str | None:
    """Returns a one-line text in normal form, or None if it is blank.

    Raises Refusal 422, with the parameters `field` and `which`, for more than `most` characters,
    and for forbidden ones.
    """
    line = normalise(text or "")
    if is_blank(line):
        return None
    if len(line) > most:
        too_long = "createPost.errors.textTooLong"
        raise Refusal(too_long, 422, params={"most": most, "field": field, **which})
    if not may_be_name(line):
        raise _not_allowed(field, **which)
    return line


def checked_choice(chosen: str | None, field: str, *, known: Container[str]) -> str | None:
    """Returns a value of a field in `CHOICES`, or None; raises Refusal 422 if not `known`."""
    if not chosen:
        return None
    if chosen not in known:
        raise unknown_choice(field)
    return chosen


def checked_rating(rating: int | None) -> int | None:
    """Returns the rating, None if there is none; raises Refusal 422 for one out of range."""
    if rating is not None and not LIMITS.rating_least <= rating <= LIMITS.rating_most:
        raise unknown_choice("rating")
    return rating


def checked_price(price: int | str | None) -> int | None:
    """Parses a price in yen, from 0 to LIMITS.price_yen_most; returns None if it is blank.

    Accepts full-width digits, commas and a yen sign; raises Refusal 422 for anything else.
    """
    if price is None or (isinstance(price, str) and is_blank(price)):
        return None
    written = str(price).strip()
    is_short = len(written) <= _PRICE_CHARACTERS_MOST
    found = _PRICE.fullmatch(unicodedata.normalize("NFKC", written).strip()) if is_short else None
    yen = int(re.sub("[,、]", "", found[1])) if found else -1
    if not 0 <= yen <= LIMITS.price_yen_most:
        most = LIMITS.price_yen_most
        raise Refusal("createPost.errors.priceInvalid", 422, params={"most": most})
    return yen


def _not_allowed(field: str, **which: int) -> Refusal:
    """Returns Refusal 422 for a field with a forbidden character."""
    return Refusal("createPost.errors.textNotAllowed", 422, params={"field": field, **which})


def unknown_choice(field: str) -> Refusal:
    """Returns Refusal 422 for a field whose value is not in its list."""
    return Refusal("createPost.errors.unknownChoice", 422, params={"field": field})
