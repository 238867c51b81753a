"""Texts in armour, hidden in attachments, in odd codings; and what stands below a copied header."""

import pytest

from pbem.mail.letters import read_letter
from tests.mail.letter_samples import message
from tests.mail.test_letters import encoded

SIGNED = """-----BEGIN PGP SIGNED MESSAGE-----
Hash: SHA512

PURGE K
- - TRY G
- -- no signature
- ----
READY
-----BEGIN PGP SIGNATURE-----

iQEzBAEBCAAdFiEE
=abcd
-----END PGP SIGNATURE-----
"""


def test_the_armour_of_a_signed_text_is_taken_off() -> None:
    letter = read_letter(message(SIGNED.replace("- ----\n", "")))
    assert letter.lines == ("PURGE K", "- TRY G", "-- no signature", "READY")
    assert letter.cut_why == "signature"
    assert letter.below == ("iQEzBAEBCAAdFiEE", "=abcd") or letter.below == ()
    assert read_letter(message(SIGNED)).lines == ("PURGE K", "- TRY G", "-- no signature")


def test_an_encrypted_text_is_refused_with_a_hint() -> None:
    letter = read_letter(message("-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n"))
    assert "plain text" in letter.refusal
    assert letter.lines == ()


HIDDEN = {
    "S/MIME": "Content-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m\n\nMIAG",
    "S/MIME, old": "Content-Type: application/x-pkcs7-mime; name=smime.p7m\n\nMIAG",
    "S/MIME without its type": "Content-Type: application/octet-stream; name=smime.p7m\n\nMIAG",
    "S/MIME inside": 'Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: application/pkcs7-mime; name="smime.p7m"\n\nMIAG\n--b--',
    "PGP/MIME": "Content-Type: multipart/encrypted; boundary=b\n\n--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--b--",
    "winmail.dat": "Content-Type: application/ms-tnef; name=winmail.dat\n\nx",
    "winmail.dat below nothing": "Content-Type: multipart/mixed; boundary=b\n\n--b\n\n\n--b\nContent-Type: application/ms-tnef; name=winmail.dat\n\nx\n--b--",
    "winmail.dat without its type": "Content-Type: application/octet-stream; name=winmail.dat\n\nx",
    "an answer to an invitation": "Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\nREADY\n--b\nContent-Type: text/calendar; method=REPLY\n\nBEGIN:VCALENDAR\n--b--",
    "uuencoded": "Content-Type: text/plain\nContent-Transfer-Encoding: x-uuencode\n\nbegin 644 x\n",
}


@pytest.mark.parametrize("kind", HIDDEN)
def test_a_letter_that_hides_its_text_is_refused_with_a_hint(kind: str) -> None:
    letter = read_letter(f"From: a@b.org\n{HIDDEN[kind]}\n".encode())
    assert "please" in letter.refusal
    assert letter.lines == ()


def test_a_text_beside_a_signature_or_an_attachment_is_read() -> None:
    for kind, name in (
        ("application/pkcs7-signature", "smime.p7s"),
        ("application/ms-tnef", "winmail.dat"),
        ("text/calendar", "x.ics"),
    ):
        parts = (
            f"--b\nContent-Type: text/plain\n\nREADY\n--b\nContent-Type: {kind}; name={name}\n\nx\n--b--\n"
        )
        letter = read_letter(message(parts, kind="multipart/mixed; boundary=b"))
        assert (letter.lines, letter.refusal) == (("READY",), ""), kind


@pytest.mark.parametrize(
    "coding", ["7-bit", "8 bit", "BINARY", "none", "utf-8", '"7bit"', "quoted_printable"]
)
def test_transfer_codings_that_are_none_change_nothing(coding: str) -> None:
    assert read_letter(f"From: a@b.org\nContent-Transfer-Encoding: {coding}\n\nREADY\n".encode()).lines == (
        "READY",
    )


@pytest.mark.parametrize(
    ("label", "codec", "text"),
    [
        ("gb2312", "gbk", "PRESS: 镕"),
        ("ks_c_5601-1987", "cp949", "PRESS: 똠방각하"),
        ("shift_jis", "cp932", "PRESS: ①"),
        ("iso-8859-1", "cp1252", "PRESS: “so” €"),
        ("iso-8859-8-i", "iso-8859-8", "PRESS: שלום"),
        ("koi8-r", "koi8-r", "PRESS: привет"),
        ("windows-1251", "cp1251", "PRESS: привет"),
        ("iso-2022-jp", "iso-2022-jp", "PRESS: こんにちは"),
        ("euc-jp", "euc-jp", "PRESS: こんにちは"),
        ("big5", "big5", "PRESS: 你好"),
        ("GB18030", "gb18030", "PRESS: 你好"),
        ("utf8", "utf-8", "PRESS: grüß"),
    ],
)
def test_character_sets_are_read_as_their_senders_mean_them(label: str, codec: str, text: str) -> None:
    letter = read_letter(encoded("8bit", text.encode(codec), label))
    assert letter.lines == (text.replace("“so”", '"so"').replace("①", "1"),)
    assert letter.defects == ()


def test_what_stands_below_a_copied_header_is_never_his_own() -> None:
    text = "> old\nTRY G\n\nFrom: Judge\nSent: Monday, November 30, 2026 9:00 AM\nTo: Anna\nSubject: Turn 1\n\nPURGE K\n"
    letter = read_letter(message(text))
    assert (letter.lines, letter.below, letter.under_header) == ((), ("TRY G",), ("PURGE K",))
    letter = read_letter(message("READY\n\n-----Original Message-----\nPURGE K\n"))
    assert (letter.lines, letter.below, letter.under_header) == (("READY",), (), ("PURGE K",))
    letter = read_letter(
        message("On Mon, 30 Nov 2026 09:00, J wrote:\n> From: x\n> To: y\n> Subject: z\n\nPURGE K\n")
    )
    assert (letter.below, letter.under_header) == (("PURGE K",), ())
