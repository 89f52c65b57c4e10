"""Dependencies of the handlers, made once from the settings."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from server.accounts.profiles.rules import reserved_names
from server.accounts.sessions.authentication import find_member, session_in_handshake
from server.accounts.sessions.cookies import Cookies
from server.accounts.sessions.development_provider import (
    CLIENT_ID,
    CLIENT_SECRET,
    DevelopmentProvider,
)
from server.accounts.sessions.endpoints.account import AccountDependencies
from server.accounts.sessions.endpoints.session import SessionDependencies, refresh_by_form
from server.accounts.sessions.endpoints.sign_in import CALLBACK, SignInDependencies
from server.accounts.sessions.export.slots import ExportSlots
from server.accounts.sessions.provider import OAuthClient, Provider
from server.accounts.sessions.seals import Seals
from server.accounts.sessions.tokens import Secret
from server.accounts.sessions.write_guard import WriteGuardRules
from server.community.actions.member_data import MemberData
from server.community.dependencies import CommunityDependencies
from server.community.letters.content import Sender
from server.community.letters.delivery import Letters
from server.community.letters.mailers import FolderMailer, Mailer, SmtpMailer
from server.community.page_reads import PageReads
from server.community.queries.contributions import member_counts
from server.community.queries.visibility import members_without
from server.community.queries.withheld import access_to_picture
from server.database import engine as databases
from server.database.clock import Clock, utc_now
from server.database.engine import Engine, Sessions
from server.discovery.cards.card_images import CardRemoval, remove_cards
from server.media.imaging.image_pool import ImagePool
from server.media.storage.interface import Storage
from server.media.storage.local import LocalStorage
from server.media.uploads.dependencies import MemberLocks, Uploads
from server.pages.health import Check
from server.realtime.channel import Channel, create_channel
from server.realtime.events import Event
from server.realtime.postgresql import Connect
from server.realtime.socket import LiveConnections
from server.settings import Settings
from server.web.metrics import Metrics
from server.web.outer_middleware import Drain
from server.web.rate_limits.rates import MemoryRates, Rates, networks_in
from server.web.rate_limits.shared_rates import SharedRates

if TYPE_CHECKING:
    from server.accounts.sessions.google import Transport

# Starts a task; the context ends it.
BackgroundTask = Callable[[], AbstractAsyncContextManager[None]]


@dataclass(frozen=True, slots=True)
class Parts:
    """Objects that handlers and background tasks share."""

    database: Sessions
    sessions: SessionDependencies
    sign_in: SignInDependencies
    account: AccountDependencies
    storage: Storage
    uploads: Uploads
    community: CommunityDependencies
    letters: Letters
    reads: PageReads
    write_guard_rules: WriteGuardRules
    channel: Channel
    live_connections: LiveConnections
    # Checks of readiness by name.
    needed: Mapping[str, Check]
    drain: Drain
    metrics: Metrics
    shared_rates: SharedRates | None
    development_provider: DevelopmentProvider | None
    # In the order of their start; a test runs the tasks that it names.
    background_tasks: Sequence[BackgroundTask] = ()


def make_parts(
    settings: Settings,
    engine: Engine,
    *,
    now: Clock = utc_now,
    provider_transport: "Transport | None" = None,
    drain: Drain | None = None,
) -> Parts:
    """Creates a host's parts; the server begins `drain`, tests replace clock and transport."""
    database = databases.create_sessions(engine)
    storage, locks = make_storage(settings), MemberLocks()
    letters, shared_rates = make_letters(settings, database, now=now), make_shared_rates(settings)
    rates: Rates = shared_rates or MemoryRates()
    channel = _channel(settings, database)
    secret = Secret(settings.secret.encode())
    cookies = Cookies(is_https=settings.origin.startswith("https:"))
    sessions = SessionDependencies(
        database=database, secret=secret, cookies=cookies, rates=rates, now=now, count=member_counts
    )
    database.on_commit(CardRemoval(database, storage, now))
    community = CommunityDependencies(database, storage, rates, now)
    development = _development_provider(settings, now)
    provider = make_provider(settings, development, now=now, transport=provider_transport)
    return Parts(
        database=database,
        sessions=sessions,
        sign_in=_sign_in(settings, sessions, provider),
        account=AccountDependencies(
            sessions,
            storage,
            locks,
            MemberData(community),
            partial(remove_cards, storage, "member"),
            letters.sender.names,
            ExportSlots(),
        ),
        storage=storage,
        uploads=_uploads(sessions, storage, locks),
        community=community,
        letters=letters,
        reads=PageReads(database, now=now, offers_letter=letters.is_offered),
        write_guard_rules=_write_guard_rules(settings, sessions),
        channel=channel,
        live_connections=_live_connections(settings, channel, sessions),
        needed={"database": partial(databases.check, engine)},
        drain=drain or Drain(),
        metrics=Metrics(),
        shared_rates=shared_rates,
        development_provider=development,
    )


def _write_guard_rules(settings: Settings, sessions: SessionDependencies) -> WriteGuardRules:
    """Returns the settings of the guard of changes."""
    refresh = partial(refresh_by_form, sessions)
    return WriteGuardRules(settings.origins, sessions.secret, sessions.rates, refresh)


def _uploads(sessions: SessionDependencies, storage: Storage, locks: MemberLocks) -> Uploads:
    """Returns the dependencies of uploads; `access_of` decides who may see a post's picture."""
    database, now = sessions.database, sessions.now
    find = partial(find_member, database, sessions.cookies, now)
    access_of = partial(access_to_picture, database, find)
    return Uploads(database, storage, ImagePool(), locks, now, access_of)


def make_letters(settings: Settings, database: Sessions, *, now: Clock = utc_now) -> Letters:
    """Returns the sender of letters, with the operator's details that each letter contains."""
    operator, mail = settings.operator, settings.mail_server
    given = (operator.name, operator.representative, operator.address, operator.email)
    sender = Sender(
        origin=settings.origin,
        address=(mail and mail.sender) or f"letters@{urlsplit(settings.origin).hostname}",
        names={"en": settings.site_name_en, "ja": settings.site_name_ja},
        particulars=tuple(filter(None, (*given, operator.phone))),
        secret=Secret(settings.secret.encode()),
    )
    return Letters(database, sender, _make_mailer(settings), now)


def _make_mailer(settings: Settings) -> Mailer | None:
    """Returns the mail server; without one a folder in development, None in production."""
    if settings.mail_server is not None:
        return SmtpMailer(settings.mail_server)
    return None if settings.is_production else FolderMailer(settings.data_dir / "mail")


def _live_connections(
    settings: Settings, channel: Channel, sessions: SessionDependencies
) -> LiveConnections:
    """Returns the dependencies of live connections: subscribers, own origins, and the session."""
    session_of = partial(session_in_handshake, sessions.database, sessions.cookies, sessions.now)
    return LiveConnections(channel.subscribers, settings.origins, networks_in, session_of)


def _channel(settings: Settings, database: Sessions) -> Channel:
    """Returns the channel of events, over PostgreSQL if the hosts share one."""
    connect = _shared_connection(settings.database_url)
    return create_channel(connect, partial(_members_without, database))


async def _members_without(database: Sessions, event: Event) -> frozenset[str]:
    """Returns the ids of members from whom the event's post or comment is hidden."""
    async with database.reading() as source:
        return await members_without(source, event)


def _sign_in(
    settings: Settings, sessions: SessionDependencies, provider: Provider
) -> SignInDependencies:
    """Returns the dependencies of the sign-in."""
    return SignInDependencies(
        origin=settings.origin,
        provider=provider,
        database=sessions.database,
        cookies=sessions.cookies,
        seals=Seals(sessions.secret, now=sessions.now),
        secret=sessions.secret,
        rates=sessions.rates,
        now=sessions.now,
        reserved=reserved_names(settings.site_name_en, settings.site_name_ja),
    )


def make_shared_rates(settings: Settings) -> SharedRates | None:
    """Returns the rate limiter of several hosts; None without REDIS_URL."""
    url = settings.redis_url
    return SharedRates(url, settings.secret.encode()) if url else None


def make_storage(settings: Settings) -> Storage:
    """Returns the object store if it is configured, else a folder below DATA_DIR."""
    store = settings.object_store
    if store is None:
        return LocalStorage(settings.data_dir / "media")
    # Its packages weigh ten megabytes, which a host that keeps files in a folder need not hold.
    from server.media.storage.s3 import Account, S3Storage  # noqa: PLC0415

    return S3Storage(
        Account(store.bucket, store.region, store.endpoint, store.access_key, store.secret_key)
    )


def _shared_connection(database_url: str) -> Connect | None:
    """Returns the function that opens a connection for events between hosts.

    None for an SQLite file, which one host uses alone.
    """
    is_shared = database_url.startswith("postgresql")
    return partial(databases.driver_connection, database_url) if is_shared else None


def _development_provider(settings: Settings, now: Clock) -> DevelopmentProvider | None:
    """Returns the provider of sample members; None in production or with a provider in settings."""
    if settings.is_production or settings.sign_in:
        return None
    return DevelopmentProvider(settings.origin, callback_url=settings.origin + CALLBACK, now=now)


def make_provider(
    settings: Settings,
    development: DevelopmentProvider | None = None,
    *,
    now: Clock = utc_now,
    transport: "Transport | None" = None,
) -> Provider:
    """Returns the client of the provider in the settings, or of the development provider."""
    return Provider(_make_client(settings, development), now=now, transport=transport)


def _make_client(settings: Settings, development: DevelopmentProvider | None) -> OAuthClient:
    """Returns the OAuth client of the settings, or of the development provider."""
    callback = settings.origin + CALLBACK
    given = settings.sign_in
    if given:
        return OAuthClient(given.issuer, given.client_id, given.client_secret, callback)
    issuer = development.issuer if development else ""
    return OAuthClient(issuer, CLIENT_ID, CLIENT_SECRET, callback)
