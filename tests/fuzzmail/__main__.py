"""`python -m tests.fuzzmail`."""

import sys

from tests.fuzzmail import main

if __name__ == "__main__":
    sys.exit(main())
