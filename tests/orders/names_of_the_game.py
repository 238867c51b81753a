"""The names that the order tests play with: all 26 Politicians, six seats."""

from pbem.orders.names import Lexicon

POLITICIANS = {
    name.split()[0]: name[2:]
    for name in (
        "A Nestor Aparatschik|B Lech Schukrutoff|C Alexej Goferbrok|D Petr Niewitko|E Karel Krakemheds|F Andrej Purgemoff|"
        "G Diwan Palavrian|H Nikolai Shootemdedsky|I Anatol Mischif|J Antonj Talksalott|K Eduard Boremtodev|L Igor Doberman|"
        "M Sergei Eatstumuch|N Boris Karrienko|O Oleg Satin|P Iwan Manjak|Q Tigran Zenjarplan|R Turi Nikotin|"
        "S Ludmilla Patina|T Mikail Strychnin|U Wassily Protzky|V Natasha Nogoodnik|W Leonid Bungaloff|X Boris Badenuff|"
        "Y Ulan Putschnik|Z Viktor Wasolin"
    ).split("|")
}
SEATS = {
    "red": ("Hardline Stalinists", "Anna"),
    "green": ("Red Army Militarists", "Bob Miller"),
    "yellow": ("Lysenko Evolutionists", "Chris"),
    "blue": ("Reform Expansionists", "Dora"),
    "brown": ("Trotskyite Internationalists", "Emil"),
    "black": ("Old-line Marxists", "Fritz"),
}
LEXICON = Lexicon(POLITICIANS, SEATS)
#: Of a game of the basic rules.
BASIC = Lexicon(POLITICIANS, SEATS, switches=frozenset())
#: Intrigue cards, some of them alike.
CARDS = {
    3: "Forged war record",
    7: "Sanatorium closed for repairs",
    8: "Doctor's orders",
    11: "Heart trouble",
    13: "Back to the people",
    14: "Iron constitution",
    15: "A taste for vodka",
    16: "Anonymous letter",
    17: "Alibi",
    21: "Hostile press",
    26: "Key to the archive",
    31: "Olympic boycott",
    32: "Olympic win",
    33: "Bumper harvest",
    34: "Man in orbit",
}
ALL = frozenset({"intrigue", "bribes", "ties", "growth"})
#: Of an Advanced Game, and of one in a year at whose end influence grows.
ADVANCED = Lexicon(POLITICIANS, SEATS, switches=ALL, cards=CARDS)
GROWING = Lexicon(POLITICIANS, SEATS, switches=ALL, cards=CARDS, growing=True)
