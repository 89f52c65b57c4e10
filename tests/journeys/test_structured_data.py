"""JSON-LD of public pages."""

from collections.abc import Iterator

import httpx
import pytest

from server.contracts.catalogue import CULTIVARS
from tests.journeys.addresses import OPEN_PAGES, RoutePage
from tests.journeys.heads import Node, head_of
from tests.running_site import RunningSite

# Types of nodes on every page with JSON-LD, further types by route, and routes without JSON-LD.
COMMON_TYPES = {"Organization", "WebSite"}
TYPES = {
    "home": {"WebPage"},
    "cultivars": {"CollectionPage", "BreadcrumbList"},
    "cultivar": {"WebPage", "BreadcrumbList"},
    "relations": {"WebPage", "BreadcrumbList"},
    "lineages": {"CollectionPage", "BreadcrumbList"},
    "lineage": {"CollectionPage", "ImageObject", "BreadcrumbList"},
    "statistics": {"WebPage", "Dataset", "BreadcrumbList"},
    "timeline": {"WebPage", "Dataset", "BreadcrumbList"},
    "breeders": {"CollectionPage", "BreadcrumbList"},
    "breeder": {"CollectionPage", "BreadcrumbList"},
    "calendar": {"WebPage", "Dataset", "BreadcrumbList"},
    "map": {"CollectionPage", "Dataset", "BreadcrumbList"},
    "pedigree": {"WebPage", "BreadcrumbList"},
    "prefecture": {"CollectionPage", "BreadcrumbList"},
    "community": {"CollectionPage", "BreadcrumbList"},
    "about": {"AboutPage", "BreadcrumbList"},
    "contact": {"ContactPage", "BreadcrumbList"},
    "databaseInfo": {"WebPage", "Dataset", "BreadcrumbList"},
    "conflicts": {"WebPage", "BreadcrumbList"},
    "unconfirmedNames": {"WebPage", "BreadcrumbList"},
    "terms": {"WebPage", "BreadcrumbList"},
    "privacy": {"WebPage", "BreadcrumbList"},
    "legal": {"WebPage", "BreadcrumbList"},
    "guidelines": {"WebPage", "BreadcrumbList"},
}
WITHOUT_JSON_LD = {
    "login", "authCallback", "relation", "search", "compare", "moderationLog", "letterEnd",
    "suspended", "memberSearch",
}  # fmt: skip

every_page_with_json_ld = pytest.mark.parametrize(
    "route_page",
    [route_page for route_page in OPEN_PAGES if route_page.route in TYPES],
    ids=str,
)


def nodes_of(visitor: httpx.Client, route_page: RoutePage) -> dict[str, Node]:
    """Returns the nodes of a page's JSON-LD by type; fails if a type occurs twice."""
    nodes = head_of(visitor.get(route_page.path()).text).nodes()
    by_type = {str(node["@type"]): node for node in nodes}
    assert len(by_type) == len(nodes)
    return by_type


def objects_in(part: object) -> Iterator[Node]:
    """Yields every object in a graph, at any depth."""
    if isinstance(part, dict):
        yield part
        for value in part.values():
            yield from objects_in(value)
    elif isinstance(part, list):
        for value in part:
            yield from objects_in(value)


def strings_in(part: object) -> Iterator[str]:
    """Yields every string value in a graph, at any depth."""
    for node in objects_in(part):
        for value in node.values():
            yield from (
                one
                for one in (value if isinstance(value, list) else [value])
                if isinstance(one, str)
            )


@every_page_with_json_ld
def test_page_json_ld_has_the_expected_node_types(
    visitor: httpx.Client, site: RunningSite, route_page: RoutePage
) -> None:
    nodes = nodes_of(visitor, route_page)

    canonical = site.origin + route_page.path()
    page = nodes[
        next(
            iter(
                TYPES[route_page.route] & {"AboutPage", "CollectionPage", "ContactPage"}
                or {"WebPage"}
            )
        )
    ]
    assert set(nodes) == COMMON_TYPES | TYPES[route_page.route]
    assert (page["@id"], page["url"], page["inLanguage"]) == (
        canonical,
        canonical,
        route_page.language,
    )
    assert page["isPartOf"] == {"@id": f"{site.origin}/#website"}
    assert [text for text in strings_in(list(nodes.values())) if not text.strip()] == []


@every_page_with_json_ld
def test_references_in_json_ld_resolve_to_known_ids(
    visitor: httpx.Client, site: RunningSite, route_page: RoutePage
) -> None:
    nodes = nodes_of(visitor, route_page)

    ids = [str(node["@id"]) for node in nodes.values()]
    elsewhere = {f"{site.origin}/database-info#dataset"}
    referred = {
        str(node["@id"]) for node in objects_in(list(nodes.values())) if set(node) == {"@id"}
    }
    assert nodes["Organization"]["@id"] == f"{site.origin}/#organization"
    assert nodes["WebSite"]["@id"] == f"{site.origin}/#website"
    assert len(set(ids)) == len(ids)
    assert referred - set(ids) - elsewhere == set()


@every_page_with_json_ld
def test_breadcrumbs_go_from_home_to_the_page(
    visitor: httpx.Client, site: RunningSite, route_page: RoutePage
) -> None:
    crumbs = nodes_of(visitor, route_page).get("BreadcrumbList")

    if crumbs is None:
        assert route_page.route == "home"
        return
    steps = crumbs["itemListElement"]
    assert isinstance(steps, list)
    home = "/ja" if route_page.language == "ja" else "/"
    assert [step["position"] for step in steps] == list(range(1, len(steps) + 1))
    assert steps[0]["item"] == site.origin + home
    assert steps[-1]["item"] == site.origin + route_page.path()
    for step in steps:
        assert visitor.get(step["item"].removeprefix(site.origin)).status_code == 200


@pytest.mark.parametrize("language", ["en", "ja"])
def test_search_action_url_finds_a_cultivar(visitor: httpx.Client, language: str) -> None:
    route_page = next(route_page for route_page in OPEN_PAGES if route_page == ("home", language))
    action = nodes_of(visitor, route_page)["WebSite"]["potentialAction"]
    assert isinstance(action, dict)

    template = action["target"]["urlTemplate"]
    answer = visitor.get(template.replace("{search_term_string}", "さえみどり"))
    assert action["@type"] == "SearchAction"
    assert answer.status_code == 200
    assert 'id="c-saemidori"' in answer.text


@pytest.mark.parametrize("language", ["en", "ja"])
def test_cultivar_list_json_ld_is_an_item_list_of_existing_pages(
    visitor: httpx.Client, site: RunningSite, language: str
) -> None:
    route_page = next(
        route_page for route_page in OPEN_PAGES if route_page == ("cultivars", language)
    )
    listed = nodes_of(visitor, route_page)["CollectionPage"]["mainEntity"]
    assert isinstance(listed, dict)

    items = listed["itemListElement"]
    assert (listed["@type"], len(items)) == ("ItemList", 10)
    assert [item["position"] for item in items] == list(range(1, 11))
    for item in items:
        path = item["url"].removeprefix(site.origin)
        assert item["name"] in visitor.get(path).text


@pytest.mark.parametrize("language", ["en", "ja"])
def test_cultivar_json_ld_is_a_taxon_and_a_defined_term(
    visitor: httpx.Client, site: RunningSite, language: str
) -> None:
    route_page = next(
        route_page for route_page in OPEN_PAGES if route_page == ("cultivar", language)
    )
    page = nodes_of(visitor, route_page)["WebPage"]
    taxon = page["mainEntity"]
    assert isinstance(taxon, dict)

    record = CULTIVARS["saemidori"]
    assert taxon["@type"] == ["Taxon", "DefinedTerm"]
    assert taxon["@id"] == f"{site.origin}/cultivars/saemidori#cultivar"
    assert taxon["taxonRank"] == "cultivar"
    assert taxon["parentTaxon"]["name"] == "Camellia sinensis"
    assert taxon["inDefinedTermSet"] == {"@id": f"{site.origin}/database-info#dataset"}
    assert {record.name_ja, record.name_kana, record.name_en} <= set(taxon["alternateName"])
    assert {one["@type"] for one in taxon["identifier"]} == {"PropertyValue"}
    assert {one["propertyID"] for one in taxon["identifier"]} == {"茶農林", "種苗法"}
    assert taxon["image"].startswith(f"{site.origin}/og/cultivar/saemidori-{language}-")
    assert len(page["citation"]) == len(record.sources)  # type: ignore[arg-type]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_dataset_json_ld_has_the_recommended_properties(
    visitor: httpx.Client, site: RunningSite, language: str
) -> None:
    route_page = next(
        route_page for route_page in OPEN_PAGES if route_page == ("databaseInfo", language)
    )
    data_set = nodes_of(visitor, route_page)["Dataset"]

    wanted = {
        "name", "description", "url", "identifier", "version", "license", "creator",
        "datePublished", "dateModified", "isAccessibleForFree", "keywords", "inLanguage",
        "spatialCoverage", "variableMeasured", "citation",
    }  # fmt: skip
    assert data_set["@id"] == f"{site.origin}/database-info#dataset"
    assert wanted - set(data_set) == set()
    assert 50 <= len(str(data_set["description"])) <= 5000


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("route", ["statistics", "timeline", "calendar", "map"])
def test_files_of_a_dataset_have_the_stated_sizes(
    visitor: httpx.Client, site: RunningSite, route: str, language: str
) -> None:
    route_page = next(route_page for route_page in OPEN_PAGES if route_page == (route, language))
    data_set = nodes_of(visitor, route_page)["Dataset"]

    files = [one for one in objects_in(data_set) if one.get("@type") == "DataDownload"]
    assert files
    for file in files:
        answer = visitor.get(str(file["contentUrl"]).removeprefix(site.origin))
        assert answer.status_code == 200
        assert file["contentSize"] == f"{len(answer.content)} B"


@pytest.mark.parametrize("route_page", OPEN_PAGES, ids=str)
def test_only_pages_that_are_not_indexed_have_no_json_ld(
    visitor: httpx.Client, route_page: RoutePage
) -> None:
    if route_page.route in WITHOUT_JSON_LD:
        assert head_of(visitor.get(route_page.path()).text).graphs == []
    else:
        assert len(head_of(visitor.get(route_page.path()).text).graphs) == 1
