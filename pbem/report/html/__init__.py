"""Mails as formatted text: the same facts as in the plain text, for those who would rather look."""
