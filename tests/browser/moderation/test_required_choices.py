"""Tests that required radio buttons count as invalid only after a form was refused."""

from typing import Any

import pytest

from server.contracts.locales import text
from tests.browser.axe import axe_violations
from tests.browser.conftest import NewReader
from tests.browser.members import HANA, open_session
from tests.browser.reader import BrowserSettings, Reader
from tests.browser.sample_members import create_post

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("restored_site")]

# What the form says natively of its first radio button.
NATIVE = """() => {
  const {validity, validationMessage} = document.querySelector("[name=reason]");
  return [validity.valueMissing, validationMessage !== ""];
}"""


def _invalid_radios(reader: Reader) -> list[bool]:
    """Returns of each radio button whether the accessibility tree has it as invalid."""
    session = reader.page.context.new_cdp_session(reader.page)
    nodes: list[dict[str, Any]] = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    radios = [node for node in nodes if node.get("role", {}).get("value") == "radio"]
    properties = [
        {one["name"]: one["value"].get("value") for one in node["properties"]} for node in radios
    ]
    return [one.get("invalid", "false") != "false" for one in properties]


def test_reasons_of_a_report_are_invalid_only_after_a_refusal(new_reader: NewReader) -> None:
    reader = new_reader(BrowserSettings("ja"))
    open_session(reader, HANA)
    post = create_post(reader, "報告の例")
    reader.open(f"/ja/report?subject=post:{post}")
    untouched = _invalid_radios(reader)
    assert len(untouched) > 1
    assert not any(untouched)
    assert reader.evaluate(NATIVE) == [True, True]

    reader.page.get_by_role("button", name=text("ja", "report.submit")).click()

    assert reader.path.startswith("/ja/report?subject=")
    assert all(_invalid_radios(reader))
    assert axe_violations(reader) == []
    reader.page.get_by_label(text("ja", "report.reasons.spam")).check()
    assert not any(_invalid_radios(reader))
