"""Site with long timeouts, so that tests of other things pass on a busy machine."""

from dataclasses import replace
from typing import TYPE_CHECKING

from server.app import Pool, assemble, background_tasks
from server.database.clock import Clock
from server.database.engine import create_engine
from server.database.limits import Limits
from server.parts import make_parts
from server.settings import Settings
from server.web.asgi import App
from tests.server.encoded_images import SharedImagePool

if TYPE_CHECKING:
    from server.accounts.sessions.google import Transport

# Ten times the timeouts of the site.
PATIENT = Limits(connect_s=20, statement_s=30, lock_s=20, pool_s=20, transaction_s=60, idle_s=300)


def patient_site(
    settings: Settings,
    pool: Pool,
    *,
    now: Clock,
    provider_transport: "Transport",
    has_background_tasks: bool = False,
) -> App:
    """Returns an application with ten times the timeouts of the site."""
    engine = create_engine(settings.database_url, PATIENT)
    parts = make_parts(settings, engine, now=now, provider_transport=provider_transport)
    uploads = replace(parts.uploads, image_pool=SharedImagePool(queue_s=50, deadline_s=100))
    parts = replace(parts, uploads=uploads)
    if has_background_tasks:
        parts = replace(parts, background_tasks=background_tasks(parts))
    return assemble(settings, parts, engine=engine, pool=pool)
