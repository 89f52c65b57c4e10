"""Required properties of schema.org types, checked by a JSON-LD processor."""

import json
from collections.abc import Iterator, Mapping

from pyld import jsonld

VOCABULARY = "https://schema.org/"

# What each type must say of itself, wherever in a graph it stands.
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


def complaints(graph: str) -> Iterator[str]:
    """Yields unknown types, and missing or empty properties of known types."""
    document = json.loads(graph)
    assert document["@context"] == "https://schema.org"
    # The vocabulary alone is what the context on the network would say of all that we use.
    expanded = jsonld.expand({**document, "@context": {"@vocab": VOCABULARY}})
    for node in _objects(expanded):
        for type in map(str, node.get("@type", [])):
            name = type.removeprefix(VOCABULARY)
            said = {key.removeprefix(VOCABULARY) for key, value in node.items() if _says(value)}
            if name not in REQUIRED:
                yield f"{type} is no type that we know"
            elif missing := REQUIRED[name] - said:
                yield f"{name} {node.get('@id', '')} lacks {sorted(missing)}"


def _objects(part: object) -> Iterator[dict[str, list[object]]]:
    if isinstance(part, dict):
        if "@value" not in part:
            yield part
        for value in part.values():
            yield from _objects(value)
    elif isinstance(part, list):
        for one in part:
            yield from _objects(one)


def _says(value: object) -> bool:
    """Something, and not only blanks."""
    if isinstance(value, list):
        return bool(value) and all(_says(one) for one in value)
    if isinstance(value, dict) and "@value" in value:
        return str(value["@value"]).strip() != ""
    return bool(value)
