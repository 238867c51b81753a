"""One form for all decisions (E12): a link that writes a mail with every order line behind a `#`, and the same as text."""

from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import quote

from pbem.orders.verbs import ECHO

from .brief import Brief, Reply
from .form_lines import Group, groups
from .naming import Names
from .prose import example, wrap
from .scene import Scene

#: Mail programs and browsers cut what is longer.
MOST_URL = 1900
#: No mail program breaks a line so short: what stands behind the break would not be behind the mark any more.
WIDTH = 64
REMARK, ORDER = "## ", "# "
_FIRST = ("A line counts once its # is gone; the others are not read.",)
_LAST = ("Or none of it; READY says that this was all from you.", "PASS", "READY")
_MORE = ("There is more: this word brings the whole list.", "FORM")


class Form(NamedTuple):
    """`lines`: every decision as lines behind `# `, remarks behind `## `; `link`: a mailto URL that writes a mail with them, cut at whole
    decisions where it would be too long; `singles`: label and link of PASS and of a lone yes or no.
    """

    lines: tuple[str, ...]
    link: str
    singles: tuple[tuple[str, str], ...] = ()


def form(brief: Brief, names: Names, scene: Scene) -> Form | None:
    """His form for the session now open; None where nothing can be ordered, or nobody knows where it would go."""
    if not orderable(brief) or brief.reply is None:
        return None
    found = groups(brief, names, scene)
    setup = brief.draft is not None
    blocks = [_block(group) for group in found]
    last = [] if setup else [[f"{REMARK}{_LAST[0]}", *(ORDER + word for word in _LAST[1:])]]
    first = [REMARK + said for said in _FIRST]
    whole = (*first, *(line for block in [*blocks, *last] for line in block))
    singles = [] if setup else [(label, mailto(brief.reply, [order])) for label, order in _singles(found)]
    return Form(whole, _link(brief.reply, first, blocks, last), tuple(singles))


def orderable(brief: Brief) -> bool:
    """Does the game wait for orders?"""
    return not brief.view.over and bool(brief.session)


def _block(group: Group) -> list[str]:
    """A decision: its heading, then its orders."""
    heading = wrap(group.heading, REMARK, REMARK, WIDTH)
    return [*heading, *(ORDER + order for order in group.orders)]


def _link(reply: Reply, first: list[str], blocks: list[list[str]], last: list[list[str]]) -> str:
    """As many decisions as a link holds, those that are asked first."""
    more = [REMARK + _MORE[0], ORDER + _MORE[1]]
    end = [line for block in last for line in block]
    url = mailto(reply, [*first, *(line for block in blocks for line in block), *end])
    kept = len(blocks)
    while len(url) > MOST_URL and kept:
        kept -= 1
        url = mailto(reply, [*first, *(line for block in blocks[:kept] for line in block), *end, *more])
    return url


def _singles(found: Sequence[Group]) -> list[tuple[str, str]]:
    """PASS; and both answers where all that is asked is one question with two."""
    wanted = [group for group in found if group.asked]
    lone = wanted[0].orders if len(wanted) == 1 and len(wanted[0].orders) == 2 else ()
    return [*((order, order) for order in lone), ("PASS: none of it", "PASS")]


def mailto(reply: Reply, lines: Sequence[str]) -> str:
    """A URL that writes a new mail (RFC 6068)."""
    body = "\r\n".join(lines) + "\r\n"
    return f"mailto:{quote(reply.address, safe='@')}?subject={quote(reply.subject, safe='')}&body={quote(body, safe='')}"


# --- as text ---

_ONE_A_LINE = "Lines like these, above the quotation of this mail and without the “|”, one a line; whatever follows a # is a remark."


def form_text(brief: Brief, names: Names, scene: Scene, short: bool = False) -> list[str]:
    """The section *Your form*: where a new mail goes, and what may stand in it.  `short`: only what is asked now."""
    found = [group for group in groups(brief, names, scene) if group.asked or not short]
    if not orderable(brief):
        return []
    if brief.draft is not None:
        return [*_where(brief), example("FORM", "mails you a line for each number")]
    lines = [*_where(brief), *wrap(_ONE_A_LINE)]
    for group in found:
        lines += wrap(f"{group.heading}:", "* ", "  ")
        for order, meaning in group.examples or _one_of_each(group):
            lines += [example(order, meaning) if meaning else ECHO + order, *_others(group, order)]
    return [
        *lines,
        *wrap("Besides:", "* "),
        example("PASS", "none of it"),
        example("FORM", "mails you all of this as lines to fill in"),
    ]


def _one_of_each(group: Group) -> list[tuple[str, str]]:
    """The first order with each verb."""
    return [
        (order, "") for order in {order.partition(" ")[0]: order for order in reversed(group.orders)}.values()
    ][::-1]


def _where(brief: Brief) -> list[str]:
    """Address and subject of a new mail."""
    if brief.reply is None:
        return []
    said = "An answer to this mail will do, or a new one. A new one goes to"
    return [
        *wrap(said),
        f"{ECHO}{brief.reply.address}",
        *wrap("with this subject, whose last word lets it count:"),
        f"{ECHO}{brief.reply.subject}",
        "",
    ]


def _others(group: Group, order: str) -> list[str]:
    """The names that would do as well: `(or Manjak, Satin)`."""
    verb = order.partition(" ")[0]
    told = {name for known, _ in group.examples or [(order, "")] for name in known.replace(",", "").split()}
    rest = [_whom(other) for other in group.orders if other.partition(" ")[0] == verb]
    first = next((known for known, _ in group.examples if known.partition(" ")[0] == verb), order)
    rest = [name for name in dict.fromkeys(rest) if name and name.partition(" ")[0] not in told]
    return wrap(f"(or {', '.join(rest)})", "     ") if rest and first == order else []


def _whom(order: str) -> str:
    """`Manjak` of `PROMOTE Manjak TO C1`."""
    return order.partition(" ")[2].partition(" TO ")[0]
