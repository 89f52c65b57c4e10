"""Logging: JSON in production, readable lines in development."""

import logging
import sys

import structlog
from structlog.typing import EventDict, Processor

from server.web.request_log import REQUEST_ID

# Some libraries would log every address with its query.
QUIET = (
    "alembic",
    "asyncio",
    "boto3",
    "botocore",
    "httpcore",
    "httpx",
    "s3transfer",
    "urllib3",
    "uvicorn.access",
    "uvicorn.error",
)


def configure_logs(*, is_production: bool) -> None:
    """Called once by the command; libraries with Python's logging use the same format."""
    shared: list[Processor] = [
        _name_request,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(
            fmt="iso" if is_production else "%H:%M:%S", utc=is_production
        ),
    ]
    renderer: list[Processor] = (
        [
            # Local variables can hold tokens or addresses and are never logged.
            structlog.processors.ExceptionRenderer(
                structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
            ),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ]
        if is_production
        else [
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
            )
        ]
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
    )
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *renderer],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    for noisy in QUIET:
        logging.getLogger(noisy).setLevel(logging.WARNING)


def _name_request(_logger: object, _method: str, event: EventDict) -> EventDict:
    request_id = REQUEST_ID.get()
    if request_id:
        event.setdefault("request_id", request_id)
    return event
