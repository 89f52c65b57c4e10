"""Litestar applications that take over the registered routes of applications that have ended."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import chain
from types import FunctionType
from typing import Any

import pytest
from litestar import Litestar
from litestar.di import Provide
from litestar.handlers import BaseRouteHandler
from litestar.routes import HTTPRoute
from litestar.types import Empty

Arguments = dict[str, Any]
Function = Callable[..., object]
# A handler before its registration: its function and the values of its attributes.
Declared = tuple[Function, Sequence[Any]]
# Arguments of `Litestar` that a registered application can exchange; all others have to be equal.
EXCHANGED = ("route_handlers", "dependencies", "guards", "exception_handlers", "lifespan")
# Attributes of a handler that can be exchanged, besides its function.
HANDLER_EXCHANGED = ("guards", "exception_handlers")
# Attributes that Litestar derives from others.
DERIVED = ("has_sync_callable", "owner")


@dataclass
class Registration:
    """Application with registered routes, and the arguments and handlers of its registration."""

    app: Litestar
    arguments: Arguments
    handlers: list[Declared]
    dependencies: Mapping[str, Provide]
    # For each of `handlers` in order, Litestar's copies of it in the routes.
    registered: list[list[BaseRouteHandler]]

    def fits(self, arguments: Arguments, handlers: list[Declared]) -> bool:
        """Returns whether an application with these arguments would have the same routes."""
        return (
            _fixed(arguments) == self.arguments
            and len(handlers) == len(self.handlers)
            and all(map(_are_alike, handlers, self.handlers))
            and [*arguments["dependencies"]] == [*self.dependencies]
            and all(
                _have_one_signature(new.dependency, self.dependencies[name].dependency)
                for name, new in arguments["dependencies"].items()
            )
        )

    def renew(self, arguments: Arguments, handlers: list[Declared]) -> None:
        """Exchanges everything that belongs to one application alone."""
        self.handlers = handlers
        for name, provide in arguments["dependencies"].items():
            self.dependencies[name].dependency = provide.dependency
        for new, registered in zip(arguments["route_handlers"], self.registered, strict=True):
            for handler in registered:
                handler._fn = new.fn
                for name in HANDLER_EXCHANGED:
                    setattr(handler, name, getattr(new, name))
        for handler in _handlers_of(self.app):
            handler._resolved_guards = Empty
        self.app.guards[:] = arguments["guards"]
        self.app.exception_handlers.update(arguments["exception_handlers"])
        lifespan = arguments["lifespan"]
        self.app._lifespan_managers[: len(lifespan)] = lifespan


class Registrations:
    """Registrations of this process, in use or free for the next application.

    They depend on the handlers' signatures alone, and each takes 0.14 s of processor time.
    """

    def __init__(self) -> None:
        self._free: list[Registration] = []
        self._used: list[Registration] = []
        self.created = 0

    def create(self, **arguments: Any) -> Litestar:
        """Replaces `Litestar(...)`."""
        handlers = [_declared(handler) for handler in arguments["route_handlers"]]
        fitting = (each for each in self._free if each.fits(arguments, handlers))
        registration = next(fitting, None)
        if registration is None:
            registration = _register(arguments, handlers)
            self.created += 1
        else:
            self._free.remove(registration)
            registration.renew(arguments, handlers)
        self._used.append(registration)
        return registration.app

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Makes the host create its applications here; frees their registrations at exit."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("server.app.Litestar", self.create)
            yield
        self._free += self._used
        self._used.clear()


def _register(arguments: Arguments, handlers: list[Declared]) -> Registration:
    app = Litestar(**arguments)
    by_function: dict[int, list[BaseRouteHandler]] = {}
    for handler in _handlers_of(app):
        by_function.setdefault(id(handler.fn), []).append(handler)
    registered = [by_function[id(handler.fn)] for handler in arguments["route_handlers"]]
    return Registration(app, _fixed(arguments), handlers, arguments["dependencies"], registered)


def _handlers_of(app: Litestar) -> list[BaseRouteHandler]:
    found = {
        id(handler): handler
        for route in app.routes
        for handler in (
            route.route_handlers if isinstance(route, HTTPRoute) else [route.route_handler]
        )
    }
    return [*found.values()]


def _declared(handler: BaseRouteHandler) -> Declared:
    """Returns the function and attributes of a handler that was not registered yet."""
    return handler.fn, [getattr(handler, name, None) for name in _attributes(type(handler).__mro__)]


@cache
def _attributes(kinds: tuple[type, ...]) -> Sequence[str]:
    """Returns the names of the attributes that handlers must share to exchange each other.

    Litestar derives the attributes that begin with an underscore.
    """
    slots = chain.from_iterable(getattr(one, "__slots__", ()) for one in kinds)
    known = {name for name in slots if not name.startswith("_")}
    return sorted(known.difference(HANDLER_EXCHANGED, DERIVED))


def _fixed(arguments: Arguments) -> Arguments:
    """Returns the arguments that must be equal; of the lifespan managers only their number."""
    return {
        **{name: value for name, value in arguments.items() if name not in EXCHANGED},
        "exception_handlers": {*arguments["exception_handlers"]},
        "lifespan": len(arguments["lifespan"]),
    }


def _are_alike(one: Declared, other: Declared) -> bool:
    """Compares two handlers by their attributes and the signatures of their functions."""
    return _have_one_signature(one[0], other[0]) and one[1] == other[1]


def _have_one_signature(one: Function, other: Function) -> bool:
    if one is other:
        return True
    if not (isinstance(one, FunctionType) and isinstance(other, FunctionType)):
        return False
    return (
        one.__code__ is other.__code__
        and one.__defaults__ == other.__defaults__
        and one.__kwdefaults__ == other.__kwdefaults__
        and one.__annotations__ == other.__annotations__
    )
