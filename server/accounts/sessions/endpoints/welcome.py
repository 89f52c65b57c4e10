"""Forms that choose the member's language: the welcome after the first sign-in, and the switch."""

from typing import Annotated, Any

from litestar import Response, post
from litestar.datastructures import Cookie
from litestar.enums import RequestEncodingType
from litestar.params import Body

from server.accounts.profiles.actions import save_language, save_welcome
from server.accounts.profiles.endpoints import SAVES, FromProfiles
from server.accounts.profiles.rules import checked_welcome
from server.accounts.profiles.schemas import LanguageForm, WelcomeAnswer
from server.accounts.sessions.endpoints.session import NOT_KEPT
from server.accounts.sessions.endpoints.sign_in import TOO_OFTEN
from server.accounts.sessions.first_language import CHOICE
from server.accounts.sessions.rules import return_path
from server.contracts.routes import Language, in_language
from server.database.transaction import transaction
from server.errors import Refusal
from server.web.dependencies import FromMember
from server.web.forms import (
    EXPIRED,
    TOO_LARGE,
    UNREADABLE,
    RefusedForm,
    form_language,
    is_browser,
    login_address,
)
from server.web.problems import AnyRequest, answer_refusal
from server.web.viewer import (
    ANOTHER_MEMBER,
    CHANGE_BODY,
    CHANGE_BY_FORM,
    CHANGE_RATE,
    check_shown_to,
    members_only,
)

FORM = b"application/x-www-form-urlencoded"
# As long as the client keeps the language that its switch stores.
CHOICE_SECONDS = 365 * 24 * 3600

# Value of the login page's `error` by code of the refusal.
ERRORS = {
    "login.required": EXPIRED,
    ANOTHER_MEMBER: "another_member",
    "app.tooManyRequests": TOO_OFTEN,
    TOO_LARGE: "form_refused",
    UNREADABLE: "form_refused",
}

Form = Annotated[WelcomeAnswer, Body(media_type=RequestEncodingType.URL_ENCODED)]
SwitchForm = Annotated[LanguageForm, Body(media_type=RequestEncodingType.URL_ENCODED)]


def refuse_form(request: AnyRequest, refusal: Refusal) -> Response[Any]:
    """Answers a refused form: browsers are redirected to the login page, others get a problem.

    The login page, in the language of the form, names the reason and leads to the form's `back`.
    """
    if not is_browser(request):
        return answer_refusal(refusal)
    error = ERRORS.get(refusal.code, "")
    language = form_language(request)
    return RefusedForm(
        () if refusal.code == TOO_LARGE else ("back",),
        lambda typed: login_address(language, return_path(typed.get("back")), error=error),
    )


@post(
    "/api/profiles/me/welcome",
    include_in_schema=False,
    guards=[members_only()],
    opt={CHANGE_BODY: FORM, CHANGE_BY_FORM: True, CHANGE_RATE: SAVES},
    exception_handlers={Refusal: refuse_form},
)
async def answer_welcome(data: Form, profiles: FromProfiles, member: FromMember) -> Response[Any]:
    """Saves or skips the welcome of a new member; redirects back in the chosen language."""
    check_shown_to(data.member, member)
    answer = None if data.skip else checked_welcome(data)
    async with transaction(profiles.database) as opened:
        await save_welcome(opened, member, answer=answer, now=profiles.now())
    language = answer.language if answer else member.language
    return _page_in(language, data.back, is_chosen=answer is not None)


@post(
    "/api/profiles/me/language/form",
    include_in_schema=False,
    guards=[members_only()],
    opt={CHANGE_BODY: FORM, CHANGE_BY_FORM: True},
    exception_handlers={Refusal: refuse_form},
)
async def post_language_form(
    data: SwitchForm, profiles: FromProfiles, member: FromMember
) -> Response[Any]:
    """Saves the member's language; redirects to the page in it."""
    check_shown_to(data.member, member)
    async with transaction(profiles.database) as opened:
        await save_language(opened, member, language=data.language, count=profiles.count)
    return _page_in(data.language, data.back, is_chosen=True)


HANDLERS = (answer_welcome, post_language_form)


def _page_in(language: Language, back: str, *, is_chosen: bool) -> Response[Any]:
    """Returns a redirect to a page in a language; a chosen language is stored in its cookie."""
    response = redirect(in_language(return_path(back), language))
    if is_chosen:
        # The home page would otherwise lead to the language that was chosen before.
        response.cookies.append(
            Cookie(CHOICE, value=language, max_age=CHOICE_SECONDS, samesite="lax")
        )
    return response


def redirect(target: str) -> Response[Any]:
    """Returns a redirect with 303 that no cache keeps."""
    headers = {**NOT_KEPT, "location": target}
    return Response(b"", status_code=303, media_type="text/plain", headers=headers)
