"""What the own receiving server says of a message in Authentication-Results (RFC 8601): is its From domain proved by DMARC?

Anybody can write such a field into a mail.  Only those count that bear the name of our server and stand above the first hop of
another house; all below may be forged.  With several of ours the worst verdict counts (mail.md, 1.4).
"""

import re
from collections.abc import Iterator, Sequence

import msgspec

from pbem.mail.addresses import domain_of

#: Microsoft 365 signs its verdicts with no name (mail.md, 1.4); so [inbox] authserv calls it.
MICROSOFT = "microsoft365"
#: The fields that are looked at, by lower-case name.
TRACED = ("received", "authentication-results")

_MICROSOFTS = (".outlook.com", ".office365.com", ".exchangelabs.com")
_PART = re.compile(
    r'(?P<space>\s+)|"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<sign>[;=])|(?P<word>[^\s;=()"]+)', re.DOTALL
)
_COMMENT = re.compile(r"\([^()]*\)")
_RESULTS = frozenset(("none", "fail", "policy", "neutral", "temperror", "permerror", "bestguesspass"))
_INSIDE = (".internal", ".local", ".localdomain", ".lan")

NO_FIELD = "the receiving mail server says nothing about its sender"
UNREADABLE = "what the receiving mail server says about its sender cannot be read"
UNCHECKED = "the receiving mail server did not check its sender (no DMARC result)"


class Finding(msgspec.Struct, frozen=True):
    """One method's result, in lower case: `dmarc`, `pass`, and its properties, such as header.from."""

    method: str
    result: str
    properties: dict[str, str]


class Results(msgspec.Struct, frozen=True):
    """One field.  `authserv`: the name of the server that wrote it, in lower case, "" where it gives none (Microsoft 365)."""

    authserv: str
    findings: tuple[Finding, ...]


def unproved(trace: Sequence[tuple[str, str]], authserv: str, domain: str) -> str:
    """Why the server `authserv` does not prove that a mail comes from `domain` (of its From, ASCII); "" if it does.

    `trace`: the `TRACED` fields from the top down, as (lower-case name, value).  `authserv` may be `*.example.org` where many servers
    share the work.  Never raises, linear in the trace.
    """
    ours = list(_microsofts(trace) if authserv.lower() == MICROSOFT else _ours(trace, authserv.lower()))
    if not ours:
        return NO_FIELD
    found = [finding for one in ours if one for finding in one.findings if finding.method == "dmarc"]
    if worst := next((finding.result for finding in found if finding.result != "pass"), ""):
        result = worst if worst in _RESULTS else "unknown"
        return f"the receiving mail server could not prove that it comes from {domain} (dmarc={result})"
    if None in ours:
        return UNREADABLE
    if not found:
        return UNCHECKED
    if any(_from_domain(finding) != domain for finding in found):
        return f"the receiving mail server has checked another domain than {domain}"
    return ""


def bears_name(trace: Sequence[tuple[str, str]], authserv: str) -> bool:
    """Does any field of a mail's `trace` come from the server `authserv`, whatever it says?  If none ever does, the name is wrong."""
    return any(
        True
        for _ in (_microsofts(trace) if authserv.lower() == MICROSOFT else _ours(trace, authserv.lower()))
    )


def _from_domain(finding: Finding) -> str | None:
    return domain_of(finding.properties.get("header.from", "").rpartition("@")[2].rstrip("."))


# --- which fields are ours ---


def _ours(trace: Sequence[tuple[str, str]], authserv: str) -> Iterator[Results | None]:
    """Fields that bear our server's name, down to the first hop of another house; None for one that cannot be read.

    On top there may be hops inside our house with names of their own, above the first that is plainly ours.
    """
    been_home = False
    for name, value in trace:
        if name == "received":
            host = _receiver(value)
            if _is_home(host, authserv) or not _is_name(host):
                been_home = True
            elif been_home:
                return
        elif _fits(_named(value), authserv):
            been_home = True
            yield parse(value)


def _microsofts(trace: Sequence[tuple[str, str]]) -> Iterator[Results | None]:
    """The first field without a name below the top-most hop, which must be Microsoft's as all before it."""
    hops = 0
    for name, value in trace:
        if name == "received":
            hops += 1
            if not _receiver(value).endswith(_MICROSOFTS if hops > 1 else ".prod.outlook.com"):
                return
        elif hops and not _named(value):
            yield parse(value)
            return


def _named(value: str) -> str:
    """The name of the server in front of the first semicolon, even of a field that is broken further on; "" for none."""
    first = _tokens(value.partition(";")[0]) or []
    if any(kind == "sign" for kind, _ in first):
        return ""
    return next((word.lower().rstrip(".") for _, word in first), "")


def _receiver(received: str) -> str:
    """The host that wrote a Received field: `from … by HOST`, in lower case; "" if it names none."""
    words = _COMMENT.sub(" ", received).partition(";")[0].split()
    rest = words[2:] if words[:1] == ["from"] else words
    at = rest.index("by") if "by" in rest else len(rest)
    return rest[at + 1].lower().rstrip(".") if at + 1 < len(rest) else ""


def _fits(name: str, authserv: str) -> bool:
    return name == authserv or (authserv.startswith("*.") and name.endswith(authserv[1:]))


def _is_home(host: str, authserv: str) -> bool:
    """The same host, or a neighbour: `mx1.example.org` and `imap.example.org`."""
    if authserv.startswith("*."):
        return _fits(host, authserv) or host == authserv[2:]
    above = authserv.partition(".")[2]
    home = above if "." in above else authserv
    return host in (home, authserv) or host.endswith(f".{home}")


def _is_name(host: str) -> bool:
    """A name that others can see; a hop inside a house often has a bare word or a number."""
    return "." in host and not host.endswith(_INSIDE) and not host.replace(".", "").strip("[]").isdigit()


# --- the field ---


def parse(value: str) -> Results | None:
    """A field's value (RFC 8601, 2.2), also with a trailing semicolon; None if a comment or quotation in it never ends, or if it
    is of a version that is not ours.
    """
    tokens = _tokens(value)
    if tokens is None:
        return None
    first, *rest = _segments(tokens)
    if ("sign", "=") in first:  # no name: Microsoft 365
        return Results("", tuple(_findings([first, *rest])))
    words = [word for _, word in first]
    if not words or words[1:] not in ([], ["1"]):
        return None
    return Results(words[0].lower().rstrip("."), tuple(_findings(rest)))


def _tokens(value: str) -> list[tuple[str, str]] | None:
    """(kind, text) of words, quotations and the signs `;` and `=`; comments, which nest, are left out."""
    found: list[tuple[str, str]] = []
    at = depth = 0
    while at < len(value):
        if depth or value[at] == "(":
            depth += (value[at] == "(") - (value[at] == ")")
            at += 2 if value[at] == "\\" else 1
        elif part := _PART.match(value, at):
            at = part.end()
            kind = part.lastgroup or ""
            if kind != "space":
                found.append((kind, part[kind]))
        else:
            return None
    return None if depth else found


def _segments(tokens: Sequence[tuple[str, str]]) -> list[list[tuple[str, str]]]:
    parts: list[list[tuple[str, str]]] = [[]]
    for token in tokens:
        if token == ("sign", ";"):
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _findings(segments: Sequence[Sequence[tuple[str, str]]]) -> Iterator[Finding]:
    """`dmarc/1=pass header.from=example.org`; a segment that is none ("none", what stands behind the last semicolon) is left out."""
    for segment in segments:
        pairs = list(_pairs(segment))
        if pairs and segment[0][0] == "word":
            (method, result), *properties = pairs
            yield Finding(method.partition("/")[0], result.lower(), dict(reversed(properties)))


def _pairs(segment: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """`name=value`, names in lower case; signs in unexpected places are passed over."""
    at = 0
    while at + 2 < len(segment):
        (kind, name), sign, (valued, value) = segment[at : at + 3]
        if kind == "word" and sign == ("sign", "=") and valued != "sign":
            yield name.lower(), value
            at += 3
        else:
            at += 1
