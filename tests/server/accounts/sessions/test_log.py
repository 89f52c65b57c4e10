"""Log of sign-ins and their failures: no secrets and no personal data."""

import asyncio
import io
import json
import logging
import re
from collections.abc import Iterator

import pytest
import structlog

from server.web.logs import WRITE_AFTER_S, configure_logs
from tests.server.accounts.sessions.fake_google import FakeGoogle, sign_in_through_google
from tests.server.members import Browser, Place, params_of

pytestmark = pytest.mark.anyio

# E-mail addresses of members, and the network address of the browser.
ADDRESSES = ("hana@example.com", "leaf@example.com", "203.0.113.7")
# Secrets in the requests and responses of the fake of Google.
PROVIDER_SECRETS = ("ya29.secret", "1//secret", "client-secret", "4/code", "eyJ")


@pytest.fixture
def log_output() -> Iterator[io.StringIO]:
    """Yields the log of a production site, without its access log."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    configure_logs(is_production=True)
    output = io.StringIO()
    (handler,) = root.handlers
    assert isinstance(handler, logging.StreamHandler)
    handler.setStream(output)
    yield output
    root.handlers[:] = before
    root.setLevel(level)
    structlog.reset_defaults()


def log_lines(log_output: io.StringIO) -> list[dict[str, object]]:
    """Parses the lines of the log, each of which must have an event and a level."""
    found = [json.loads(line) for line in log_output.getvalue().splitlines()]
    assert all(line["event"] and line["level"] for line in found)
    return found


async def test_sign_in_logs_no_secret_or_personal_data(
    log_output: io.StringIO, place: Place, visitor: Browser, capsys: pytest.CaptureFixture[str]
) -> None:
    page = await visitor.start_sign_in("?return=/profile")
    (pending,) = visitor.pending.values()
    back = await visitor.choose(page, "development-hana")
    await visitor.get(back)
    await visitor.read_session()
    first = visitor.token
    await visitor.change("POST", "/api/session/refresh")
    await visitor.get("/profile")
    secrets = [pending, first, visitor.token, visitor.csrf, *params_of(page).values()]
    await visitor.change("DELETE", "/api/session")
    await asyncio.sleep(2 * WRITE_AFTER_S)

    text = log_output.getvalue() + capsys.readouterr().err
    request = params_of(page)
    secrets += [request["state"], request["nonce"], params_of(back)["code"], place.settings.secret]
    ordinary = {
        "code",
        "S256",
        "consent",
        "offline",
        "openid email profile",
        request["redirect_uri"],
    }
    requests = re.findall(r"^\d\d:\d\d:\d\d [A-Z]+ (\S+) \d{3} ", text, re.MULTILINE)
    assert len(requests) >= 8
    for secret in {*secrets, *ADDRESSES, "茶畑"} - ordinary - {request["client_id"]}:
        assert secret
        assert secret not in text
    assert "?" not in "".join(requests)


async def test_failed_save_of_a_member_logs_no_personal_data(
    log_output: io.StringIO, place: Place, visitor: Browser
) -> None:
    back = await visitor.choose(await visitor.start_sign_in(), "development-hana")
    async with place.engine.begin() as connection:
        await connection.exec_driver_sql("ALTER TABLE profiles RENAME TO gone")

    await visitor.get(back)

    text = log_output.getvalue()
    assert "member_not_saved" in [line["event"] for line in log_lines(log_output)]
    assert not [secret for secret in (*ADDRESSES, "茶畑", "development-hana") if secret in text]


async def test_failed_read_of_a_session_logs_no_token(
    log_output: io.StringIO, place: Place, hana: Browser
) -> None:
    async with place.engine.begin() as connection:
        await connection.exec_driver_sql("ALTER TABLE sessions RENAME TO gone")
    before = len(log_output.getvalue())

    await hana.get("/api/session")

    text = log_output.getvalue()[before:]
    assert "session_not_read" in text
    assert hana.token
    assert hana.token not in text
    assert "parameters: (" not in text


@pytest.mark.parametrize("invalid", [{"aud": "other"}, {"nonce": "x"}, {"sub": None}, {"exp": 1}])
async def test_refused_token_logs_no_secret_or_personal_data(
    log_output: io.StringIO, google_browser: Browser, google: FakeGoogle, invalid: dict[str, object]
) -> None:
    google.change_claims = lambda claims: claims.update(invalid)

    await sign_in_through_google(google_browser, google)

    text = log_output.getvalue()
    assert "sign_in_failed" in text
    assert not [
        secret for secret in (*PROVIDER_SECRETS, *ADDRESSES, google.nonce) if secret in text
    ]


async def test_request_values_cannot_forge_log_lines(
    log_output: io.StringIO, hana: Browser
) -> None:
    forged = '\r\n{"event": "forged", "level": "info"}'
    await hana.change(
        "PUT", "/api/profiles/me", json={"display_name": f"a{forged}", "language": "ja"}
    )
    await hana.change("PUT", "/api/profiles/me/avatar", files={"file": (f"a{forged}.png", b"x")})
    await hana.get("/api/auth/google/callback", params={"error": forged, "state": forged})
    await hana.get(f"/{forged.replace(' ', '')}".encode().hex())
    await hana.get("/api/session", headers={"user-agent": "a\tb"})

    assert not [line for line in log_lines(log_output) if line["event"] == "forged"]


@pytest.mark.databases("sqlite")
async def test_database_outage_logs_one_line_for_each_step(
    log_output: io.StringIO, place: Place, visitor: Browser
) -> None:
    async def rename(table: str, to: str) -> None:
        async with place.engine.begin() as connection:
            await connection.exec_driver_sql(f"ALTER TABLE {table} RENAME TO {to}")

    back = await visitor.choose(await visitor.start_sign_in(), "development-hana")
    await rename("profiles", "gone")
    await visitor.get(back)
    back = await visitor.choose(await visitor.start_sign_in(), "development-hana")
    await rename("completed_sign_ins", "gone_as_well")
    await visitor.get(back)

    logged = {line["event"]: line for line in log_lines(log_output)}
    for step in ("member_not_saved", "sign_in_not_completed"):
        assert (logged[step]["level"], logged[step]["reason"]) == ("warning", "OperationalError")
        assert "exception" not in logged[step]
