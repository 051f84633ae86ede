"""The login of the house, by OpenID Connect: people log in to the page of the pit with their account of the
house.

A person's name and role are taken only from a token that the provider signed for this page, and for a login
that began in the same browser.
"""

from __future__ import annotations

import hmac
import logging
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

import requests
from authlib.common.errors import AuthlibBaseError
from authlib.integrations.requests_client import OAuth2Session
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.errors import ClaimError, ExpiredTokenError, JoseError
from joserfc.jwk import KeySet

from sabot.core.reasons import Reason, reason
from sabot.core.shapes.floor import CameBack, LoginError
from sabot.core.shapes.people import Person
from sabot.pit.floor.people import PitPeople
from sabot.pit.floor.provider_file import House, is_safe
from sabot.staff.attempts import AddressPauses
from sabot.staff.pins import PeopleError

log = logging.getLogger(__name__)

BACK = "/enter/house/back"
"""Where the provider sends the browser back to."""

ALGORITHMS = (
    *("RS256", "RS384", "RS512", "PS256", "PS384", "PS512"),
    *("ES256", "ES384", "ES512", "Ed25519", "EdDSA"),
)
"""How a token may be signed: with a key that the provider alone has, never with `none` or a shared secret."""

ANSWERS_WITHIN_S = 5.0
LEEWAY_S = 60
"""The most that the provider's clock may differ from ours."""

LONGEST_S, BEGUN_MOST = 600.0, 10_000
"""How long a login may take, and how many may be under way; then the oldest is forgotten."""

FREE_BEGINNINGS = 10
"""Logins that one address may begin in a row, and finish none, without a pause."""

Found = TypeVar("Found")


class _Begun(NamedTuple):
    """A login that is under way."""

    nonce: str
    verifier: str
    to: str
    since_s: float


class Provider:
    """The provider of one house. For many threads."""

    def __init__(
        self,
        house: House,
        people: PitPeople,
        *,
        wall_s: Callable[[], float] = time.time,
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self.address = house.address
        self._house, self._people, self._wall_s, self._monotonic_s = house, people, wall_s, monotonic_s
        self._lock = threading.Lock()
        self._begun: dict[str, _Begun] = {}
        self._pauses = AddressPauses(monotonic_s, free=FREE_BEGINNINGS, kept=BEGUN_MOST)

    def begin(self, to: str, *, place: str) -> tuple[str, str]:
        """Where to send a browser at this address that wants to come in, and the state that it must bring
        back; `to` is the page that it wants. Raises LoginError, before anybody is asked, for an address that
        begins one login after the other."""
        with self._lock:
            if wait_s := self._pauses.wait_s(place):
                raise LoginError(
                    reason("Too many logins were begun from this address. Wait {n} s.", n=wait_s)
                )
            self._pauses.tried(place)
        state, nonce, verifier = (secrets.token_urlsafe(48) for _ in range(3))
        with self._session() as session:
            asks_at = self._asked(lambda: self._known(session)["authorization_endpoint"])
            url, _ = session.create_authorization_url(
                asks_at, state=state, nonce=nonce, code_verifier=verifier, response_type="code"
            )
        with self._lock:
            now_s = self._monotonic_s()
            young = {key: one for key, one in self._begun.items() if now_s - one.since_s <= LONGEST_S}
            self._begun = dict([*young.items()][1 - BEGUN_MOST :]) | {
                state: _Begun(nonce, verifier, to, now_s)
            }
        return str(url), state

    def finish(self, state: str, answer: Mapping[str, str], *, place: str) -> CameBack:
        """Who has come back, to a browser at this address. `state` is what it kept, `answer` what the
        provider sent along. Raises LoginError."""
        begun = self._taken(state, answer.get("state", ""))
        if "error" in answer:
            log.warning("the login of the house refused somebody: %r", answer["error"][:100])
            raise LoginError(reason("The login of the house let nobody in."))
        with self._session() as session:
            claims = self._asked(lambda: self._claims(session, begun, answer.get("code", "")))
        person = self._person(claims)
        with self._lock:
            self._pauses.believed(place)
        return CameBack(person, begun.to)

    def _taken(self, kept: str, given: str) -> _Begun:
        """The login that this browser began; it counts once."""
        with self._lock:
            is_same = bool(kept) and hmac.compare_digest(kept.encode(), given.encode())
            begun = self._begun.pop(given, None) if is_same else None
        if begun is None or self._monotonic_s() - begun.since_s > LONGEST_S:
            raise LoginError(
                reason("This login was not begun in this browser, or too long ago. Begin it again.")
            )
        return begun

    # --- what is asked of the provider

    def _session(self) -> Any:
        """Asks the provider and nobody else: no proxy and no file of passwords of this machine's user."""
        house = self._house
        session = OAuth2Session(
            house.client_id,
            house.secret,
            scope=house.scope,
            redirect_uri=house.address + BACK,
            code_challenge_method="S256",
            default_timeout=ANSWERS_WITHIN_S,
        )
        session.trust_env, session.verify = False, house.authority or True
        return session

    def _asked(self, question: Callable[[], Found]) -> Found:
        try:
            return question()
        except (requests.RequestException, OSError) as error:
            log.warning("the login of the house does not answer: %s", error)
            raise LoginError(
                reason("The login of the house does not answer. Try again, or use a password of the pit.")
            ) from None
        except JoseError as error:
            log.warning("a token of the login of the house is refused: %s", error)
            raise LoginError(
                reason("The login of the house sent a token that does not hold: {why}.", why=_why(error))
            ) from None
        except (AuthlibBaseError, ValueError, TypeError, KeyError, AttributeError) as error:
            log.warning("the login of the house gave an answer that cannot be used: %r", error)
            raise LoginError(
                reason("The login of the house gave an answer that cannot be used. The log says more.")
            ) from None

    def _known(self, session: Any) -> dict[str, str]:
        """What the provider says of itself."""
        found = self._got(session, f"{self._house.issuer.rstrip('/')}/.well-known/openid-configuration")
        if found["issuer"] != self._house.issuer:
            raise ValueError(f"it calls itself {found['issuer']!r}")
        known = {name: str(found[name]) for name in ("authorization_endpoint", "token_endpoint", "jwks_uri")}
        for address in known.values():
            if not is_safe(address):
                raise ValueError(f"{address} is not encrypted")
        return known

    def _claims(self, session: Any, begun: _Begun, code: str) -> dict[str, object]:
        """What the provider says of somebody, in a token that holds."""
        known, issuer, client = self._known(session), self._house.issuer, self._house.client_id
        given = session.fetch_token(
            known["token_endpoint"],
            grant_type="authorization_code",
            code=code,
            code_verifier=begun.verifier,
            allow_redirects=False,
        )
        keys = KeySet.import_key_set(self._got(session, known["jwks_uri"]))
        token = jwt.decode(given["id_token"], keys, algorithms=ALGORITHMS)
        claims = CodeIDToken(
            token.claims,
            token.header,
            options={
                "iss": {"essential": True, "value": issuer},
                "aud": {"essential": True, "value": client},
            },
            params={"nonce": begun.nonce, "client_id": client, "access_token": given.get("access_token")},
        )
        claims.validate(now=int(self._wall_s()), leeway=LEEWAY_S)
        return dict(claims)

    def _got(self, session: Any, address: str) -> Any:
        answer = session.get(address, withhold_token=True, allow_redirects=False)
        answer.raise_for_status()
        return answer.json()

    # --- who that is

    def _person(self, claims: dict[str, object]) -> Person:
        name, role = claims.get(self._house.name_claim), self._role(claims)
        if not isinstance(name, str) or not name.strip():
            raise LoginError(
                reason(
                    "The login of the house gives no name for you ({claim}).", claim=self._house.name_claim
                )
            )
        if not role:
            raise LoginError(
                reason("{name}, the login of the house gives you no role at the pit.", name=name)
            )
        try:
            return self._people.of_the_house(name, role)
        except PeopleError as error:
            log.warning("somebody of the login of the house cannot come in: %s", error)
            raise LoginError(
                reason(
                    "The name {name} cannot be used here: a password of the pit has it, or it is too long.",
                    name=name,
                )
            ) from None

    def _role(self, claims: dict[str, object]) -> str:
        """The first role in the file that somebody has; `a.b` names a claim within another."""
        value: object = claims
        for part in self._house.role_claim.split("."):
            value = value.get(part) if isinstance(value, dict) else None
        theirs = value if isinstance(value, list) else [value]
        return next((role for given, role in self._house.roles.items() if given in theirs), "")


def _why(error: JoseError) -> Reason:
    """Why a token does not hold."""
    if isinstance(error, ExpiredTokenError):
        return reason("its time is over")
    if not isinstance(error, ClaimError):
        return reason("it is not signed as it must be")
    of_claim = {
        "aud": reason("it is for another program"),
        "azp": reason("it is for another program"),
        "iss": reason("another login made it"),
        "nonce": reason("it belongs to another try to log in"),
    }
    return of_claim.get(error.claim) or reason("{claim} is missing in it, or wrong", claim=error.claim)
