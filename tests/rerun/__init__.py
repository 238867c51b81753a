"""Level 2 of `pbem verify`: games fed to the whole system again, from their archives."""
