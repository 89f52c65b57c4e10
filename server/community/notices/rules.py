"""Groups of notifications without a post: all of one group are marked as read together.

A group is named after the page to which its notifications lead.
"""

from server.moderation.rules import Subject, unknown_subject

# Decisions of moderators about the member, which lead to the account page.
DECISION_GROUP = "decisions"
# Results of reports, which lead to the guidelines.
REPORT_GROUP = "reports"
# Results of corrections of a record lead to it: each record is a group, such as cultivar:saemidori.
RECORD_PREFIX = "cultivar:"


def checked_group(text: str) -> str:
    """Returns the name of a group; raises Refusal 404 for text that is none.

    Whether the record of a group exists is not checked here.
    """
    if text not in (DECISION_GROUP, REPORT_GROUP) and Subject.parse(text).kind != "cultivar":
        raise unknown_subject()
    return text


def choice_of(kind: str) -> str:
    """Returns the name of the setting for notifications of a kind: `follow` for `follow-member`.

    Results of corrections have that of `report`. A kind that is a moderators' action is returned as
    it is, without a setting: decisions cannot be turned off.
    """
    group = kind.partition("-")[0]
    if group == "correction":
        return "report"
    return group if group in {"follow", "report"} else kind
