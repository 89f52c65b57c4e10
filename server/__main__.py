"""The `chanoki` command: serve the site, prepare, examine, save or bring back an installation."""

import argparse
import sys
from pathlib import Path

from server.errors import StartRefused
from server.settings import Settings

SUMMARIES = {
    "serve": "serve the site; this is what no command at all means",
    "migrate": "bring the database to the newest revision",
    "seed": "fill an empty development database with sample posts",
    "doctor": "say what is wrong with the installation, and what to do about it",
    "backup": "write database and media into one file, while the site goes on",
    "restore": "bring a backup back into an empty database and an empty store",
    "export": "write all but what signs members in into one file of JSON lines and pictures",
}
WITH_FILE = ("backup", "restore", "export")


def main() -> int:
    arguments = _arguments()
    try:
        return _run(arguments, Settings.from_environment())
    except StartRefused as refused:
        print(f"Chanoki can't start: {refused}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m server", description=__doc__)
    commands = parser.add_subparsers(dest="command", metavar="command")
    parsers = {
        name: commands.add_parser(name, help=summary, description=summary)
        for name, summary in SUMMARIES.items()
    }
    for name in WITH_FILE:
        parsers[name].add_argument("file", type=Path, help="the one file")
    parsers["seed"].add_argument(
        "--posts", type=int, default=0, help="so many more, without pictures, to measure with"
    )
    return parser.parse_args()


def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    # The shared files are read on import: only here can a broken one be told in one sentence.
    from server.commands.backing_up import back_up, export  # noqa: PLC0415
    from server.commands.doctor import examine  # noqa: PLC0415
    from server.commands.migrating import bring_up_to_date  # noqa: PLC0415
    from server.commands.restoring import restore  # noqa: PLC0415
    from server.commands.seeding import seed  # noqa: PLC0415
    from server.commands.serving import serve  # noqa: PLC0415

    with_file = {"backup": back_up, "restore": restore, "export": export}
    if arguments.command in with_file:
        return with_file[arguments.command](settings, arguments.file)
    match arguments.command:
        case "migrate":
            return bring_up_to_date(settings)
        case "seed":
            return seed(settings, more=arguments.posts)
        case "doctor":
            return examine(settings)
        case _:
            return serve(settings)


if __name__ == "__main__":
    sys.exit(main())
