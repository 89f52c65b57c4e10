"""Tests of `compose.yaml`, `.env.example` and the files that they name."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from server.commands.serve import KEEP_ALIVE_S
from server.settings import Settings
from server.web.slow_client_guard import SlowClientGuard
from tests.architecture.source_tree import PROJECT

COMPOSE: dict[str, Any] = yaml.safe_load((PROJECT / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = ("site", "migrate", "bucket")
SETTINGS = "".join(
    (PROJECT / "server" / name).read_text(encoding="utf-8")
    for name in (
        "settings.py",
        "setting_groups.py",
        "mail_server.py",
        "values.py",
        "database_url.py",
    )
)
EXAMPLE = (PROJECT / ".env.example").read_text(encoding="utf-8")
# Settings that the compose file or the image sets itself, or that production does not have.
FIXED = {
    "DATA_DIR", "DATABASE_URL", "DRAIN_SECONDS", "ENVIRONMENT", "HOST", "METRICS_HOST",
    "METRICS_PORT", "ORIGIN", "PORT", "REDIS_URL", "S3_ACCESS_KEY_ID", "S3_BUCKET", "S3_ENDPOINT",
    "S3_REGION", "SAMPLES", "TRUSTED_PROXIES",
}  # fmt: skip
# Variables that only the compose file uses.
COMPOSE_ONLY = {"SITE_HOST", "POSTGRES_PASSWORD", "REDIS_PASSWORD", "REPLICAS"}


def example() -> dict[str, str]:
    """Returns the lines of `.env.example` by name."""
    return dict(re.findall(r"^([A-Z0-9_]+)=(.*)$", EXAMPLE, re.MULTILINE))


def config(name: str) -> str:
    """Returns the text of a config of the compose file."""
    found: str = (PROJECT / COMPOSE["configs"][name]["file"]).read_text(encoding="utf-8")
    return found


@pytest.mark.parametrize("name", SERVICES)
def test_read_only_container_gets_its_configs_as_files(name: str) -> None:
    # A container engine copies inline configs into the container, which must not be read-only then.
    service = SERVICES[name]
    handed = [COMPOSE["configs"][one["source"]] for one in service.get("configs", ())]

    assert service.get("read_only") is not True or all("file" in one for one in handed)
    assert [one for one in handed if "file" in one and not (PROJECT / one["file"]).is_file()] == []


@pytest.mark.parametrize("name", SERVICES)
def test_every_compose_image_has_an_exact_version_and_no_registry_host(name: str) -> None:
    image = SERVICES[name]["image"]

    assert re.fullmatch(r"[a-z0-9]+(?:/[a-z0-9]+)?:\d+(?:\.\d+)+[a-z0-9.-]*", image)


@pytest.mark.parametrize("name", OURS)
def test_site_containers_are_read_only_and_unprivileged(name: str) -> None:
    service = SERVICES[name]

    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]
    assert "/tmp" in service["tmpfs"]
    assert "ports" not in service


def test_only_the_edge_publishes_ports() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["edge"]


def test_every_variable_of_the_site_container_is_a_known_setting() -> None:
    given = SERVICES["site"]["environment"]

    assert [name for name in given if f'"{name}"' not in SETTINGS] == []


def test_every_setting_is_in_env_example() -> None:
    read = set(re.findall(r'"([A-Z][A-Z0-9_]*[A-Z0-9])"', SETTINGS))

    assert sorted(name for name in read if f"\n{name}=" not in EXAMPLE) == []


def test_readme_of_commands_names_every_setting() -> None:
    read = set(re.findall(r'"([A-Z][A-Z0-9_]*[A-Z0-9])"', SETTINGS))
    readme = (PROJECT / "server" / "commands" / "README.md").read_text(encoding="utf-8")

    assert sorted(name for name in read if f"`{name}`" not in readme) == []


def test_every_compose_variable_is_in_env_example() -> None:
    text = (PROJECT / "compose.yaml").read_text(encoding="utf-8")
    variables = set(re.findall(r"(?<!\$)\$\{([A-Z0-9_]+)", text))

    assert sorted(name for name in variables if f"\n{name}=" not in EXAMPLE) == []
    assert variables >= COMPOSE_ONLY


def test_compose_passes_every_variable_of_env_example_that_it_does_not_set_itself() -> None:
    text = (PROJECT / "compose.yaml").read_text(encoding="utf-8")
    passed = set(re.findall(r"(?<!\$)\$\{([A-Z0-9_]+)", text))

    assert set(example()) == passed | FIXED
    assert passed & FIXED == set()


def test_unchanged_env_example_sets_nothing_but_defaults_wherever_it_is_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)

    read = Settings.from_environment(example())

    assert read == Settings.from_environment({})
    assert read.data_dir == PROJECT / "data"


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ({}, ("Chanoki", "茶の木")),
        ({"SITE_NAME": "MyTea"}, ("MyTea", "MyTea")),
        ({"SITE_NAME": "MyTea", "SITE_NAME_JA": "私の茶"}, ("MyTea", "私の茶")),
    ],
)
def test_site_has_the_same_names_with_and_without_compose(
    given: dict[str, str], names: tuple[str, str]
) -> None:
    variables = example() | given
    environment = SERVICES["site"]["environment"]
    passed = {
        name: re.sub(r"\$\{(\w+):-(.*)\}", lambda found: variables[found[1]] or found[2], value)
        for name in ("SITE_NAME", "SITE_NAME_JA")
        for value in [environment[name]]
    }

    for environ in (variables, passed):
        settings = Settings.from_environment(environ)
        assert (settings.site_name_en, settings.site_name_ja) == names


def test_compose_file_has_no_default_for_a_secret() -> None:
    text = (PROJECT / "compose.yaml").read_text(encoding="utf-8") + config("edge")
    defaults = re.findall(r"\$\{([A-Z0-9_]+):-([^}]*)\}", text)

    assert [name for name, _ in defaults if re.search("SECRET|PASSWORD|KEY|CLIENT", name)] == []
    addresses = set(re.findall(r"https?://(\$\{\w+|\w+)", text))
    assert addresses == {"${SITE_HOST", "SITE_HOST", "store"}


def test_redis_is_bounded_in_memory_and_not_persistent() -> None:
    counters = SERVICES["counters"]
    lines = config("counters").splitlines()
    settings = dict(line.split(" ", 1) for line in lines if not line.startswith("#"))

    assert counters["read_only"] is True
    assert counters["cap_drop"] == ["ALL"]
    assert "volumes" not in counters
    assert (settings["save"], settings["appendonly"]) == ('""', "no")
    bound = int(settings["maxmemory"].removesuffix("mb"))
    assert bound * 2 <= int(counters["mem_limit"].removesuffix("m"))
    # Every counter has an expiry time, so that Redis can evict it when memory is full.
    assert settings["maxmemory-policy"] == "volatile-ttl"


def test_redis_url_has_the_password_that_redis_requires() -> None:
    url = SERVICES["site"]["environment"]["REDIS_URL"]

    assert re.fullmatch(r"redis://:\$\{REDIS_PASSWORD:[^}]+\}@counters:6379/0", url)
    counters = SERVICES["counters"]
    assert counters["environment"] == {"REDIS_PASSWORD": "${REDIS_PASSWORD}"}
    assert "\nrequirepass $$REDIS_PASSWORD\n" in counters["command"][-1]


def test_no_site_container_depends_on_redis() -> None:
    depended = {name for one in OURS for name in SERVICES[one].get("depends_on", ())}

    assert "counters" not in depended


def test_stop_grace_period_is_longer_than_the_shutdown() -> None:
    site = SERVICES["site"]
    grace = int(site["stop_grace_period"].removesuffix("s"))

    assert grace >= int(site["environment"]["DRAIN_SECONDS"]) + 20 + 5


def test_edge_closes_idle_connections_before_the_host_does() -> None:
    idle_limits = re.findall(r"keepalive (\d+)s", config("edge"))

    assert [int(seconds) < KEEP_ALIVE_S for seconds in idle_limits] == [True]


def test_edge_gives_slow_clients_the_time_of_the_host_on_both_ports() -> None:
    found = re.findall(r"\n +(read_\w+|idle) (\d+)s(?=\n)", config("edge"))
    times = {name: int(seconds) for name, seconds in found}
    host = SlowClientGuard
    longest = host.body_total_s + host.body_bytes_most / host.slowest_bytes_per_s

    assert times.keys() == {"read_header", "read_body", "idle"}
    assert times["read_header"] == host.head_s
    assert longest <= times["read_body"] <= longest + 10
    assert "\nhttp:// {\n}\n" in config("edge")


def test_edge_logs_no_reader_as_the_privacy_policy_says() -> None:
    # Loggers of Caddy 2.11 whose entries have the request or the address of a broken connection.
    of_requests = "http.log.error http.handlers.reverse_proxy"
    found = re.findall(r"\n  log (\w+) \{\n(.+?)\n  \}", config("edge"), re.DOTALL)
    logs = {name: re.sub(r" *#.*", "", text).split("\n") for name, text in found}
    [excluded] = [line.strip() for line in logs.pop("default")]
    [(_, lines)] = logs.items()
    included, *filters = [line.strip() for line in lines if line.strip()]

    assert (excluded, included) == (f"exclude {of_requests}", f"include {of_requests}")
    assert filters == ["format filter {", "request delete", "error delete", "}"]
    assert not re.search(r"^  log\b", config("edge").partition("\nhttp://")[2], re.MULTILINE)


def test_every_dependency_volume_and_config_exists() -> None:
    volumes = {
        volume.partition(":")[0] for one in SERVICES.values() for volume in one.get("volumes", ())
    }
    depended = {name for one in SERVICES.values() for name in one.get("depends_on", ())}
    files = {file["source"] for one in SERVICES.values() for file in one.get("configs", ())}

    assert volumes == set(COMPOSE["volumes"])
    assert depended <= set(SERVICES)
    assert files == set(COMPOSE["configs"])
