"""`format=flowed` (RFC 3676): paragraphs that the sender's program broke into short lines are joined again."""


def _depth(line: str) -> tuple[int, str]:
    """Number of quotation marks at the beginning, and the rest of the line without the stuffed space (4.4,
    4.5).
    """
    rest = line.lstrip(">")
    depth = len(line) - len(rest)
    return depth, rest[1:] if rest.startswith(" ") else rest


def unflow(text: str, delsp: bool = False) -> str:
    """Join flowed lines: those that end in a space, if the next is quoted as deeply; `-- ` never flows (4.3).

    With `delsp` that space was added by the sender's program and goes.  Quoted lines come out behind one
    `>` each and a space.
    """
    out: list[list[str]] = []  # paragraphs, in parts
    open_depth = -1  # depth of the paragraph that waits for its next line; -1: none does
    for line in text.replace("\r\n", "\n").split("\n"):
        depth, rest = _depth(line)
        joins = depth == open_depth and rest != "-- "
        flows = rest.endswith(" ") and rest != "-- "
        if flows and delsp:
            rest = rest[:-1]
        if joins:
            out[-1].append(rest)
        else:
            out.append([">" * depth + " " + rest if depth else rest])
        open_depth = depth if flows else -1
    return "\n".join(map("".join, out))
