"""Mail that no person wrote (RFC 3834, RFC 3464): bounces, out-of-office notes, mailing lists, our own mails.

Such mail is never answered.  `X-Auto-Response-Suppress` is no sign of it: Exchange sets it on ordinary mail.
"""

import re

from pbem.mail.headers import Headers

JUDGE_HEADER = "X-Pbem-Judge"

_REPORT = re.compile(
    r"multipart/report\b.*report-type\s*=\s*\"?(delivery-status|feedback-report)", re.IGNORECASE
)
_BOUNCERS = re.compile(r"(?:mailer-daemon|postmaster|mail-daemon|mailerdaemon)(?:[+-].*)?@", re.IGNORECASE)
_ROBOTS = re.compile(
    r"(?:no-?_?reply|do-?_?not-?_?reply|donotreply|autoreply|auto-reply|bounces?)(?:[+-].*)?@", re.IGNORECASE
)
_AUTO_FIELDS = (
    "x-autoreply",
    "x-autorespond",
    "x-autoresponder",
    "x-auto-reply-from",
    "x-fc-machinegenerated",
    "x-mail-autoreply",
)
_AWAY = re.compile(
    r"(?:automatic reply|auto(?:matic)?[ -]?(?:reply|response)\b|auto:|out of (?:the )?office|ooo:"
    r"|abwesenheitsnotiz|abwesenheit:|automatische antwort|automatisch antwoord|afwezig|autosvar"
    r"|automatiskt svar|automatisk svar|frånvaro|réponse automatique|absence du bureau|respuesta automática"
    r"|fuera de (?:la )?oficina|resposta automática|risposta automatica|fuori sede|automaattinen vastaus"
    r"|odpowiedź automatyczna|autoodpowiedź|automatická odpověď|автоответ|автоматический ответ"
    r"|otomatik yanıt|自動返信|自动回复)",
    re.IGNORECASE,
)
_RETURNED = re.compile(
    r"(?:undeliver(?:ed|able)|delivery (?:status notification|failure)|mail delivery (?:failed|failure|subsystem)|returned mail)",
    re.IGNORECASE,
)
#: Reasons that may deceive: a family has its postmaster, and anybody may write "undeliverable".  A letter that proves by its reply
#: code to be a player's is none all the same.
FROM_SYSTEM, BY_SUBJECT = "it comes from a mail system", "its subject is that of a bounce"
DOUBTFUL = frozenset((FROM_SYSTEM, BY_SUBJECT))
#: Programs that answer for people send without a return path, too.
NO_PATH = "it has no return path"


def bounced(headers: Headers, sender: str | None) -> str:
    """Why this is a bounce, or an empty string."""
    if _REPORT.match(headers.get("content-type")):
        return "it is a delivery report"
    if "x-failed-recipients" in headers:
        return "it names failed recipients"
    if sender and _BOUNCERS.match(sender):
        return FROM_SYSTEM
    if _RETURNED.match(headers.text("subject")):
        return BY_SUBJECT
    return NO_PATH if _without_path(headers) and not _for_somebody(headers) else ""


def _without_path(headers: Headers) -> bool:
    return headers.get("return-path").replace(" ", "") == "<>"


def _for_somebody(headers: Headers) -> bool:
    """Does it answer in the place of a person (RFC 3834)?"""
    return (
        _submitted(headers).startswith("auto-replied")
        or any(name in headers for name in _AUTO_FIELDS)
        or _AWAY.match(headers.text("subject")) is not None
    )


def _submitted(headers: Headers) -> str:
    return headers.get("auto-submitted").partition(";")[0].strip().lower()


def automatic(headers: Headers, sender: str | None) -> str:
    """Why nobody wrote this by hand, or an empty string."""
    if JUDGE_HEADER.lower() in headers:
        return "it is a mail of a judge that came back"
    if (submitted := _submitted(headers)) not in ("", "no"):
        return f"it says Auto-Submitted: {submitted[:40]}"
    if headers.get("precedence").strip().lower() in ("bulk", "junk", "list", "auto_reply"):
        return f"it says Precedence: {headers.get('precedence').lower()[:20]}"
    if name := next((name for name in headers.names() if name.startswith("list-")), ""):
        return f"it comes from a mailing list ({name[:30]})"
    if any(name in headers for name in _AUTO_FIELDS):
        return "its header says that it is an automatic reply"
    if headers.get("content-type").lower().startswith("multipart/report"):
        return "it is a report, such as a confirmation of reading"
    if _without_path(headers):
        return NO_PATH
    if sender and _ROBOTS.match(sender):
        return "its sender takes no replies"
    return "its subject is that of an automatic reply" if _AWAY.match(headers.text("subject")) else ""
