"""Whole messages as people and programs send them, damaged: cut, doubled, shuffled, with bytes changed and pieces put in."""

import quopri
from collections.abc import Callable
from functools import cache

from hypothesis import strategies as st

from tests.mail.bombs import BOMBS
from tests.mail.corpora import CORPORA, files
from tests.mail.letter_samples import message

_OUTLOOK = (
    '<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><div class="WordSection1"><p class="MsoNormal">PURGE Manjak<o:p></o:p></p>'
    '<p class="MsoNormal"><o:p>&nbsp;</o:p></p><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p><b>From:</b>'
    " Judge &lt;judge@judge.example&gt;<br><b>Sent:</b> Monday<br><b>Subject:</b> Report</p></div><p>VOTE NO</p></div></body></html>"
)
_GMAIL = (
    '<div dir="ltr">PURGE Manjak<div>READY</div></div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Mon, Nov 30, 2026 Judge &lt;'
    '<a href="mailto:judge@judge.example">judge@judge.example</a>&gt; wrote:<br></div><blockquote class="gmail_quote">VOTE NO</blockquote></div>'
)
_PLAIN = "PURGE Manjak\nREADY\n\nOn Mon, Nov 30, 2026 at 9:00 AM Judge <judge@judge.example> wrote:\n> VOTE NO\n> | PURGE Satin\n"


def _both(text: str, html: str) -> bytes:
    parts = (
        f"--000b\nContent-Type: text/plain; charset=UTF-8; format=flowed\n\n{text}\n--000b\nContent-Type: text/html; charset=UTF-8\n"
        f"Content-Transfer-Encoding: quoted-printable\n\n{quopri.encodestring(html.encode()).decode()}\n--000b--\n"
    )
    return message(parts, "Message-ID: <1@players.example>", kind='multipart/alternative; boundary="000b"')


@cache
def whole() -> tuple[bytes, ...]:
    """Our own few, small bombs, and the real messages where there are any."""
    own = [
        message(_PLAIN),
        message(_OUTLOOK, kind="text/html; charset=utf-8"),
        _both(_PLAIN, _GMAIL),
        _both("\n", _OUTLOOK),
    ]
    bombs = [raw for raw in (bomb.raw() for bomb in BOMBS.values()) if len(raw) < 3_000]
    real = [path.read_bytes()[:20_000] for path in files()] if CORPORA.is_dir() else []
    return (*own, *own, *own, *bombs, *real)


PIECES = [
    *(
        b"\n",
        b"\n\n",
        b"\r",
        b"\0",
        b" ",
        b"\t",
        b"=",
        b"=\n",
        b"=0A",
        b"--",
        b"--b",
        b"\n--b--\n",
        b"> ",
        b"\n> ",
        b"<",
        b">",
        b"&",
        b'"',
        b"(",
        b"=?",
    ),
    *(
        b"Content-Type: text/html\n",
        b"Content-Type: multipart/mixed; boundary=b\n",
        b"Content-Type: message/rfc822\n\n",
        b"From: x@y.example\n",
    ),
    *(
        b"Content-Transfer-Encoding: base64\n",
        b"\xff",
        b"\xe2\x80\xae",
        b"\xe2\x80\xa8",
        b"\xcc\x81" * 50,
        b"\x1b$B",
        b"<blockquote>",
        b"</div>",
    ),
    *(
        b"charset=utf-16",
        b"format=flowed",
        b"On 1 Jan 2026 x wrote:\n",
        b"-- \n",
        b"PURGE Satin\n",
        b";" * 30,
        b":" * 60,
        b"\n" * 40,
    ),
]

#: What is done at a place of a message, with some bytes of it and a piece.
DEEDS: list[Callable[[bytes, int, int, bytes], bytes]] = [
    lambda raw, at, size, piece: raw[:at] + raw[at + size :],
    lambda raw, at, size, piece: raw[:at] + piece + raw[at:],
    lambda raw, at, size, piece: raw[: at + size] + raw[at:],
    lambda raw, at, size, piece: raw[:at] + piece + raw[at + len(piece) :],
    lambda raw, at, size, piece: raw[:at] + raw[at : at + size][::-1] + raw[at + size :],
    lambda raw, at, size, piece: raw.replace(b"\n", b"\r\n"),
    lambda raw, at, size, piece: raw.replace(piece, raw[at : at + size], 3),
    lambda raw, at, size, piece: raw[:at],
]
Damage = tuple[int, int, int, int]


def _damaged(raw: bytes, damages: list[Damage]) -> bytes:
    for deed, place, size, piece in damages:
        at = place % (len(raw) + 1)
        raw = DEEDS[deed](raw, at, size, PIECES[piece])[:60_000]
    return raw


MUTANTS = st.deferred(
    lambda: st.builds(
        _damaged,
        st.integers(0, len(whole()) - 1).map(whole().__getitem__),
        st.lists(
            st.tuples(
                st.integers(0, len(DEEDS) - 1),
                st.integers(0, 60_000),
                st.integers(0, 400),
                st.integers(0, len(PIECES) - 1),
            ),
            min_size=1,
            max_size=6,
        ),
    )
)
