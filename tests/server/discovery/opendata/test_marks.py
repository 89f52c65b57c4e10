"""Marks in the open data: of doubtful evidence, and of plant variety rights that have ended."""

import csv
import io
from typing import Any

import httpx
import msgspec
import pytest

from server.contracts.evidence import OBSERVATIONS

pytestmark = pytest.mark.anyio


async def _published(client: httpx.AsyncClient, ids: str) -> tuple[Any, list[dict[str, str]]]:
    """Returns these records as JSON, and the rows of their CSV table."""
    whole = (await client.get(f"/data/v1/cultivars.json?ids={ids}")).json()
    table = await client.get(f"/data/v1/cultivars.csv?ids={ids}")
    text = table.content.decode("utf-8-sig")
    return whole["cultivars"], list(csv.DictReader(io.StringIO(text, newline="")))


async def test_lineage_and_parents_of_doubtful_evidence_are_marked(
    client: httpx.AsyncClient,
) -> None:
    (record,), (row,) = await _published(client, "mie-ryokuho-1")

    assert {one["code"]: one["isDoubtful"] for one in record["lineages"]} == {
        "0": False,
        "2": True,
    }
    assert (row["lineages"], row["doubtful_lineages"]) == ("0; 2", "2")
    seed, pollen = row["parents_evidence"].split("; ")
    assert "disputed" not in seed
    assert "disputed" in pollen


async def test_right_has_the_last_day_of_its_term(client: httpx.AsyncClient) -> None:
    records, rows = await _published(client, "benifuki,saemidori,mk5601,yabukita")

    assert [row["right_term_end"] for row in rows] == ["2013-08-17", "2009-11-19", "", ""]
    assert [(one["right"] or {}).get("termEnd") for one in records] == [
        "2013-08-17",
        "2009-11-19",
        None,
        None,
    ]


def test_term_from_a_leap_day_ends_with_february() -> None:
    right = msgspec.structs.replace(OBSERVATIONS.rights["benifuki"], granted="1996-02-29")

    assert right.last_day_of_term() == "2014-02-28"
