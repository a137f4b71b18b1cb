"""Signing in on another device, and the devices that are signed in."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

CodeText = Annotated[str, Meta(min_length=1, max_length=60)]


class TransferCode(Struct):
    """Code that continues your identity on another device. It is good once."""

    code: str
    """Code in groups of four letters."""
    expires: float


class GivenCode(Struct):
    """Code that somebody has typed, or followed by its link."""

    code: CodeText


class SignIn(GivenCode):
    """Code to sign in by."""

    merge: bool = False
    """True to take along the games of the guest that this device was until now."""


class CodeOwner(Struct):
    """Identity that a code signs in."""

    name: str


class Device(Struct):
    """Browser or program that is signed in."""

    id: str
    device: str
    """Browser and system that began it; empty if unknown."""
    last_seen: float
    """Day of the latest use."""
    current: bool
    """True for the one that asks."""


class Deletion(Struct):
    """Wish to delete one's data."""

    sure: Literal[True]
    """Said on purpose."""


class PasskeyOptions(Struct):
    """Options of WebAuthn, as PublicKeyCredential.parse…OptionsFromJSON reads them."""

    options: dict[str, Any]


class NewPasskey(Struct):
    """Passkey that a browser has made, as PublicKeyCredential.toJSON writes it."""

    credential: dict[str, Any]


class PasskeySignIn(NewPasskey):
    """Challenge that a passkey has signed."""

    merge: bool = False
    """True to take along the games of the guest that this device was until now."""


class Passkey(Struct):
    """Passkey of yours."""

    id: str
    device: str
    """Browser and system that made it."""
    created: float
    last_used: float | None


class RecoveryCodes(Struct):
    """Codes to sign in by, shown only now. Each is good once."""

    codes: list[str]


class SignInWays(Struct):
    """Your ways to sign in without a device that is signed in."""

    passkeys: list[Passkey]
    recovery_codes: int
    """How many are left."""
