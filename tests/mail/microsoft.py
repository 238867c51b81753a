"""What Microsoft's login server says, over HTTP on this machine: consent by a code (RFC 8628), tokens that are renewed or refused."""

import base64
import json
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

REAL = "https://login.microsoftonline.com"
CLIENT = "11111111-2222-3333-4444-555555555555"
USER = "judge@example.org"


class Answer:
    """As `requests` gives it."""

    def __init__(self, status: int, text: str) -> None:
        self.status_code, self.text, self.headers = status, text, {}

    def raise_for_status(self) -> None:
        if self.status_code >= 400:
            raise OSError(f"status {self.status_code}")


class Microsoft:
    """A context manager.  `error`: what it answers instead of a token, `pending`: how often it first says that nobody has
    entered the code; `asked`: what it was asked for; `make`: makes the access tokens."""

    def __init__(self) -> None:
        self.error: dict[str, str] = {}
        self.pending, self.count, self.lifetime = 0, 0, 3600
        self._consented = ""
        self.make: Callable[[], str] | None = None
        self.asked: list[tuple[str, dict[str, str]]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                pass

            def do_GET(self) -> None:
                self._say(200, outer._configuration())

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                status, said = outer._posted(self.path, dict(urllib.parse.parse_qsl(body)))
                self._say(status, said)

            def _say(self, status: int, said: dict[str, Any]) -> None:
                raw = json.dumps(said).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(raw)))
                self.end_headers()
                self.wfile.write(raw)

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.base = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    # --- what it says

    def _configuration(self) -> dict[str, str]:
        at = f"{REAL}/common/oauth2/v2.0"
        return {
            "issuer": f"{REAL}/common/v2.0",
            "authorization_endpoint": f"{at}/authorize",
            "token_endpoint": f"{at}/token",
            "device_authorization_endpoint": f"{at}/devicecode",
        }

    def _posted(self, path: str, given: dict[str, str]) -> tuple[int, dict[str, Any]]:
        self.asked.append((path.rpartition("/")[2], given))
        if path.endswith("/devicecode"):
            self._consented = given["scope"]
            where = "https://microsoft.com/devicelogin"
            more = {"verification_uri": where, "expires_in": 60, "interval": 1, "message": f"Go to {where}."}
            return 200, {"device_code": "DEVICE", "user_code": "ABCD1234", **more}
        if self.pending:
            self.pending -= 1
            return 400, {"error": "authorization_pending"}
        if self.error:
            return 400, dict(self.error)
        return 200, self._tokens(given)

    def _tokens(self, given: dict[str, str]) -> dict[str, Any]:
        self.count += 1
        now = int(time.time())
        scopes = given.get("scope", self._consented).split()
        claims = {
            "aud": CLIENT,
            "iss": f"{REAL}/t/v2.0",
            "exp": now + 3600,
            "iat": now,
            "sub": "s",
            "oid": "u",
        }
        return {
            "token_type": "Bearer",
            "access_token": self.make() if self.make else f"ACCESS-{self.count}",
            "refresh_token": f"REFRESH-{self.count}",
            "expires_in": self.lifetime,
            "scope": " ".join(scope for scope in scopes if scope.startswith("https:")),
            "client_info": _coded({"uid": "u", "utid": "t"}),
            "id_token": f"{_coded({'alg': 'none'})}.{_coded({**claims, 'tid': 't', 'preferred_username': USER})}.x",
        }

    # --- what asks it

    def get(self, url: str, **more: Any) -> Answer:
        return self._ask(urllib.request.Request(self._here(url)))

    def post(self, url: str, data: Any = None, **more: Any) -> Answer:
        body = urllib.parse.urlencode({k: v for k, v in (data or {}).items() if v is not None}).encode()
        return self._ask(urllib.request.Request(self._here(url), data=body))

    def _here(self, url: str) -> str:
        assert url.startswith(REAL)
        return self.base + url.removeprefix(REAL)

    def _ask(self, request: urllib.request.Request) -> Answer:
        try:
            with urllib.request.urlopen(request, timeout=5) as answer:
                return Answer(answer.status, answer.read().decode())
        except urllib.error.HTTPError as error:
            return Answer(error.code, error.read().decode())


def _coded(value: dict[str, Any]) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")
