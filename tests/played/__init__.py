"""The whole played test: one game of five players on a simulated clock, with everything that befalls a moderator."""
