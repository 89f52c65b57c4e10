"""Check of one record or source: each fault is a sentence with the field and what to do.

The files are read leniently, because the strict readers stop the start at the first fault.
"""

import json
import re
from collections.abc import Iterator

import msgspec

from server.contracts.catalogue_files import OBSERVED, OTHERS, CatalogueFiles, Json, decoded
from server.contracts.claims import (
    Claim,
    Evidence,
    Source,
    is_official_in_name_only,
    is_read_in_notes_alone,
)
from server.contracts.confidence import confidence_of
from server.contracts.cultivar import ConfidenceReason, Cultivar, Level, stated_fields, year_faults
from server.contracts.record_shape import shape_faults
from server.contracts.reference import USES
from server.contracts.romanisation import follows_rule, romanised

UNCLASSIFIED = "x"
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def record_faults(files: CatalogueFiles, id: str) -> list[str]:
    """Returns the faults of a record; some are found only once its fields have the right types."""
    raw = files.cultivars[id]
    faults = [*_id_faults(id), *shape_faults(raw, Cultivar, "")]
    if isinstance(raw, dict):
        faults += [*_reference_faults(files, raw), *_observation_faults(files, id)]
    record = decoded(raw, Cultivar)
    if record is None:
        return [*faults, "claims and confidence: not checked until the fields above are right."]
    faults += [*_claim_faults(record), *_notes_faults(files, record), *_name_faults(record)]
    return [*faults, *year_faults(record), *_grade_faults(files, id)]


def source_faults(files: CatalogueFiles, id: str) -> list[str]:
    """Returns the faults of a source: in its fields and addresses, and pages of unknown records.

    A source that no record or observation names is a fault, too.
    """
    raw = files.sources[id]
    faults = [*_id_faults(id), *shape_faults(raw, Source, "")]
    source = decoded(raw, Source)
    if source is None:
        return faults
    faults += _address_faults(source)
    for key in source.pages:
        if key not in {*files.cultivars, *files["unconfirmed"]}:
            faults.append(f"pages.{key}: no record has this id; correct it or remove the page.")
    if not _is_named(files, id):
        faults.append("the source supports nothing; name it in a claim or remove it.")
    return faults


def _address_faults(source: Source) -> Iterator[str]:
    """Yields addresses without http(s), and unreachable ones that the source does not have."""
    addresses = {"url": source.url} | {f"pages.{key}": url for key, url in source.pages.items()}
    for place, address in addresses.items():
        if not re.match(r"https?://[^/\s]+/", address):
            yield f'{place}: "{address}" is no address; write it with https:// and a path.'
    for address in source.unreachable:
        if address not in addresses.values():
            yield f'unreachable: "{address}" is no address of the source; remove it.'


def _is_named(files: CatalogueFiles, id: str) -> bool:
    """Returns whether a record or observation names the source."""
    tables = [files[name] for name in ("cultivars", *OTHERS, *OBSERVED)]
    return any(id in given for table in tables for given in map(set, _lists_of_sources(table)))


def _lists_of_sources(value: Json) -> Iterator[list[str]]:
    """Yields each list named "sources" in nested JSON."""
    return (named for _, named in _sources_below(value, ""))


def _sources_below(value: Json, place: str) -> Iterator[tuple[str, list[str]]]:
    """Yields each list named "sources" in nested JSON, with its path."""
    if isinstance(value, dict):
        for key, one in value.items():
            inner = f"{place}.{key}" if place else key
            if key == "sources" and isinstance(one, list):
                yield inner, [name for name in one if isinstance(name, str)]
            else:
                yield from _sources_below(one, inner)
    elif isinstance(value, list):
        for index, one in enumerate(value):
            yield from _sources_below(one, f"{place}[{index}]")


def _id_faults(id: str) -> Iterator[str]:
    """Yields a fault if the id is no slug."""
    if not _SLUG.fullmatch(id):
        yield f'id: "{id}" is not a slug; use lower-case letters, digits and single hyphens.'


def _unknown_sources(files: CatalogueFiles, value: Json, place: str) -> Iterator[str]:
    """Yields a fault for each id that no source has, with its path."""
    for where, named in _sources_below(value, place):
        for name in named:
            if name not in files.sources:
                yield f'{where}: no source has the id "{name}"; add it to sources.json.'


def _reference_faults(files: CatalogueFiles, raw: dict[str, Json]) -> Iterator[str]:
    """Yields unknown sources, parents, lineages and uses of a record."""
    yield from _unknown_sources(files, raw, "")
    parents = raw.get("parents")
    for index, parent in enumerate(parents if isinstance(parents, list) else ()):
        if isinstance(parent, dict):
            yield from _parent_faults(files, parent, f"parents[{index}]")
    for code in _texts_in(raw.get("lineage")):
        if code not in files["lineage-groups"] and code != UNCLASSIFIED:
            yield f'lineage: no group has the code "{code}"; see lineage-groups.json.'
    for use in _texts_in(raw.get("uses")):
        if use not in USES:
            yield f'uses: "{use}" is not known; see reference/uses.json.'


def _texts_in(value: Json) -> list[str]:
    """Returns the texts of a JSON list; none for any other value."""
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def _parent_faults(files: CatalogueFiles, parent: dict[str, Json], place: str) -> Iterator[str]:
    """Yields a fault for each id in a parent that no record has."""
    id = parent.get("cultivarId")
    if isinstance(id, str) and id not in files.cultivars:
        yield (
            f'{place}.cultivarId: no record has the id "{id}"; '
            "add the record, or write null and keep the name."
        )
    ancestors = parent.get("ancestors")
    for ancestor in ancestors if isinstance(ancestors, dict) else ():
        if ancestor not in files.cultivars:
            yield f'{place}.ancestors: no record has the id "{ancestor}"; remove it.'


def _observation_faults(files: CatalogueFiles, id: str) -> Iterator[str]:
    """Yields a missing entry in rights.json, and unknown ids or empty lists of sources."""
    # Every cultivar needs an entry; a line or population only with a number in the register.
    registration = files.cultivars[id].get("registration")
    number = registration.get("pvpNo") if isinstance(registration, dict) else None
    is_cultivar = files.cultivars[id].get("kind") == "cultivar"
    if id not in files["rights"] and (is_cultivar or number):
        yield 'rights.json: the record is missing; add it, with the status "unknown" if need be.'
    for name in OBSERVED:
        rows = files[name].get(id)
        yield from _unknown_sources(files, rows, f"{name}.json")
        for where, named in _sources_below(rows, f"{name}.json"):
            if not named:
                yield f"{where}: the list is empty; name the source of the value."


def _claim_faults(record: Cultivar) -> Iterator[str]:
    """Yields values without claim, claims without value or field, and faults of each claim."""
    stated = dict(stated_fields(record))
    for name, has_value in stated.items():
        if has_value and name not in record.claims:
            yield f"{name}: the value has no claim; add claims.{name} with sources and basis."
        if not has_value and name in record.claims:
            yield f"claims.{name}: the field has no value; add the value or remove the claim."
    for name, claim in record.claims.items():
        if name not in stated:
            yield f"claims.{name}: no field has this name; correct it or remove the claim."
        yield from _source_and_document(claim, f"claims.{name}")
    yield from _evidence_faults(record)


def _evidence_faults(record: Cultivar) -> Iterator[str]:
    """Yields parents and ancestors without evidence, and faults of each piece of evidence."""
    for index, parent in enumerate(record.parents):
        for field, evidence in parent.supports():
            place = f"parents[{index}].{field}"
            if not evidence:
                what = "parent" if field == "evidence" else "ancestor"
                yield f"{place}: the {what} has none; say which source names it."
            for number, one in enumerate(evidence):
                yield from _source_and_document(one, f"{place}[{number}]")


def _source_and_document(claim: Claim, place: str) -> Iterator[str]:
    """Yields faults of a claim: no sources, or a quoted document that does not fit its basis."""
    if not claim.sources:
        yield f"{place}.sources: the list is empty; name the source of the value."
    if claim.document_fits_basis:
        return
    if claim.basis == "quoted":
        yield f"{place}.quoted: the document is missing; name what the source quotes."
    else:
        yield f'{place}.quoted: the basis is "{claim.basis}", not "quoted"; remove the document.'


def _numbered_evidence(record: Cultivar) -> Iterator[tuple[str, int, Evidence]]:
    """Yields the evidence of all parents and of their ancestors, with its field and position."""
    for index, parent in enumerate(record.parents):
        for field, evidence in parent.supports():
            for number, one in enumerate(evidence):
                yield f"parents[{index}].{field}", number, one


def _notes_faults(files: CatalogueFiles, record: Cultivar) -> Iterator[str]:
    """Yields claims that state more than notes or lists, as their only sources, can support."""
    sources = _known_sources(files)
    claims: dict[str, Claim] = {f"claims.{name}": one for name, one in record.claims.items()}
    edges = {f"{place}[{number}]": one for place, number, one in _numbered_evidence(record)}
    for place, one in edges.items():
        if is_official_in_name_only(one, sources):
            yield f'{place}.kind: no register or breeder is named; write "list".'
    for place, claim in (claims | edges).items():
        if is_read_in_notes_alone(claim, sources):
            yield (
                f'{place}.basis: only notes are named, which quote others; write "quoted" with '
                'the document, or "carried".'
            )


def _known_sources(files: CatalogueFiles) -> dict[str, Source]:
    """Returns the sources that can be read."""
    sources = {key: decoded(raw, Source) for key, raw in files.sources.items()}
    return {key: source for key, source in sources.items() if source is not None}


def _name_faults(record: Cultivar) -> Iterator[str]:
    """Yields a fault if the English name breaks the rule of romanisation without a stated reason.

    A reason for a name that keeps the rule is a fault, too.
    """
    if follows_rule(record) is (record.name_en_basis is None):
        return
    by_rule = romanised(record.name_kana)
    if record.name_en_basis:
        yield f'nameEnBasis: "{record.name_en}" follows the rule of romanisation; remove the basis.'
    else:
        yield (
            f'nameEn: "{record.name_en}" is "{by_rule}" by the rule of romanisation; correct it, '
            "or say why not in nameEnBasis."
        )


def computed_confidence(files: CatalogueFiles, id: str) -> tuple[Level, ConfidenceReason] | None:
    """Returns the computed confidence and its reason.

    None for a record that cannot be read, or has an unknown source or a parent without evidence.
    """
    record = decoded(files.cultivars[id], Cultivar)
    if record is None:
        return None
    known = _known_sources(files)
    conflicts = files["conflicts"].get(id, ())
    disputed = [one["field"] for one in conflicts if one.get("status") == "open"]
    try:
        return confidence_of(record, known, disputed=disputed)
    except (KeyError, ValueError):
        # An unknown source, or a parent without evidence; both are faults of their own.
        return None


def _grade_faults(files: CatalogueFiles, id: str) -> Iterator[str]:
    """Yields a fault if the stored confidence differs from the computed one."""
    raw, computed = files.cultivars[id], computed_confidence(files, id)
    if computed is None:
        yield "confidence: not checked until sources and evidence are right."
        return
    level, reason = computed
    stored = decoded(raw["confidenceReason"], ConfidenceReason)
    if (raw["confidence"], stored) != (level, reason):
        yield (
            f'confidence: "{raw["confidence"]}" is stored, "{level}" is computed because of '
            f'"{reason.because}" in {list(reason.fields)}; write it with --write.'
        )


def write_confidence(files: CatalogueFiles, id: str) -> bool:
    """Sets the computed confidence in a record of `files`, in memory; returns whether it changed.

    Leaves a record as it is if its confidence cannot be computed.
    """
    computed = computed_confidence(files, id)
    if computed is None:
        return False
    level, reason = computed
    record = files.cultivars[id]
    before = (record["confidence"], record["confidenceReason"])
    record["confidence"] = level
    record["confidenceReason"] = json.loads(msgspec.json.encode(reason))
    return before != (record["confidence"], record["confidenceReason"])
