"""Check of JSON-LD for known schema.org types with their required properties."""

import json
from collections.abc import Iterator, Mapping

from pyld import jsonld

VOCABULARY = "https://schema.org/"

# Required properties by type, for nodes at any depth of a graph.
REQUIRED: Mapping[str, set[str]] = {
    "Organization": {"name", "url", "logo"},
    "WebSite": {"name", "url", "inLanguage", "publisher", "potentialAction"},
    "SearchAction": {"target", "query-input"},
    "EntryPoint": {"urlTemplate"},
    "WebPage": {"name", "url", "description", "inLanguage", "isPartOf"},
    "AboutPage": {"name", "url", "description", "inLanguage", "isPartOf"},
    "ContactPage": {"name", "url", "description", "inLanguage", "isPartOf", "mainEntity"},
    "CollectionPage": {"name", "url", "description", "inLanguage", "isPartOf", "mainEntity"},
    "ProfilePage": {"name", "url", "inLanguage", "isPartOf", "dateCreated", "mainEntity"},
    "BreadcrumbList": {"itemListElement"},
    "ItemList": {"itemListElement", "numberOfItems"},
    "ListItem": {"position", "name"},
    "Taxon": {"name"},
    "DefinedTerm": {"name", "termCode", "inDefinedTermSet", "description", "url", "image"},
    "PropertyValue": {"propertyID", "value"},
    "CreativeWork": {"name"},
    "Dataset": {
        "name", "description", "url", "identifier", "version", "license", "creator",
        "datePublished", "dateModified", "isAccessibleForFree", "keywords", "inLanguage",
        "spatialCoverage", "variableMeasured", "citation", "distribution",
    },
    "ImageObject": {"name", "contentUrl", "license", "creditText", "creator"},
    "DataDownload": {"encodingFormat", "contentUrl", "contentSize"},
    "DiscussionForumPosting": {
        "headline", "text", "url", "datePublished", "dateModified", "inLanguage", "author",
        "isPartOf", "commentCount", "interactionStatistic",
    },
    "Comment": {"text", "author", "datePublished", "url"},
    "Person": {"name"},
    "InteractionCounter": {"interactionType", "userInteractionCount"},
    "ContactPoint": {"contactType", "availableLanguage"},
    "OpeningHoursSpecification": {"dayOfWeek", "opens", "closes"},
    "LikeAction": set(),
    "CommentAction": set(),
    "WriteAction": set(),
}  # fmt: skip


def errors_in_graph(graph: str) -> Iterator[str]:
    """Yields unknown types, and missing or empty properties of known types."""
    document = json.loads(graph)
    assert document["@context"] == "https://schema.org"
    # The local vocabulary has the same effect as the context of schema.org, without the network.
    expanded = jsonld.expand({**document, "@context": {"@vocab": VOCABULARY}})
    for node in _objects(expanded):
        for type in map(str, node.get("@type", [])):
            name = type.removeprefix(VOCABULARY)
            keys = {
                key.removeprefix(VOCABULARY) for key, value in node.items() if _is_filled(value)
            }
            if name not in REQUIRED:
                yield f"{type} is an unknown type"
            elif missing := REQUIRED[name] - keys:
                yield f"{name} {node.get('@id', '')} lacks {sorted(missing)}"


def _objects(part: object) -> Iterator[dict[str, list[object]]]:
    if isinstance(part, dict):
        if "@value" not in part:
            yield part
        for value in part.values():
            yield from _objects(value)
    elif isinstance(part, list):
        for item in part:
            yield from _objects(item)


def _is_filled(value: object) -> bool:
    """Returns whether a property has a value that is not blank."""
    if isinstance(value, list):
        return bool(value) and all(_is_filled(item) for item in value)
    if isinstance(value, dict) and "@value" in value:
        return str(value["@value"]).strip() != ""
    return bool(value)
