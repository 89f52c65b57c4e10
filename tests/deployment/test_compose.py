"""The production set fits together: settings exist, images have a version, nothing leaks."""

import re
from typing import Any

import pytest
import yaml

from server.commands.serve import KEEP_ALIVE_S
from tests.architecture.house import PROJECT

COMPOSE: dict[str, Any] = yaml.safe_load((PROJECT / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = ("site", "migrate", "bucket")
SETTINGS = "".join(
    (PROJECT / "server" / name).read_text(encoding="utf-8") for name in ("settings.py", "values.py")
)
EXAMPLE = (PROJECT / ".env.example").read_text(encoding="utf-8")
# What only the production set asks for.
OF_COMPOSE = {"SITE_HOST", "POSTGRES_PASSWORD", "REDIS_PASSWORD", "REPLICAS"}


def config(name: str) -> str:
    found: str = (PROJECT / COMPOSE["configs"][name]["file"]).read_text(encoding="utf-8")
    return found


@pytest.mark.parametrize("name", SERVICES)
def test_a_container_that_is_read_only_is_handed_files_alone(name: str) -> None:
    # An engine copies what stands in the set itself into the container, and can't into these.
    service = SERVICES[name]
    handed = [COMPOSE["configs"][one["source"]] for one in service.get("configs", ())]

    assert service.get("read_only") is not True or all("file" in one for one in handed)
    assert [one for one in handed if "file" in one and not (PROJECT / one["file"]).is_file()] == []


@pytest.mark.parametrize("name", SERVICES)
def test_every_image_has_a_version_and_names_no_host(name: str) -> None:
    image = SERVICES[name]["image"]

    assert re.fullmatch(r"[a-z0-9]+(?:/[a-z0-9]+)?:[0-9][a-z0-9.-]*", image)


@pytest.mark.parametrize("name", OURS)
def test_our_containers_can_do_next_to_nothing(name: str) -> None:
    service = SERVICES[name]

    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]
    assert "/tmp" in service["tmpfs"]
    assert "ports" not in service


def test_only_the_edge_is_reached_from_outside() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["edge"]


def test_every_setting_is_one_that_the_site_reads() -> None:
    given = SERVICES["site"]["environment"]

    assert [name for name in given if f'"{name}"' not in SETTINGS] == []


def test_every_setting_of_the_site_is_explained() -> None:
    read = set(re.findall(r'"([A-Z][A-Z0-9_]*[A-Z0-9])"', SETTINGS))

    assert sorted(name for name in read if f"\n{name}=" not in EXAMPLE) == []


def test_the_readme_of_commands_names_every_setting() -> None:
    read = set(re.findall(r'"([A-Z][A-Z0-9_]*[A-Z0-9])"', SETTINGS))
    told = (PROJECT / "server" / "commands" / "README.md").read_text(encoding="utf-8")

    assert sorted(name for name in read if f"`{name}`" not in told) == []


def test_every_variable_of_the_set_is_explained() -> None:
    text = (PROJECT / "compose.yaml").read_text(encoding="utf-8")
    asked = set(re.findall(r"(?<!\$)\$\{([A-Z0-9_]+)", text))

    assert sorted(name for name in asked if f"\n{name}=" not in EXAMPLE) == []
    assert asked >= OF_COMPOSE


def test_no_secret_has_a_default() -> None:
    text = (PROJECT / "compose.yaml").read_text(encoding="utf-8") + config("edge")
    defaults = re.findall(r"\$\{([A-Z0-9_]+):-([^}]*)\}", text)

    assert [name for name, _ in defaults if re.search("SECRET|PASSWORD|KEY|CLIENT", name)] == []
    addresses = set(re.findall(r"https?://(\$\{\w+|\w+)", text))
    assert addresses == {"${SITE_HOST", "SITE_HOST", "store"}


def test_the_counters_are_bounded_and_kept_nowhere() -> None:
    counters = SERVICES["counters"]
    lines = config("counters").splitlines()
    settings = dict(line.split(" ", 1) for line in lines if not line.startswith("#"))

    assert counters["read_only"] is True
    assert counters["cap_drop"] == ["ALL"]
    assert "volumes" not in counters
    assert (settings["save"], settings["appendonly"]) == ('""', "no")
    bound = int(settings["maxmemory"].removesuffix("mb"))
    assert bound * 2 <= int(counters["mem_limit"].removesuffix("m"))
    # Every counter has a life; where none may go, a full store refuses to count.
    assert settings["maxmemory-policy"] == "volatile-ttl"


def test_the_counters_are_asked_with_the_password_that_they_want() -> None:
    url = SERVICES["site"]["environment"]["REDIS_URL"]

    assert re.fullmatch(r"redis://:\$\{REDIS_PASSWORD:[^}]+\}@counters:6379/0", url)
    counters = SERVICES["counters"]
    assert counters["environment"] == {"REDIS_PASSWORD": "${REDIS_PASSWORD}"}
    assert "\nrequirepass $$REDIS_PASSWORD\n" in counters["command"][-1]


def test_no_host_waits_for_the_counters() -> None:
    depended = {name for one in OURS for name in SERVICES[one].get("depends_on", ())}

    assert "counters" not in depended


def test_a_host_gets_longer_to_end_than_it_takes() -> None:
    site = SERVICES["site"]
    grace = int(site["stop_grace_period"].removesuffix("s"))

    assert grace >= int(site["environment"]["DRAIN_SECONDS"]) + 20 + 5


def test_the_edge_lets_go_of_an_idle_connection_before_a_host_closes_it() -> None:
    kept = re.findall(r"keepalive (\d+)s", config("edge"))

    assert [int(seconds) < KEEP_ALIVE_S for seconds in kept] == [True]


def test_every_dependency_volume_and_file_exists() -> None:
    volumes = {
        volume.partition(":")[0] for one in SERVICES.values() for volume in one.get("volumes", ())
    }
    depended = {name for one in SERVICES.values() for name in one.get("depends_on", ())}
    files = {file["source"] for one in SERVICES.values() for file in one.get("configs", ())}

    assert volumes == set(COMPOSE["volumes"])
    assert depended <= set(SERVICES)
    assert files == set(COMPOSE["configs"])
