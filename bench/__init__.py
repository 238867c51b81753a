"""The measured promises: `python -m bench` (see `bench/__main__.py`)."""
