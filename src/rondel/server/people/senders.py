"""Sending one notice by web push, e-mail or webhook."""

import base64
import hashlib
import hmac
import os
from email.utils import parseaddr

import http_ece
import msgspec
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from msgspec import Struct
from py_vapid import Vapid02
from sqlalchemy import Connection, select

from rondel.server.people.mail import Mail, Mailer, MailFailed
from rondel.server.people.outbound import SendFailed, check_status, post
from rondel.server.signing import Signer
from rondel.server.storage import schema
from rondel.server.storage.notices import Channel
from rondel.server.storage.rows import insert_into, now

TTL = 24 * 3600
"""Seconds for which a push service keeps a notice for a device that is off."""
VAPID = "vapid"
"""Name of the row with the key that identifies this server to push services."""
MAX_CONTENT = 1500
encode = msgspec.json.encode


class PushKeys(Struct, frozen=True):
    """Keys of a browser's push subscription, as URL-safe base64."""

    p256dh: str
    auth: str


class Subscription(Struct, frozen=True):
    """Browser's push subscription, as `PushSubscription.toJSON()` has it."""

    endpoint: str
    keys: PushKeys


class Webhook(Struct, frozen=True):
    """Address that takes notices, and the secret that signs them."""

    url: str
    secret: str


class Message(Struct, frozen=True):
    """Notice as it is shown."""

    id: str
    kind: str
    title: str
    text: str
    url: str
    """Absolute, or a path if the host's address is not known."""
    path: str
    table: str | None = None


class Senders:
    """Ways to send."""

    def __init__(
        self, vapid: Vapid02, mailer: Mailer, signer: Signer, address: str, *, allows_private: bool
    ):
        self.vapid = vapid
        self.mailer = mailer
        self.signer = signer
        self.address = address.rstrip("/")
        """Host's address, or ''."""
        self.allows_private = allows_private

    async def send(self, channel: Channel, message: Message) -> None:
        """Send a message by a channel. Raises SendFailed."""
        match channel.kind:
            case "push":
                await self._push(msgspec.json.decode(channel.address, type=Subscription), message)
            case "webhook":
                await self._webhook(msgspec.json.decode(channel.address, type=Webhook), message)
            case "mail":
                await self._mail(channel, message)

    async def _push(self, subscription: Subscription, message: Message) -> None:
        topic = base64.urlsafe_b64encode(hashlib.sha256(message.id.encode()).digest())[:32]
        shown = {
            "id": message.id, "title": message.title, "body": message.text, "url": message.path,
        }  # fmt: skip
        headers = {
            **self._vapid_headers(subscription.endpoint),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(TTL),
            "Topic": topic.decode(),
            "Urgency": "normal",
        }
        try:
            body = encrypted(encode(shown), subscription.keys)
        except ValueError as error:
            raise SendFailed(f"unusable keys: {error}", is_final=True) from None
        status = await post(
            subscription.endpoint, body, headers, allows_private=self.allows_private
        )
        check_status(status)

    def _vapid_headers(self, endpoint: str) -> dict[str, str]:
        scheme, _, rest = endpoint.partition("://")
        audience = f"{scheme}://{rest.partition('/')[0]}"
        sender = parseaddr(self.mailer.sender)[1] or "rondel@localhost"
        claims = {"aud": audience, "exp": int(now()) + 12 * 3600, "sub": f"mailto:{sender}"}
        headers: dict[str, str] = self.vapid.sign(claims)
        return headers

    async def _webhook(self, webhook: Webhook, message: Message) -> None:
        text = f"{message.text} {message.url}"[:MAX_CONTENT]
        body = encode(
            {
                # Discord shows "content" and Slack "text"; a name cannot call anybody there.
                "content": text,
                "text": escaped(text),
                "allowed_mentions": {"parse": list[str]()},
                "id": message.id,
                "kind": message.kind,
                "table": message.table,
                "url": message.url,
            }
        )
        at = str(int(now()))
        headers = {
            "Content-Type": "application/json",
            "webhook-id": message.id,
            "webhook-timestamp": at,
            "webhook-signature": f"v1,{signature(webhook.secret, message.id, at, body)}",
        }
        check_status(await post(webhook.url, body, headers, allows_private=self.allows_private))

    async def _mail(self, channel: Channel, message: Message) -> None:
        token = self.signer.channel_token("unsubscribe", channel.id)
        leave = f"{self.address}/api/notices/unsubscribe/{token}"
        mail = Mail(
            channel.address,
            message.title,
            f"{message.text}\n\n{message.url}\n\n-- \n{self.address}/notifications?leave={token}\n",
            message.id,
            {
                "List-Unsubscribe": f"<{leave}>",
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            },
        )
        try:
            await self.mailer.send(mail)
        except MailFailed as error:
            raise SendFailed(str(error), is_final=error.is_final) from None


def encrypted(content: bytes, keys: PushKeys) -> bytes:
    """Return a push message's body (RFC 8291). Raises ValueError for unusable keys."""
    private = ec.generate_private_key(ec.SECP256R1())
    try:
        body: bytes = http_ece.encrypt(
            content,
            salt=os.urandom(16),
            private_key=private,
            dh=decoded(keys.p256dh),
            auth_secret=decoded(keys.auth),
            version="aes128gcm",
        )
    except http_ece.ECEException as error:
        raise ValueError(str(error)) from None
    return body


def decoded(text: str) -> bytes:
    """Return the bytes of URL-safe base64, with or without padding. Raises ValueError."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def signature(secret: str, notice: str, at: str, body: bytes) -> str:
    """Return a webhook's signature, as Standard Webhooks has it."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{notice}.{at}.".encode() + body
    return base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


def escaped(text: str) -> str:
    """Return a text that Slack shows as it is."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def read_vapid(connection: Connection) -> Vapid02:
    """Return the key that identifies this server to push services; it is made once."""
    kept = schema.settings
    query = select(kept.c.value).where(kept.c.name == VAPID)
    if connection.execute(query).scalar() is None:
        vapid = Vapid02()
        vapid.generate_keys()
        row = {"name": VAPID, "value": vapid.private_pem().decode()}
        connection.execute(insert_into(connection, kept).values(row).on_conflict_do_nothing())
    pem = connection.execute(query).scalar_one()
    kept_vapid: Vapid02 = Vapid02.from_pem(str(pem).encode())
    return kept_vapid


def public_key(vapid: Vapid02) -> str:
    """Return the key that browsers subscribe with."""
    raw = vapid.public_key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
