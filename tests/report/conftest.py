"""Games to write reports from, and `--update-golden`."""

from contextlib import suppress

import pytest

from .played import Game, whole

ORDERS = {
    "red": "DECLARE ALL KGB\nDECLARE 6 DM\nPURGE ECO, FM\nINVESTIGATE IND, SPO\nVOTE GUILTY",
    "blue": "HOLD FM\nTAKE PC\nDECLARE 4 KGB\nVOTE INNOCENT ON MINE\nPURGE DM\nCURE PC",
    "green": "HOLD IDE\nDECLARE ALL ECO\nTRY IND\nPROTECT MINE\nPROMOTE C\nRELEASE Manjak\nNOMINATE SPO",
    "black": "TAKE SPO\nHOLD KGB WHEN PURGE OF KGB\nVOTE NO\nTRY SPO",
}


#: Whoever holds a card plays it as soon as he can; what can be promised, drawn and added is.
CARDS = "\n".join(
    (
        "PLAY 1 ON ACTOR WHEN PURGE OF MINE",
        "PLAY 2 ON ACTOR WHEN INVESTIGATION OF ANYONE",
        "PLAY 3 ON ACTOR AS INNOCENT WHEN VOTE GUILTY BY ANYONE",
        "PLAY 4 ON ACTOR WHEN PROMOTION OF ANYONE",
        *(f"PLAY {n} ON ANYONE" for n in (5, 6, 8, 9, 11, 12, 13, 14, 15, 16, 17, 22, 23, 24, 27)),
        *(f"PLAY {n}" for n in (7, 10, 18, 19, 20, 21, 28, 29, 30, 31, 32, 33, 34)),
        "PLAY 25 AGAINST {other} ON KGB",
        "PLAY 26 AGAINST {other}",
        *(f"PLAY {n} ON ANYONE" for n in (41, 42, 43, 44, 45, 46, 48, 50, 52, 56, 57, 58, 61, 62, 66)),
        *(f"PLAY {n}" for n in (47, 49, 53, 54, 59, 60, 63, 64, 65)),
        "PLAY 51 AGAINST {other} ON KGB",
        "PLAY 55 AGAINST {other}",
        "GAIN 1 KGB",
        "DRAW 1",
        "SUPPORT {other} ON KGB",
        "ACCEPT ANY FROM {other}",
        "OFFER {card} TO {other} FOR NO PURGE OF DM WHEN START OF PURGE",
    )
)


def with_cards(orders: dict[str, str]) -> dict[str, str]:
    """Everybody's orders with all cards, against the next player."""
    colours = list(orders)
    others = dict(zip(colours, [*colours[1:], colours[0]], strict=True))
    return {
        c: text + "\n" + CARDS.format(other=others[c], card=11 + n)
        for n, (c, text) in enumerate(orders.items())
    }


def pytest_addoption(parser: pytest.Parser) -> None:
    with suppress(ValueError):  # tests/playthroughs has it, too
        parser.addoption("--update-golden", action="store_true", help="write the golden reports afresh")


@pytest.fixture(scope="session")
def games() -> list[list[tuple[Game, list]]]:  # type: ignore[type-arg]
    """Whole games, session by session, with everybody's briefs."""
    three, four = ("red", "blue", "green"), ("red", "blue", "green", "black")
    return [
        whole(three, "basic", b"seed" * 8, {c: ORDERS[c] for c in three}),
        whole(four, "basic", b"cold" * 8, ORDERS),
        whole(four, "swiss", b"snow" * 8, ORDERS),
        whole(three, "swiss-ah", b"taxi" * 8, {}),
        whole(three, "advanced", b"bear" * 8, with_cards({c: ORDERS[c] for c in three})),
        whole(four, "advanced", b"wolf" * 8, with_cards(ORDERS), revolution="mixed"),
    ]
