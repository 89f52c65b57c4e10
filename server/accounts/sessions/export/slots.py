"""Limit of exports that run at once."""

from server.errors import Refusal

HOST_MOST = 8
BUSY_S = 30


class ExportSlot:
    """Slot of one running export; free again when it is released or garbage-collected."""

    def __init__(self, members: set[str], member_id: str) -> None:
        self._members = members
        self._member_id = member_id
        self._is_taken = True
        members.add(member_id)

    def release(self) -> None:
        """Frees the slot; a second call does nothing."""
        if self._is_taken:
            self._is_taken = False
            self._members.discard(self._member_id)

    # A response that is never sent is only dropped.
    __del__ = release


class ExportSlots:
    """Slots of exports: one for a member, eight for the host."""

    def __init__(self) -> None:
        self._members: set[str] = set()

    def take(self, member_id: str) -> ExportSlot:
        """Returns a slot; raises Refusal 409 if the member has one, 503 if all are taken."""
        if member_id in self._members:
            raise Refusal("account.download.running", 409)
        if len(self._members) >= HOST_MOST:
            raise Refusal("app.unavailable", 503, params={"seconds": BUSY_S})
        return ExportSlot(self._members, member_id)
