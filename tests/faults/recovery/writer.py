"""Process that writes posts and comments by the host's actions until it is killed.

For each line of its input it forks a child that writes; it prints the child's process id, every
written row, and `gone` once the child has ended.
"""

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
    """Rate limiter that allows every request."""

    async def take(self, rate: Rate, subject: str) -> int:
        del rate, subject
        return 0


async def _write(settings: Settings, round_number: int) -> None:
    """Writes posts with a comment in a loop; prints each row once it is committed."""
    parts = make_parts(settings, create_engine(settings.database_url))
    community = replace(parts.community, rates=_Unlimited())
    # So many posts of a plain member would be held for review, and held posts accept no comments.
    member = Member(id=WRITER, display_name="writer", language="ja", role="moderator")
    for number in count():
        content = f"{round_number}-{number}"
        new = NewPost(content=content, category="question", language="ja")
        post = await create_post(community, member, post=new, key=None)
        _print_line(f"post {post.id} {content}")
        comment = NewComment(content)
        added = await add_comment(community, member, post_id=post.id, comment=comment)
        _print_line(f"comment {added.id} {content}")


def _print_line(line: str) -> None:
    os.write(sys.stdout.fileno(), f"{line}\n".encode())


def main() -> None:
    settings = Settings.from_environment({"DATA_DIR": sys.argv[1]})
    Path(sys.argv[1]).mkdir(exist_ok=True)
    for round_number, _ in enumerate(sys.stdin):
        child = os.fork()
        if not child:
            asyncio.run(_write(settings, round_number))
        _print_line(f"child {child}")
        os.waitpid(child, 0)
        _print_line("gone")


if __name__ == "__main__":
    main()
