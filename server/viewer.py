"""Who is asking: a visitor, or in time a member."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody who is not signed in."""

    @property
    def is_member(self) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who is signed in."""

    id: str

    @property
    def is_member(self) -> bool:
        return True


Viewer = Visitor | Member
