"""Program that runs `serve` with a fake build; its argument is the build folder."""

import sys
from dataclasses import replace
from pathlib import Path

from server.commands.serve import serve
from server.settings import Settings

if __name__ == "__main__":
    sys.exit(serve(replace(Settings.from_environment(), build_dir=Path(sys.argv[1]))))
