"""Command that checks the health of this machine's host, for containers without other tools."""

import sys
from http.client import HTTPConnection, HTTPException

from server.errors import StartRefused
from server.settings import Settings

WAIT_S = 4.0
# Local address of a host that listens on all interfaces.
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104


def is_alive(settings: Settings) -> bool:
    """Returns whether the host on this machine responds."""
    host = EVERYWHERE.get(settings.host, settings.host)
    connection = HTTPConnection(host, settings.port, timeout=WAIT_S)
    try:
        connection.request("GET", "/health/live")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def main() -> int:
    """Checks the host; returns the exit code, 0 if it responds."""
    try:
        return 0 if is_alive(Settings.from_environment()) else 1
    except StartRefused:
        return 1


if __name__ == "__main__":
    sys.exit(main())
