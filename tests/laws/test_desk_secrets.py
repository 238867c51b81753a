"""What the desk writes for the moderator alone, or for some: no other face of it, and no line of a public history, holds it."""

import pytest

from pbem.archive import history
from pbem.engine import view
from pbem.engine.events import MODERATOR, Decreed, Event, Rewound, Ruled, Seen

PRIVATE = "Red drank"
WRITTEN = (
    Decreed("hold", "a pause", PRIVATE),
    Decreed("answer", PRIVATE, PRIVATE, about=("red",), only=("red",)),
    Ruled("so be it", (), PRIVATE),
    Rewound(1, 1, "purge", "once more", PRIVATE, (Seen("1951/purge purge K #0", "red", PRIVATE),)),
)


@pytest.mark.parametrize("event", WRITTEN, ids=lambda event: type(event).__name__)
def test_words_for_the_moderator_are_in_nobody_elses_face(event: Event) -> None:
    assert event.seen_by(MODERATOR) == event
    for viewer in ("blue", view.TABLE):
        assert PRIVATE not in repr(event.seen_by(viewer))


def test_whom_an_act_is_for_reads_its_words_and_not_the_private_ones() -> None:
    face = Decreed("answer", "for red", PRIVATE, only=("red",)).seen_by("red")
    assert face is not None
    assert (face.words, face.private) == ("for red", "")


def test_a_public_history_holds_none_of_them() -> None:
    lines, _ = history.public(WRITTEN)
    assert len(lines) == len(WRITTEN) - 1, "what is for one player alone is not counted"
    assert not any(PRIVATE in line for line in lines)
