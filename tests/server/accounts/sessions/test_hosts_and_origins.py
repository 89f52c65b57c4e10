"""Sign-in with foreign hosts and headers, and paths that attackers probe."""

from dataclasses import replace

import httpx
import pytest

from server.app import create_app
from server.setting_groups import SignInSettings
from server.settings import Settings
from tests.conftest import ORIGIN
from tests.fake_build import FakePool
from tests.lifespan import running
from tests.server.accounts.sessions.fake_google import FakeGoogle
from tests.server.conftest import START
from tests.server.members import Browser, Moment, params_of

pytestmark = pytest.mark.anyio

PROBED = [
    "/.env",
    "/.git/HEAD",
    "/.git/config",
    "/.svn/entries",
    "/.htaccess",
    "/.DS_Store",
    "/.well-known/openid-configuration",
    "/admin",
    "/admin/login",
    "/administrator",
    "/wp-admin",
    "/wp-login.php",
    "/xmlrpc.php",
    "/phpinfo.php",
    "/phpmyadmin",
    "/openapi.json",
    "/openapi",
    "/openapi.yaml",
    "/schema",
    "/schema/openapi.json",
    "/schema/swagger",
    "/swagger",
    "/swagger-ui",
    "/swagger.json",
    "/api-docs",
    "/docs",
    "/redoc",
    "/graphql",
    "/graphiql",
    "/console",
    "/debug",
    "/_debug",
    "/__debug__",
    "/debug/pprof",
    "/metrics",
    "/actuator",
    "/actuator/env",
    "/server-status",
    "/server-info",
    "/status",
    "/dev",
    "/dev/oidc",
    "/dev/oidc/authorize",
    "/dev/oidc/jwks",
    "/dev/oidc/.well-known/openid-configuration",
    "/api",
    "/api/admin",
    "/api/users",
    "/api/profiles",
    "/api/account",
    "/api/debug",
    "/api/openapi.json",
    "/api/schema",
    "/api/auth",
    "/api/auth/callback",
    "/api/sessions/all",
    "/media",
    "/media/",
    "/media/avatar-url",
    "/media/avatar-url/x",
    "/backup.sql",
    "/dump.sql",
    "/chanoki.sqlite3",
    "/data/chanoki.sqlite3",
    "/config.json",
    "/settings.py",
    "/server.py",
    "/package.json",
    "/node_modules/react/package.json",
    "/assets/",
    "/assets/hydrate-AAAA.js.map",
    "/manifest.json",
]


@pytest.fixture
async def production_client(settings: Settings, pool: FakePool) -> httpx.AsyncClient:
    """Returns a client of the site with the settings of production."""
    production = replace(
        settings,
        environment="production",
        origin="https://tea.example",
        sign_in=SignInSettings("id", "secret"),
    )
    app = create_app(production, pool, now=Moment(START))
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="https://tea.example")


async def test_commonly_probed_paths_are_not_found(production_client: httpx.AsyncClient) -> None:
    found = {}
    for path in PROBED:
        answer = await production_client.get(path, follow_redirects=True)
        found[path] = answer.status_code
        assert "Traceback" not in answer.text, path

    # These two are paths of the API that accept other methods only.
    own = dict.fromkeys(("/api/account", "/api/sessions/all"), 405)
    assert found == {**dict.fromkeys(PROBED, 404), **own}


@pytest.mark.parametrize("host", ["evil.example", "tea.example.evil.example", "", "tea.example:81"])
async def test_sign_in_with_a_foreign_host_header_is_refused_with_400(
    visitor: Browser, host: str
) -> None:
    answer = await visitor.get("/api/auth/google", headers={"host": host})

    assert answer.status_code == 400
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    "header", ["x-forwarded-host", "x-forwarded-proto", "x-original-url", "forwarded", "x-host"]
)
async def test_redirect_uri_ignores_forwarded_headers(visitor: Browser, header: str) -> None:
    answer = await visitor.get("/api/auth/google", headers={header: "evil.example"})

    location = answer.headers["location"]
    assert params_of(location)["redirect_uri"] == f"{ORIGIN}/api/auth/google/callback"
    assert "evil" not in location


async def test_sign_in_cookie_over_https_is_secure_with_host_prefix(
    settings: Settings, pool: FakePool
) -> None:
    secure = replace(settings, origin="https://tea.example", sign_in=SignInSettings("id", "secret"))
    app = create_app(secure, pool, now=Moment(START), provider_transport=FakeGoogle())
    async with running(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="https://tea.example") as http:
            answer = await http.get("/api/auth/google")

    (cookie,) = answer.headers.get_list("set-cookie")
    assert cookie.startswith("__Host-signin-")
    assert "Secure" in cookie
    assert "HttpOnly" in cookie
    assert "Path=/" in cookie
    assert "Domain" not in cookie
    assert "max-age=31536000" in answer.headers["strict-transport-security"]
