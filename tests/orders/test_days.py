"""Days as people write them."""

from datetime import date

import pytest

from pbem.orders.days import days

TODAY = date(2027, 4, 14)  # a Wednesday


def _iso(text: str, today: date = TODAY) -> tuple[str, str] | None:
    found = days(text, today)
    return found and ("" if found.first is None else found.first.isoformat(), found.last.isoformat())


@pytest.mark.parametrize(
    "text",
    [
        "until 3 May", "3 May", "UNTIL 3rd of May", "May 3", "until the 3rd of May", "3.5.", "3.5.2027", "2027-05-03",
        "till 3 May 2027", "Monday 3 May", "until Mon, 3 May", "3. May",
    ],
)  # fmt: skip
def test_one_day_in_many_spellings(text):
    assert _iso(text) == ("", "2027-05-03")


@pytest.mark.parametrize(
    "text",
    [
        "3-10 May", "3–10 May", "3 - 10 May", "May 3-10", "3 May - 10 May", "from 3 May to 10 May", "FROM 3 May UNTIL 10 May",
        "3.5.-10.5.", "3.-10.5.", "2027-05-03 to 2027-05-10", "2027-05-03 - 2027-05-10", "3rd to 10th of May",
    ],
)  # fmt: skip
def test_two_days_in_many_spellings(text):
    assert _iso(text) == ("2027-05-03", "2027-05-10")


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("tomorrow", "2027-04-15"), ("until Friday", "2027-04-16"), ("next Wednesday", "2027-04-21"),
        ("for 2 weeks", "2027-04-28"), ("a week", "2027-04-21"), ("until sun", "2027-04-18"),
    ],
)  # fmt: skip
def test_days_that_depend_on_today(text, last):
    assert _iso(text) == ("", last)


def test_a_day_without_a_year_is_the_next_one_and_a_span_may_cross_new_year():
    assert _iso("until 1 March") == ("", "2028-03-01")
    assert _iso("28 Dec - 4 Jan") == ("2027-12-28", "2028-01-04")
    assert _iso("29 Feb") == ("", "2028-02-29")


@pytest.mark.parametrize(
    "text",
    ["", "soon", "31 Feb", "until 2026-01-01", "2029-01-01", "10 May - 3 May 2027", "3 4 5", "May", "to"],
)
def test_what_is_no_day_or_one_of_the_past_or_too_far_ahead(text):
    assert _iso(text) is None
