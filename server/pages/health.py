"""Health checks: liveness, and readiness for requests."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Literal

import msgspec
import structlog
from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

from server.web.outer_middleware import Drain

Check = Callable[[], Awaitable[None]]

DEADLINE_S = 2.0
NOT_STORED = {"cache-control": "no-store"}


class Live(msgspec.Struct, frozen=True):
    """Liveness of the process."""

    status: Literal["live"] = "live"


class Ready(msgspec.Struct, frozen=True):
    """State of each dependency of the site."""

    status: Literal["ready", "waiting"]
    checks: dict[str, Literal["ok", "failing"]]


def health_handlers(needed: Mapping[str, Check], drain: Drain) -> list[HTTPRouteHandler]:
    """Returns the handlers of liveness and readiness; `needed` holds the checks by name."""

    @get("/health/live", operation_id="getLive", summary="Liveness of the process")
    async def get_live() -> Response[Live]:
        return Response(Live(), headers=NOT_STORED)

    @get("/health/ready", operation_id="getReady", summary="Readiness of the site")
    async def get_ready() -> Response[Ready]:
        """Returns the state of each dependency; 503 while a check fails or the host drains."""
        checks = (_is_ok(name, check) for name, check in needed.items())
        answers = await asyncio.gather(*checks)
        # Reported while the host drains, so that balancers stop sending requests.
        holds = {"open": not drain.has_begun, **dict(zip(needed, answers, strict=True))}
        is_ready = all(holds.values())
        ready = Ready(
            status="ready" if is_ready else "waiting",
            checks={name: "ok" if held else "failing" for name, held in holds.items()},
        )
        return Response(ready, status_code=200 if is_ready else 503, headers=NOT_STORED)

    return [get_live, get_ready]


async def _is_ok(name: str, check: Check) -> bool:
    """Returns whether a check succeeds within its deadline; logs a failure in one line."""
    try:
        async with asyncio.timeout(DEADLINE_S):
            await check()
    except Exception as error:
        # Balancers call this often, so the traceback is left out.
        reason = type(error).__name__
        structlog.get_logger("chanoki.health").warning("not_ready", check=name, reason=reason)
        return False
    return True
