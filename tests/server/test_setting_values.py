"""Invalid setting values refuse the start, with the name of the setting."""

import pytest

from server.errors import StartRefused
from server.settings import Settings
from tests.server.test_settings import COMPLETE

STORE = {
    "S3_BUCKET": "pictures",
    "S3_ACCESS_KEY_ID": "tea",
    "S3_SECRET_ACCESS_KEY": "Vn3qX8bZ5mT1kR7wY2pL",
}


@pytest.mark.parametrize("host", ["[::1", "[bad]", "tea:99999", "tea:0", "tea:x", "tea:", ":8443",
                                  "tea example", "tea.example?", "@tea.example", "tea:0443", "*",
                                  "茶.example", "tea,example"])  # fmt: skip
def test_origin_with_an_invalid_host_is_refused(host: str) -> None:
    with pytest.raises(StartRefused, match="ORIGIN"):
        Settings.from_environment({"ORIGIN": f"https://{host}"})


@pytest.mark.parametrize(
    ("name", "more"),
    [("GOOGLE_ISSUER", COMPLETE), ("OTEL_EXPORTER_OTLP_ENDPOINT", {}), ("S3_ENDPOINT", STORE)],
)
@pytest.mark.parametrize("value", ["https://[x", "https://", "https://a b", "https://a:b", "host"])
def test_invalid_service_url_is_refused(name: str, more: dict[str, str], value: str) -> None:
    with pytest.raises(StartRefused, match=name):
        Settings.from_environment({**more, name: value})


@pytest.mark.parametrize("name", ["ORIGIN", "GOOGLE_ISSUER"])
def test_url_with_a_password_is_refused_without_repeating_it(name: str) -> None:
    with pytest.raises(StartRefused, match=name) as refused:
        Settings.from_environment({**COMPLETE, name: "http://tea:secret@tea.example"})

    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("link", ["X=https://", "X=https://[x", "X=https://a b"])
def test_invalid_social_link_is_refused(link: str) -> None:
    with pytest.raises(StartRefused, match="SOCIAL_LINKS"):
        Settings.from_environment({"SOCIAL_LINKS": link})


@pytest.mark.parametrize("address", ["u:secret@h:port/x", "u:secret@h:70000/x", "u:se@cret@h/x"])
def test_invalid_database_url_is_refused_without_repeating_it(address: str) -> None:
    with pytest.raises(StartRefused, match="DATABASE_URL") as refused:
        Settings.from_environment({"DATABASE_URL": f"postgresql://{address}"})

    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("address", ["sqlite://", "sqlite:///", "sqlite:///:memory:"])
def test_production_refuses_an_in_memory_database(address: str) -> None:
    with pytest.raises(StartRefused, match="DATABASE_URL"):
        Settings.from_environment({**COMPLETE, "DATABASE_URL": address})


@pytest.mark.parametrize(
    "address", ["u:{}@h/x", "u:{}@[::1]:5432/x", "h/x?user=u&password={}", "u:%74{}@h/x"]
)
def test_weak_database_password_is_found_anywhere_in_the_url(address: str) -> None:
    url = f"postgresql://{address}"
    Settings.from_environment({**COMPLETE, "DATABASE_URL": url.format("Vn3qX[8bZ5/mT1kR7wY2pL")})

    with pytest.raises(StartRefused, match="the password in DATABASE_URL"):
        Settings.from_environment({**COMPLETE, "DATABASE_URL": url.format("changeme")})


@pytest.mark.parametrize("proxy", ["proxy", "300.1.1.1", "10.0.0.0/33", "10.0.0.1/8"])
def test_invalid_trusted_proxy_is_refused(proxy: str) -> None:
    with pytest.raises(StartRefused, match=r"TRUSTED_PROXIES .* a network or \*"):
        Settings.from_environment({"TRUSTED_PROXIES": f"10.0.0.1, {proxy}"})


@pytest.mark.parametrize("everybody", ["0.0.0.0/0", "::/0", "0.0.0.0/0.0.0.0", "::/00"])
def test_production_refuses_to_trust_every_address_as_a_proxy(everybody: str) -> None:
    with pytest.raises(StartRefused, match="TRUSTED_PROXIES"):
        Settings.from_environment({**COMPLETE, "TRUSTED_PROXIES": everybody})


@pytest.mark.parametrize(
    ("query", "read"),
    [
        ("", ""),
        ("?sslmode=require", "?ssl=require"),
        ("?ssl=prefer&host=/a", "?ssl=prefer&host=/a"),
    ],
)
def test_database_parameters_of_libpq_are_translated(query: str, read: str) -> None:
    settings = Settings.from_environment({"DATABASE_URL": f"postgresql://u:p%3Fw@h/x{query}"})

    assert settings.database_url == f"postgresql+asyncpg://u:p%3Fw@h/x{read}"


@pytest.mark.parametrize(
    "query", ["sslmode=yes", "sslrootcert=/a", "ssl=require&x=1", "ssl=require&sslmode=disable"]
)
def test_unknown_database_parameter_is_refused(query: str) -> None:
    with pytest.raises(StartRefused, match=r"DATABASE_URL has .* one of"):
        Settings.from_environment({"DATABASE_URL": f"postgresql://u@h/x?{query}"})


def test_end_of_a_password_is_not_named_as_a_database_parameter() -> None:
    with pytest.raises(StartRefused, match="%40 for each @ in the password"):
        Settings.from_environment({"DATABASE_URL": "postgresql://u:p@ss?word=1@h/x"})


def test_folder_of_an_unknown_user_is_refused() -> None:
    with pytest.raises(StartRefused, match="DATA_DIR"):
        Settings.from_environment({"DATA_DIR": "~nobody-here/data"})


def test_metrics_port_must_differ_from_the_site_port() -> None:
    with pytest.raises(StartRefused, match="METRICS_PORT"):
        Settings.from_environment({"METRICS_PORT": "8000"})


@pytest.mark.parametrize("name", ["SITE_NAME", "SITE_NAME_JA"])
@pytest.mark.parametrize("value", ["tea\nhouse", "tea\u202ehouse", "tea\u200bhouse"])
def test_site_name_with_control_characters_is_refused(name: str, value: str) -> None:
    with pytest.raises(StartRefused, match=name):
        Settings.from_environment({name: value})


@pytest.mark.parametrize(
    "email",
    ["tea.example", "tea@", "@example", "a@b@c", "a@b.example, c@d.example", "Tea <a@b.example>"],
)
def test_production_refuses_an_invalid_operator_e_mail(email: str) -> None:
    with pytest.raises(StartRefused, match="OPERATOR_EMAIL"):
        Settings.from_environment({**COMPLETE, "OPERATOR_EMAIL": email})


@pytest.mark.parametrize(
    ("url", "security", "port"),
    [
        ("smtp://letters:p%40ss@mail.example", "starttls", 587),
        ("smtps://letters:p%40ss@mail.example", "tls", 465),
        ("smtp://letters:p%40ss@mail.example:2525", "starttls", 2525),
        ("smtp://letters:p%40ss@localhost:1025", "none", 1025),
    ],
)
def test_mail_server_is_encrypted_unless_it_is_this_machine(
    url: str, security: str, port: int
) -> None:
    server = Settings.from_environment(COMPLETE | {"SMTP_URL": url}).mail_server

    assert server is not None
    assert (server.security, server.port, server.password) == (security, port, "p@ss")
    assert server.sender == "hello@tea.example"
    assert "p@ss" not in repr(server)


@pytest.mark.parametrize(
    "url",
    [
        "http://mail.example",
        "smtp://",
        "smtp://mail.example:x",
        "mail",
        "smtp://u:p[w@mail.example",
    ],
)
def test_unreadable_mail_server_refuses_the_start(url: str) -> None:
    with pytest.raises(StartRefused, match="SMTP_URL must be"):
        Settings.from_environment({"SMTP_URL": url})


@pytest.mark.parametrize("sender", ["bar baz", "tea.example", "tea@", "a b@tea.example"])
def test_mail_sender_that_is_no_address_is_refused(sender: str) -> None:
    given = {"SMTP_URL": "smtp://localhost"}

    for address in (sender, f"茶 <{sender}>"):
        with pytest.raises(StartRefused, match="MAIL_FROM"):
            Settings.from_environment(given | {"MAIL_FROM": address})
    with pytest.raises(StartRefused, match="OPERATOR_EMAIL"):
        Settings.from_environment(given | {"OPERATOR_EMAIL": sender})
    assert Settings.from_environment(given | {"MAIL_FROM": "Dr. Tea <a@tea.example>"}).mail_server


@pytest.mark.parametrize("name", ["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"])
def test_missing_key_of_the_object_store_is_named(name: str) -> None:
    with pytest.raises(StartRefused, match=f"^{name} is missing"):
        Settings.from_environment({key: value for key, value in STORE.items() if key != name})
