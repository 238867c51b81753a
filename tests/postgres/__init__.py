"""Everything that works on SQLite works on PostgreSQL: a private server for tests, and what they do with it."""
