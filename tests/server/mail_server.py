"""SMTP server on loopback that keeps what it takes, refuses, or says nothing."""

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

from tests.ports import free_port


class Inbox:
    """Messages that a server took, and the answer that it gives to the next."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.answer = "250 OK"
        self.recipient_answer = "250 OK"
        self.is_hanging = False
        self.url = ""

    async def handle_RCPT(  # noqa: N802
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any
    ) -> str:
        """Take or refuse an address."""
        if self.recipient_answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return self.recipient_answer

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        """Take or refuse a message, or never answer."""
        if self.is_hanging:
            await asyncio.sleep(3600)
        if self.answer.startswith("250"):
            self.mails.append(message_from_bytes(envelope.content, policy=policy.default))
        return self.answer


def accept(_server: Any, _session: Any, _envelope: Any, mechanism: str, data: Any) -> AuthResult:
    """Let one user in."""
    is_good = mechanism in ("LOGIN", "PLAIN") and data.login == b"ana" and data.password == b"p@ss"
    return AuthResult(success=is_good)


@contextmanager
def mail_server() -> Generator[Inbox]:
    """Run an SMTP server for as long as it is needed."""
    inbox, port = Inbox(), free_port()
    more: dict[str, Any] = {"authenticator": accept, "auth_require_tls": False}
    controller = Controller(inbox, hostname="127.0.0.1", port=port, **more)
    controller.start()
    inbox.url = f"smtp://127.0.0.1:{port}"
    try:
        yield inbox
    finally:
        controller.stop()
