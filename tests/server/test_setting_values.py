"""A value that could only fail later, and elsewhere, is refused at once by its name."""

import pytest

from server.errors import StartRefused
from server.settings import Settings
from tests.server.test_settings import COMPLETE

STORE = {"S3_BUCKET": "pictures", "S3_SECRET_ACCESS_KEY": "Vn3qX8bZ5mT1kR7wY2pL"}


@pytest.mark.parametrize("host", ["[::1", "[bad]", "tea:99999", "tea:0", "tea:x", "tea:", ":8443",
                                  "tea example", "tea.example?", "@tea.example", "tea:0443", "*",
                                  "茶.example", "tea,example"])  # fmt: skip
def test_no_browser_would_find_the_site_under_such_an_origin(host: str) -> None:
    with pytest.raises(StartRefused, match="ORIGIN"):
        Settings.from_environment({"ORIGIN": f"https://{host}"})


@pytest.mark.parametrize(
    ("name", "more"),
    [("GOOGLE_ISSUER", COMPLETE), ("OTEL_EXPORTER_OTLP_ENDPOINT", {}), ("S3_ENDPOINT", STORE)],
)
@pytest.mark.parametrize("value", ["https://[x", "https://", "https://a b", "https://a:b", "host"])
def test_an_address_that_leads_nowhere_is_refused(
    name: str, more: dict[str, str], value: str
) -> None:
    with pytest.raises(StartRefused, match=name):
        Settings.from_environment({**more, name: value})


@pytest.mark.parametrize("name", ["ORIGIN", "GOOGLE_ISSUER"])
def test_a_password_in_an_address_is_never_repeated(name: str) -> None:
    with pytest.raises(StartRefused, match=name) as refused:
        Settings.from_environment({**COMPLETE, name: "http://tea:secret@tea.example"})

    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("link", ["X=https://", "X=https://[x", "X=https://a b"])
def test_a_link_that_leads_nowhere_is_refused(link: str) -> None:
    with pytest.raises(StartRefused, match="SOCIAL_LINKS"):
        Settings.from_environment({"SOCIAL_LINKS": link})


@pytest.mark.parametrize("address", ["u:secret@h:port/x", "u:secret@h:70000/x", "u:se@cret@h/x"])
def test_an_address_that_the_database_has_not_is_refused_and_not_repeated(address: str) -> None:
    with pytest.raises(StartRefused, match="DATABASE_URL") as refused:
        Settings.from_environment({"DATABASE_URL": f"postgresql://{address}"})

    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("address", ["sqlite://", "sqlite:///", "sqlite:///:memory:"])
def test_production_takes_no_database_that_would_be_gone_at_once(address: str) -> None:
    with pytest.raises(StartRefused, match="DATABASE_URL"):
        Settings.from_environment({**COMPLETE, "DATABASE_URL": address})


@pytest.mark.parametrize(
    "address", ["u:{}@h/x", "u:{}@[::1]:5432/x", "h/x?user=u&password={}", "u:%74{}@h/x"]
)
def test_a_password_is_found_wherever_an_address_may_have_it(address: str) -> None:
    url = f"postgresql://{address}"
    Settings.from_environment({**COMPLETE, "DATABASE_URL": url.format("Vn3qX[8bZ5/mT1kR7wY2pL")})

    with pytest.raises(StartRefused, match="the password in DATABASE_URL"):
        Settings.from_environment({**COMPLETE, "DATABASE_URL": url.format("changeme")})


@pytest.mark.parametrize("proxy", ["proxy", "300.1.1.1", "10.0.0.0/33", "10.0.0.1/8"])
def test_a_proxy_that_could_never_be_believed_is_refused(proxy: str) -> None:
    with pytest.raises(StartRefused, match="TRUSTED_PROXIES"):
        Settings.from_environment({"TRUSTED_PROXIES": f"10.0.0.1, {proxy}"})


@pytest.mark.parametrize("everybody", ["0.0.0.0/0", "::/0"])
def test_production_believes_no_network_of_everybody(everybody: str) -> None:
    with pytest.raises(StartRefused, match="TRUSTED_PROXIES"):
        Settings.from_environment({**COMPLETE, "TRUSTED_PROXIES": everybody})


def test_the_figures_need_a_port_of_their_own() -> None:
    with pytest.raises(StartRefused, match="METRICS_PORT"):
        Settings.from_environment({"METRICS_PORT": "8000"})


@pytest.mark.parametrize("name", ["SITE_NAME", "SITE_NAME_JA"])
@pytest.mark.parametrize("value", ["tea\nhouse", "tea\u202ehouse", "tea\u200bhouse"])
def test_the_name_of_the_site_is_one_plain_line(name: str, value: str) -> None:
    with pytest.raises(StartRefused, match=name):
        Settings.from_environment({name: value})


@pytest.mark.parametrize("email", ["tea.example", "tea@", "@example"])
def test_production_needs_an_address_that_can_be_written_to(email: str) -> None:
    with pytest.raises(StartRefused, match="OPERATOR_EMAIL"):
        Settings.from_environment({**COMPLETE, "OPERATOR_EMAIL": email})
