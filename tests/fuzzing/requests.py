"""Valid and invalid requests, generated from the API description, whose responses must match it."""

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
from tests.fuzzing.site import FuzzedSite

Operation = APIOperation[Any, Any, Any, Any]
AnyCase = Case[Any]
PROBLEM = "application/problem+json"
# Uploads are sent less often by this factor: a child process reads each picture, which takes a
# hundred times as long as other requests.
SHARE_OF_UPLOADS = 50
FAILURES_MOST = 20

# Kinds of known ids by the segment of a path that they follow.
KINDS = {
    "posts": "post",
    "comments": "comment",
    "cultivars": "cultivar",
    "post-images": "image",
    "collections": "collection",
}
# Kinds of ids by the path that creates them with 201; ids of reports and decisions are in no path.
CREATED = {
    "/api/posts": "post",
    "/api/posts/{id}/comments": "comment",
    "/api/uploads/post-images": "image",
    "/api/account/collections": "collection",
}
# Kinds of ids that reports and decisions of moderators name.
SUBJECTS = ("post", "comment", "member", "cultivar")
# Valid values of fields for which valid ones are hardly ever generated.
VALID_FIELDS: dict[str, Any] = {
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


class Choices(NamedTuple):
    """Choices beyond the API description: the sender, known ids, valid values and the query."""

    sender: str
    uses_known_ids: bool
    has_valid_fields: bool
    number: int
    query: dict[str, str]


CHOICES = st.builds(
    Choices,
    sender=st.sampled_from(("visitor", "hana", "hana", "alex")),
    uses_known_ids=st.booleans(),
    has_valid_fields=st.booleans(),
    number=st.integers(0, 19),
    query=st.dictionaries(
        st.sampled_from((*PARAMS, "limit", "x")), st.text(max_size=120), max_size=4
    ),
)


@dataclass
class Findings:
    """Number of requests, statuses of responses, and failures."""

    requests: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    failures: dict[str, str] = field(default_factory=dict)


class ResponseCheck:
    """Comparison of responses with the API description."""

    def __init__(self) -> None:
        self.document: dict[str, Any] = json.loads(describe())
        self._validators: dict[str, Draft202012Validator] = {}

    def fields_of(self, operation: Operation) -> set[str]:
        """Returns the names of the fields that a body of this operation may have."""
        described = self.document["paths"][operation.path][operation.method]
        content = described.get("requestBody", {}).get("content", {}).get("application/json")
        if not content:
            return set()
        shape = content["schema"]["$ref"].rpartition("/")[2]
        return set(self.document["components"]["schemas"][shape]["properties"])

    def error_in(self, operation: Operation, answer: httpx.Response) -> str:
        """Returns what is wrong with a response, or an empty string."""
        status = answer.status_code
        described = self.document["paths"][operation.path][operation.method]["responses"]
        if status >= 500:
            return "a server error"
        missing = {"cache-control", "x-content-type-options", "content-security-policy"} - set(
            answer.headers
        )
        if missing:
            return f"no {missing}"
        if status < 400:
            return self._error_in_success(described, answer)
        return self._error_in_refusal(answer)

    def _error_in_success(self, described: dict[str, Any], answer: httpx.Response) -> str:
        found = described.get(str(answer.status_code))
        if found is None:
            return "a status that is not described"
        content = found.get("content", {}).get("application/json")
        if not content or answer.status_code == 204:
            return ""
        return self._error_in_body(content["schema"], answer)

    def _error_in_refusal(self, answer: httpx.Response) -> str:
        if answer.headers.get("content-type") != PROBLEM:
            return f"a refusal as {answer.headers.get('content-type')}"
        if answer.json()["status"] != answer.status_code:
            return "a refusal of another status"
        return self._error_in_body({"$ref": "#/components/schemas/Problem"}, answer)

    def _error_in_body(self, schema: dict[str, Any], answer: httpx.Response) -> str:
        name = json.dumps(schema)
        if name not in self._validators:
            components = {"components": self.document["components"]}
            self._validators[name] = Draft202012Validator({**schema, **components})
        media_type = answer.headers.get("content-type", "").partition(";")[0]
        if media_type not in ("application/json", PROBLEM):
            return f"a body as {media_type}"
        errors = self._validators[name].iter_errors(answer.json())
        return next((f"a body that is not as described: {error.message}" for error in errors), "")


def send_requests(site: FuzzedSite, count: int, *, seed_number: int) -> Findings:
    """Sends about `count` requests to all operations; the same ones for the same seed."""
    check, findings = ResponseCheck(), Findings()
    for operation, mode, share in _plan(check.document, count):

        @seed(seed_number)
        @settings(
            max_examples=share,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(operation.as_strategy(generation_mode=mode), CHOICES)
        def send(case: AnyCase, choices: Choices) -> None:
            _send(site, check, findings=findings, case=case, choices=choices)

        send()
    return findings


def _plan(document: dict[str, Any], count: int) -> Iterator[tuple[Operation, GenerationMode, int]]:
    """Yields each operation in both modes, valid and invalid, with its number of requests."""
    schema = schemathesis.openapi.from_dict(document)
    operations = [cast("Any", one).ok() for one in schema.get_all_operations()]
    wanted = [
        (operation, mode, 1 / SHARE_OF_UPLOADS if _is_upload(operation) else 1.0)
        for operation in operations
        for mode in GenerationMode
        # Without a body, there are only ids in the path, and none of them is invalid.
        if operation.body or mode.is_positive
    ]
    unit = count / sum(weight for *_, weight in wanted)
    for operation, mode, weight in wanted:
        yield operation, mode, max(1, round(unit * weight))


def _is_upload(operation: Operation) -> bool:
    return any("multipart" in body.media_type for body in operation.body)


def _send(
    site: FuzzedSite,
    check: ResponseCheck,
    *,
    findings: Findings,
    case: AnyCase,
    choices: Choices,
) -> None:
    _apply_choices(site, case, choices=choices, fields=check.fields_of(case.operation))
    sent = _as_transported(case)
    if sent is None:
        return
    path, headers, content = sent
    answer = site.send(
        choices.sender, case.method, path, params=choices.query, headers=headers, content=content
    )
    findings.requests += 1
    findings.statuses[answer.status_code] += 1
    error = check.error_in(case.operation, answer)
    if error and len(findings.failures) < FAILURES_MOST:
        name = f"{case.operation.label} {answer.status_code}: {error}"
        detail = f"{choices} {path[:200]} {content[:2000]!r}\n{answer.text[:500]}"
        findings.failures.setdefault(name, detail)
    _remember_created(site, case.operation, answer)


def _apply_choices(site: FuzzedSite, case: AnyCase, *, choices: Choices, fields: set[str]) -> None:
    if choices.uses_known_ids:
        known = site.known.get(_kind_of(case.operation.path), [])
        for name in case.path_parameters if known else ():
            case.path_parameters[name] = known[choices.number % len(known)]
        kind = SUBJECTS[choices.number % len(SUBJECTS)]
        if "subject" in fields and isinstance(case.body, dict) and site.known.get(kind):
            case.body["subject"] = f"{kind}:{site.known[kind][-1]}"
    if choices.has_valid_fields and isinstance(case.body, dict):
        kept = {name: value for name, value in case.body.items() if name in fields}
        case.body = kept | {name: value for name, value in VALID_FIELDS.items() if name in fields}


def _kind_of(path: str) -> str:
    """Returns the kind of the first id in a path; a member if the path does not tell."""
    return next((KINDS[part] for part in path.split("/") if part in KINDS), "member")


def _as_transported(case: AnyCase) -> tuple[str, dict[str, str], bytes] | None:
    """Returns path, headers and body of a request, or None if HTTP cannot transport it."""
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


def _remember_created(site: FuzzedSite, operation: Operation, answer: httpx.Response) -> None:
    if answer.status_code != 201:
        return
    kind = CREATED.get(operation.path)
    if kind is None:
        return
    created = answer.json()
    # The response contains all collections of the member; any of them will do.
    site.remember(kind, str((created["collections"][0] if kind == "collection" else created)["id"]))
