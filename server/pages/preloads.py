"""What a route may ask for: query name -> function, answered in ready-made JSON."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from server.contracts.catalogue import cultivar_called
from server.contracts.routes import LANGUAGES, ROUTES, Language
from server.database.engine import Sessions
from server.database.transaction import transaction
from server.errors import Refusal, StartRefused
from server.pages.schemas import Operator
from server.profiles.queries import get_own_profile, get_public_profile
from server.viewer import Member, Viewer

NULL = msgspec.Raw(b"null")


class CatalogueViews(msgspec.Struct, frozen=True):
    """The catalogue in one language, as the build wrote it; values stay encoded."""

    cultivars: dict[str, msgspec.Raw]
    featured: msgspec.Raw


@dataclass(frozen=True, slots=True)
class Sources:
    """Where the queries find their answers."""

    catalogue: Mapping[Language, CatalogueViews]
    operator: msgspec.Raw
    database: Sessions


@dataclass(frozen=True, slots=True)
class Question:
    """One query of one page."""

    language: Language
    params: Mapping[str, str]
    sources: Sources
    viewer: Viewer


class Missing(Exception):
    """What the address names does not exist."""


class Moved(Exception):
    """What the address names has its own address under other parameters."""

    def __init__(self, params: Mapping[str, str]) -> None:
        super().__init__()
        self.params = params


async def featured_cultivars(question: Question) -> msgspec.Raw:
    return question.sources.catalogue[question.language].featured


async def cultivar(question: Question) -> msgspec.Raw:
    asked = question.params["id"]
    view = question.sources.catalogue[question.language].cultivars.get(asked)
    if view is not None:
        return view
    called = cultivar_called(asked)
    if called is None or called == asked:
        raise Missing
    raise Moved({"id": called})


async def operator(question: Question) -> msgspec.Raw:
    return question.sources.operator


async def me(question: Question) -> msgspec.Raw:
    """The member's own profile; null while there is none, and the browser asks again."""
    if not isinstance(question.viewer, Member):
        return NULL
    try:
        async with transaction(question.sources.database) as opened:
            view = await get_own_profile(opened.session, question.viewer)
    except Refusal:
        return NULL
    return msgspec.Raw(msgspec.json.encode(view))


async def member(question: Question) -> msgspec.Raw:
    try:
        async with transaction(question.sources.database) as opened:
            view = await get_public_profile(opened.session, question.params["id"])
    except Refusal as refusal:
        raise Missing from refusal
    return msgspec.Raw(msgspec.json.encode(view))


PRELOADS: Mapping[str, Callable[[Question], Awaitable[msgspec.Raw]]] = {
    "featuredCultivars": featured_cultivars,
    "cultivar": cultivar,
    "operator": operator,
    "me": me,
    "member": member,
}


def read_sources(build_dir: Path, operator: Operator, *, database: Sessions) -> Sources:
    return Sources(
        catalogue={language: _read_views(build_dir, language) for language in LANGUAGES},
        operator=msgspec.Raw(msgspec.json.encode(operator)),
        database=database,
    )


def _read_views(build_dir: Path, language: Language) -> CatalogueViews:
    path = build_dir / "catalogue" / f"{language}.json"
    try:
        views = msgspec.json.decode(path.read_bytes(), type=CatalogueViews)
    except OSError as error:
        raise StartRefused(f"{path} is missing; run `make build` first.") from error
    except msgspec.DecodeError as error:
        raise StartRefused(f"{path}: {error}; run `make build` again.") from error
    # A raw value is a window on the whole file's bytes; copied, it stands alone.
    return CatalogueViews(
        cultivars={id: view.copy() for id, view in views.cultivars.items()},
        featured=views.featured.copy(),
    )


def check_preloads() -> None:
    """A route that names an unknown query stops the start."""
    for name, route in ROUTES.items():
        unknown = [query for query in route.record.preload if query not in PRELOADS]
        if unknown:
            raise StartRefused(f"shared/routes.json: `$.{name}.preload` has no query {unknown[0]}.")
