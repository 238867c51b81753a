"""Pictures compared by what is seen: another build of the compressor may write the same pixels in other bytes (decision D30)."""

from io import BytesIO

from PIL import Image


def same(one: bytes, other: bytes) -> bool:
    """Do two PNGs show the same?  False where one of them is no picture."""
    try:
        with Image.open(BytesIO(one)) as mine, Image.open(BytesIO(other)) as theirs:
            return (
                mine.size == theirs.size and mine.convert("RGB").tobytes() == theirs.convert("RGB").tobytes()
            )
    except OSError:
        return False
