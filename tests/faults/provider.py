"""Fake identity provider (OpenID Connect) on a free port, which tests can make fail."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT = {"GOOGLE_CLIENT_ID": "chanoki.apps.example", "GOOGLE_CLIENT_SECRET": "client-secret"}


class IdentityProvider:
    """Identity provider without state, which accepts every code of the form `subject.nonce`."""

    def __init__(self) -> None:
        self._key = RSAKey.generate_key(2048, {"kid": "one"})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.port: int = self._server.server_address[1]
        # The URL by which the site reaches the provider; tests set it to that of a proxy.
        self.issuer = f"http://127.0.0.1:{self.port}"
        # Statuses of paths that fail.
        self.failures: dict[str, int] = {}
        self.requests: list[str] = []
        # Seconds by which the provider's clock is ahead.
        self.ahead_s = 0

    def settings(self) -> dict[str, str]:
        """Returns the settings of a host that uses this provider."""
        return {**CLIENT, "GOOGLE_ISSUER": self.issuer}

    def run(self) -> None:
        self._server.serve_forever(poll_interval=0.05)

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def answer(self, path: str, form: dict[str, list[str]]) -> dict[str, Any]:
        if path.endswith("/openid-configuration"):
            return {
                "issuer": self.issuer,
                "authorization_endpoint": f"{self.issuer}/authorize",
                "token_endpoint": f"{self.issuer}/token",
                "jwks_uri": f"{self.issuer}/certs",
            }
        if path == "/certs":
            return {"keys": [self._key.as_dict(private=False)]}
        return self._tokens(*form["code"][0].split("."))

    def _tokens(self, subject: str, nonce: str) -> dict[str, Any]:
        now = int(time.time()) + self.ahead_s
        claims = {
            "iss": self.issuer,
            "aud": CLIENT["GOOGLE_CLIENT_ID"],
            "sub": subject,
            "iat": now,
            "exp": now + 3600,
            "nonce": nonce,
            "email": f"{subject}@example.com",
            "email_verified": True,
            "name": subject.title(),
        }
        token = jwt.encode({"alg": "RS256", "kid": "one"}, claims, self._key)
        return {"access_token": "a", "token_type": "Bearer", "expires_in": 60, "id_token": token}

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        provider = self

        class Handler(BaseHTTPRequestHandler):
            """Handler that responds to one request."""

            def do_GET(self) -> None:
                self._answer({})

            def do_POST(self) -> None:
                length = int(self.headers["content-length"])
                self._answer(parse_qs(self.rfile.read(length).decode()))

            def _answer(self, form: dict[str, list[str]]) -> None:
                provider.requests.append(self.path)
                failure = provider.failures.get(self.path)
                body = b"" if failure else json.dumps(provider.answer(self.path, form)).encode()
                self.send_response(failure or 200)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *arguments: object) -> None:
                """Does nothing."""

        return Handler


@contextmanager
def running_provider() -> Iterator[IdentityProvider]:
    provider = IdentityProvider()
    thread = threading.Thread(target=provider.run)
    thread.start()
    try:
        yield provider
    finally:
        provider.stop()
        thread.join()
