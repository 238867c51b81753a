"""The page of an archive in a real browser: Debian's chromium-headless-shell through Playwright, nothing downloaded."""
