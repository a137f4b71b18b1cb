"""E-mail by a real SMTP server on loopback, which may also refuse, fail or hang."""

import asyncio
from collections.abc import Iterator

import pytest

from rondel.server.people import mail
from rondel.server.people.mail import Mail, Mailer, MailFailed, is_mail_address
from rondel.server.settings import InvalidSmtp, read_settings
from tests.ports import free_port

from .mail_server import Inbox, mail_server

SENDER = "Rondel <games@example.org>"
MAIL = Mail("ana@example.org", "Your turn, Ána", "Line one\nÉs a második\n", id="n1")


@pytest.fixture
def inbox() -> Iterator[Inbox]:
    with mail_server() as inbox:
        yield inbox


def send(url: str, message: Mail = MAIL) -> None:
    asyncio.run(Mailer(url, SENDER).send(message))


def problem(url: str, message: Mail = MAIL) -> MailFailed:
    with pytest.raises(MailFailed) as failed:
        send(url, message)
    return failed.value


def test_a_message_arrives_whole(inbox: Inbox) -> None:
    send(inbox.url, Mail(MAIL.to, MAIL.subject, MAIL.text, "n1", {"List-Unsubscribe": "<x:y>"}))
    [found] = inbox.mails
    assert (found["From"], found["To"], found["Subject"]) == (SENDER, MAIL.to, MAIL.subject)
    assert found["Message-ID"] == "<n1@example.org>" and found["List-Unsubscribe"] == "<x:y>"
    assert found.get_content().replace("\r\n", "\n") == MAIL.text


def test_user_and_password_are_decoded_and_sent() -> None:
    with mail_server() as inbox:
        host = inbox.url.removeprefix("smtp://")
        send(f"smtp://ana:p%40ss@{host}")
        assert len(inbox.mails) == 1
        assert not problem(f"smtp://ana:wrong@{host}").is_final


def test_a_refused_address_is_final_and_trouble_is_not(inbox: Inbox) -> None:
    inbox.recipient_answer = "550 no such user"
    assert problem(inbox.url).is_final
    inbox.recipient_answer = "451 try later"
    assert not problem(inbox.url).is_final
    inbox.recipient_answer, inbox.answer = "250 OK", "554 spam"
    assert problem(inbox.url).is_final
    inbox.answer = "452 full"
    assert not problem(inbox.url).is_final
    assert not problem(f"smtp://127.0.0.1:{free_port()}").is_final


def test_a_server_that_hangs_is_given_up(inbox: Inbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail, "TIMEOUT", 0.3)
    inbox.is_hanging = True
    assert not problem(inbox.url).is_final


def test_a_password_is_not_sent_without_tls_to_another_machine(
    inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_loopback(_host: str) -> bool:
        return False

    monkeypatch.setattr(mail, "is_loopback", is_loopback)
    assert "TLS" in str(problem(inbox.url.replace("//", "//ana:p%40ss@")))
    assert not inbox.mails


def test_no_header_is_added_by_a_line_break(inbox: Inbox) -> None:
    for wrong in (
        Mail("ana@example.org\nBcc: eve@example.org", "x", "y"),
        Mail("ana@example.org", "x\r\nBcc: eve@example.org", "y"),
        Mail("ana@example.org", "x", "y", headers={"X": "y\nBcc: eve@example.org"}),
    ):
        with pytest.raises(ValueError, match=r"linefeed|carriage"):
            send(inbox.url, wrong)
    assert not inbox.mails


@pytest.mark.parametrize("address", ["ana@example.org", "a.b+c@x.museum", "ünsal@örnek.tr"])
def test_addresses_are_known(address: str) -> None:
    assert is_mail_address(address)


@pytest.mark.parametrize(
    "address", ["", "ana", "a@b@c", "a b@c.d", "a@b\n", "a,b@c.d", "<a@b.c>", "a" * 65 + "@b.c"]
)
def test_anything_else_is_no_address(address: str) -> None:
    assert not is_mail_address(address)


def test_settings_need_a_server_and_a_sender() -> None:
    good = "smtp://ana:p%40ss@mail.example.org:587"
    assert Mailer(read_settings(smtp=good, mail_from=SENDER).smtp, SENDER).is_configured
    assert not Mailer("", "").is_configured
    for smtp, sender in (
        (good, ""),
        ("mail.example.org", SENDER),
        ("http://mail.example.org", SENDER),
        ("smtp://", SENDER),
    ):
        with pytest.raises(InvalidSmtp):
            read_settings(smtp=smtp, mail_from=sender)
