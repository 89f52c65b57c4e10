"""Shared registrations: an application that takes over routes keeps nothing of the one before."""

import gc
import weakref
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import httpx
import pytest
from litestar import Litestar, get
from litestar.di import Provide
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromQuery
from litestar.routes import HTTPRoute

from server.app import assemble, create_app
from server.database.engine import create_engine
from server.parts import make_parts
from server.setting_groups import SignInSettings
from server.settings import Settings
from server.web.asgi import App
from tests.conftest import ORIGIN
from tests.fake_build import FakePool
from tests.lifespan import running
from tests.registrations import Registrations

pytestmark = pytest.mark.anyio


@pytest.fixture
def own_registrations() -> Registrations:
    """Returns registrations that no other test uses."""
    return Registrations()


def assemble_app(settings: Settings) -> list[Callable[[], object]]:
    """Makes an application; returns weak references to the objects that only it uses."""
    engine, pool = create_engine(settings.database_url), FakePool()
    parts = make_parts(settings, engine)
    assemble(settings, parts, engine=engine, pool=pool)
    owned = [pool, engine, parts.database, parts.channel, parts.live_connections.subscribers]
    return [weakref.ref(one) for one in owned]


async def site_name(app: App) -> str:
    """Returns the name in the site's manifest."""
    async with running(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as client:
            name: str = (await client.get("/manifest.webmanifest")).json()["name"]
            return name


def routes_of(app: Litestar) -> dict[str, list[Any]]:
    """Returns method, function, guards and exception handlers of all handlers, by path."""
    return {
        route.path: sorted(
            (
                [*one.http_methods],
                one.handler_name,
                len(one.resolve_guards()),
                [*map(str, one.resolve_exception_handlers())],
            )
            for one in route.route_handlers
        )
        for route in app.routes
        if isinstance(route, HTTPRoute)
    }


async def test_next_application_answers_from_its_own_settings(
    own_registrations: Registrations, settings: Settings
) -> None:
    names = []

    for name in ("Tea one", "Tea two"):
        with own_registrations.installed():
            names.append(
                await site_name(create_app(replace(settings, site_name_en=name), FakePool()))
            )

    assert (names, own_registrations.created) == (["Tea one", "Tea two"], 1)


def test_nothing_of_an_application_outlives_the_next_one(
    own_registrations: Registrations, settings: Settings
) -> None:
    with own_registrations.installed():
        before = assemble_app(settings)
    with own_registrations.installed():
        after = assemble_app(settings)
    gc.collect()

    assert own_registrations.created == 1
    assert [one() for one in before] == [None] * len(before)
    assert None not in [one() for one in after[:3]]


def test_routes_taken_over_are_those_of_a_fresh_application(
    own_registrations: Registrations, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    apps: list[Litestar] = []

    def fresh(**arguments: Any) -> Litestar:
        return Litestar(**arguments)

    def recorded(make: Callable[..., Litestar]) -> Callable[..., Litestar]:
        """Returns a constructor that also records the applications it makes."""

        def create(**arguments: Any) -> Litestar:
            apps.append(make(**arguments))
            return apps[-1]

        return create

    for make in (own_registrations.create, own_registrations.create, fresh):
        with own_registrations.installed(), monkeypatch.context() as patch:
            patch.setattr("server.app.Litestar", recorded(make))
            create_app(settings, FakePool())
    first, second, other = apps

    assert first is second
    assert routes_of(second) == routes_of(other)


async def test_two_applications_at_once_have_routes_of_their_own(
    own_registrations: Registrations, settings: Settings
) -> None:
    with own_registrations.installed():
        one, two = (
            create_app(replace(settings, site_name_en=name), FakePool()) for name in ("A", "B")
        )
        names = [await site_name(one), await site_name(two)]

    assert (names, own_registrations.created) == (["A", "B"], 2)


def test_application_with_other_routes_registers_its_own(
    own_registrations: Registrations, settings: Settings
) -> None:
    google = replace(settings, sign_in=SignInSettings("id", "secret"))

    for chosen in (settings, google, settings, google):
        with own_registrations.installed():
            create_app(chosen, FakePool())

    assert own_registrations.created == 2


def handler(path: str = "/", most: int = 1, **options: Any) -> HTTPRouteHandler:
    """Returns a handler that answers with its query parameter, a number."""

    @get(path, **options)
    async def get_some(count: FromQuery[int] = most) -> int:
        return count

    return get_some


def text_handler() -> HTTPRouteHandler:
    """Returns a handler that answers with its query parameter, a text."""

    @get("/")
    async def get_some(count: FromQuery[str] = "1") -> str:
        return count

    return get_some


def provide_count() -> int:
    return 1


@pytest.mark.parametrize(
    ("change", "made"),
    [
        pytest.param({}, 1, id="nothing"),
        pytest.param({"route_handlers": [handler(guards=[])]}, 1, id="guards"),
        pytest.param({"route_handlers": [handler("/other")]}, 2, id="path"),
        pytest.param({"route_handlers": [handler(most=2)]}, 2, id="default"),
        pytest.param({"route_handlers": [handler(status_code=202)]}, 2, id="status"),
        pytest.param({"route_handlers": [handler(opt={"rate": 1})]}, 2, id="option"),
        pytest.param({"route_handlers": [text_handler()]}, 2, id="annotation"),
        pytest.param({"route_handlers": [handler(), handler("/2")]}, 2, id="one more"),
        pytest.param(
            {"dependencies": {"count": Provide(provide_count, sync_to_thread=False)}},
            2,
            id="dependency",
        ),
        pytest.param({"request_max_body_size": 10}, 2, id="argument"),
    ],
)
def test_argument_that_changes_a_route_causes_a_new_registration(
    own_registrations: Registrations, change: dict[str, Any], made: int
) -> None:
    given: dict[str, Any] = {
        "dependencies": {},
        "guards": [],
        "exception_handlers": {},
        "lifespan": [],
        "openapi_config": None,
    }

    for arguments in ({}, change):
        with own_registrations.installed():
            own_registrations.create(**given | {"route_handlers": [handler()]} | arguments)

    assert own_registrations.created == made
