"""Handlers of notification choices, of their form, and of the end of the weekly letter."""

from typing import Annotated, Any
from urllib.parse import urlencode

from litestar import Response, get, post, put
from litestar.di import NamedDependency
from litestar.enums import RequestEncodingType
from litestar.params import Body, JSONBody, SkipValidation

from server.community.actions.transactions import member_transaction
from server.community.endpoints.posts import PRIVATE
from server.community.letters.actions import end_consent, save_settings
from server.community.letters.delivery import Letters
from server.community.letters.queries import get_settings
from server.community.letters.rules import check_settings
from server.community.letters.schemas import (
    EndForm,
    NotificationChoices,
    NotificationSettings,
    SettingsChange,
    SettingsForm,
)
from server.community.rate_rules import RELATIONS
from server.contracts.routes import Language, path_for
from server.database.transaction import transaction
from server.errors import Refusal
from server.web.asgi import query_values
from server.web.dependencies import FromMember
from server.web.forms import FORM, form_language, refused_form, see_other
from server.web.problems import AnyRequest
from server.web.viewer import (
    CHANGE_BODY,
    CHANGE_BY_FORM,
    CHANGE_RATE,
    CHANGE_WITHOUT_SESSION,
    Member,
    check_shown_to,
    members_only,
)

Form = Annotated[SettingsForm, Body(media_type=RequestEncodingType.URL_ENCODED)]
End = Annotated[EndForm, Body(media_type=RequestEncodingType.URL_ENCODED)]
CHOICES = NotificationChoices.__struct_fields__
FromLetters = NamedDependency[SkipValidation[Letters]]


@get(
    "/api/account/notifications",
    operation_id="getNotificationSettings",
    summary="Which notifications the member chose, and whether a weekly letter is sent",
    guards=[members_only()],
)
async def get_notification_settings(
    letters: FromLetters, member: FromMember
) -> Response[NotificationSettings]:
    async with transaction(letters.database) as opened:
        view = await get_settings(opened.session, member, is_offered=letters.is_offered)
    return Response(view, headers=PRIVATE)


@put(
    "/api/account/notifications",
    operation_id="saveNotificationSettings",
    summary="Choose the channel of each kind of notification: the site, the weekly letter, or none",
    guards=[members_only()],
    opt={CHANGE_RATE: RELATIONS},
)
async def put_notification_settings(
    data: JSONBody[SettingsChange], letters: FromLetters, member: FromMember
) -> Response[NotificationSettings]:
    await _save(letters, member, data)
    async with transaction(letters.database) as opened:
        view = await get_settings(opened.session, member, is_offered=letters.is_offered)
    return Response(view, headers=PRIVATE)


def _back(request: AnyRequest, outcome: str) -> Response[Any]:
    """Redirects to the choices on the notifications page, in the language of the form."""
    query = urlencode({"choices": outcome})
    return see_other(f"{path_for('notifications', form_language(request))}?{query}#choices")


@post(
    "/api/account/notifications/form",
    include_in_schema=False,
    guards=[members_only()],
    opt={CHANGE_BODY: FORM, CHANGE_BY_FORM: True, CHANGE_RATE: RELATIONS},
    exception_handlers={Refusal: refused_form(_back, kept=CHOICES)},
)
async def post_notification_settings_form(
    request: AnyRequest, data: Form, letters: FromLetters, member: FromMember
) -> Response[Any]:
    """Saves the channels of notifications by a form and redirects to the notifications page."""
    check_shown_to(data.member, member)
    choices = NotificationChoices(**{name: getattr(data, name) for name in CHOICES})
    await _save(letters, member, SettingsChange(choices, consents=bool(data.consent)))
    return _back(request, "saved")


@get("/api/letters/end", include_in_schema=False)
async def get_letter_end(request: AnyRequest) -> Response[Any]:
    """Redirects a browser to the page of a letter's link, and ends nothing.

    Mail programs without RFC 8058 open the address of `List-Unsubscribe` in a browser.
    """
    query = query_values(request.scope["query_string"].decode("latin-1"))
    kept = urlencode({name: query.get(name, "") for name in ("member", "token")})
    return see_other(f"{path_for('letterEnd', form_language(request))}?{kept}")


@post(
    "/api/letters/end",
    include_in_schema=False,
    opt={CHANGE_WITHOUT_SESSION: True},
    status_code=204,
)
async def post_letter_end(request: AnyRequest, letters: FromLetters) -> None:
    """Ends the letter for a mail program (RFC 8058), which sends no cookie and no origin.

    Raises Refusal 403 for a wrong token.
    """
    query = query_values(request.scope["query_string"].decode("latin-1"))
    await _end(letters, query.get("member", ""), query.get("token", ""))


def _back_to_end(request: AnyRequest, outcome: str) -> Response[Any]:
    """Redirects to the page of a letter's link with the reason of a refusal."""
    return see_other(f"{path_for('letterEnd', form_language(request))}?error={outcome}")


@post(
    "/api/letters/end/form",
    include_in_schema=False,
    opt={CHANGE_WITHOUT_SESSION: True, CHANGE_BY_FORM: True, CHANGE_BODY: FORM},
    exception_handlers={
        Refusal: refused_form(_back_to_end, kept=("member", "token"), is_open=True)
    },
)
async def post_letter_end_form(data: End, letters: FromLetters) -> Response[Any]:
    """Ends a member's letters by the token of a letter, without a session.

    Redirects to the page of the link, whose query says whether the token was right.
    """
    language: Language = "ja" if data.language == "ja" else "en"
    try:
        await _end(letters, data.member, data.token)
    except Refusal:
        return see_other(f"{path_for('letterEnd', language)}?error=1")
    return see_other(f"{path_for('letterEnd', language)}?ended=1")


HANDLERS = (
    get_notification_settings,
    put_notification_settings,
    post_notification_settings_form,
    get_letter_end,
    post_letter_end,
    post_letter_end_form,
)


async def _save(letters: Letters, member: Member, change: SettingsChange) -> None:
    """Saves the choices; raises Refusal 422 for those that `check_settings` refuses."""
    check_settings(change, is_offered=letters.is_offered, email=member.email)
    async with member_transaction(letters.database, member) as opened:
        await save_settings(opened, member, change=change, now=letters.now())


async def _end(letters: Letters, member_id: str, token: str) -> None:
    """Ends a member's letters, if they have not ended; raises Refusal 403 for a wrong token."""
    if not letters.sender.is_token_of(member_id, token):
        raise Refusal("app.forbidden", 403)
    async with transaction(letters.database) as opened:
        await end_consent(opened, member_id)
