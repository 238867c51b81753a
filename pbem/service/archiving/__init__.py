"""From the database into an archive: what of letters, mails and commands it holds (E25), and how its folder is written."""
