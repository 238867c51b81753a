"""Games written out: readable without the program, checkable without the site."""
