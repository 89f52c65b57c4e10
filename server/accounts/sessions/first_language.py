"""Languages of the sign-in: of a new member's profile, and of the page that follows."""

import re
from collections.abc import Mapping

from server.contracts.routes import LANGUAGES, Language
from server.web.problems import AnyRequest

# The stored choice of the client, which only an explicit choice sets.
CHOICE = "language"
_WEIGHT = re.compile(r"0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?", re.ASCII)


def language_of_new_member(
    cookies: Mapping[str, str], headers: Mapping[str, str], *, page: Language | None
) -> Language | None:
    """Returns the stored choice, else the browser's language, else that of the login page."""
    return _language_of_browser(cookies, headers) or page


def page_language(request: AnyRequest, begun: Language | None) -> Language:
    """Returns the language in which the sign-in began, else of the address, cookie or browser.

    English if none of them names one.
    """
    named = begun or _language_of(request.query_params.get("language", ""))
    return named or _language_of_browser(request.cookies, request.headers) or "en"


def _language_of_browser(cookies: Mapping[str, str], headers: Mapping[str, str]) -> Language | None:
    """Returns the choice stored in the browser, else its own language; None without one."""
    chosen = _language_of(cookies.get(CHOICE, ""))
    return chosen or _accepted_language(headers.get("accept-language", ""))


def _accepted_language(value: str) -> Language | None:
    """Returns the site's language with the highest weight in an Accept-Language header.

    Of equals the first; None if it names none.
    """
    best: Language | None = None
    highest = 0.0
    for part in value.split(","):
        tag, _, parameter = part.partition(";")
        language, weight = _language_of(tag), _weight(parameter)
        if language and weight > highest:
            best, highest = language, weight
    return best


def _language_of(tag: str) -> Language | None:
    """Returns the language of a tag such as "ja-JP"; None if the site does not have it."""
    primary = tag.strip().lower().partition("-")[0]
    return next((language for language in LANGUAGES if language == primary), None)


def _weight(parameter: str) -> float:
    """Returns the weight of a language: 1 if none is given, 0 unless it is from 0 to 1."""
    name, _, value = parameter.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    found = _WEIGHT.fullmatch(value.strip())
    return float(found[0]) if found else 0.0
