"""Command that requests the addresses of sources: its list, and what `write` stores."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from server.commands.source_links import check_links
from server.errors import StartRefused

ANSWERS: dict[str, int | Exception] = {
    "https://a.example/paper": 200,
    "https://a.example/moved": 404,
    "https://b.example/list": 410,
    "https://b.example/closed": 403,
    "https://c.example/back": 200,
    "https://d.example/": httpx.ConnectError("no such host"),
    "https://e.example/slow": httpx.ReadTimeout("no answer"),
}


def answer(request: httpx.Request) -> httpx.Response:
    """Returns the status in ANSWERS of the requested address, or raises its error."""
    found = ANSWERS[str(request.url)]
    if isinstance(found, int):
        return httpx.Response(found)
    raise found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Returns a folder with a sources.json, in which three addresses are noted as unreachable."""
    noted = {"https://b.example/closed": "2025-01-02"}
    back = {"https://c.example/back": "2025-01-02"}
    sources = {
        "paper": {
            "url": "https://a.example/paper",
            "pages": {"saemidori": "https://a.example/moved"},
        },
        "list": {"url": "https://b.example/list"},
        "closed": {"url": "https://b.example/closed", "unreachable": noted},
        "back": {"url": "https://c.example/back", "unreachable": back},
        "dead": {"url": "https://d.example/", "unreachable": {"https://d.example/": "2025-01-02"}},
        "slow": {"url": "https://e.example/slow"},
    }
    (tmp_path / "sources.json").write_text(json.dumps(sources), encoding="utf-8")
    return tmp_path


def read(folder: Path) -> dict[str, Any]:
    """Returns the content of the folder's sources.json."""
    sources: dict[str, Any] = json.loads((folder / "sources.json").read_bytes())
    return sources


def test_addresses_that_do_not_open_are_listed_and_nothing_is_written(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = read(folder)

    status = check_links(folder, write=False, transport=httpx.MockTransport(answer))

    printed = capsys.readouterr()
    assert [line.split() for line in printed.out.splitlines()] == [
        ["gone", "paper", "https://a.example/moved"],
        ["unclear", "closed", "https://b.example/closed"],
        ["gone", "list", "https://b.example/list"],
        ["unreached", "dead", "https://d.example/"],
        ["unclear", "slow", "https://e.example/slow"],
    ]
    assert (status, printed.err) == (1, "3 of 7 addresses are gone\n")
    assert read(folder) == before


def test_write_notes_gone_addresses_and_clears_notes_of_those_that_open_again(folder: Path) -> None:
    check_links(folder, write=True, transport=httpx.MockTransport(answer))

    noted = {key: source.get("unreachable") for key, source in read(folder).items()}
    [day] = set(noted["list"].values())
    assert noted == {
        "paper": {"https://a.example/moved": day},
        "list": {"https://b.example/list": day},
        # The status 403 does not tell whether the page exists, so the earlier note stays.
        "closed": {"https://b.example/closed": "2025-01-02"},
        "back": None,
        "dead": {"https://d.example/": "2025-01-02"},
        "slow": None,
    }


def test_machine_without_a_network_notes_nothing(folder: Path) -> None:
    def unreached(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("no such host", request=request)

    before = read(folder)

    with pytest.raises(StartRefused, match="7 of 7 addresses cannot be reached"):
        check_links(folder, write=True, transport=httpx.MockTransport(unreached))

    assert read(folder) == before
