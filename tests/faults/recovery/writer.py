"""Runs a host's actions in a loop, in child processes that a test kills one after the other."""

import asyncio
import os
import sys
from dataclasses import replace
from itertools import count
from pathlib import Path

from server.community.actions.posts import create_post
from server.community.actions.reactions import add_comment
from server.community.schemas import NewComment, NewPost
from server.database.engine import create_engine
from server.parts import make_parts
from server.settings import Settings
from server.web.rate_limits.rates import Rate
from server.web.viewer import Member

WRITER = "11111111-1111-4111-8111-111111111111"


class _Unlimited:
    """Rate limiter that allows everything."""

    async def take(self, rate: Rate, who: str) -> int:
        del rate, who
        return 0


async def _write(settings: Settings, round_number: int) -> None:
    """Print a line for each change after it was acknowledged."""
    parts = make_parts(settings, create_engine(settings.database_url))
    community = replace(parts.community, rates=_Unlimited())
    # So many texts of a member without a role would be held, and a held post takes no comment.
    member = Member(id=WRITER, display_name="writer", language="ja", role="moderator")
    for number in count():
        words = f"{round_number}-{number}"
        new = NewPost(content=words, category="question", language="ja")
        post = await create_post(community, member, post=new, key=None)
        _say(f"post {post.id} {words}")
        comment = NewComment(words)
        said = await add_comment(community, member, post_id=post.id, comment=comment)
        _say(f"comment {said.id} {words}")


def _say(line: str) -> None:
    os.write(sys.stdout.fileno(), f"{line}\n".encode())


def main() -> None:
    settings = Settings.from_environment({"DATA_DIR": sys.argv[1]})
    Path(sys.argv[1]).mkdir(exist_ok=True)
    for round_number, _ in enumerate(sys.stdin):
        child = os.fork()
        if not child:
            asyncio.run(_write(settings, round_number))
        _say(f"child {child}")
        os.waitpid(child, 0)
        _say("gone")


if __name__ == "__main__":
    main()
