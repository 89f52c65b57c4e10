"""Releases of posts and comments that the site holds for review, and their undo."""

from datetime import datetime
from typing import cast

from server.community.actions.transactions import lock_any_post
from server.community.actions.withheld import (
    WithheldThing,
    show_comment,
    show_post,
    withhold_comment,
    withhold_post,
)
from server.community.holds.actions import open_case
from server.database.transaction import Transaction
from server.errors import Refusal
from server.moderation.actions import record_change
from server.moderation.rules import Attribution, ModerationChange, Subject
from server.moderation.schemas import HoldRule, ReportedThing
from server.moderation.tables import ModerationEntry


async def release(
    opened: Transaction, attribution: Attribution, thing: ReportedThing, *, now: datetime
) -> None:
    """Publishes a held post or comment, and logs the release under the rule that held it.

    Raises Refusal 409 if it is not held.
    """
    subject, post_id = Subject.parse(thing.subject), thing.post_id or 0
    await lock_any_post(opened.session, post_id)
    if subject.kind == "post":
        is_done = await show_post(opened, post_id, state="held", now=now)
    else:
        is_done = await show_comment(
            opened, subject.number or 0, post_id=post_id, state="held", now=now
        )
    if not is_done:
        raise Refusal("moderation.errors.already", 409)
    rule = cast("HoldRule", thing.held)
    # `decide` takes the chosen rule as reason where there is no note; the log then names the rule
    # that held the text.
    is_unexplained = attribution.reason == attribution.rule
    reason = rule if is_unexplained else attribution.reason
    change = ModerationChange(
        action="release-post" if subject.kind == "post" else "release-comment",
        subject_kind=subject.kind,
        subject_id=subject.number,
        member_id=thing.member_id,
        details={"post_id": post_id} if subject.kind == "comment" else {},
    )
    released = Attribution(attribution.made_by, reason, rule=rule)
    await record_change(opened, released, change, now=now)


async def hold_again(opened: Transaction, entry: ModerationEntry, *, now: datetime) -> bool:
    """Undoes a release: holds the post or comment by the same rule and opens its case again.

    `entry` is the log entry of the release. Returns False if the post or comment is held already.
    """
    number, rule = entry.subject_id or 0, cast("HoldRule", entry.details["rule"])
    if entry.action == "release-post":
        subject = Subject("post", number=number)
        await lock_any_post(opened.session, number)
        is_done = await withhold_post(opened, number, state="held", now=now, rule=rule)
    else:
        subject = Subject("comment", number=number)
        thing = WithheldThing(int(entry.details["post_id"] or 0), number)
        await lock_any_post(opened.session, thing.post_id)
        is_done = await withhold_comment(opened, thing, state="held", now=now, rule=rule)
    await open_case(opened, subject, member_id=entry.member_id, rule=rule, now=now)
    return is_done
