"""The document around what a mail says: what programs that show it must know, the marker, the name of the game, the title."""

import re
from functools import lru_cache

from .paint import BAR, FLAG, INK, PAGE, PAPER, RULE, SANS, SERIF, SOFT, TABLE, box, escaped, is_order

#: For programs that know style sheets: what is muted, rounded shapes (elsewhere only their colours show), dark colours, and two cards beside each other on a narrow page.
STYLE = (
    ":root{color-scheme:light dark;supported-color-schemes:light dark;}"
    f".ks{{color:{SOFT};font-size:14px;}}"
    ".kh{display:inline-block;margin:2px 4px 0 0;border-radius:9px;font-size:14px;line-height:21px;}"
    ".kn{border-radius:4px;}"
    "span.kn{display:inline-block;padding:0 5px;font-size:14px;}"
    ".kd{display:inline-block;margin:1px 2px 1px 0;width:28px;line-height:28px;border-radius:14px;padding:0!important;text-align:center;}"
    "@media (max-width:600px){.kw{max-width:50%!important;}.kq{padding:14px 12px!important;}.kz{padding:0!important;}.kc{padding:5px 4px!important;}}"
    "@media (prefers-color-scheme:dark){"
    ".kb{background-color:#12100e!important;}"
    ".kp{background-color:#1e1a17!important;color:#efe7da!important;border-color:#3d352d!important;}"
    ".kc{background-color:#2a2520!important;color:#efe7da!important;border-right-color:#4d443a!important;border-bottom-color:#4d443a!important;"
    "border-left-color:#4d443a!important;}"
    ".kx{border-right-color:#ff9a8f!important;border-bottom-color:#ff9a8f!important;border-left-color:#ff9a8f!important;}"
    ".ke{background-color:#2a2520!important;color:#efe7da!important;border-color:#5a5044!important;}"
    ".ks{color:#b9ad9d!important;}"
    ".kf{color:#ff9a8f!important;border-color:#a33a35!important;}"
    ".kn{background-color:#5c4a10!important;color:#fff3cf!important;}"
    ".kt{border-color:#4d443a!important;}"
    "}"
)
_GAME = re.compile(r"\[([^\]]+)\] ")
#: `1952 Cure Phase: …` would be an order with a number in front; with a comma it is none, and is better English.
_YEAR = re.compile(r"(\d{4}) (?=[A-Z])")
_CODE = re.compile(r"\s*\[[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}\]\s*$")


def framed(fragment: str, title: str, marker: str) -> str:
    """A whole document.  `fragment`: what stands within it; `title`: the mail's subject, its reply code left out; `marker`: the line
    above which answers are written, "" where there is none.
    """
    head, foot = _frame(_CODE.sub("", title), marker)
    return head + fragment + foot


@lru_cache(maxsize=256)
def _frame(title: str, marker: str) -> tuple[str, str]:
    found = _GAME.match(title)
    game, words = (found[1], title[found.end() :]) if found else ("", title)
    above = f"KREMLIN · {game}" if game else "KREMLIN"
    words = _YEAR.sub(r"\1, ", words[:1].upper() + words[1:], count=1)
    bar = BAR if is_order(words, box()) else ""
    head = (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">'
        f"<title>{escaped(title)}</title><style>{STYLE}</style></head>\n"
        f'<body class="kb" style="margin:0;padding:0;background-color:{PAGE};">\n'
        f'{TABLE} class="kb" style="background-color:{PAGE};"><tr><td align="center" class="kz" style="padding:8px;">\n'
        f'{TABLE} class="kp" style="max-width:720px;background-color:{PAPER};color:{INK};border:1px solid {RULE};font-family:{SANS};'
        'text-align:left;">\n'
        f"{_marked(marker)}"
        f'<tr><td style="padding:14px 20px;background-color:{FLAG};color:#ffffff;">'
        f'<p style="margin:0 0 2px;font-size:14px;letter-spacing:2px;color:#ffe7a0;">★ {escaped(above)}</p>'
        f'<h1 style="margin:0;font-family:{SERIF};font-size:23px;line-height:1.25;font-weight:bold;color:#ffffff;">'
        f"{bar}{escaped(words)}</h1></td></tr>\n"
        '<tr><td class="kq" style="padding:18px 20px;font-size:16px;line-height:1.5;word-break:break-word;">\n'
    )
    return head, "\n</td></tr></table>\n</td></tr></table>\n</body></html>\n"


def _marked(marker: str) -> str:
    if not marker:
        return ""
    return f'<tr><td class="ks" style="padding:6px 20px;color:{SOFT};font-size:14px;text-align:center;">{escaped(marker)}</td></tr>\n'
