"""Most claims were read in the source itself."""

from collections import Counter

from tests.architecture.house import PROJECT
from tests.contracts.bases import bases_by_field, share_read
from tests.contracts.tables import table

LEAST_SHARE_READ = 0.6


def test_at_least_sixty_percent_of_the_claims_are_read() -> None:
    assert share_read(bases_by_field().values()) >= LEAST_SHARE_READ


def test_share_counts_every_basis_and_no_records() -> None:
    claims = Counter({"records": 9, "read": 1, "quoted": 1})
    observations = Counter({"records": 9, "carried": 1, "searched": 1})

    assert share_read([claims, observations]) == 1 / 4 < LEAST_SHARE_READ


def test_readme_states_the_share_of_claims_that_were_read() -> None:
    read = share_read(bases_by_field().values())
    text = (PROJECT / "shared/README.md").read_text(encoding="utf-8")

    assert f"{read:.1%} of the claims are `read`" in text


def test_readme_counts_the_values_of_disagreements_by_basis() -> None:
    sides = [
        side
        for conflicts in table("catalogue/conflicts").values()
        for conflict in conflicts
        for side in conflict["values"]
    ]
    found = Counter(side["basis"] for side in sides)
    text = (PROJECT / "shared/README.md").read_text(encoding="utf-8")

    stated = f"{found['read']} are `read`, {found['quoted']} `quoted` and {found['carried']}"
    assert f"Of the values of disagreements {stated} `carried`" in text


def test_page_of_the_sources_states_the_same_share_in_whole_percent() -> None:
    read = share_read(bases_by_field().values())
    figures = (PROJECT / "client/contracts/figures.ts").read_text(encoding="utf-8")

    assert f"  read: {read * 100:.0f},\n" in figures
