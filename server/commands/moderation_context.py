"""Dependencies, arguments and author of a moderation command."""

import os
import pwd
from argparse import Namespace
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from server.community.dependencies import CommunityDependencies
from server.errors import StartRefused
from server.moderation.rules import Attribution, checked_attribution


@dataclass(frozen=True, slots=True)
class ModerationContext:
    """Dependencies and arguments of a moderation command."""

    community: CommunityDependencies
    arguments: Namespace

    @property
    def attribution(self) -> Attribution:
        """Returns operator, reason and rule; raises StartRefused for an invalid argument."""
        made_by = self.arguments.by or _name_of_user()
        rule = getattr(self.arguments, "rule", None)
        return checked_attribution(made_by=made_by, reason=self.arguments.reason, rule=rule)


Command = Callable[[ModerationContext], Awaitable[str]]


def _name_of_user() -> str:
    """Returns the name of the system's user; raises StartRefused if it has none."""
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        raise StartRefused("this user has no name; say who does it by --by.") from None
