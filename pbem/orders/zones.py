"""A time zone as people write it."""

import re
import unicodedata
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from zoneinfo import available_timezones

_ZONE = re.compile(r"(?:time ?)?zone[: ]+(.+)|in (.+)|from (.+)|(.+?) time", re.IGNORECASE)


def zone_named(part: str) -> str:
    """A name of the IANA list, or a city of it that is the only one of its name; "" if it is neither."""
    said = _ZONE.fullmatch(part)
    words = next(filter(None, said.groups())) if said else part
    key = "".join(
        one for one in unicodedata.normalize("NFKD", words.strip()) if not unicodedata.combining(one)
    )
    key = key.casefold().replace(" ", "_")
    return _zones().get(key, "")


@cache
def _zones() -> Mapping[str, str]:
    names = [
        name
        for name in sorted(available_timezones())
        if "/" in name and not name.startswith(("Etc/", "posix", "right"))
    ]
    cities: dict[str, list[str]] = {}
    for name in names:
        cities.setdefault(name.rpartition("/")[2].casefold(), []).append(name)
    single = {city: found[0] for city, found in cities.items() if len(found) == 1}
    return {**single, **{name.casefold(): name for name in names}, "utc": "UTC", "gmt": "UTC"}


def like(part: str) -> list[str]:
    """Names that may have been meant, the likeliest first."""
    known = _zones()
    near = get_close_matches(part.strip().casefold().replace(" ", "_"), known, 2, 0.7)
    return list(dict.fromkeys(known[one] for one in near))
