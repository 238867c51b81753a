"""The voice of the chronicle: a party communiqué, with the plain fact beside every euphemism (E15).

Key -> wordings, at least three, with room for six and more.  None begins with the verb of an order or with a bare
surname before such a verb, and nobody is ever "he" or "she".  Fields: see the tellers that say them.
"""

from collections.abc import Mapping

from .wordings_cards import CARD_WORDINGS

WORDINGS: Mapping[str, tuple[str, ...]] = {
    **CARD_WORDINGS,
    # --- purge ---
    "announce purge": (
        "{actor} has come into possession of certain documents concerning {target} (a purge; needs {needed}).",
        "In a closed session {actor} regrets to bring up the name of {target} (a purge; needs {needed}).",
        "{actor} suggests that {target} has been working too hard lately (a purge; needs {needed}).",
        "A file marked {target} lies on the desk of {actor} (a purge; needs {needed}).",
        "{actor} would like {target} to see more of the country (a purge; needs {needed}).",
    ),
    "purge failed": (
        "The documents prove to be forgeries: {victim} stays (rolled {die}, needed {needed}).",
        "The Central Committee finds the matter regrettable, but not on the part of {victim}, who stays (rolled {die}, needed {needed}).",
        "The black car drives to a wrong address; {victim} stays (rolled {die}, needed {needed}).",
        "{victim} produces older and thicker files, and stays (rolled {die}, needed {needed}).",
    ),
    "siberia purge": (
        "Comrade {victim} has accepted a long assignment in the timber industry (Siberia; {die}).",
        "Comrade {victim} has volunteered to study the permafrost at close quarters (Siberia; {die}).",
        "At the request of nobody in particular, Comrade {victim} now directs a railway that has yet to be built (Siberia; {die}).",
        "The flat of Comrade {victim} has become vacant overnight (Siberia; {die}).",
        "Comrade {victim} has been promoted to a very large office without walls (Siberia; {die}).",
    ),
    "siberia condemnation": (
        "Candidate {victim} was found to be a poor example to youth and has left by the night train (Siberia, without a trial).",
        "No trial could add to the evidence: Comrade {victim} is on the way east (Siberia, condemned).",
        "Comrade {victim} confessed before the question was put (Siberia, condemned without a vote).",
    ),
    "siberia trial": (
        "Comrade {victim} thanks the court and asks for warm socks (Siberia).",
        "The sentence: an unlimited stay in healthy air for Comrade {victim} (Siberia).",
        "Comrade {victim} departs under escort, waving to nobody (Siberia).",
    ),
    "lost": (
        "Friends of the departed have never met {victim} (lost with the influence on {victim}: {points}).",
        "Address books are revised; what was shown on {victim} is lost ({points}).",
        "Investments in {victim} are written off (lost: {points}).",
    ),
    # --- spy investigation ---
    "announce trial": (
        "{actor} accuses {target} of unspecified but grave crimes (a trial).",
        "{actor} asks the Politburo to hear what the neighbours of {target} have to say (a trial).",
        "A court is convened on the motion of {actor}; the accused is {target} (a trial).",
    ),
    "announce condemnation": (
        "{actor} sees no need to trouble a court with {target} (a condemnation).",
        "{actor} condemns the conduct of {target} in the strongest terms available (a condemnation).",
        "For reasons of economy {actor} proposes to deal with {target} without a court (a condemnation).",
    ),
    "announce investigation": (
        "{actor} opens a file on {target} (an investigation).",
        "{actor} asks, quite in general, where {target} spends the weekends (an investigation).",
        "The telephone of {target} is to be improved at the suggestion of {actor} (an investigation).",
        "{actor} wonders aloud about the foreign stamps of {target} (an investigation).",
    ),
    "suspected": (
        "{him} is now under suspicion ({marks}).",
        "From today the friends of {him} cross the street earlier ({marks}).",
        "{him} denies everything, even the weather ({marks}).",
    ),
    "announce closing": (
        "{actor} proposes to lose the file on {target} (closing the case).",
        "{actor} sees no reason to keep {target} waiting in corridors (closing the case).",
        "The inquiry into {target} has found what {actor} wished it to find (closing the case).",
    ),
    "cleared": (
        'One "?" is taken off {him} ({marks}).',
        'The records on {him} are found to be somebody else’s: one "?" less ({marks}).',
        '{him} was loyal all along: one "?" less ({marks}).',
    ),
    "acquitted": (
        "{him} is acquitted ({votes} innocent); every suspicion was a clerical error.",
        "The court finds {him} not guilty ({votes} innocent) and apologises for the chair.",
        "Justice prevails, to some surprise: {him} is acquitted ({votes} innocent) and free of all suspicion.",
    ),
    "convicted": (
        "{him} is guilty ({votes} innocent, 2 needed).",
        "The verdict on {him} was ready in time: guilty ({votes} innocent, 2 needed).",
        "The court is not unanimous, but it is sufficient: {him} is guilty ({votes} innocent, 2 needed).",
    ),
    # --- cure ---
    "sanatorium": (
        "{him} takes the waters (Sanatorium).",
        "{him} yields to the urgent advice of eleven physicians (Sanatorium).",
        "A slight cold detains {him} in the Crimea (Sanatorium).",
        "{him} will govern from a deck chair until further notice (Sanatorium).",
    ),
    "stays cured": (
        "{him} extends the stay by the sea (remains at the Sanatorium).",
        "The physicians will not part with {him} yet (remains at the Sanatorium).",
        "{him} has not finished the chess problem (remains at the Sanatorium).",
    ),
    "stays working": (
        "{him} has never felt better, and says so twice ({health}, at work).",
        "{him} declines to be examined ({health}, at work).",
        "The cough of {him} is ideologically sound ({health}, at work).",
    ),
    "back order": (
        "{him} returns to the desk, tanned and unannounced (back at work).",
        "{him} cuts the cure short in the interest of production (back at work).",
        "The chair of {him} was still warm (back at work).",
    ),
    "back healthy": (
        "{him}, fully recovered, has run out of excuses (back at work).",
        "The physicians can find nothing more to charge for: {him} is back at work.",
        "{him} returns in such health that several comrades turn pale (back at work).",
    ),
    "back uncontrolled": (
        "Nobody pays the bill of {him} any longer (back at work, controlled by nobody).",
        "The Sanatorium needs the bed of {him} (back at work, controlled by nobody).",
        "{him} was forgotten on the veranda and walks home (back at work, controlled by nobody).",
    ),
    "year takes": (
        "The burden of office: {list}.",
        "Service to the people leaves its mark: {list}.",
        "The portraits must be repainted: {list}.",
    ),
    "aged": (
        "It leaves {him} older by {years} ({age} now).",
        "{him} ages by {years} over it (to {age}).",
        "The cost to {him} is {years} ({age} now).",
        "New wrinkles for {him}, worth {years} ({age} now).",
    ),
    # --- health ---
    "health sick": (
        "{him} ({before}) coughs in a Leninist manner: one cross more, now {health} (rolled {die}).",
        "A slight indisposition befalls {him} ({before}): one cross more, now {health} (rolled {die}).",
        "The bulletin on {him} ({before}) is longer than usual, and leaves out the temperature: one cross more, now {health} (rolled {die}).",
        "{him} ({before}) is resting between two rests: one cross more, now {health} (rolled {die}).",
    ),
    "health worse": (
        "{him} ({before}) is carried into the meeting: two crosses more, now {health} (rolled {die}).",
        "Two professors are called to the bedside of {him} ({before}): two crosses more, now {health} (rolled {die}).",
        "{him} ({before}) signs with a cross, then with another: now {health} (rolled {die}).",
    ),
    "health better": (
        "{him} ({before}) astonishes science: one cross less, now {health} (rolled {die}).",
        "The diagnosis of {him} ({before}) is corrected by telephone: one cross less, now {health} (rolled {die}).",
        "{him} ({before}) swims across a river for the cameras: one cross less, now {health} (rolled {die}).",
    ),
    "health same": (
        "No change, say the physicians, of {list}.",
        "Unchanged, and grateful for it: {list}.",
        "The same as last year: {list}.",
    ),
    "died": (
        "{him} ({age}) has joined the eternal plenum, after {die} (dead; Kremlin Wall).",
        "The heart of {him} ({age}), which beat for the Party, has been reassigned, after {die} (dead; Kremlin Wall).",
        "Flags at half-mast: {him} ({age}) no longer answers roll calls, after {die} (dead; Kremlin Wall).",
        "{him} ({age}) is to be part of the architecture, after {die} (dead; Kremlin Wall).",
    ),
    # --- funeral ---
    "announce nomination": (
        "{actor} proposes {target} as Party Chief.",
        "In a voice heavy with grief and calculation {actor} names {target} for Party Chief.",
        "{actor} has always seen a Party Chief in {target}, at least since breakfast.",
    ),
    "elected": (
        "{him} is the new Party Chief and has always been (from {origin}).",
        "The Party has a new Chief: {him} (from {origin}). Applause, turning into an ovation.",
        "White smoke being unavailable, a clerk announces {him} as Party Chief (from {origin}).",
    ),
    "defeated": (
        "The nomination of {him} is defeated ({noes} voted no).",
        "{him} was not meant seriously after all: defeated ({noes} voted no).",
        "The grief of the Politburo does not extend to {him}: defeated ({noes} voted no).",
    ),
    # --- replacement and rehabilitation ---
    "announce promotion": (
        "{actor} would see {target} as {to} (a promotion).",
        "{actor} has noticed the talents of {target} (a promotion to {to}).",
        "{actor} recommends {target} for {to} (a promotion).",
    ),
    "announce demotion": (
        "{actor} has found lighter work for {target} (a demotion to {to}).",
        "{actor} relieves {target} of a burden (a demotion to {to}).",
        "{actor} thinks {target} would be happier as {to} (a demotion).",
    ),
    "announce shift": (
        "{actor} moves furniture: {target} to {to} (a shift).",
        "{actor} wants {target} at another desk, {to} (a shift).",
        "A reform of {actor}: {target} to become {to} (a shift).",
    ),
    "announce swap": (
        "{actor} wants {target} and {other} to exchange their desks (a swap).",
        "{target} and {other} know too much about their own ministries; {actor} will exchange them (a swap).",
        "A reform of {actor}: {target} and {other} in each other’s chairs (a swap).",
    ),
    "moved promotion": (
        "{him} rises from {origin} to {to}, on the word of {sponsor}.",
        "{sponsor} lifts {him} from {origin} to {to}.",
        "Merit is rewarded, namely that of knowing {sponsor}: {him} goes from {origin} to {to}.",
    ),
    "moved demotion": (
        "{him} sinks from {origin} to {to}, by the hand of {sponsor}.",
        "{sponsor} lets {him} down from {origin} to {to}.",
        "{him} is closer to the masses again: from {origin} to {to}, thanks to {sponsor}.",
    ),
    "moved shift": (
        "{him} goes from {origin} to {to}, at no cost.",
        "The door plate of {him} now says {to} instead of {origin}.",
        "{him} leaves {origin} and becomes {to}.",
    ),
    "moved age": (
        "Seniority does the rest: {list}.",
        "Where no one chose, the years did: {list}.",
        "By the Rule of the Old: {list}.",
    ),
    "moved release": (
        "{him} was never away: {sponsor} has the file say so, and Siberia returns {him} to the People.",
        "A clerical error of some years is corrected by {sponsor}: {him} returns from Siberia to the People.",
        "{sponsor} recalls {him} fondly, and also from Siberia (now one of the People).",
    ),
    "swapped": (
        "{him} is now {to}, and {other} is {origin}.",
        "Two name plates change places: {him} {to}, {other} {origin}.",
        "{him} and {other} exchange desks, though not files ({him} now {to}, {other} {origin}).",
    ),
    "announce release": (
        "{actor} remembers {target}, who is in Siberia (a release).",
        "{actor} finds that {target} has been punished enough for nothing (a release from Siberia).",
        "A telegram from {actor} reaches the camp of {target} (a release from Siberia).",
    ),
    # --- parade ---
    "announce parade": (
        "{him} ({age}, {health}) is helped up the stairs of the mausoleum for the October Parade; the wave would be for {player}.",
        "The tanks start their engines. {him} ({age}, {health}) must stand and wave, and it would be for {player}.",
        "Snow, brass bands, and {him} ({age}, {health}) at the balustrade; a wave would be for {player}.",
    ),
    "wave": (
        "The arm rises! {him} waves ({die}): one wave for {player}, who now has {waves}.",
        "{him} has been seen to wave, by several witnesses ({die}): a wave for {player}, the total being {waves}.",
        "A gloved hand, unmistakably that of {him}, moves twice ({die}): a wave for {player}, making {waves}.",
    ),
    "wave for nobody": (
        "{him} waves ({die}), and it is credited to nobody.",
        "{him} waves at the crowd ({die}), but on nobody’s behalf: credited to nobody.",
        "A wave of {him} ({die}), dedicated to the cause alone: credited to nobody.",
    ),
    "no wave failed": (
        "{him} inspects the parade with great stillness: no wave (rolled {die}, needed {needed}).",
        "The arm of {him} abstains: no wave (rolled {die}, needed {needed}).",
        "Doubts about whether {him} was awake are slander: no wave (rolled {die}, needed {needed}).",
    ),
    "no wave sanatorium": (
        "{him} follows the parade on the wireless from the Sanatorium: no wave.",
        "The place of {him} on the balcony is taken by a wreath (at the Sanatorium): no wave.",
        "{him} waves, but in the Crimea, where it does not count (at the Sanatorium): no wave.",
    ),
    "no wave vacant": (
        "The tanks roll past an empty balcony: there is no Party Chief, and no wave.",
        "A portrait takes the parade: there is no Party Chief, and no wave.",
        "The Party needs no Chief to have a parade, only to have a wave: no wave this year.",
    ),
    # --- the course of things ---
    "retired": (
        "{him}, {age}, retires to a dacha with a good view of the guards (retired from {origin}; out of the game).",
        "After {age} years of service {him} is thanked and forgotten (retired from {origin}; out of the game).",
        "{him}, {age}, will devote all remaining time to memoirs that nobody may read (retired from {origin}; out of the game).",
    ),
    "pass": (
        "{actor} sees no reason to act.",
        "{actor} leaves it at that.",
        "{actor} has nothing to propose.",
    ),
    "passes": (
        "Nothing from {list}.",
        "No motion from {list}.",
        "Content with the state of things: {list}.",
    ),
    "withdrawn": (
        "At once the words of {him} were never spoken: control has changed, and the announcement is void.",
        "{him} was misquoted: control has changed, and the announcement is void.",
        "The stenographer tears out a page: {him} said nothing, for control has changed and the announcement is void.",
    ),
    "nobody acts": (
        "No member in office was able to act.",
        "The agenda was read out to empty chairs: no member could act.",
        "Nothing took place, in good order: no member could act.",
    ),
    "acting": (
        "{actor} has the chair.",
        "The power of this phase lies with {actor}.",
        "{actor} presides.",
    ),
    # --- influence ---
    "takes": (
        "{player} shows {points} on {him} and takes over from {before}.",
        "A word from {player} ({points}) and {him} no longer remembers {before}.",
        "{him} discovers an old friendship with {player} ({points}), who takes over from {before}.",
    ),
    "takes free": (
        "{player} shows {points} on {him}, who was nobody’s until now, and takes control.",
        "{player} ({points}) has a word with {him}, whom nobody had claimed, and takes control.",
        "{him} has found a protector: {player}, showing {points}, takes control.",
    ),
    "shows": (
        "{player} now shows {points} on {him}.",
        "The friendship of {player} for {him} comes to {points}.",
        "{player} makes it known: {points} on {him}.",
    ),
    "keeps": (
        "{player} shows {points} on {him} and keeps control.",
        "{player} tightens the grip on {him}: {points} shown, control kept.",
        "So that nobody misunderstands whose friend {him} is, {player} shows {points} and keeps control.",
    ),
    "misses": (
        "{player} shows {points} on {him}; {holder} ({most}) keeps control.",
        "{player} comes to {points} on {him}, which is not enough: {holder} ({most}) keeps control.",
        "{him} listens politely to {player} ({points}) and stays with {holder} ({most}).",
    ),
    "tie broken": (
        "The dice decide: {player} counts as first on {him}, before {others}.",
        "The tie over {him} goes to {player}, before {others}.",
        "{him} sides with {player}; {others} counted as second.",
    ),
}
