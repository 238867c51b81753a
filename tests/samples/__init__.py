"""The sample games in `games/`: one of each preset, played by bots through real mail.  `python -m tests.samples --update` plays them anew."""
