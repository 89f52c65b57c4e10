"""Rules of sessions and sign-ins: lifetimes, return paths, suspension, provider texts."""

import re
import unicodedata
from collections.abc import Mapping
from datetime import datetime, time, timedelta
from typing import NamedTuple
from urllib.parse import quote, unquote, urlsplit

from server.contracts.limits import LIMITS
from server.contracts.reference import JAPAN, LEGAL_TEXTS

ROTATION_GRACE = timedelta(seconds=10)
PENDING_LIFE = timedelta(minutes=10)
# Unfinished sign-ins of one browser.
PENDING_TABS_MOST = 4
# Of the seal that lets the callback page show the provider's message.
MESSAGE_LIFE = timedelta(minutes=1)
LIFE = timedelta(seconds=LIMITS.session_seconds)
IDLE_MOST = timedelta(days=LIMITS.session_idle_days)
LIFE_MOST = timedelta(days=LIMITS.session_most_days)
SESSIONS_MOST = 20
# Sessions dated further into the future than this come from a wrong clock.
CLOCK_JUMP_MOST = timedelta(hours=1)
CLOCK_SKEW = timedelta(minutes=1)
SUSPENDED = "app.suspended"
LEFT_LATELY = "login.errors.left_lately"

HOME = "/"
PROVIDER_TEXT_MOST = 200

_NEVER_RETURNED_TO = re.compile(r"(?:/ja)?/(?:login|auth)(?:/|$)|/(?:api|dev|media)(?:/|$)")
_SPACE = re.compile(r"\s")
_ASCII = "".join(map(chr, range(128)))
_ODD = re.compile(r"[\x00-\x1f\x7f-\x9f\\]")
_ERROR_CODE = re.compile(r"[a-z][a-z_]{0,39}")

_BROWSERS = (
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("Line/", "LINE"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


# Start of the later of the days on which terms and privacy policy changed; the notice names both.
TERMS_CHANGED_AT = datetime.combine(max(LEGAL_TEXTS.values()), time(), JAPAN)


def is_notice_due(joined_at: datetime, seen_at: datetime | None, now: datetime) -> bool:
    """Returns whether a member from before the terms changed has not dismissed the notice."""
    is_older = joined_at < TERMS_CHANGED_AT <= now
    return is_older and (seen_at is None or seen_at < TERMS_CHANGED_AT)


class Times(NamedTuple):
    """Dates of one session.

    It began or was last refreshed at `seen_at`, may make changes until `expires_at`, and ends at
    `ends_at`, however often it is refreshed.
    """

    seen_at: datetime
    expires_at: datetime
    ends_at: datetime


def times_at(now: datetime, *, ends_at: datetime | None = None) -> Times:
    """Returns the dates of a new session, or of a refreshed one, which keeps its `ends_at`."""
    end = ends_at or now + LIFE_MOST
    return Times(seen_at=now, expires_at=min(now + LIFE, end), ends_at=end)


def is_alive(times: Times, now: datetime) -> bool:
    """Returns whether the session may read and refresh.

    A session dated into the future by a wrong clock is not alive.
    """
    is_over = now >= times.ends_at or now >= times.seen_at + IDLE_MOST
    is_from_later = max(times.ends_at - LIFE_MOST, times.seen_at) > now + CLOCK_JUMP_MOST
    return not is_over and not is_from_later


def signed_in_at(times: Times) -> datetime:
    """Returns when the member signed in; a session ends a fixed time after that."""
    return times.ends_at - LIFE_MOST


def is_fresh(times: Times, now: datetime) -> bool:
    """Returns whether the session may make changes: opened or refreshed less than LIFE ago."""
    is_from_later = times.expires_at > now + LIFE + CLOCK_SKEW
    return is_alive(times, now) and now < times.expires_at and not is_from_later


def is_in_grace(times: Times, now: datetime) -> bool:
    """Returns whether the token before the last rotation is still accepted (ROTATION_GRACE)."""
    return abs(now - times.seen_at) < ROTATION_GRACE


def is_suspended(at: datetime | None, until: datetime | None, *, now: datetime) -> bool:
    """Returns whether a suspension from `at` until `until` (None: without end) is in force."""
    return at is not None and (until is None or now < until)


def suspension_end(now: datetime, days: int) -> datetime:
    """Returns the start of a day in Japan, after at least `days` full days.

    A command that is repeated on the same day therefore changes nothing.
    """
    day = (now.astimezone(JAPAN) + timedelta(days=days + 1)).date()
    return datetime(day.year, day.month, day.day, tzinfo=JAPAN)


def day_of(instant: datetime) -> str:
    """Returns the date in Japan, as YYYY-MM-DD."""
    return instant.astimezone(JAPAN).date().isoformat()


def cookie_seconds(times: Times, now: datetime) -> int:
    """Returns for how many seconds the browser keeps the session's cookie."""
    return max(0, int(min(IDLE_MOST, times.ends_at - now).total_seconds()))


def return_path(text: str | None) -> str:
    """Returns a path that a client gave to go back to, after a sign-in or a form.

    Its letters outside ASCII are percent-encoded, which the header of a redirect requires. The home
    page if it is not a page of this site to which one may return.
    """
    path = quote(text or HOME, safe=_ASCII, errors="replace")
    is_short = len(path) <= LIMITS.return_path_bytes
    return path if is_short and _is_own_path(path) else HOME


def with_return(query: Mapping[str, str], path: str) -> Mapping[str, str]:
    """Returns a query with the path to return to, unless that is the home page."""
    return query if path == HOME else {**query, "return": path}


def _is_own_path(path: str) -> bool:
    """Returns whether a path stays on this site, however it is decoded, and may be returned to."""
    # The path must also be safe after one and two rounds of percent-decoding.
    for form in (path, unquote(path), unquote(unquote(path))):
        if not form.startswith("/") or form.startswith("//") or _ODD.search(form):
            return False
    if _SPACE.search(path):
        return False
    parts = urlsplit(path)
    # Changing the language of "/ja//host" would give "//host".
    is_elsewhere = bool(parts.scheme or parts.netloc) or "//" in parts.path
    is_dotted = any(part in {".", ".."} for part in unquote(parts.path).split("/"))
    return not (is_elsewhere or is_dotted or _NEVER_RETURNED_TO.match(parts.path.lower()))


def error_code(text: str) -> str:
    """Returns the provider's error code if it is well-formed, otherwise `server_error`."""
    return text if _ERROR_CODE.fullmatch(text) else "server_error"


def provider_text(text: str) -> str:
    """Returns the provider's text as one line without control or direction characters.

    It has at most PROVIDER_TEXT_MOST characters.
    """
    folded = "".join(" " if sign.isspace() else sign for sign in text)
    plain = (sign for sign in folded if unicodedata.category(sign)[0] != "C")
    return " ".join("".join(plain).split())[:PROVIDER_TEXT_MOST]


def device_of(user_agent: str) -> str:
    """Returns the names of browser and system, or an empty text."""
    names = (_first_match(_BROWSERS, user_agent), _first_match(_SYSTEMS, user_agent))
    return " · ".join(name for name in names if name)


def _first_match(marks: tuple[tuple[str, str], ...], text: str) -> str:
    """Returns the name of the first mark that the text contains, or an empty text."""
    return next((name for mark, name in marks if mark in text), "")
