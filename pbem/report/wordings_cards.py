"""What the chronicle says of cards, blackmail, bribes, ties and growing influence (R13, R15), in the voice of `wordings.py`."""

from collections.abc import Mapping

CARD_WORDINGS: Mapping[str, tuple[str, ...]] = {
    # --- cards ---
    "plays": (
        "{player} lays a card on the table: {card}{aim}.",
        "From a pocket of {player} comes {card}{aim}.",
        "An envelope from {player} is opened in the session: {card}{aim}.",
        "{player} thinks that the moment has come for {card}{aim}.",
        "Nobody remembers who let {player} in, but there it lies: {card}{aim}.",
    ),
    "plays red": (
        "{player} puts {card} into the file of {him}, where it stays (“{text}”).",
        "The file of {him} grows by a sheet from {player}: {card}, which stays there (“{text}”).",
        "{player} has something added to the biography of {him}: {card}, for as long as the biography lasts (“{text}”).",
    ),
    "plays unknown": (
        "{player} lays a card on the table: {card}{aim}. Its text: “{text}”.",
        "{player} reads aloud from {card}{aim}: “{text}”.",
        "The stenographer takes down {card} of {player}{aim}, word by word: “{text}”.",
    ),
    "discards": (
        "{player} burns some papers ({count} discarded).",
        "The stove of {player} smokes ({count} discarded).",
        "{player} no longer needs certain documents ({count} discarded).",
    ),
    # --- blackmail ---
    "blackmail": (
        "{player} has shown {victim} some photographs, and the {action} that {him} announced is off (blackmail; not again in this phase).",
        "A courier of {player} waits until {victim} has read it; then {him} drops the {action} (blackmail; not again in this phase).",
        "{victim} receives a card from {player} without good wishes: no {action} by {him} (blackmail; not again in this phase).",
    ),
    "blackmail vote": (
        "{player} has shown {victim} some photographs, and {him} now says “{vote}” (blackmail).",
        "A courier of {player} waits until {victim} has read it: the vote of {him} becomes “{vote}” (blackmail).",
        "{victim} receives a card from {player} without good wishes: {him} meant “{vote}” all along (blackmail).",
    ),
    "withdrawn card": (
        "The card comes first: what {him} said is void.",
        "The agenda is torn up with the words of {him} on it: the card makes them void.",
        "{him} has said nothing yet: the card came before, and the announcement is void.",
    ),
    "withdrawn promise": (
        "{him} is reminded of a promise: the announcement is void.",
        "A promise is a promise, even here: the announcement of {him} is void.",
        "The words of {him} do not agree with a promise, and are void.",
    ),
    "withdrawn illegal": (
        "By now there is nothing left of what {him} announced; it is void.",
        "The announcement of {him} has lost its object, and is void.",
        "{him} spoke of something that can no longer be done; the announcement is void.",
    ),
    # --- what cards do ---
    "back card": (
        "{him} is called back from the Sanatorium before the soup is served (back at work).",
        "The car is already waiting for {him} (back at work).",
        "{him} leaves a half-finished mud bath (back at work).",
    ),
    "moved card": (
        "{him} goes from {origin} to {to}, at no cost.",
        "A new paper says that {him} belongs elsewhere: from {origin} to {to}.",
        "{him} packs a small suitcase and goes from {origin} to {to}.",
    ),
    "cross more": (
        "The heart of {him} misses a beat (one cross more, now {health}).",
        "The bulletin on {him} is rewritten before it is printed (one cross more, now {health}).",
        "{him} has to sit down (one cross more, now {health}).",
    ),
    "cross less": (
        "{him} is pronounced in better order than before (one cross less, now {health}).",
        "A professor from abroad finds nothing wrong with {him} (one cross less, now {health}).",
        "{him} climbs two flights of stairs without witnesses (one cross less, now {health}).",
    ),
    "absolved": (
        "It turns out that {him} was fishing that day (all suspicion is gone{trial}).",
        "Three sisters of mercy swear to the whereabouts of {him} (all suspicion is gone{trial}).",
        "The file on {him} has been mislaid by the right people (all suspicion is gone{trial}).",
    ),
    "trial dropped": (
        "The case against {him} is not on the agenda, it turns out (the trial ends without a verdict).",
        "The court finds a comma out of place, and {him} goes home (the trial ends without a verdict).",
        "The stenographer has run out of ink in the matter of {him} (the trial ends without a verdict).",
    ),
    "lost by card": (
        "The rolls are purged: {points} gone on {victim}, off the card and off the sheet.",
        "Some friends of {victim} turn out to have died in 1943: {points} gone, off the card and off the sheet.",
        "A clerk corrects the list of those who know {victim}: {points} gone, off the card and off the sheet.",
    ),
    # --- influence ---
    "level": (
        "{player} draws level on {him} at {points}; {holder}, who was there before, keeps control.",
        "{player} makes it {points} on {him} as well; {holder}, who was there before, keeps control.",
        "{him} now has two friends of {points} each, and {player} is the newer one; {holder} keeps control.",
    ),
    "level open": (
        "{player} draws level on {him} at {points}; until that tie is settled {holder}, who was there before, keeps control.",
        "{player} makes it {points} on {him} as well; {holder}, who was there before, keeps control until that tie is settled.",
        "{him} now has two friends of {points} each, and {player} is the newer one; {holder} keeps control until that tie is settled.",
    ),
    "open still": (
        "{player} shows {points} on {him}; the tie there is still to be settled, and until then control is with {holder}.",
        "{player} ({points}) joins those who wait for {him}; until the tie is settled control is with {holder}.",
        "{him} hears of {player}, too ({points}); the tie is not settled yet, and until then control is with {holder}.",
    ),
    "ladder": (
        "{players} bid against each other for {him}: {shown}.",
        "{him} is put up to auction, and {players} raise each other: {shown}.",
        "Between {players} it comes to a contest of friendship for {him}: {shown}.",
    ),
    "ladder ends": (
        "When it is over: {end}.",
        "Where it stops: {end}.",
        "At the end of it: {end}.",
    ),
    "ten plus": (
        "{him} and {player} are inseparable from now on (10+: for good, unless Siberia comes between; what others showed there goes back to their sheets).",
        "{player} has {him} for good (10+; only Siberia ends it, and what others showed there goes back to their sheets).",
        "Nobody else need call on {him} again: {player} has 10+ there (for good but for Siberia; what others showed goes back to their sheets).",
    ),
    "grows": (
        "{player} has known {him} a little longer every day: {points} more, {total} shown ({control}).",
        "{player} is godparent to one more child of {him}: {points} more, {total} shown ({control}).",
        "Birthday presents from {player} reach {him}: {points} more, {total} shown ({control}).",
    ),
    "tie open quiet": (
        "Until the tie is settled, {him} stays with {holder}.",
        "For the moment {holder} still has {him}.",
        "While it lasts, {him} stays with {holder}.",
    ),
    "tie open quiet free": (
        "Until the tie is settled, {him} belongs to nobody.",
        "For the moment nobody has {him}.",
        "While it lasts, {him} belongs to nobody.",
    ),
    "tie settled": (
        "The tie over {him} is settled ({sums}): {winner} has control{how}.",
        "Nobody else speaks up for anyone on {him} ({sums}): {winner} has control{how}.",
        "{him} is left to choose ({sums}) and goes with {winner}, who has control{how}.",
    ),
    "tie opened": (
        "Until the count is in, {him} stays with {holder}.",
        "For the moment {holder} still has {him}.",
        "{him} stays with {holder} while the votes of confidence are counted.",
    ),
    "tie opened free": (
        "Until the count is in, {him} belongs to nobody.",
        "For the moment nobody has {him}.",
        "{him} belongs to nobody while the votes of confidence are counted.",
    ),
    "tie resolved": (
        "The count on {him}: {sums}; {winner} has control{how}.",
        "Weighed to the tenth, {him} comes to {sums}: {winner} has control{how}.",
        "{him} listens to all sides ({sums}) and goes with {winner}, who has control{how}.",
    ),
}
