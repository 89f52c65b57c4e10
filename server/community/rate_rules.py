"""Rates of changes and reports; those of posts and comments grow with a member's allowance."""

from server.accounts.sessions.write_guard import check_rate
from server.community.allowance_rules import ORDINARY, step_after
from server.contracts.limits import Allowance
from server.errors import Refusal
from server.web.rate_limits.rates import Rate, Rates
from server.web.viewer import Member

MINUTE_S = 60
HOUR_S = 3600

POSTS = Rate("posts", ORDINARY.posts, HOUR_S)
COMMENTS = Rate("comments", ORDINARY.comments, 10 * MINUTE_S)
# Edits of posts and comments together: a moderator reads a text that its author cannot change all
# the time.
EDITS = Rate("edits", 20, HOUR_S)
LIKES = Rate("likes", 60, MINUTE_S)
DELETES = Rate("deletes", 30, 30 * MINUTE_S)
REPORTS = Rate("reports", 30, HOUR_S)
VISITOR_REPORTS = Rate("reports of visitors", 5, HOUR_S, counted_by="address")
RELATIONS = Rate("relations", 60, 10 * MINUTE_S)

# Its own counter, for comments that pass the checks before it: COMMENTS counts every attempt.
COMMENTS_OF_STEPS = COMMENTS._replace(name="comments of new members")


async def check_post_rate(rates: Rates, member: Member, allowance: Allowance) -> None:
    """Counts a post of the member; raises Refusal 429 above the allowance's posts in an hour.

    Below the ordinary allowance, the refusal names the next step and what it requires.
    """
    if allowance == ORDINARY:
        await check_rate(rates, POSTS, key=member.id)
        return
    # The counter of POSTS: what was written at an earlier step counts at a later one.
    seconds = await rates.take(POSTS._replace(most=allowance.posts), member.id)
    if seconds:
        after = step_after(allowance)
        params = _params(seconds, after, most=allowance.posts, more=after.posts)
        raise Refusal("postRefusals.newMemberPace", 429, params=params)


async def check_comment_rate(rates: Rates, member: Member, allowance: Allowance) -> None:
    """Counts a comment of a member below the ordinary allowance.

    Raises Refusal 429 above the allowance's comments in 10 minutes. The ordinary rate, COMMENTS, is
    counted for all members before the handler runs.
    """
    if allowance == ORDINARY:
        return
    rate = COMMENTS_OF_STEPS._replace(most=allowance.comments)
    seconds = await rates.take(rate, member.id)
    if seconds:
        after = step_after(allowance)
        params = _params(seconds, after, most=allowance.comments, more=after.comments)
        raise Refusal("postDetail.newMemberPace", 429, params=params)


async def check_edit_rate(rates: Rates, member: Member) -> None:
    """Counts an edit that changes a post or comment; raises Refusal 429 above EDITS."""
    await check_rate(rates, EDITS, key=member.id)


def _params(seconds: int, after: Allowance, *, most: int, more: int) -> dict[str, int]:
    """Returns the parameters of a refusal's message: wait, rates, and what the next step requires.

    `most` is the present rate, `more` that of the step `after`. The wait is given in seconds and in
    minutes, rounded up.
    """
    return {
        "seconds": seconds,
        "minutes": -(-seconds // MINUTE_S),
        "most": most,
        "more": more,
        "posts": after.public_posts,
        "days": after.days,
    }
