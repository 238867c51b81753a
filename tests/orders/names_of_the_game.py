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
