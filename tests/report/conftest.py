"""Games to write reports from, and `--update-golden`."""

import pytest

from .played import Game, whole

ORDERS = {
    "red": "DECLARE ALL KGB\nDECLARE 6 DM\nPURGE ECO, FM\nINVESTIGATE IND, SPO\nVOTE GUILTY",
    "blue": "HOLD FM\nTAKE PC\nDECLARE 4 KGB\nVOTE INNOCENT ON MINE\nPURGE DM\nCURE PC",
    "green": "HOLD IDE\nDECLARE ALL ECO\nTRY IND\nPROTECT MINE\nPROMOTE C\nRELEASE Manjak\nNOMINATE SPO",
    "black": "TAKE SPO\nHOLD KGB WHEN PURGE OF KGB\nVOTE NO\nTRY SPO",
}


def pytest_addoption(parser: pytest.Parser) -> None:
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
    ]
