"""Sending e-mail through the host's SMTP server."""

import ipaddress
import logging
import re
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

import aiosmtplib
from msgspec import Struct

log = logging.getLogger("rondel.mail")
TIMEOUT = 30.0
"""Seconds for one message, from connecting to the server's answer."""
PORTS = {"smtp": 587, "smtps": 465}
ADDRESS = re.compile(r"[^\s@<>\"(),:;\\\[\]]{1,64}@[^\s@<>\"(),:;\\\[\]]{1,190}")


class MailFailed(Exception):
    """Error for a message that was not taken; `is_final` if another try cannot help."""

    def __init__(self, problem: str, *, is_final: bool):
        super().__init__(problem)
        self.is_final = is_final


class Mail(Struct, frozen=True):
    """One message to one address."""

    to: str
    subject: str
    text: str
    id: str = ""
    """Message-ID without brackets, the same for every try; '' for a new one."""
    headers: dict[str, str] = {}
    """More headers, such as List-Unsubscribe."""


class Mailer:
    """Sends messages to an SMTP server: smtp://USER:PASSWORD@HOST:PORT, or smtps:// for TLS.

    With a password, smtp:// requires STARTTLS, except on this machine.
    """

    def __init__(self, url: str, sender: str):
        self.url = urlsplit(url)
        self.sender = sender

    @property
    def is_configured(self) -> bool:
        """Return whether the host has an SMTP server."""
        return bool(self.url.hostname and self.sender)

    async def send(self, mail: Mail) -> None:
        """Send a message. Raises MailFailed."""
        url = self.url
        user = unquote(url.username or "") or None
        is_tls = url.scheme == "smtps"
        needs_tls = user is not None and not is_tls and not is_loopback(url.hostname or "")
        try:
            await aiosmtplib.send(
                composed(mail, self.sender),
                hostname=url.hostname,
                port=url.port or PORTS[url.scheme],
                username=user,
                password=unquote(url.password or "") or None,
                use_tls=is_tls,
                start_tls=True if needs_tls else (False if is_tls else None),
                timeout=TIMEOUT,
            )
        except aiosmtplib.SMTPRecipientsRefused as error:
            codes = [one.code for one in error.recipients]
            raise MailFailed(str(error), is_final=all(code >= 500 for code in codes)) from error
        except aiosmtplib.SMTPResponseException as error:
            is_refused = isinstance(error, aiosmtplib.SMTPDataError) and error.code >= 500
            raise MailFailed(str(error), is_final=is_refused) from error
        except (aiosmtplib.SMTPException, OSError, TimeoutError) as error:
            raise MailFailed(repr(error), is_final=False) from error


def composed(mail: Mail, sender: str) -> EmailMessage:
    """Return a message with all its headers. Raises ValueError for one with a line break."""
    message = EmailMessage()
    message["From"] = sender
    message["To"] = mail.to
    message["Subject"] = mail.subject
    message["Date"] = formatdate()
    domain = sender.rpartition("@")[2].strip("> ") or "localhost"
    message["Message-ID"] = f"<{mail.id}@{domain}>" if mail.id else make_msgid(domain=domain)
    message["Auto-Submitted"] = "auto-generated"
    for name, value in mail.headers.items():
        message[name] = value
    message.set_content(mail.text)
    return message


def is_mail_address(text: str) -> bool:
    """Return whether a text is the address of one mailbox, and nothing more."""
    return text.isprintable() and ADDRESS.fullmatch(text) is not None


def is_loopback(host: str) -> bool:
    """Return whether a host is this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
