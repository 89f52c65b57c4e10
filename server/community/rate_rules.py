"""Rates of what members publish; stricter on a member's first day."""

from server.accounts.sessions.write_guard import check_rate
from server.contracts.limits import LIMITS
from server.errors import Refusal
from server.web.rate_limits.rates import Rate, Rates
from server.web.viewer import Member

MINUTE_S = 60
HOUR_S = 3600

POSTS = Rate("posts", 10, HOUR_S)
COMMENTS = Rate("comments", 30, 10 * MINUTE_S)
LIKES = Rate("likes", 60, MINUTE_S)
DELETES = Rate("deletes", 30, 30 * MINUTE_S)
REPORTS = Rate("reports", 30, HOUR_S)
VISITOR_REPORTS = Rate("reports of visitors", 5, HOUR_S, counted_by="address")
RELATIONS = Rate("relations", 60, 10 * MINUTE_S)

# Same counter as POSTS: posts of the first day count when the member is no longer new.
NEW_MEMBER_POSTS = POSTS._replace(most=LIMITS.new_member_posts)
# Own counter, counted when a comment is written: a refused attempt does not use it up.
NEW_MEMBER_COMMENTS = Rate("comments of new members", LIMITS.new_member_comments, 10 * MINUTE_S)


async def check_post_rate(rates: Rates, member: Member) -> None:
    """Counts a post; raises a refusal with 429 above the rate, which is lower for new members."""
    if not member.is_new:
        await check_rate(rates, POSTS, key=member.id)
        return
    seconds = await rates.take(NEW_MEMBER_POSTS, member.id)
    if seconds:
        params = _params(seconds, NEW_MEMBER_POSTS)
        raise Refusal("createPost.errors.newMemberPace", 429, params=params)


async def check_new_member_comment_rate(rates: Rates, member: Member) -> None:
    """Counts a new member's comment; raises a refusal with 429 above the rate."""
    seconds = await rates.take(NEW_MEMBER_COMMENTS, member.id) if member.is_new else 0
    if seconds:
        params = _params(seconds, NEW_MEMBER_COMMENTS)
        raise Refusal("postDetail.newMemberPace", 429, params=params)


def _params(seconds: int, rate: Rate) -> dict[str, int]:
    """Returns the refusal's figures: the rate, and the wait rounded up to minutes."""
    minutes = -(-seconds // MINUTE_S)
    hours = LIMITS.new_member_hours
    return {"seconds": seconds, "minutes": minutes, "most": rate.most, "hours": hours}
