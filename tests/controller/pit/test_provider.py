"""The login of the house: there and back again over real HTTP, and what is refused on the way."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from unittest.mock import Mock
from urllib.parse import parse_qs, parse_qsl, urlsplit

import pytest

pytest.importorskip("authlib", reason="the extra pit-oidc is missing: make setup EXTRA=pit-oidc")

from flask.testing import FlaskClient
from joserfc import jwt
from joserfc.jwk import ECKey

from sabot.config import extras
from sabot.live.feed import Feed
from sabot.pit.floor import provider_file
from sabot.pit.floor.provider import FREE_BEGINNINGS, LONGEST_S, Provider
from sabot.pit.trouble import PitError
from sabot_dashboard.guard import HEADERS
from sabot_dashboard.pit.app import create_pit_app
from sabot_dashboard.settings import Screens
from tests.dashboard.pit import PASSWORD, Pit

CLIENT, SECRET, PAGE = "sabot-pit", "a secret of the house", "http://localhost"
KEY, OTHER_KEY = ECKey.generate_key("P-256", {"kid": "1"}), ECKey.generate_key("P-256", {"kid": "1"})
HTML = {"Accept": "text/html"}


class House:
    """A provider for one person. `claims` are what it says besides or instead; `header` and `key` are how it
    signs, `signs` does it."""

    def __init__(self) -> None:
        self.claims: dict[str, Any] = {}
        self.key, self.issuer, self.is_down = KEY, "", False
        self.signs: Callable[[dict[str, Any]], str] = lambda claims: jwt.encode(
            {"alg": "ES256", "kid": "1"}, claims, self.key
        )
        self.asked: dict[str, str] = {}
        self.code, self.page = "", PAGE

    def authorise(self, address: str) -> str:
        """What a browser does that is sent here and logs in: the query with which it is sent back."""
        self.asked = dict(parse_qsl(urlsplit(address).query))
        self.code = hashlib.sha256(self.asked["state"].encode()).hexdigest()
        return f"code={self.code}&state={self.asked['state']}"

    def token(self, form: dict[str, list[str]], authorisation: str) -> dict[str, object] | None:
        """The answer to a code; None where anything of the flow is wrong."""
        challenge = hashlib.sha256(form["code_verifier"][0].encode()).digest()
        is_right = (
            form.get("code") == [self.code]
            and form["redirect_uri"] == [self.asked["redirect_uri"]] == [f"{self.page}/enter/house/back"]
            and base64.urlsafe_b64encode(challenge).decode().rstrip("=") == self.asked["code_challenge"]
            and base64.b64decode(authorisation.removeprefix("Basic ")).decode() == f"{CLIENT}:{SECRET}"
        )
        if not is_right:
            return None
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": CLIENT, "sub": "4711", "iat": now, "exp": now + 300}
        claims |= {"nonce": self.asked["nonce"], "preferred_username": "a.visser", "groups": ["Pit bosses"]}
        return {"access_token": "x", "token_type": "Bearer", "id_token": self.signs(claims | self.claims)}

    def known(self) -> dict[str, object]:
        there = self.issuer
        return {
            "issuer": there,
            "authorization_endpoint": f"{there}/authorise",
            "token_endpoint": f"{there}/token",
            "jwks_uri": f"{there}/keys",
        }


def handler_of(house: House) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path.startswith("/authorise?"):  # only a real browser comes here
                self.send_response(302)
                query = house.authorise(self.path)
                self.send_header("Location", f"{house.asked['redirect_uri']}?{query}")
                self.end_headers()
                return
            pages = {
                "/.well-known/openid-configuration": house.known(),
                "/keys": {"keys": [KEY.as_dict(private=False)]},
            }
            self._answer(None if house.is_down else pages.get(self.path))

        def do_POST(self) -> None:
            form = self.rfile.read(int(self.headers["Content-Length"])).decode()
            self._answer(house.token(parse_qs(form), self.headers["Authorization"]))

        def _answer(self, plain: object) -> None:
            body = json.dumps(plain or {"error": "invalid_grant"}).encode()
            self.send_response(200 if plain else 400)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None: ...

    return Handler


@contextmanager
def listening(house: House) -> Iterator[House]:
    with ThreadingHTTPServer(("127.0.0.1", 0), handler_of(house)) as server:
        house.issuer = f"http://127.0.0.1:{server.server_port}"
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield house
        server.shutdown()
        thread.join()


@pytest.fixture
def house() -> Iterator[House]:
    with listening(House()) as found:
        yield found


FILE = """
issuer = "{issuer}"
client_id = "sabot-pit"
secret_file = "secret"
address = "http://localhost/"
[roles]
"Pit bosses" = "boss"
"Everybody" = "watcher"
"""


def written(folder: Path, text: str, *, mode: int = 0o600) -> Path:
    (folder / "secret").write_text(f"{SECRET}\n")
    (folder / "secret").chmod(mode)
    (folder / "provider.toml").write_text(text)
    return folder / "provider.toml"


@pytest.fixture
def pit(tmp_path: Path, cheap_pins: None) -> Pit:
    return Pit(tmp_path)


def browser(pit: Pit, house: House, tmp_path: Path, *, more: str = "", **options: Any) -> FlaskClient:
    """A browser before the page of this pit."""
    text = FILE.format(issuer=house.issuer).replace("[roles]", f"{more}\n[roles]")
    login = Provider(provider_file.read(written(tmp_path, text)), pit.people, **options)
    return create_pit_app(pit, Screens(table="nijmegen"), Feed(), login).test_client()


def goes_there(client: FlaskClient, to: str = "/") -> str:
    answer = client.get("/enter/house", query_string={"to": to})
    assert answer.status_code == 302
    return str(answer.headers["Location"])


def comes_back(client: FlaskClient, query: str) -> tuple[int, str]:
    answer = client.get(f"/enter/house/back?{query}", headers=HTML)
    return answer.status_code, answer.get_data(as_text=True)


def logs_in(client: FlaskClient, house: House, to: str = "/") -> tuple[int, str]:
    return comes_back(client, house.authorise(goes_there(client, to)))


def test_somebody_of_the_house_comes_in_by_its_login_and_is_on_record_by_a_pseudonym(
    pit: Pit, house: House, tmp_path: Path
):
    client = browser(pit, house, tmp_path)
    assert 'href="/enter/house?to=/wheels"' in client.get("/enter?to=/wheels").get_data(as_text=True)
    status, page = logs_in(client, house, "/wheels")
    assert (status, 'content="0;url=/wheels"' in page) == (200, True)
    assert "a.visser, pit boss" in client.get("/", headers=HTML).get_data(as_text=True)
    seen = {"key": pit.causes[0].key, "word": "looked at it"}
    assert client.post("/see", json=seen, headers={"X-Sabot": "act"}).status_code == 200
    assert pit.seen[0][1] == f"{pit.people.pseudonym_of('a.visser')} (boss)"
    client.post("/leave", headers={"X-Sabot": "act"})
    assert client.get("/floor").status_code == 401


def test_the_browser_is_sent_with_a_challenge_a_state_and_a_nonce_and_the_secret_stays_here(
    pit: Pit, house: House, tmp_path: Path
):
    address = goes_there(browser(pit, house, tmp_path))
    house.authorise(address)
    assert house.asked["response_type"] == "code"
    assert house.asked["code_challenge_method"] == "S256"
    assert {len(house.asked[name]) for name in ("state", "nonce")} == {64}
    assert SECRET not in address


def encoded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def unsigned(claims: dict[str, Any]) -> str:
    return f"{encoded(json.dumps({'alg': 'none'}).encode())}.{encoded(json.dumps(claims).encode())}."


def signed_with_the_public_key(claims: dict[str, Any]) -> str:
    """The old trick: what everybody may know is taken for a shared secret."""
    head = json.dumps({"alg": "HS256", "kid": "1"}).encode()
    text = f"{encoded(head)}.{encoded(json.dumps(claims).encode())}"
    return f"{text}.{encoded(hmac.digest(KEY.as_pem(private=False), text.encode(), 'sha256'))}"


@pytest.mark.parametrize(
    ("claims", "why"),
    [
        ({"nonce": "that of another login"}, "it belongs to another try to log in"),
        ({"nonce": None}, "it belongs to another try to log in"),
        ({"aud": "another-program"}, "it is for another program"),
        ({"aud": [CLIENT, "another-program"], "azp": "another-program"}, "it is for another program"),
        ({"iss": "https://elsewhere.example"}, "another login made it"),
        ({"exp": 1_700_000_000}, "its time is over"),
        ({"sub": None}, "sub is missing in it, or wrong"),
    ],
)
def test_a_token_that_says_something_wrong_is_refused_in_a_sentence(
    pit: Pit, house: House, tmp_path: Path, claims: dict[str, Any], why: str
):
    house.claims = claims
    client = browser(pit, house, tmp_path)
    status, page = logs_in(client, house)
    assert (status, f"The login of the house sent a token that does not hold: {why}." in page) == (403, True)
    assert client.get("/floor").status_code == 401


@pytest.mark.parametrize(
    "signs",
    [
        unsigned,
        signed_with_the_public_key,
        lambda claims: jwt.encode({"alg": "ES256", "kid": "1"}, claims, OTHER_KEY),
        lambda claims: "no.token.at-all",
    ],
    ids=["alg none", "a shared secret", "another key", "nonsense"],
)
def test_a_token_that_the_provider_did_not_sign_is_refused(
    pit: Pit, house: House, tmp_path: Path, signs: Callable[[dict[str, Any]], str]
):
    house.signs = signs
    client = browser(pit, house, tmp_path)
    status, page = logs_in(client, house)
    assert (status, "does not hold: it is not signed as it must be." in page) == (403, True)
    assert client.get("/floor").status_code == 401


@pytest.mark.parametrize(
    ("claims", "why"),
    [
        ({"groups": ["Cooks"]}, "a.visser, the login of the house gives you no role at the pit."),
        ({"groups": None}, "a.visser, the login of the house gives you no role at the pit."),
        ({"preferred_username": " "}, "The login of the house gives no name for you (preferred_username)."),
        ({"preferred_username": "x" * 41}, "cannot be used here"),
        ({"preferred_username": "local"}, "The name local cannot be used here: a password of the pit has it"),
    ],
)
def test_somebody_without_a_role_or_a_name_of_their_own_is_told_so(
    pit: Pit, house: House, tmp_path: Path, claims: dict[str, Any], why: str
):
    pit.people.add("local", "boss", PASSWORD)
    house.claims = claims
    client = browser(pit, house, tmp_path)
    status, page = logs_in(client, house)
    assert (status, why in page) == (403, True)
    assert client.get("/floor").status_code == 401


def test_of_several_roles_the_first_in_the_file_counts_and_a_claim_may_lie_within_another(
    pit: Pit, house: House, tmp_path: Path
):
    house.claims = {"realm_access": {"roles": ["Everybody", "Pit bosses"]}, "groups": []}
    client = browser(pit, house, tmp_path, more='role_claim = "realm_access.roles"')
    assert logs_in(client, house)[0] == 200
    assert client.get("/seen", headers=HTML).status_code == 200


def test_a_login_that_another_browser_began_or_that_comes_twice_or_late_is_refused(
    pit: Pit, house: House, tmp_path: Path
):
    clock = [0.0]
    client = browser(pit, house, tmp_path, monotonic_s=lambda: clock[0])
    again = "This login was not begun in this browser, or too long ago. Begin it again."
    query = house.authorise(goes_there(client))
    other = client.application.test_client()
    assert [comes_back(other, each)[0] for each in (query, "code=x", "")] == [403] * 3
    assert comes_back(client, query)[0] == 200
    assert again in comes_back(client, query)[1]
    query = house.authorise(goes_there(client))
    clock[0] = LONGEST_S + 1
    assert again in comes_back(client, query)[1]


def test_a_flood_from_one_address_waits_asks_the_provider_nothing_and_evicts_nobody(
    pit: Pit, house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    clock = [0.0]
    client = browser(pit, house, tmp_path, monotonic_s=lambda: clock[0])
    elsewhere = client.application.test_client()
    there = {"REMOTE_ADDR": "10.0.0.7"}
    honest = elsewhere.get("/enter/house", environ_base=there).headers["Location"]
    for _ in range(FREE_BEGINNINGS):
        goes_there(client)
    asked = Mock(wraps=house.known)
    monkeypatch.setattr(house, "known", asked)
    for _ in range(3):
        answer = client.get("/enter/house", headers=HTML)
        assert answer.status_code == 403
        assert "Too many logins were begun from this address. Wait 5 s." in answer.get_data(as_text=True)
    assert asked.call_count == 0
    back = elsewhere.get(f"/enter/house/back?{house.authorise(honest)}", environ_base=there)
    assert back.status_code == 200
    clock[0] = 5.1
    assert logs_in(client, house)[0] == 200
    goes_there(client)


def test_a_provider_that_is_down_leaves_the_way_in_with_a_password(pit: Pit, house: House, tmp_path: Path):
    pit.people.add("local", "boss", PASSWORD)
    client = browser(pit, house, tmp_path)
    house.is_down = True
    answer = client.get("/enter/house", headers=HTML)
    page = answer.get_data(as_text=True)
    assert answer.status_code == 403
    assert "The login of the house does not answer. Try again, or use a password of the pit." in page
    given = {"name": "local", "pin": PASSWORD}
    assert client.post("/enter", json=given, headers={"X-Sabot": "act"}).status_code == 200


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("error=access_denied&state={state}", "The login of the house let nobody in."),
        ("code=another&state={state}", "The login of the house gave an answer that cannot be used."),
        ("state={state}", "The login of the house gave an answer that cannot be used."),
    ],
)
def test_what_the_provider_refuses_is_said(pit: Pit, house: House, tmp_path: Path, query: str, why: str):
    client = browser(pit, house, tmp_path)
    house.authorise(goes_there(client))
    status, page = comes_back(client, query.format(state=house.asked["state"]))
    assert (status, why in page) == (403, True)


def test_a_provider_by_another_name_or_with_an_address_in_the_open_is_not_used(
    pit: Pit, house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    client, known = browser(pit, house, tmp_path), house.known()
    for wrong in ({"issuer": "https://elsewhere.example"}, {"token_endpoint": "http://login.example/token"}):
        monkeypatch.setattr(house, "known", lambda wrong=wrong: known | wrong)
        page = client.get("/enter/house", headers=HTML).get_data(as_text=True)
        assert "The login of the house gave an answer that cannot be used." in page


def test_where_the_page_has_another_address_or_no_provider_the_login_of_the_house_is_not_offered(
    pit: Pit, house: House, tmp_path: Path
):
    client = browser(pit, house, tmp_path)
    answer = client.get("/enter", base_url="http://127.0.0.1:8790")
    assert "/enter/house" not in answer.get_data(as_text=True)
    bare = create_pit_app(pit, Screens(table="nijmegen"), Feed()).test_client()
    assert "/enter/house" not in bare.get("/enter").get_data(as_text=True)
    assert bare.get("/enter/house").status_code == 404


def test_the_cookies_and_headers_are_as_strict_as_the_way_allows(pit: Pit, house: House, tmp_path: Path):
    client = browser(pit, house, tmp_path)
    answer = client.get("/enter/house")
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert "SameSite=Lax" in answer.headers["Set-Cookie"]
    back = client.get(f"/enter/house/back?{house.authorise(answer.headers['Location'])}")
    kept = [each for each in back.headers.getlist("Set-Cookie") if each.startswith("sabot=")]
    assert "SameSite=Strict" in kept[0]
    assert back.headers["Referrer-Policy"] == HEADERS["Referrer-Policy"]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('issuer = "{issuer}"', "", "issuer is missing, or no text"),
        ('issuer = "{issuer}"', 'issuer = "http://login.example"', "issuer must begin with https://"),
        ("client_id", "client", "client is no key of this file"),
        ('= "boss"', '= "chef"', "Pit bosses = 'chef' is no role; expected one of watcher, boss"),
        ('[roles]\n"Pit bosses" = "boss"\n"Everybody" = "watcher"\n', "", r"\[roles\] is missing"),
        ('"secret"', '"elsewhere"', "the secret in .*elsewhere cannot be read"),
        ("[roles]", "[roles", "cannot be read"),
    ],
)
def test_a_file_that_says_something_wrong_is_refused_in_one_line(
    tmp_path: Path, old: str, new: str, why: str
):
    assert old in FILE
    text = FILE.replace(old, new).replace("{issuer}", "https://login.example")
    with pytest.raises(PitError, match=why) as refused:
        provider_file.read(written(tmp_path, text))
    assert "\n" not in str(refused.value)


def test_a_secret_that_everybody_may_read_is_refused(tmp_path: Path):
    text = FILE.format(issuer="https://login.example")
    with pytest.raises(PitError, match=r"everybody on this machine may read .*secret: chmod 600"):
        provider_file.read(written(tmp_path, text, mode=0o644))
    assert provider_file.read(written(tmp_path, text)).secret == SECRET


def test_without_the_extra_the_command_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    from sabot.app.pit_page import Places, served_at

    monkeypatch.setattr(extras, "is_here", lambda extra: extra != "pit-oidc")
    with pytest.raises(PitError, match="the extra pit-oidc is missing"):
        with served_at("host=/nowhere", tmp_path, "house", Places(provider=tmp_path / "provider.toml")):
            pass
