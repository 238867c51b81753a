"""What holds in this game where the house rulings are read otherwise: what silence does, and what a ruling was taken to mean."""

from pbem.engine import readings
from pbem.engine.phases.ballot import unless_ordered
from pbem.engine.state import State

_SICK = {"": "the sick and ill stay where they are", "at-work": "the sick and ill are at work"}
_CONSENT = {"yes": "your votes consent", "no": "your votes are no", "": "your members abstain"}


def silence(phase: str, view: State) -> str:
    """What a phase does with those who send nothing, where a ruling says so (HR-9, HR-14, HR-27); "" for other phases."""
    match phase:
        case "cure":
            return _SICK[readings.of(view, "HR-27")]
        case "spy":
            return f"no trial, condemnation or investigation; in a trial {in_a_trial(view)}"
        case "funeral":
            return f"the oldest is nominated and {on_a_nomination(view)}"
        case _:
            return ""


def in_a_trial(view: State) -> str:
    """HR-9: `your accused votes innocent, your others abstain`."""
    accused, others = unless_ordered(view, "trial", accused=True), unless_ordered(view, "trial")
    if accused == others:
        return f"your members {f'vote {others}' if others else 'abstain'}"
    rest = f"vote {others}" if others else "abstain"
    return f"your accused {f'votes {accused}' if accused else 'abstains'}, your others {rest}"


def on_a_nomination(view: State) -> str:
    """HR-14: `your votes consent`."""
    return _CONSENT[unless_ordered(view, "nomination") or ""]


def paused(matter: str, view: State) -> str:
    """The same where the phase stands open for this ballot; "" for a purge."""
    if matter == "trial":
        return f"{in_a_trial(view)}, and nothing more is investigated"
    return on_a_nomination(view) if matter == "nomination" else ""


def as_read(ruling: str, word: str) -> str:
    """The sentences of a reading, as they stand behind what was said of the ruling."""
    known = {reading.word: reading.sentence for reading in readings.KNOWN.get(ruling, ())}
    return " ".join(known[one] for one in word.split("+") if one in known)
