"""Request and dependencies of the loaders of page data, and the exceptions that they raise."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import msgspec

from server.community.page_reads import PageReads
from server.contracts.routes import Language
from server.contracts.views import CatalogueViews
from server.web.viewer import Viewer

NULL = msgspec.Raw(b"null")


@dataclass(frozen=True, slots=True)
class PageDependencies:
    """Sources of the loaders: catalogue, operator, and reads of the database."""

    catalogue: Mapping[Language, CatalogueViews]
    operator: msgspec.Raw
    reads: PageReads


@dataclass(frozen=True, slots=True)
class LoaderContext:
    """Request as loaders see it: route, language, parameters, query and viewer."""

    route: str
    language: Language
    params: Mapping[str, str]
    # Only the names that the route table lists.
    query: Mapping[str, str]
    dependencies: PageDependencies
    viewer: Viewer


class Missing(Exception):
    """Raised when the address names nothing that exists."""

    status = 404
    # Query -> JSON that the page gets in spite of the status; the other queries get null.
    known: ClassVar[Mapping[str, msgspec.Raw]] = {}


class Gone(Missing):
    """Raised when the address names a removed post."""

    status = 410
    known: ClassVar[Mapping[str, msgspec.Raw]] = {"post": msgspec.Raw(b'"removed"')}


class NotYours(Missing):
    """Raised when the post belongs to another member."""

    status = 403


class Moved(Exception):
    """Raised when the address uses an alias; `params` are those of the canonical address."""

    def __init__(self, params: Mapping[str, str]) -> None:
        super().__init__()
        self.params = params
