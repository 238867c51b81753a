"""How the players' own words are introduced: the paper, obituaries, the banner over the parade (E15)."""

from collections.abc import Mapping

PAPERS: Mapping[str, tuple[str, ...]] = {
    "pravda": (
        "A letter from {faction}: “{text}”",
        "From the morning’s post, signed {faction}: “{text}”",
        "The editor prints without changing a comma what {faction} had to say: “{text}”",
        "In the column for workers’ initiative, {faction}: “{text}”",
        "A correspondent who insists on being named, {faction}, informs the people: “{text}”",
        "On page four, under the chess problem, {faction}: “{text}”",
        "As {faction} put it, to general attention: “{text}”",
    ),
    "pravda unsigned": (
        "A letter without a name, typed on a good machine: “{text}”",
        "The postmark was illegible, the opinion was not: “{text}”",
        "A simple citizen who asks not to be thanked: “{text}”",
        "Found under the door of the editorial office: “{text}”",
        "The editor has forgotten who said this: “{text}”",
        "Signed with a smudge: “{text}”",
    ),
    "obituary": (
        "In memory of {him}, from {faction}: “{text}”",
        "{faction} on the passing of {him}: “{text}”",
        "A wreath for {him}, and on its ribbon the words of {faction}: “{text}”",
        "Those who knew {him} speak through {faction}: “{text}”",
        "At the grave of {him} a comrade reads what {faction} has written: “{text}”",
        "The black border is for {him}, the text is by {faction}: “{text}”",
    ),
    "slogan": (
        "Over the square hangs a banner, approved by {faction}: “{text}”",
        "Four hundred metres of red cloth, the gift of {faction}, proclaim: “{text}”",
        "The marching columns are led by a slogan of {faction}: “{text}”",
        "Gymnasts form letters, as {faction} has asked: “{text}”",
        "From the roof of the department store {faction} lets the people know: “{text}”",
        "A balloon with the words of {faction} rises over the brass bands: “{text}”",
    ),
}
