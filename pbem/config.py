"""x"""
import os
from collections.abc import Mapping
from pathlib import Path
SITE_FILE = "pbem.toml"
class ConfigError(ValueError):
    """ """
def find_site(start: Path | None, env: Mapping[str, str]) -> Path:
    if start is not None:
        return start
    if env.get("PBEM_SITE"):
        return Path(env["PBEM_SITE"])
    here = Path.cwd()
    return next((folder for folder in (here, *here.parents) if (folder / SITE_FILE).is_file()), here)
