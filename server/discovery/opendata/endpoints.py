"""Handlers of the open data and its citations, readable from scripts of any site."""

from typing import cast

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from server.contracts.catalogue import CULTIVAR_COUNT, CULTIVARS, EDITION
from server.contracts.locales import text
from server.contracts.reference import JAPAN
from server.contracts.routes import page_url
from server.database.clock import Clock
from server.discovery.opendata.citations import CITATION_FORMATS, CitedWork, as_cff
from server.discovery.opendata.files import OpenFile, make_file, write_files, write_selection
from server.discovery.opendata.records import DATASET_NAME, FOLDER
from server.errors import Refusal
from server.web.asgi import Scope, header
from server.web.negotiation import matches_etag
from server.web.problems import PREFLIGHT, AnyRequest
from server.web.search_limit import check_search_limit, is_selection

READABLE_ANYWHERE = {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "ETag",
    "cross-origin-resource-policy": "cross-origin",
}
# For the preflight of a script that sends an entity tag; Chromium caches it for 2 hours at most.
REVALIDATED_ANYWHERE = {
    **READABLE_ANYWHERE,
    "access-control-allow-headers": "If-None-Match",
    "access-control-max-age": "7200",
}
OPEN = {
    **READABLE_ANYWHERE,
    "cache-control": "public, max-age=3600",
    "link": f'<{EDITION.licence}>; rel="license"',
}
# A part of the catalogue is for a reader, not for the index of a search engine.
SELECTION = {"x-robots-tag": "noindex"}
# Above the ids of all records.
IDS_CHARACTERS_MOST = 8_000
YAML = "application/yaml; charset=utf-8"
# Citations contain the day of access, so they are cached for a short time.
CITATION = {**OPEN, "cache-control": "public, max-age=600", "x-robots-tag": "noindex"}
_ABSTRACT = text(
    "en", "databaseInfo.dataset.description", records=len(CULTIVARS), cultivars=CULTIVAR_COUNT
)


def opendata_handlers(origin: str, site: str, *, now: Clock) -> list[HTTPRouteHandler]:
    """Returns the handlers of open data; most files are written once, at the start."""
    files = write_files(origin, site)

    @get(
        [f"{FOLDER}/{{name:str}}", f"{FOLDER}/cultivars/{{name:str}}"],
        opt={PREFLIGHT: REVALIDATED_ANYWHERE},
        include_in_schema=False,
    )
    async def get_file(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
        """Sends a file, the records chosen by `ids`, or a citation in the format of the ending.

        Raises Refusal 404 for an unknown name or id, 429 above the limit of selections.
        """
        path = request.scope["path"]
        if is_selection(path, request.scope["query_string"]):
            check_search_limit(cast("Scope", request.scope), READABLE_ANYWHERE)
            ids = _chosen_ids(",".join(request.query_params.getall("ids", [])))
            selection = write_selection(name, ids, origin=origin, site=site)
            return _answer(request, selection, {**OPEN, **SELECTION})
        file = files.get(path)
        if file is not None:
            return _answer(request, file)
        cited, form = _parse_name(name, origin=origin, site=site, now=now)
        media_type, write = CITATION_FORMATS[form].media_type, CITATION_FORMATS[form].write
        citation = make_file(media_type, write(cited).encode())
        shown = {"content-disposition": f'inline; filename="{cited.key}.{form}"'}
        return _answer(request, citation, {**CITATION, **shown})

    @get("/CITATION.cff", opt={PREFLIGHT: REVALIDATED_ANYWHERE}, include_in_schema=False)
    async def get_citation(request: AnyRequest) -> Response[bytes]:
        """Sends the citation of the whole catalogue in the Citation File Format."""
        cited = _describe_work("cultivars", origin=origin, site=site, now=now)
        citation = as_cff(cited, EDITION.licence, _ABSTRACT)
        return _answer(request, make_file(YAML, citation.encode()))

    return [get_file, get_citation]


def _answer(
    request: AnyRequest, file: OpenFile, open_headers: dict[str, str] = OPEN
) -> Response[bytes]:
    """Returns an open file with these headers, or 304 if the client has it."""
    etag = f'"{file.etag}"'
    # Weak, because `Compression` sends the same file in several codings.
    headers = {**open_headers, "etag": f"W/{etag}"}
    if matches_etag(header(request.scope, b"if-none-match"), etag):
        return Response(b"", status_code=304, media_type=file.media_type, headers=headers)
    return Response(file.body, media_type=file.media_type, headers=headers)


def _chosen_ids(text: str) -> tuple[str, ...]:
    """Returns the ids in a comma-separated list, once each.

    Raises Refusal 404 for an unknown one, and for a list longer than that of all records.
    """
    if len(text) > IDS_CHARACTERS_MOST:
        raise Refusal("not-found", 404, headers=READABLE_ANYWHERE)
    ids = tuple(dict.fromkeys(text.split(",")))
    unknown = [id for id in ids if id not in CULTIVARS]
    if unknown:
        raise _not_found(",".join(unknown))
    return ids


def _parse_name(name: str, *, origin: str, site: str, now: Clock) -> tuple[CitedWork, str]:
    """Returns the cited work and the format in a name such as `saemidori.bib`.

    Raises Refusal 404 for an unknown one.
    """
    id, _, form = name.partition(".")
    if form not in CITATION_FORMATS or not (id in CULTIVARS or id == "cultivars"):
        raise _not_found(name)
    return _describe_work(id, origin=origin, site=site, now=now), form


def _not_found(unknown: str) -> Refusal:
    """Returns Refusal 404 that names what is unknown and may be read by any site."""
    return Refusal("not-found", 404, params={"unknown": unknown}, headers=READABLE_ANYWHERE)


def _describe_work(id: str, *, origin: str, site: str, now: Clock) -> CitedWork:
    """Returns the data for citing a record by its id, or for any other id the whole catalogue.

    Both are cited by the edition, so that version and date belong together. The day of access is
    that of Japan, as on pages.
    """
    record = CULTIVARS.get(id)
    if record is None:
        title, url = DATASET_NAME, page_url(origin, "databaseInfo", language="en")
    else:
        is_one = record.name_ja == record.name_en
        title = record.name_en if is_one else f"{record.name_en} ({record.name_ja})"
        url = page_url(origin, "cultivar", language="en", params={"id": id})
    return CitedWork(
        key=f"chanoki-{id}",
        title=title,
        site=site,
        url=url,
        version=EDITION.version,
        published=EDITION.modified,
        accessed=now().astimezone(JAPAN).date(),
    )
