"""The text of a new site's `pbem.toml`, with gaps for `str.format`."""

TEMPLATE = """\
# The settings of this pbem site.  A line that begins with # is a note, or a setting that is not in use.
# Passwords do not belong here: see [inbox] and [outbox].  After a change, `pbem games` says if something is wrong.

[judge]
# What players see as the sender, where they send their orders, and whom the reports come from:
name = {name}
address = {address}
# A person, who gets questions, and mail that cannot be read:
moderator = {moderator}
# Whose clock deadlines go by, a name like "Europe/Zurich" or "America/New_York":
timezone = {zone}
# When you get your mail of the day, if something needs a hand ("off" for never):
# digest = "08:00"
# If mail to judge+ANYTHING@… reaches the inbox, replies can carry their key in the address, where no mail program
# drops it, and a mail that comes back tells whose it was; try that by hand before you take the # away:
# subaddress = "+"

[database]
url = "sqlite:///pbem.db"  # a file in this folder; or "postgresql+psycopg://user@host/name", with its
#                          # password in the environment: PBEM_DATABASE_URL=postgresql+psycopg://user:secret@host/name

[inbox]                    # where orders arrive
url = "maildir:mail/in"    # a folder; or "imaps://judge@imap.example.org/INBOX", or imap://… (STARTTLS)
# password_command = "cat /run/secrets/inbox"   # prints the password; or set PBEM_INBOX_PASSWORD
# login = "xoauth2"        # for Microsoft 365, see docs/providers: password_command then prints an access token, or
# oauth_client = "00000000-0000-0000-0000-000000000000"   # the id of your application, and `pbem login inbox`
# authserv = "mx.example.org"   # the receiving server that writes Authentication-Results: only dmarc=pass counts then
# junk = "Junk"            # with IMAP: the spam folder; you are told once a day if players' letters lie there

[outbox]                   # where mails are handed over
url = "maildir:mail/out"   # a folder, and nothing is sent; or "smtps://judge@smtp.example.org", smtp://… (STARTTLS)
# password_command = "cat /run/secrets/outbox"  # or set PBEM_OUTBOX_PASSWORD; login as above
# per_minute = 20          # never more mails than your provider allows; the rest waits for the next poll
# per_day = 400

[games]                    # what a new game gets, if `pbem new` does not say otherwise
tempo = "club"             # three deadlines a game year; or phase, classic, year, live (`pbem new --help`)
# deadline = "Tue 20:00, Fri 20:00"             # times in the zone above, or a length like "72h"
# press = "free"           # messages between players: "free", "named" (nothing anonymous) or "off"
# options = {{ grace = "12h", off = "sat, sun" }}  # whatever `pbem set GAME` lists

[archive]                  # games/NAME: each game as a folder that can be read, checked and watched again without the site
# auto = true              # it is written anew after each resolution; false: only by `pbem archive NAME`
# keep_raw_days = 30       # so long after a game's end its letters are kept as they came in, then only what was read in them; 0: for ever
"""
