"""What becomes of an answer to an invitation: noted, confirmed, or asked back."""

import json
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select

from pbem.config import Config
from pbem.deadlines import the_zone
from pbem.engine.packs import factions
from pbem.mail.letter import Letter
from pbem.orders.days import Days
from pbem.orders.invited import Answered, answer
from pbem.report import notices_invited as told
from pbem.report import notices_seats
from pbem.report.brief import Rendered

from . import asides, plans, standby_list, standbys, vacations
from .daily import first_today
from .guests import MOST_ANSWERS, Guest
from .mailing import naive
from .owners import Duty
from .plans import ASKED, GONE, INVITE, NO, STANDBY, YES
from .seating import sound_name
from .sitemail import queue_site


def settle(connection: Connection, config: Config, duty: Duty, now: datetime) -> dict[str, Any]:
    """One letter of a guest's; what is written to its row."""
    guest = Guest(duty.asked, duty.letter.sender or "", duty.player)
    row = connection.execute(select(INVITE).where(INVITE.c.id == guest.invite)).one()
    if not first_today(connection, row.address, "answers of a guest", now, MOST_ANSWERS):
        return {"reason": f"a guest; {MOST_ANSWERS} answers a day are read"}
    letter, aside = (
        (duty.letter, "") if duty.why else asides.of_guest(connection, config, row, duty.letter, now)
    )
    if aside and not any(letter.lines):
        return {"state": "applied", "verdict": "invitation", "reason": f"{aside} of a guest"}
    duty = duty._replace(letter=letter)
    if guest.offer:
        return standbys.answered(connection, config, row, guest.offer, duty, now)
    text, reason = _settled(connection, config, row, duty, now)
    queue_site(
        connection,
        config,
        row.address,
        "invitation",
        text,
        now,
        answers=duty.letter.message_id,
        token=row.nonce,
    )
    return {"state": "applied", "verdict": "invitation", "reason": reason}


def _settled(
    connection: Connection, config: Config, row: Any, duty: Duty, now: datetime
) -> tuple[Rendered, str]:
    """What he is told, and what the moderator's list says of the letter."""
    plan = plans.plan_of(connection, row.plan) if row.plan else None
    name = plan.name if plan is not None else standby_list.game_name(connection, row.game)
    if duty.why:
        return told.not_read(name, duty.why), f"an answer of a guest, not used: {duty.why}"
    if plan is not None and plan.state == plans.OPEN:
        return _noted(connection, config, plan, row, duty.letter, now)
    if plan is not None and plan.state == plans.OFF:
        return told.off_already(name), f"an answer about {name}, which was called off"
    return _later(connection, config, row, name, duty.letter, now)


def read(config: Config, row: Any, letter: Letter, now: datetime) -> Answered:
    """What the letter says."""
    zone = the_zone(row.zone or config.judge.timezone)
    named = {colour: faction.name for colour, faction in factions().items()}
    return answer(letter.lines, named, now.astimezone(zone).date())


def _noted(
    connection: Connection, config: Config, plan: plans.Plan, row: Any, letter: Letter, now: datetime
) -> tuple[Rendered, str]:
    """Before the game begins: the last answer counts; the first YES in a row says when it was."""
    found = read(config, row, letter, now)
    if not found.says:
        return told.answered(
            plan.name, told.Understood("")
        ), f"an answer about {plan.name} that says neither yes nor no"
    odd = list(found.odd)
    if found.name and (fault := sound_name(found.name, found.colour or "red")):
        odd.append(f"The name was not taken: {fault}")
    name = (
        found.name if found.name and len(odd) == len(found.odd) else row.name or row.address.partition("@")[0]
    )
    zone = found.zone or row.zone or config.judge.timezone
    first_yes = row.state == found.says and row.answered
    said = {"colour": found.colour, "away": [_iso(one) for one in found.away]}
    plans.say(
        connection, row.id, state=found.says, name=name, zone=zone, answer=json.dumps(said),
        answered=row.answered if first_yes else naive(now),
    )  # fmt: skip
    away = [vacations.in_words(*_iso(one)) for one in found.away]
    text = told.answered(plan.name, told.Understood(found.says, name, zone, found.colour, away, odd))
    return text, f"{found.says.upper()} to the invitation to {plan.name}"


def _iso(one: Days) -> tuple[str, str]:
    return ("" if one.first is None else one.first.isoformat(), one.last.isoformat())


def _later(
    connection: Connection, config: Config, row: Any, name: str, letter: Letter, now: datetime
) -> tuple[Rendered, str]:
    """The game has begun, or he stands by for any: YES and STANDBY put him on the list, NO takes him off."""
    found, state = read(config, row, letter, now), row.state
    says = found.says
    if state in (ASKED, STANDBY, YES, NO, GONE) and says:
        state = STANDBY if says in (YES, STANDBY) else NO
        plans.say(
            connection, row.id, state=state, answered=row.answered if state == row.state else naive(now),
            name=found.name or row.name, zone=found.zone or row.zone,
        )  # fmt: skip
    if row.plan and row.game:
        return told.after_the_start(name, state, says), f"{says.upper() or 'unclear'} after {name} had begun"
    if not says:
        return told.answered(
            name, told.Understood("")
        ), "an answer of a stand-by that says neither yes nor no"
    return notices_seats.on_the_list(name, state == STANDBY), f"{says.upper()} to standing by"
