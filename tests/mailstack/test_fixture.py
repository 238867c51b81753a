"""Where real servers are required, their lack is a failure; elsewhere a skip with its reason."""

import pytest

from tests.mailstack import stack


@pytest.mark.parametrize(("required", "outcome"), [("1", pytest.fail.Exception), ("", pytest.skip.Exception)])
def test_a_lack_of_servers(
    monkeypatch: pytest.MonkeyPatch, required: str, outcome: type[BaseException]
) -> None:
    monkeypatch.setenv("PBEM_REQUIRE_SERVERS", required)
    with pytest.raises(outcome, match="dovecot is not installed"):
        stack._lack("dovecot is not installed")
