"""Dependencies that handlers take from the request: the viewer and the member."""

from litestar.di import NamedDependency, Provide
from litestar.params import SkipValidation

from server.web.problems import AnyRequest
from server.web.viewer import Member, Viewer, member_in, viewer_in

FromMember = NamedDependency[SkipValidation[Member]]
FromViewer = NamedDependency[SkipValidation[Viewer]]


def provide_member(request: AnyRequest) -> Member:
    """Returns the signed-in member; raises Refusal 401 for a visitor."""
    return member_in(request.scope)


def provide_viewer(request: AnyRequest) -> Viewer:
    return viewer_in(request.scope)


REQUEST_DEPENDENCIES = {
    "member": Provide(provide_member, sync_to_thread=False),
    "viewer": Provide(provide_viewer, sync_to_thread=False),
}
