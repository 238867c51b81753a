"""Two files of one picture (decision D30)."""

from io import BytesIO

from PIL import Image

from pbem.report.pictures.pixels import same


def png(colour: str, level: int, size: tuple[int, int] = (40, 30)) -> bytes:
    file = BytesIO()
    image = Image.new("RGB", size, "white")
    image.paste(colour, (5, 5, 20, 20))
    image.save(file, "PNG", compress_level=level)
    return file.getvalue()


def test_d30_other_bytes_may_show_the_same_picture() -> None:
    assert png("red", 1) != png("red", 9)
    assert same(png("red", 1), png("red", 9))
    assert not same(png("red", 6), png("blue", 6))
    assert not same(png("red", 6), png("red", 6, (41, 30)))
    assert not same(png("red", 6), b"no picture")
