"""How often a member may do what others see; on their first day less often."""

from dataclasses import dataclass

from server.contracts.limits import LIMITS
from server.edge.rates import Rate, Rates
from server.errors import Refusal
from server.viewer import Member

MINUTE_S = 60
HOUR_S = 3600


@dataclass(frozen=True, slots=True)
class Pace:
    """A rate for everybody, and what is said of it; where new members have their own, that too."""

    rate: Rate
    of_new: Rate | None = None
    code_for_new: str = ""

    async def keep(self, rates: Rates, member: Member) -> None:
        """Both rates count in one place: who is new no longer goes on from what they did."""
        own = self.of_new if member.is_new else None
        seconds = await rates.take(own or self.rate, member.id)
        if not seconds:
            return
        if own is None:
            raise Refusal("app.tooManyRequests", 429, params={"seconds": seconds})
        params = {
            "seconds": seconds,
            "minutes": -(-seconds // MINUTE_S),
            "most": own.most,
            "hours": LIMITS.new_member_hours,
        }
        raise Refusal(self.code_for_new, 429, params=params)


def _pace(rate: Rate, new_most: int, *, code: str) -> Pace:
    return Pace(rate, rate._replace(most=new_most), code)


POSTS = _pace(
    Rate("posts", 10, HOUR_S), LIMITS.new_member_posts, code="createPost.errors.newMemberPace"
)
COMMENTS = _pace(
    Rate("comments", 30, 10 * MINUTE_S), LIMITS.new_member_comments, code="postDetail.newMemberPace"
)
LIKES = Pace(Rate("likes", 60, MINUTE_S))
DELETES = Pace(Rate("deletes", 30, 30 * MINUTE_S))
