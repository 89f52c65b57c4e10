"""Settings are read from the environment and checked; each problem is one sentence."""

from pathlib import Path

import pytest

from server.errors import StartRefused
from server.settings import DEVELOPMENT_KEY, Settings

COMPLETE = {
    "ENVIRONMENT": "production",
    "ORIGIN": "https://Tea.example",
    "OPERATOR_REPRESENTATIVE": "茶野 木",
    "OPERATOR_ADDRESS": "静岡市",
    "OPERATOR_EMAIL": "hello@tea.example",
    "GOOGLE_CLIENT_ID": "chanoki.apps.example",
    "GOOGLE_CLIENT_SECRET": "a-secret-of-google",
    "SECRET_KEY": "qX3vN8bZ5mT1kR7wY2pL9sD4fG6hJ0cA",
}


def test_settings_have_defaults_for_development() -> None:
    settings = Settings.from_environment({})

    assert (settings.host, settings.port) == ("127.0.0.1", 8000)
    assert settings.origin == "http://localhost:8000"
    assert settings.database_url.startswith("sqlite+aiosqlite:////")
    assert settings.hosts == {"localhost:8000", "127.0.0.1:8000", "[::1]:8000"}
    assert settings.render_workers >= 1
    assert settings.operator.email is None


def test_port_and_data_dir_change_origin_and_database_url(tmp_path: Path) -> None:
    settings = Settings.from_environment({"PORT": "9000", "DATA_DIR": str(tmp_path)})

    assert settings.origin == "http://localhost:9000"
    assert settings.database_url == f"sqlite+aiosqlite:///{tmp_path}/chanoki.sqlite3"


def test_production_accepts_only_its_own_host() -> None:
    settings = Settings.from_environment(COMPLETE)

    assert settings.is_production
    assert settings.origin == "https://tea.example"
    assert settings.hosts == {"tea.example", "tea.example:443"}


@pytest.mark.parametrize(
    ("origin", "canonical", "hosts"),
    [
        ("https://tea.example:443", "https://tea.example", {"tea.example", "tea.example:443"}),
        ("https://tea.example:8443", "https://tea.example:8443", {"tea.example:8443"}),
        ("http://localhost:80", "http://localhost", {"localhost", "localhost:80"}),
        ("http://localhost:443", "http://localhost:443", {"localhost:443"}),
        ("http://[::1]:80", "http://[::1]", {"[::1]", "[::1]:80"}),
    ],
)
def test_default_port_is_removed_from_the_origin_and_accepted_as_host(
    origin: str, canonical: str, hosts: set[str]
) -> None:
    settings = Settings.from_environment({**COMPLETE, "ORIGIN": origin})

    assert settings.origin == canonical
    assert settings.hosts == hosts
    assert settings.origins == {canonical}


def test_development_on_port_80_accepts_hosts_without_a_port() -> None:
    settings = Settings.from_environment({"PORT": "80"})

    assert {"localhost", "localhost:80", "127.0.0.1"} <= settings.hosts
    assert "http://127.0.0.1" in settings.origins


def test_production_names_every_missing_setting() -> None:
    with pytest.raises(StartRefused) as refused:
        Settings.from_environment({"ENVIRONMENT": "production", "OPERATOR_EMAIL": " "})

    text = str(refused.value)
    assert all(
        name in text
        for name in ("ORIGIN", "OPERATOR_REPRESENTATIVE", "OPERATOR_ADDRESS", "OPERATOR_EMAIL")
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ENVIRONMENT", "staging"),
        ("PORT", "http"),
        ("PORT", "0"),
        ("PORT", "70000"),
        ("PORT", "８０００"),
        ("RENDER_WORKERS", "-1"),
        ("ORIGIN", "tea.example"),
        ("ORIGIN", "https://tea.example/ja"),
        ("ORIGIN", "ftp://tea.example"),
        ("ORIGIN", "https://user@tea.example"),
        ("DATABASE_URL", "mysql://localhost/tea"),
        ("DATABASE_URL", "chanoki.db"),
        ("REDIS_URL", "localhost:6379"),
        ("REDIS_URL", "redis://"),
        ("REDIS_URL", "redis://host:port"),
        ("REDIS_URL", "redis://host:70000/0"),
        ("REDIS_URL", "redis://:pass/word@host:6379/0"),
        ("REDIS_URL", "redis://host/zero"),
        ("REDIS_URL", "redis://host/0?socket_timeout=60"),
        ("REDIS_URL", "unix:///run/redis.sock"),
        ("SOCIAL_LINKS", "X"),
        ("SOCIAL_LINKS", "X=javascript:alert(1)"),
    ],
)
def test_invalid_value_is_refused_with_the_name_of_its_setting(name: str, value: str) -> None:
    with pytest.raises(StartRefused, match=name):
        Settings.from_environment({name: value})


def test_refusal_does_not_repeat_the_database_password() -> None:
    with pytest.raises(StartRefused) as refused:
        Settings.from_environment({"DATABASE_URL": "oracle://tea:secret@host/x"})

    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("url", ["http://:secret@host/0", "redis://:secret@host:x/0"])
def test_refusal_and_repr_do_not_repeat_the_redis_password(url: str) -> None:
    with pytest.raises(StartRefused) as refused:
        Settings.from_environment({"REDIS_URL": url})

    assert "secret" not in str(refused.value)
    assert "secret" not in repr(Settings.from_environment({"REDIS_URL": "rediss://:secret@host"}))


def test_repr_of_settings_hides_the_database_password() -> None:
    settings = Settings.from_environment({"DATABASE_URL": "postgresql+asyncpg://tea:hidden@host/x"})

    assert "hidden" in settings.database_url
    assert "hidden" not in repr(settings)


def test_redis_url_is_optional() -> None:
    url = "rediss://tea:secret@host:6380/3"

    assert Settings.from_environment({}).redis_url is None
    assert Settings.from_environment({"REDIS_URL": url}).redis_url == url


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+asyncpg"])
def test_every_usual_postgresql_scheme_is_accepted(scheme: str) -> None:
    settings = Settings.from_environment({"DATABASE_URL": f"{scheme}://tea@host/x"})

    assert settings.database_url == "postgresql+asyncpg://tea@host/x"


def test_social_links_keep_their_order() -> None:
    settings = Settings.from_environment(
        {"SOCIAL_LINKS": "X = https://x.example/tea?a=b, Instagram=https://i.example/tea,"}
    )

    assert settings.social_links == (
        ("X", "https://x.example/tea?a=b"),
        ("Instagram", "https://i.example/tea"),
    )


@pytest.mark.parametrize("name", ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET", "SECRET_KEY"])
def test_production_refuses_the_start_without_sign_in_settings(name: str) -> None:
    with pytest.raises(StartRefused) as refused:
        Settings.from_environment({**COMPLETE, name: ""})

    assert name in str(refused.value)


def test_production_reports_each_problem_in_its_own_sentence() -> None:
    with pytest.raises(StartRefused) as refused:
        Settings.from_environment(
            {
                "ENVIRONMENT": "production",
                "ORIGIN": "http://tea.example",
                "TRUSTED_PROXIES": "10.0.0.1, *",
                "SECRET_KEY": DEVELOPMENT_KEY,
            }
        )

    sentences = str(refused.value).splitlines()
    assert len(sentences) == 5
    for sentence, names in zip(
        sentences,
        ("OPERATOR_ADDRESS", "GOOGLE_CLIENT_ID", "https://", "TRUSTED_PROXIES", "SECRET_KEY"),
        strict=True,
    ):
        assert names in sentence
        assert sentence.endswith(".")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ORIGIN", "http://tea.example"),
        ("ORIGIN", "http://10.0.0.1:8000"),
        ("ORIGIN", "http://localhost.tea.example"),
        ("TRUSTED_PROXIES", "*"),
        ("GOOGLE_ISSUER", "http://accounts.example"),
    ],
)
def test_production_refuses_plain_http_and_wildcard_proxies(name: str, value: str) -> None:
    with pytest.raises(StartRefused, match=name):
        Settings.from_environment({**COMPLETE, name: value})


def test_production_accepts_plain_http_on_localhost() -> None:
    settings = Settings.from_environment({**COMPLETE, "ORIGIN": "http://localhost:8000"})

    assert settings.hosts == {"localhost:8000"}


@pytest.mark.parametrize(
    "key", ["secret", "x" * 64, "0123456789" * 3, "ab" * 40, DEVELOPMENT_KEY, "q" * 31]
)
def test_production_refuses_a_weak_secret_key(key: str) -> None:
    with pytest.raises(StartRefused) as refused:
        Settings.from_environment({**COMPLETE, "SECRET_KEY": key})

    assert "SECRET_KEY" in str(refused.value)
    assert key not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("DATABASE_URL", "postgresql://chanoki:{}@database/chanoki"),
        ("REDIS_URL", "redis://:{}@counters:6379/0"),
        ("S3_SECRET_ACCESS_KEY", "{}"),
    ],
)
@pytest.mark.parametrize("password", ["kettle", "postgres", "changeme-changeme-42", "abab" * 8])
def test_production_refuses_a_weak_service_password(name: str, address: str, password: str) -> None:
    store = {"S3_BUCKET": "b", "S3_ACCESS_KEY_ID": "a", "S3_SECRET_ACCESS_KEY": "Vn3qX8bZ5mT1kR7w"}
    given = {**COMPLETE, **store, name: address.format(password)}

    with pytest.raises(StartRefused) as refused:
        Settings.from_environment(given)

    assert name in str(refused.value)
    assert password not in str(refused.value)
    assert not Settings.from_environment({**given, "ENVIRONMENT": "development"}).is_production


def test_production_accepts_random_or_unneeded_passwords() -> None:
    strong = "b1946ac92492d2347c6235b4d2611184"
    fit = (
        ("DATABASE_URL", f"postgresql://chanoki:{strong}@database/chanoki"),
        ("DATABASE_URL", "postgresql://chanoki:@/chanoki?host=/run/postgresql"),
        ("REDIS_URL", "redis://counters"),
    )

    for name, address in fit:
        assert Settings.from_environment({**COMPLETE, name: address}).is_production


def test_repr_of_settings_hides_every_secret() -> None:
    keys = {"S3_ACCESS_KEY_ID": "a", "S3_SECRET_ACCESS_KEY": "k3y-of-the-tea-store"}
    settings = Settings.from_environment({**COMPLETE, "S3_BUCKET": "b", **keys})

    text = repr(settings)
    assert not [secret for secret in ("a-secret-of-google", "qX3v", "k3y-of") if secret in text]


@pytest.mark.parametrize(
    "given",
    [
        {"GOOGLE_CLIENT_ID": "x"},
        {"GOOGLE_CLIENT_SECRET": "x"},
        {
            "GOOGLE_CLIENT_ID": "x",
            "GOOGLE_CLIENT_SECRET": "y",
            "GOOGLE_ISSUER": "http://evil.example",
        },
        {"S3_ENDPOINT": "http://localhost:9000"},
    ],
)
def test_incomplete_sign_in_or_store_settings_are_refused(given: dict[str, str]) -> None:
    with pytest.raises(StartRefused):
        Settings.from_environment(given)


def test_allowed_origins_are_the_sites_own() -> None:
    assert Settings.from_environment(COMPLETE).origins == {"https://tea.example"}
    assert "http://127.0.0.1:8000" in Settings.from_environment({}).origins
