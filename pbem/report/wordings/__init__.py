"""The voice of the chronicle: a party communiqué, with the plain fact beside every euphemism (E15).

Key -> wordings, at least six, more where a kind comes often in a year.  None begins with the verb of an order or with a bare surname
before such a verb, and nobody is ever "he" or "she".  The satire is about offices, trains and thermometers, never about anybody who
lived.  Fields: see the tellers that say them.
"""

from collections.abc import Mapping

from .cards import CARDS
from .course import COURSE
from .health import HEALTH
from .papers import PAPERS
from .posts import POSTS
from .purge import PURGE
from .ties import TIES

WORDINGS: Mapping[str, tuple[str, ...]] = {
    **PURGE,
    **HEALTH,
    **POSTS,
    **COURSE,
    **CARDS,
    **TIES,
    **PAPERS,
}
