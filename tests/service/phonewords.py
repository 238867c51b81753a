"""What the mail programs of telephones write in their users' languages: attributions, signatures, header fields."""

from typing import NamedTuple

NNBSP = "\u202f"
JUDGE = "judge@judge.example"


class Words(NamedTuple):
    """What a program writes in one language.  `Me`: its signature's phrase; `date`: of its attribution."""

    wrote: str
    phone: str
    outlook: str
    galaxy: str
    fields: tuple[str, str, str, str]
    original: str
    outlook_date: str


LANGUAGES = {
    "en": Words(
        f"On 1 Dec 2026, at 1:00{NNBSP}PM, Kremlin Judge <{JUDGE}> wrote:",
        "Sent from my {}",
        "Get Outlook for {}",
        "Sent from my Galaxy",
        ("From", "Sent", "To", "Subject"),
        "Original message",
        f"Tuesday, December 1, 2026 1:00:00{NNBSP}PM",
    ),
    "de": Words(
        f"Am 01.12.2026 um 13:00 schrieb Kremlin Judge <{JUDGE}>:",
        "Von meinem {} gesendet",
        "Outlook für {} herunterladen",
        "Von meinem Galaxy gesendet",
        ("Von", "Gesendet", "An", "Betreff"),
        "Ursprüngliche Nachricht",
        "Dienstag, 1. Dezember 2026 13:00:00",
    ),
    "fr": Words(
        f"Le 1 déc. 2026 à 13:00, Kremlin Judge <{JUDGE}> a écrit :",
        "Envoyé de mon {}",
        "Télécharger Outlook pour {}",
        "Envoyé depuis mon Galaxy",
        ("De", "Envoyé", "À", "Objet"),
        "Message d'origine",
        "mardi 1 décembre 2026 13:00:00",
    ),
    "es": Words(
        f"El 1 dic 2026, a las 13:00, Kremlin Judge <{JUDGE}> escribió:",
        "Enviado desde mi {}",
        "Obtener Outlook para {}",
        "Enviado desde mi Galaxy",
        ("De", "Enviado", "Para", "Asunto"),
        "Mensaje original",
        "martes, 1 de diciembre de 2026 13:00:00",
    ),
    "it": Words(
        f"Il giorno 1 dic 2026, alle ore 13:00, Kremlin Judge <{JUDGE}> ha scritto:",
        "Inviato da {}",
        "Scarica Outlook per {}",
        "Inviato dal mio Galaxy",
        ("Da", "Inviato", "A", "Oggetto"),
        "Messaggio originale",
        "martedì 1 dicembre 2026 13:00:00",
    ),
    "nl": Words(
        f"Op 1 dec 2026 om 13:00 heeft Kremlin Judge <{JUDGE}> het volgende geschreven:",
        "Verstuurd vanaf mijn {}",
        "Outlook voor {} downloaden",
        "Verstuurd vanaf mijn Galaxy",
        ("Van", "Verzonden", "Aan", "Onderwerp"),
        "Oorspronkelijk bericht",
        "dinsdag 1 december 2026 13:00:00",
    ),
}

#: Gmail has an attribution of its own.
GMAIL = {
    "en": f"On Tue, 1 Dec 2026, 13:00 Kremlin Judge, <{JUDGE}> wrote:",
    "de": f"Kremlin Judge <{JUDGE}> schrieb am Di., 1. Dez. 2026, 13:00:",
    "es": f"El mar, 1 dic 2026, 13:00, Kremlin Judge <{JUDGE}> escribió:",
    "fr": f"Le mar. 1 déc. 2026, 13:00, Kremlin Judge <{JUDGE}> a écrit :",
}


def gmail_wrote(words: Words) -> str:
    """Gmail's attribution in this language, or in English."""
    code = next(code for code, known in LANGUAGES.items() if known is words)
    return GMAIL.get(code, GMAIL["en"])
