"""A game fed to the whole system again, from its archive: the same letters, rounds and commands must give the same journal and the same mails."""
