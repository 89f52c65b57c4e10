"""Requests made from the description of the endpoints, honest and broken; answers judged by it."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

import httpx
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from requests import Request
from schemathesis import Case, GenerationMode
from schemathesis.schemas import APIOperation

from server.community.feed_query import PARAMS
from server.describe import describe
from tests.conftest import ORIGIN
from tests.fuzzing.site import Subject

Operation = APIOperation[Any, Any, Any, Any]
AnyCase = Case[Any]
PROBLEM = "application/problem+json"
# A picture is looked at by a child process of its own: a hundred times the time of any other.
SHARE_OF_UPLOADS = 50
FAILURES_MOST = 20

# Which of the things that are there a path may name.
KINDS = {
    "posts": "post",
    "comments": "comment",
    "cultivars": "cultivar",
    "post-images": "image",
    "collections": "collection",
}
# What a request that is answered by 201 has created; reports and decisions are no part of a path.
CREATED = {
    "/api/posts": "post",
    "/api/posts/{id}/comments": "comment",
    "/api/uploads/post-images": "image",
    "/api/account/collections": "collection",
}
# What can be reported and decided about.
SUBJECTS = ("post", "comment", "member", "cultivar")
# Values that would otherwise never be met with.
PLAUSIBLE: dict[str, Any] = {
    "category": "question",
    "language": "en",
    "images": [],
    "price_yen": None,
    "rating": None,
    "tea_type": None,
    "tea_variety": None,
    "prefecture": None,
    "favorite_tea_type": None,
    "favorite_tea_variety": None,
}


class Twist(NamedTuple):
    """What the description can't say: the member, the subject and the query."""

    who: str
    names_known: bool
    is_plausible: bool
    number: int
    query: dict[str, str]


TWISTS = st.builds(
    Twist,
    who=st.sampled_from(("visitor", "hana", "hana", "alex")),
    names_known=st.booleans(),
    is_plausible=st.booleans(),
    number=st.integers(0, 19),
    query=st.dictionaries(
        st.sampled_from((*PARAMS, "limit", "x")), st.text(max_size=120), max_size=4
    ),
)


@dataclass
class Findings:
    """What was asked, what came of it, and what should not have."""

    asked: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    failures: dict[str, str] = field(default_factory=dict)


class Judge:
    """Holds answers against the description."""

    def __init__(self) -> None:
        self.document: dict[str, Any] = json.loads(describe())
        self._validators: dict[str, Draft202012Validator] = {}

    def fields_of(self, operation: Operation) -> set[str]:
        """What a body of this operation may have."""
        described = self.document["paths"][operation.path][operation.method]
        content = described.get("requestBody", {}).get("content", {}).get("application/json")
        if not content:
            return set()
        shape = content["schema"]["$ref"].rpartition("/")[2]
        return set(self.document["components"]["schemas"][shape]["properties"])

    def complaint(self, operation: Operation, answer: httpx.Response) -> str:
        status = answer.status_code
        described = self.document["paths"][operation.path][operation.method]["responses"]
        if status >= 500:
            return "a failure"
        missing = {"cache-control", "x-content-type-options", "content-security-policy"} - set(
            answer.headers
        )
        if missing:
            return f"no {missing}"
        if status < 400:
            return self._about_success(described, answer)
        return self._about_refusal(answer)

    def _about_success(self, described: dict[str, Any], answer: httpx.Response) -> str:
        found = described.get(str(answer.status_code))
        if found is None:
            return "a status that is not described"
        content = found.get("content", {}).get("application/json")
        if not content or answer.status_code == 204:
            return ""
        return self._about_body(content["schema"], answer)

    def _about_refusal(self, answer: httpx.Response) -> str:
        if answer.headers.get("content-type") != PROBLEM:
            return f"a refusal as {answer.headers.get('content-type')}"
        if answer.json()["status"] != answer.status_code:
            return "a refusal of another status"
        return self._about_body({"$ref": "#/components/schemas/Problem"}, answer)

    def _about_body(self, schema: dict[str, Any], answer: httpx.Response) -> str:
        name = json.dumps(schema)
        if name not in self._validators:
            components = {"components": self.document["components"]}
            self._validators[name] = Draft202012Validator({**schema, **components})
        media_type = answer.headers.get("content-type", "").partition(";")[0]
        if media_type not in ("application/json", PROBLEM):
            return f"a body as {media_type}"
        errors = self._validators[name].iter_errors(answer.json())
        return next((f"a body that is not as described: {error.message}" for error in errors), "")


def ask_everything(subject: Subject, count: int, *, chance: int) -> Findings:
    """So many requests, spread over all operations; the same ones for the same chance."""
    judge, findings = Judge(), Findings()
    for operation, mode, share in _plan(judge.document, count):

        @seed(chance)
        @settings(
            max_examples=share,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(operation.as_strategy(generation_mode=mode), TWISTS)
        def ask(case: AnyCase, twist: Twist) -> None:
            _ask(subject, judge, findings=findings, case=case, twist=twist)

        ask()
    return findings


def _plan(document: dict[str, Any], count: int) -> Iterator[tuple[Operation, GenerationMode, int]]:
    """Every operation gets its share in both modes."""
    schema = schemathesis.openapi.from_dict(document)
    operations = [cast("Any", one).ok() for one in schema.get_all_operations()]
    wanted = [
        (operation, mode, 1 / SHARE_OF_UPLOADS if _is_upload(operation) else 1.0)
        for operation in operations
        for mode in GenerationMode
        # Where nothing is sent but names, none of them is wrong.
        if operation.body or mode.is_positive
    ]
    unit = count / sum(weight for *_, weight in wanted)
    for operation, mode, weight in wanted:
        yield operation, mode, max(1, round(unit * weight))


def _is_upload(operation: Operation) -> bool:
    return any("multipart" in body.media_type for body in operation.body)


def _ask(
    subject: Subject, judge: Judge, *, findings: Findings, case: AnyCase, twist: Twist
) -> None:
    _twist(subject, case, twist=twist, fields=judge.fields_of(case.operation))
    sent = _sent(case)
    if sent is None:
        return
    path, headers, content = sent
    answer = subject.ask(
        twist.who, case.method, path, params=twist.query, headers=headers, content=content
    )
    findings.asked += 1
    findings.statuses[answer.status_code] += 1
    complaint = judge.complaint(case.operation, answer)
    if complaint and len(findings.failures) < FAILURES_MOST:
        name = f"{case.operation.label} {answer.status_code}: {complaint}"
        said = f"{twist} {path[:200]} {content[:2000]!r}\n{answer.text[:500]}"
        findings.failures.setdefault(name, said)
    _learn(subject, case.operation, answer)


def _twist(subject: Subject, case: AnyCase, *, twist: Twist, fields: set[str]) -> None:
    if twist.names_known:
        known = subject.known.get(_kind_of(case.operation.path), [])
        for name in case.path_parameters if known else ():
            case.path_parameters[name] = known[twist.number % len(known)]
        kind = SUBJECTS[twist.number % len(SUBJECTS)]
        if "subject" in fields and isinstance(case.body, dict) and subject.known.get(kind):
            case.body["subject"] = f"{kind}:{subject.known[kind][-1]}"
    if twist.is_plausible and isinstance(case.body, dict):
        kept = {name: value for name, value in case.body.items() if name in fields}
        case.body = kept | {name: it for name, it in PLAUSIBLE.items() if name in fields}


def _kind_of(path: str) -> str:
    """Returns what the first id in a path names: a member, unless the path says otherwise."""
    return next((KINDS[part] for part in path.split("/") if part in KINDS), "member")


def _sent(case: AnyCase) -> tuple[str, dict[str, str], bytes] | None:
    """As it would go over the wire; nothing for what can't."""
    try:
        request = Request(**case.as_transport_kwargs(base_url=ORIGIN)).prepare()
        headers = {
            str(name): str(value)
            for name, value in request.headers.items()
            if name.lower() in ("content-type", "idempotency-key")
        }
        body = request.body or b""
        content = body.encode() if isinstance(body, str) else cast("bytes", body)
        return str(request.url).removeprefix(ORIGIN), headers, content
    except (UnicodeError, ValueError):
        return None


def _learn(subject: Subject, operation: Operation, answer: httpx.Response) -> None:
    if answer.status_code != 201:
        return
    kind = CREATED.get(operation.path)
    if kind is None:
        return
    created = answer.json()
    # The host returns all collections of the member, and any of them serves.
    subject.learn(kind, str((created["collections"][0] if kind == "collection" else created)["id"]))
