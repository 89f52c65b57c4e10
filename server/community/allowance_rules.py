"""Rules of allowances: what a member may write grows with public posts and time."""

from datetime import timedelta

from server.contracts.limits import LIMITS, Allowance

# Steps, the lowest first: a new member begins at the first one and ends at the ordinary one.
ALLOWANCES = LIMITS.allowances
ORDINARY = ALLOWANCES[-1]
_ESTABLISHED_AFTER = timedelta(days=LIMITS.established_days)


def is_established(membership: timedelta) -> bool:
    """Returns whether an account of this age has the ordinary allowance without any post."""
    return membership >= _ESTABLISHED_AFTER


def allowance_of(membership: timedelta, *, public_posts: int) -> Allowance:
    """Returns the highest step whose public posts and age of the account a member has reached.

    An established account has the ordinary allowance, however few posts it has.
    """
    if is_established(membership):
        return ORDINARY
    reached = (
        step
        for step in reversed(ALLOWANCES)
        if public_posts >= step.public_posts and membership >= timedelta(days=step.days)
    )
    # A clock that was put back makes the time negative.
    return next(reached, ALLOWANCES[0])


def step_after(allowance: Allowance) -> Allowance:
    """Returns the step that follows an allowance; for the last step, the last step itself."""
    return ALLOWANCES[min(ALLOWANCES.index(allowance) + 1, len(ALLOWANCES) - 1)]
