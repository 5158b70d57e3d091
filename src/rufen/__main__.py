"""`python -m rufen` is the `rufen` command."""

import sys

from rufen.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
