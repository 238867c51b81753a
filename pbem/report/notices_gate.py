"""What is said where the gate has stopped a mail: to the players, to the moderator, in `pbem games`."""

GATE_HELD = "the judge stopped a mail that might have told too much"
GATE_NOTICE = (
    "The judge has put the game on hold: a mail might have told more than its reader may know, and was not sent. The moderator "
    "looks into it. No deadline passes until the game goes on; orders are still read."
)
GATE_TOLD = (
    "Before a mail goes out it is written a second time with everybody else's secrets changed. These came out differently, which "
    "must never happen, so they were not sent and the game is on hold:\n\n{told}\n\n"
    "`pbem mail --held` lists them. Please report it to the makers of the program. `pbem mail release` with a number and --because sends "
    "one as it is; `pbem resume` lets the game go on."
)
