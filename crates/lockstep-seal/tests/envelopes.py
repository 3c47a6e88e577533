#!/usr/bin/env python3
"""Creates envelopes from the description in README.md, with none of the crate's code. They are the
known answers of `envelopes.rs`. Needs PyPI's `cryptography`. Writes envelopes.json next to this file.

A plaintext is given by its length: byte i is i * 7 + 3 mod 251. Long envelopes are given only by
their SHA-512.
"""
import hashlib
import hmac
import json
import pathlib
import struct

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

CHUNK = 1 << 16
SUITES = {"AES-128-GCM": (1, 16), "AES-192-GCM": (2, 24), "AES-256-GCM": (3, 32)}


def plaintext(length):
    return bytes((i * 7 + 3) % 251 for i in range(length))


def length_prefixed(field):
    return struct.pack(">I", len(field)) + field


def seal(case):
    code, key_len = SUITES[case["cipher"]]
    ext = bytes.fromhex(case["ext"])
    front = (
        b"LKE"
        + struct.pack(">BBHB", 1, case["mode"], code, case["flags"])
        + bytes.fromhex(case["key_id"])
        + struct.pack(">I", case["key_version"])
        + bytes.fromhex(case["message_id"])
    )
    back = struct.pack(">BH", 16, len(ext)) + ext
    context = b"".join(
        length_prefixed(case[field].encode()) for field in ("account", "purpose", "row")
    )
    okm = hmac.new(
        bytes.fromhex(case["key"]),
        b"lockstep-seal v1"
        + struct.pack(">H", code)
        + bytes.fromhex(case["message_id"])
        + hashlib.sha512(front + back + context).digest(),
        hashlib.sha512,
    ).digest()
    out = front + okm[32:] + back
    text = plaintext(case["length"])
    count = max(1, -(-len(text) // CHUNK))
    for i in range(count):
        nonce = i.to_bytes(11, "big") + bytes([i + 1 == count])
        out += AESGCM(okm[:key_len]).encrypt(nonce, text[i * CHUNK : (i + 1) * CHUNK], None)
    return out


def main():
    cases = []
    for number, (cipher, length) in enumerate(
        (cipher, length)
        for cipher in SUITES
        for length in (0, 1, 50, CHUNK, CHUNK + 1, 150_000)
    ):
        fill = lambda label, size: hashlib.sha512(f"{label} {number}".encode()).digest()[:size].hex()
        case = {
            "cipher": cipher,
            "mode": number % 4,
            "flags": number % 2,
            "key": fill("key", 32),
            "key_id": fill("key id", 16),
            "key_version": number * 1_000_003 % 2**32,
            "message_id": fill("message id", 24),
            "account": f"usr_{number}",
            "purpose": ("data", "wrap", ":index")[number % 3],
            "row": "row/" * (number % 5),
            "ext": fill("ext", number % 9),
            "length": length,
        }
        envelope = seal(case)
        case["envelope_sha512"] = hashlib.sha512(envelope).hexdigest()
        if length <= 50:
            case["envelope"] = envelope.hex()
        cases.append(case)
    path = pathlib.Path(__file__).with_suffix(".json")
    path.write_text(json.dumps(cases, indent=1) + "\n")


main()
