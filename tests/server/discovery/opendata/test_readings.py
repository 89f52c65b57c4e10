"""Readings of names in the open data."""

import csv
import io

import httpx
import pytest

pytestmark = pytest.mark.anyio


async def test_reading_that_no_source_gives_is_marked(client: httpx.AsyncClient) -> None:
    table = await client.get("/data/v1/cultivars.csv")
    whole = (await client.get("/data/v1/cultivars.json")).json()

    rows = list(csv.DictReader(io.StringIO(table.content.decode("utf-8-sig"), newline="")))
    unsure = {"kasuga-zairai", "mizumiiro-kaori"}
    assert {row["id"] for row in rows if row["reading_uncertain"] == "true"} == unsure
    assert {row["reading_uncertain"] for row in rows} == {"true", "false"}
    assert {one["id"] for one in whole["cultivars"] if one["isReadingUncertain"]} == unsure
