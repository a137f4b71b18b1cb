"""Passkeys: keys of an authenticator that sign a challenge (WebAuthn)."""

import json
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, parse_client_data_json
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from rondel.server.errors import BadCode, BadPasskey
from rondel.server.identities import Identity
from rondel.server.people.codes import ADD_PASSKEY, USE_PASSKEY, Codes, secure
from rondel.server.storage import schema
from rondel.server.storage.engine import Database
from rondel.server.storage.rows import now

MAX_PASSKEYS = 20
REQUIRED = UserVerificationRequirement.REQUIRED
"""User verification: a passkey is the only factor, so its authenticator must know its user."""
BROKEN = (WebAuthnException, ValueError, KeyError, TypeError, AttributeError, IndexError)
"""Errors that an answer of wrong shape leads to."""
p, g = schema.passkeys, schema.guests


class Site(NamedTuple):
    """Site that passkeys belong to."""

    name: str
    origin: str


class Passkeys:
    """Store of the passkeys of this server."""

    def __init__(self, database: Database, codes: Codes):
        self.database = database
        self.codes = codes

    async def options_to_add(self, site: Site, identity: Identity) -> dict[str, Any]:
        """Return what a browser needs to make a passkey."""
        known = await self.list(identity.id)
        options = generate_registration_options(
            rp_id=site.name,
            rp_name="Rondel",
            user_name=identity.name,
            user_id=identity.id.encode(),
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=REQUIRED
            ),
            exclude_credentials=[
                PublicKeyCredentialDescriptor(id=base64url_to_bytes(row.id)) for row in known
            ],
        )
        challenge = bytes_to_base64url(options.challenge)
        await self.codes.issue(ADD_PASSKEY, identity.id, code=challenge)
        return dict(json.loads(options_to_json(options)))

    async def add(
        self, site: Site, identity: Identity, answer: dict[str, Any], device: str
    ) -> None:
        """Keep a passkey that a browser has made. Raises BadPasskey."""
        challenge, owner = await self._challenge(ADD_PASSKEY, answer)
        if owner != identity.id:
            raise BadPasskey
        try:
            made = verify_registration_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=site.name,
                expected_origin=site.origin,
                require_user_verification=True,
            )
        except BROKEN as error:
            raise BadPasskey from error
        row = {
            "id": bytes_to_base64url(made.credential_id),
            "identity": identity.id,
            "public_key": made.credential_public_key,
            "sign_count": made.sign_count,
            "device": device,
            "created": now(),
        }
        await self.database.write(partial(_insert, row=row))

    async def options_to_sign_in(self, site: Site) -> dict[str, Any]:
        """Return what a browser needs to use any passkey of this site: no name is asked."""
        options = generate_authentication_options(rp_id=site.name, user_verification=REQUIRED)
        await self.codes.issue(USE_PASSKEY, None, code=bytes_to_base64url(options.challenge))
        return dict(json.loads(options_to_json(options)))

    async def sign_in(self, site: Site, answer: dict[str, Any]) -> Identity:
        """Return the identity of a passkey that has signed a challenge. Raises BadPasskey."""
        challenge, _ = await self._challenge(USE_PASSKEY, answer)
        row = await self.database.read(partial(_find, key=str(answer.get("id", ""))))
        if row is None:
            raise BadPasskey
        try:
            used = verify_authentication_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=site.name,
                expected_origin=site.origin,
                credential_public_key=row.public_key,
                credential_current_sign_count=row.sign_count,
                require_user_verification=True,
            )
        except BROKEN as error:
            raise BadPasskey from error
        values = {"sign_count": used.new_sign_count, "last_used": now()}
        query = update(p).where(p.c.id == row.id).values(values)
        await self.database.write(lambda connection: connection.execute(query))
        return Identity(row.identity, row.name, row.kind)

    async def _challenge(self, purpose: str, answer: dict[str, Any]) -> tuple[bytes, str | None]:
        """Return the challenge that was signed, and for whom it was made. Raises BadPasskey."""
        try:
            data = base64url_to_bytes(answer["response"]["clientDataJSON"])
            challenge = parse_client_data_json(data).challenge
            code = await self.codes.use([purpose], bytes_to_base64url(challenge))
        except (*BROKEN, BadCode) as error:
            raise BadPasskey from error
        return challenge, code.identity

    async def list(self, identity: str) -> list[Any]:
        """Return the rows of an identity's passkeys."""
        query = select(p).where(p.c.identity == identity).order_by(p.c.created)
        return await self.database.read(lambda connection: list(connection.execute(query)))

    async def remove(self, identity: str, key: str) -> bool:
        """Delete a passkey of an identity; return whether it had it."""
        query = delete(p).where(p.c.identity == identity, p.c.id == key)
        return await self.database.write(lambda c: c.execute(query).rowcount == 1)


def _find(connection: Connection, key: str) -> Any:
    query = select(p, g.c.name, g.c.kind).join(g, g.c.id == p.c.identity)
    return connection.execute(query.where(p.c.id == key)).one_or_none()


def _insert(connection: Connection, row: dict[str, Any]) -> None:
    """Write a passkey. Raises BadPasskey if it is known already, or is one too many."""
    mine = select(p.c.id).where(p.c.identity == row["identity"])
    known = connection.execute(select(p.c.id).where(p.c.id == row["id"])).first()
    if known is not None or len(connection.execute(mine).all()) >= MAX_PASSKEYS:
        raise BadPasskey
    connection.execute(insert(p).values(row))
    secure(connection, row["identity"])
