"""Paths that scanners probe answer 404."""

from dataclasses import replace

import httpx
import pytest

from server.app import create_app
from server.settings import Settings
from tests.fake_build import FakePool
from tests.lifespan import running

pytestmark = pytest.mark.anyio

PROBED = (
    "/.env", "/.env.local", "/.env.production", "/.git/HEAD", "/.git/config", "/.svn/entries",
    "/.hg/store", "/.DS_Store", "/.htaccess", "/.htpasswd", "/.npmrc", "/.dockerenv",
    "/.aws/credentials", "/.ssh/id_rsa", "/.vscode/settings.json", "/admin", "/admin/",
    "/administrator", "/login.php", "/wp-admin", "/wp-login.php", "/xmlrpc.php", "/phpmyadmin",
    "/pma", "/console", "/debug", "/debug/pprof", "/debug/vars", "/_debug_", "/__debug__/",
    "/_profiler", "/trace", "/actuator", "/actuator/env", "/actuator/health", "/jolokia",
    "/manager/html", "/server-status", "/server-info", "/status", "/metrics", "/stats", "/health",
    "/healthz", "/docs", "/redoc", "/swagger", "/swagger-ui.html", "/swagger.json", "/openapi",
    "/openapi.json", "/api/openapi.json", "/api/docs", "/api/schema", "/schema",
    "/schema/openapi.json", "/schema/swagger", "/graphql", "/graphiql", "/api/graphql",
    "/api/admin", "/api/debug", "/api/internal", "/api/users", "/api/v1/users", "/api/config",
    "/config.json", "/config.yaml", "/config.php", "/settings.py", "/server/settings.py",
    "/app.py", "/package.json", "/package-lock.json", "/pyproject.toml", "/requirements.txt",
    "/requirements.lock", "/Dockerfile", "/compose.yaml", "/docker-compose.yml", "/Makefile",
    "/README.md", "/backup.zip", "/backup.sql", "/dump.sql", "/db.sqlite3",
    "/data/chanoki.sqlite3", "/chanoki.sqlite3", "/manifest.json", "/metafile.json",
    "/tsconfig.json", "/id_rsa", "/assets/", "/assets/hydrate-AAAA.js.map",
    "/assets/../manifest.json", "/images/", "/media/", "/media/post-images/", "/static/",
    "/uploads/", "/files/", "/tmp/", "/etc/passwd", "/proc/self/environ", "/cgi-bin/", "/shell",
    "/eval", "/node_modules/", "/src/", "/ssr/worker.js", "/build/ssr/worker.js",
    "/crossdomain.xml", "/clientaccesspolicy.xml", "/.well-known/openid-configuration", "/dev",
    "/dev/oidc",
)  # fmt: skip
OF_DEVELOPMENT = (
    "/dev/oidc/authorize",
    "/dev/oidc/token",
    "/dev/oidc/keys",
    "/dev/oidc/.well-known/openid-configuration",
)


async def test_commonly_probed_paths_answer_404(client: httpx.AsyncClient) -> None:
    found = [path for path in PROBED if (await client.get(path)).status_code != 404]

    assert len(PROBED) >= 60
    assert found == []


async def test_probed_and_development_paths_answer_404_in_production(
    settings: Settings, pool: FakePool
) -> None:
    origin = "https://tea.example"
    app = create_app(replace(settings, origin=origin, environment="production"), pool)
    async with running(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url=origin) as client:
            paths = [*PROBED, *OF_DEVELOPMENT]
            found = [path for path in paths if (await client.get(path)).status_code != 404]

    assert found == []
