"""The rank rule: only administrators decide about the person of a member with a role."""

# Decisions about the person, whatever was reported; a report on a member is about the person too.
# With other decisions posts and comments of role holders are moderated as those of all members.
# "reset" is the decision on a report, "reset-profile" its action in the log.
PERSONAL = frozenset({"warn", "suspend", "sign-out", "reset", "reset-profile"})


def may_decide(decider: str | None, role: str | None, *, kind: str, decision: str) -> bool:
    """Returns whether a role holder with role `decider` may decide about a member with `role`.

    `kind` is the kind of the reported subject; a role is None for a member without one.
    """
    is_personal = kind == "member" or decision in PERSONAL
    return decider == "administrator" or (decider is not None and not (role and is_personal))
