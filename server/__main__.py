"""Entry of the `chanoki` command; runs one of the commands in `commands/`."""

import argparse
import os
import sys
from collections.abc import Callable

from server.commands.arguments import read_arguments
from server.errors import StartRefused
from server.settings import Settings

# Structlog and uvicorn load these where they are installed, for tracebacks and for watching source
# files. The site uses neither, which saves five megabytes for each host.
UNUSED_PACKAGES = ("rich", "watchfiles")

# The exit code of a command that its user interrupted.
INTERRUPTED = 130
# The exit code of a command whose output is no longer read, as in `./chanoki doctor | head -1`.
NOT_READ = 141
SERVING = (None, "serve")

# A command that needs the settings, with the arguments of the command line; returns the exit code.
Command = Callable[[Settings, argparse.Namespace], int]


def main() -> int:
    """Runs the command that the command line names; returns the exit code."""
    arguments = read_arguments()
    try:
        code = _run_command(arguments)
        # There is no output where the caller closed it, as in `./chanoki migrate >&-`.
        if sys.stdout:
            sys.stdout.flush()
        return code
    except BrokenPipeError:
        # Otherwise Python would report the same error once more when it closes the output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NOT_READ
    except StartRefused as refused:
        failed = (
            "Chanoki can't start"
            if arguments.command in SERVING
            else f"chanoki {arguments.command} failed"
        )
        print(f"{failed}: {refused}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        # An interrupted command did not finish; a site that was interrupted has stopped in order.
        return 0 if arguments.command in SERVING else INTERRUPTED


def _run_command(arguments: argparse.Namespace) -> int:
    """Runs the command of these arguments; returns the exit code."""
    if arguments.command == "catalogue":
        return _check_catalogue(arguments)
    return _run(arguments, Settings.from_environment())


def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Runs a command that needs the settings; imports only the packages of this command."""
    # The shared files are read on import, so a broken one is reported here in one sentence.
    if arguments.command in SERVING:
        # The serving process loads no packages of other commands.
        _block_imports(UNUSED_PACKAGES)
        from server.commands.serve import serve  # noqa: PLC0415

        return serve(settings)
    return commands()[arguments.command](settings, arguments)


def _check_catalogue(arguments: argparse.Namespace) -> int:
    """Runs `catalogue check` or `catalogue links`; returns the exit code."""
    # Needs no settings, and must not import the packages that refuse a faulty catalogue.
    from server.commands.catalogue import check_catalogue  # noqa: PLC0415
    from server.contracts.files import SHARED  # noqa: PLC0415

    if arguments.action == "links":
        from server.commands.source_links import check_links  # noqa: PLC0415

        return check_links(SHARED / "catalogue", write=arguments.write)
    return check_catalogue(SHARED / "catalogue", arguments.id, write=arguments.write)


def _block_imports(packages: tuple[str, ...]) -> None:
    """Makes imports of these packages fail as if they were not installed, which saves memory."""
    for package in packages:
        # None in sys.modules makes an import raise; its type stub does not allow None.
        sys.modules[package] = None  # type: ignore[assignment]


def commands() -> dict[str, Command]:
    """Returns the commands other than `serve` and `catalogue` by name; imports their modules.

    The import is here, so that a site that serves does not load them.
    """
    from server.commands.backup import back_up, export  # noqa: PLC0415
    from server.commands.doctor import examine  # noqa: PLC0415
    from server.commands.mail import show_mail  # noqa: PLC0415
    from server.commands.migrate import bring_up_to_date  # noqa: PLC0415
    from server.commands.moderate import moderate  # noqa: PLC0415
    from server.commands.restore import restore  # noqa: PLC0415
    from server.commands.seed import seed  # noqa: PLC0415

    return {
        "migrate": lambda settings, _: bring_up_to_date(settings),
        "seed": lambda settings, given: seed(settings, more=given.posts),
        "doctor": lambda settings, _: examine(settings),
        "backup": lambda settings, given: back_up(settings, given.file),
        "restore": lambda settings, given: restore(settings, given.file),
        "export": lambda settings, given: export(settings, given.file),
        "mail": lambda settings, _: show_mail(settings),
        "moderate": moderate,
    }


if __name__ == "__main__":
    sys.exit(main())
