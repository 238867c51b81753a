"""`python -m tests.fuzz`."""

import sys

from tests.fuzz import main

if __name__ == "__main__":
    sys.exit(main())
