"""What bots say besides orders: lines for Pravda, a slogan for the parade, a diary, and memoirs.  All of our own making."""

from collections.abc import Sequence
from random import Random

PRAVDA = (
    "The delegation returned from the sausage works deeply impressed and, on the whole, fed.",
    "Rumours of rumours are without foundation; the other rumours will be confirmed on Thursday.",
    "A new bridge has been opened. The river will follow within the present plan.",
    "Readers ask what the second telephone on the desk is for. It is for answering the first.",
    "The weather has been unanimous since Monday.",
    "Tractor drivers of the Lower Province have overtaken the harvest and await it at the border.",
    "The clock of the Spassky Tower was late by four minutes. The four minutes have confessed.",
    "A correction: the chess match was drawn by mutual conviction, not by mutual contempt.",
    "The choir of the Ministry sang the budget in four voices; the basses asked for more time.",
    "Three comrades have left public life in good health and a closed car.",
    "The queue in Gorky Street has been awarded the title of a permanent institution.",
    "Spectacles are again in stock, but nobody could find the shop.",
)
SLOGANS = (
    "FORWARD TO THE PLACE WHERE WE STOOD LAST YEAR!",
    "LESS QUEUE, MORE LINE!",
    "EVERY COUGH A BLOW AGAINST THE ENEMY!",
    "GLORY TO THE HEALTHY LUNGS OF THE POLITBURO!",
    "THE BALCONY IS FULL, COMRADES, AND SO ARE WE!",
    "WAVE ONCE, WAVE WELL!",
)
DIARY = (
    "I have praised him in public twice today. He must feel it coming by now.",
    "Nobody knows whom I hold. Sometimes I forget it myself and have to look into the sheet.",
    "The others smile a great deal. I have begun to count who stops first.",
    "Ten points on a man of seventy-eight. My mother always said I was sentimental.",
    "Slept badly. Dreamt of a table with eight chairs and nine of us.",
    "They believe my promise. I nearly do, too.",
    "If it comes to a vote I shall be on the side that is being counted.",
    "Today I saved somebody whom I do not like from somebody whom I do.",
    "The physician bowed deeper than usual. I must find out to whom.",
    "He coughed. I took out the sheet, crossed something out, and put it back in again.",
    "It is lonely at the top, they say. I should like to have that from a reliable source.",
    "My man was seen at the window. Whether he waved or signalled for help is being looked into.",
)
MEMOIRS = (
    "I was always against it. Where the record says otherwise, the record was against me.",
    "What they called intrigue was only good manners with the door closed.",
    "I regret nothing that is still under investigation.",
    "All in all we were a family. That explains the sanatorium.",
    "History will judge us; we had her telephone number.",
    "Had I been asked I should have told everything. I was asked, which was a surprise.",
)


def said(rng: Random, leads: bool) -> list[str]:
    """What he adds to his orders, if anything.  `leads`: he controls the Party Chief.  What takes all that follows stands last."""
    lines = [f"PRAVDA: {rng.choice(PRAVDA)}"] if rng.random() < 0.3 else []
    lines += [f"SLOGAN: {rng.choice(SLOGANS)}"] if leads and rng.random() < 0.6 else []
    return [*lines, f"DIARY: {rng.choice(DIARY)}"] if rng.random() < 0.35 else lines


def memoirs(rng: Random, chosen: Sequence[str] = MEMOIRS) -> str:
    """What he writes when it is over."""
    return f"MEMOIRS: {rng.choice(chosen)}"
