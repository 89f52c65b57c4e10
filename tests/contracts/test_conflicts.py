"""Disagreements: none that the catalogue's own observations and evidence show is missing."""

from collections import defaultdict

import pytest

from server.contracts.catalogue import CULTIVARS
from server.contracts.evidence import OBSERVATIONS

# Ratings of a record that are compared with those of the same trait elsewhere.
RATED = {"anthracnose": "anthracnose_resistance", "grayBlight": "gray_blight_resistance"}


def fields_of(id: str) -> set[str]:
    return {conflict.field for conflict in OBSERVATIONS.conflicts.get(id, ())}


@pytest.mark.parametrize("id", OBSERVATIONS.resistance)
def test_ratings_that_differ_are_a_disagreement(id: str) -> None:
    levels: dict[tuple[str, str], set[str]] = defaultdict(set)
    for rating in OBSERVATIONS.resistance[id]:
        levels[rating.trait, rating.scale].add(rating.level)
    for trait, name in RATED.items():
        level = getattr(CULTIVARS[id].traits, name)
        if level is not None and (trait, "absolute") in levels:
            levels[trait, "absolute"].add(level)

    differing = {trait for (trait, _), found in levels.items() if len(found) > 1}

    assert differing - fields_of(id) == set()


@pytest.mark.parametrize("id", CULTIVARS)
def test_a_disputed_parent_is_a_disagreement(id: str) -> None:
    kinds = {one.kind for parent in CULTIVARS[id].parents for one in parent.evidence}

    assert "disputed" not in kinds or "parents" in fields_of(id)


def test_a_disagreement_has_at_least_two_values() -> None:
    all_of_them = [one for found in OBSERVATIONS.conflicts.values() for one in found]

    assert [one for one in all_of_them if len({side.value.en for side in one.values}) < 2] == []
