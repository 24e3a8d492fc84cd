"""Signatures of packages, as minisign writes them: FILE.minisig beside the file, or in the entry of an index.

A signature says that whoever holds a secret key has seen the file as it is. Whom a key belongs to nobody can say but
its owner: so keys are stated by whoever installs, and none is trusted by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

from dsl.diagnostics import Diagnostic, RulesError
from dsl.spoken import said

MOST_SIGNATURE: Final = 2000
"""How many bytes a signature may have; those of minisign have some 300."""
_MOST_KEY: Final = 2000
_INSTALL: Final = "pip install 'rulewright[sign]'"


def signature_file(path: Path) -> Path:
    """Where the signature of a file lies."""
    return path.with_name(f"{path.name}.minisig")


def signature_beside(path: Path) -> str:
    """The signature that lies beside a file; empty if there is none."""
    try:
        with signature_file(path).open("rb") as stream:
            return stream.read(MOST_SIGNATURE).decode("ascii", "replace")
    except OSError:
        return ""


def sign(data: bytes, key: Path, comment: str, ask: Callable[[], str]) -> str:
    """The signature of bytes by the secret key in a file; `ask` gives its password, and is called if it has one.

    RulesError (E019) if the key cannot be read, is none or has another password.
    """
    minisign = _library()
    try:
        with key.open("rb") as stream, minisign.SecretKey.from_bytes(stream.read(_MOST_KEY)) as secret:
            if secret.is_encrypted():
                secret.decrypt(ask())
            made = secret.sign(data, trusted_comment=comment, untrusted_comment="signature of a Rulewright package")
    except OSError as error:
        raise _refusal(said("the key {1} cannot be read: {2}", key, error.strerror)) from None
    except minisign.ParseError:
        raise _refusal(
            said("{1} is no secret key of minisign", key), said("minisign -G makes a pair of keys")
        ) from None
    except minisign.Error:
        raise _refusal(said("the key {1} has another password", key)) from None
    return f"{bytes(made).decode()}\n"


def read_keys(stated: Sequence[str]) -> list[str]:
    """Public keys as text, of what somebody states: each is the key itself (`RW...`) or its file.

    RulesError (E019) for what is no key.
    """
    return [_read_key(text) for text in stated]


def verify(name: str, data: bytes, signature: str, keys: Sequence[str]) -> str:
    """Which of the keys has signed the bytes. RulesError (E019) with the reason if none has."""
    if not signature.strip():
        hint = said("ask its author for a signed one, or install it without --key")
        raise _refusal(said("{1} has no signature, and a key was stated", name), hint)
    minisign = _library()
    try:
        written = minisign.Signature.from_bytes(signature.encode())
    except ValueError:
        raise _refusal(
            said("the signature of {1} is damaged or not a whole one", name), said("fetch it once more")
        ) from None
    wrong = said("by another key")
    for key in keys:
        public = minisign.PublicKey.from_base64(key)
        try:
            public.verify(data, written)
        except minisign.VerifyError as error:
            if "identifiers" not in str(error):  # it is the key, and the file or its signature is another
                wrong = said("of another file, or the file was changed")
        else:
            return key
    raise _refusal(said("the signature of {1} is {2}", name, wrong), said("stated: {1}", ", ".join(keys)))


def _read_key(text: str) -> str:
    minisign = _library()
    try:
        path = Path(text)
        if path.is_file():
            with path.open("rb") as stream:
                return minisign.PublicKey.from_bytes(stream.read(_MOST_KEY)).to_base64().decode()
        return minisign.PublicKey.from_base64(text).to_base64().decode()
    except (ValueError, OSError):
        hint = said("a key begins with RW; minisign writes it into a file that ends in .pub")
        raise _refusal(said("{1} is no public key of minisign, and no file of one", text), hint) from None


def _library() -> ModuleType:
    """The library, which need not be installed."""
    try:
        return import_module("minisign")
    except ImportError:
        raise _refusal(said("signatures need another library"), _INSTALL) from None


def _refusal(message: str, hint: str | None = None) -> RulesError:
    return RulesError([Diagnostic("E019", "error", message, hint=hint)])
