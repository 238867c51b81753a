"""What a house ruling keeps an order from doing, in words; with another reading of some rulings there is more of it."""

#: By ruling and action: how it stands in the report behind the order, and what a receipt says of whom it is about.
_WORDS: dict[tuple[str, str], tuple[str, str]] = {
    ("HR-7", "purge"): ("nobody purges himself in this game", "may not purge himself"),
    ("HR-10", "investigation"): (
        "whoever bears a “?” already is not investigated again",
        "bears a “?” already and gets no second one",
    ),
    ("HR-11", "investigation"): ("nobody investigates himself in this game", "may not investigate himself"),
    ("HR-12", "investigation"): (
        "after a closing nobody is investigated in this game",
        "comes after a closing, and is not investigated any more",
    ),
    ("HR-12", "closing"): (
        "a “?” of this year is not closed in this game",
        "bears a “?” of this year, which is not closed in this game",
    ),
    ("HR-32", "closing"): (
        "a “?” of this year is not closed in this game",
        "bears a “?” of this year, which is not closed in this game",
    ),
}


def note(ruling: str, action: str) -> str:
    """Why an order was passed over."""
    words = _WORDS.get((ruling, action))
    return f"{words[0]} ({ruling})" if words else f"a house ruling forbids it ({ruling})"


def of_him(ruling: str, action: str) -> str:
    """Why this Politician cannot be meant; stands behind his name."""
    words = _WORDS.get((ruling, action))
    return f"{words[1]} ({ruling})" if words else f"is spared by a house ruling ({ruling})"
