"""Client of a member who signs in at the development provider and writes over HTTP."""

from typing import Any
from urllib.parse import parse_qsl, urlsplit
from uuid import uuid4

import httpx


class Author:
    """Member with an HTTP client that keeps the session cookie."""

    def __init__(self, origin: str, http: httpx.Client) -> None:
        self._origin = origin
        self._http = http
        self.id = ""
        self._csrf = ""

    def sign_in(self) -> None:
        """Signs in as Hana, and reads the member's id and the CSRF token."""
        page = urlsplit(self._http.get("/api/auth/google").headers["location"])
        query = {**dict(parse_qsl(page.query)), "choice": "development-hana"}
        answer = self._http.get(page.path, params=query)
        self._http.get(answer.headers["location"])
        session = self._http.get("/api/session").json()
        self.id, self._csrf = session["member"]["id"], session["csrf"]

    def change(self, method: str, path: str, **body: Any) -> httpx.Response:
        headers = {
            "sec-fetch-site": "same-origin",
            "origin": self._origin,
            "x-csrf-token": self._csrf,
            "x-member-id": self.id,
            "idempotency-key": str(uuid4()),
        }
        return self._http.request(method, path, headers=headers, **body)
