"""Writer of shared/api.json: endpoints, page payload and events for the client's types."""

import json
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar
from litestar.openapi import OpenAPIConfig

from server.accounts.sessions.write_guard import SAFE_METHODS
from server.api import BODY_BYTES_MOST, api_dependencies, api_handlers
from server.contracts.files import SHARED
from server.database.engine import create_engine
from server.pages.schemas import Hours, Operator, PagePayload
from server.parts import make_parts
from server.realtime.events import LiveMessage
from server.settings import Settings
from server.web.problems import PROBLEM, Problem

API = SHARED / "api.json"
# Headers of every change of a member, which the write guard checks.
CHANGE_HEADERS = {
    "csrfToken": ("X-CSRF-Token", "The token of this session, as `getSession` returns it."),
    "memberId": (
        "X-Member-Id",
        "The member whose page sends the change. When another member is signed in now, the change"
        " is refused with `app.anotherMember`, or with a code of its own for pictures.",
    ),
}


def describe() -> str:
    """Returns the text of shared/api.json, which is equal for equal code."""
    nobody = Operator(None, None, None, None, None, Hours(None, None))
    config = OpenAPIConfig(title="Chanoki", version="1")
    settings = Settings.from_environment({"DATABASE_URL": "sqlite://"})
    parts = make_parts(settings, create_engine(settings.database_url))
    handlers = api_handlers(nobody, parts)
    dependencies = api_dependencies(parts)
    app = Litestar(
        handlers,
        dependencies=dependencies,
        request_max_body_size=BODY_BYTES_MOST,
        openapi_config=config,
        logging_config=None,
    )
    document = _with_change_headers(_with_refusals(app.openapi_schema.to_schema()))
    document = _with_body_limits(document, app)
    (*_, live), shapes = msgspec.json.schema_components(
        [PagePayload, Problem, LiveMessage],
        ref_template="#/components/schemas/{name}",
    )
    components = document.setdefault("components", {}).setdefault("schemas", {})
    components.update(shapes, LiveMessage=live)
    return json.dumps(document, ensure_ascii=False, indent=2, sort_keys=True) + "\n"


def _with_refusals(document: dict[str, Any]) -> dict[str, Any]:
    """Returns the description with one problem response to all refusals, not Litestar's 400."""
    problem = {"schema": {"$ref": "#/components/schemas/Problem"}}
    refusal = {"description": "A refusal, by its code", "content": {PROBLEM: problem}}
    for operation in (it for verbs in document["paths"].values() for it in verbs.values()):
        operation["responses"].pop("400", None)
        operation["responses"]["default"] = refusal
    return document


def _with_change_headers(document: dict[str, Any]) -> dict[str, Any]:
    """Returns the description with the headers that every change needs."""
    document.setdefault("components", {})["parameters"] = {
        key: {
            "name": name,
            "in": "header",
            "required": True,
            "description": description,
            "schema": {"type": "string"},
        }
        for key, (name, description) in CHANGE_HEADERS.items()
    }
    references = [{"$ref": f"#/components/parameters/{key}"} for key in CHANGE_HEADERS]
    for verbs in document["paths"].values():
        for verb, operation in verbs.items():
            if verb.upper() not in SAFE_METHODS:
                operation["parameters"] = [*operation.get("parameters", []), *references]
    return document


def _with_body_limits(document: dict[str, Any], app: Litestar) -> dict[str, Any]:
    """Returns the description with each body's limit in bytes, and the refusal above it."""
    for route in app.routes:
        for method, (handler, _) in getattr(route, "route_handler_map", {}).items():
            operation = document["paths"].get(route.path_format, {}).get(method.lower(), {})
            if "requestBody" in operation:
                most = handler.resolve_request_max_body_size()
                operation["requestBody"]["x-bytes-most"] = most
                operation["responses"]["413"] = {
                    **operation["responses"]["default"],
                    "description": f"A refusal of a body with more than {most} bytes",
                }
    return document


def main(path: Path = API) -> None:
    path.write_text(describe(), encoding="utf-8")


if __name__ == "__main__":
    main()
