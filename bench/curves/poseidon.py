#!/usr/bin/env python3
"""Writes Poseidon vectors for the scalar fields, from the paper's rounds alone.

The first vector of BN254 equals the reference implementation's own test vector.

Run: python3 poseidon.py
"""

import json
from pathlib import Path

from formulas import FAMILIES, r_of

TARGET = Path(__file__).parents[2] / "crates/lockstep-zk/src/poseidon/vectors.json"

BN254 = 21888242871839275222246405745257275088548364400416034343698204186575808495617
REFERENCE = 0x115CC0F5E7D690413DF64C6B9662E9CF2A3617F2743245519E19607A4417189A
FULL = 8

# Modulus, exponent, and partial rounds by width (rounds.py).
FIELDS = {
    "bn254": (BN254, 5, {3: 57, 5: 60}),
    "bls24-509": (r_of(FAMILIES[24].seed, 24), 7, {2: 71, 3: 71, 5: 71}),
    "bls48-575": (r_of(FAMILIES[48].seed, 48), 7, {2: 96, 3: 96, 5: 96}),
}


def grain(bits, width, partial):
    """The bits of the self-shrinking Grain generator."""
    state = []
    for value, size in ((1, 2), (0, 4), (bits, 12), (width, 12), (FULL, 10), (partial, 10)):
        state += [int(digit) for digit in format(value, f"0{size}b")]
    state += [1] * 30

    def step():
        bit = state[62] ^ state[51] ^ state[38] ^ state[23] ^ state[13] ^ state[0]
        state.pop(0)
        state.append(bit)
        return bit

    for _ in range(160):
        step()
    while True:
        keep, bit = step(), step()
        if keep:
            yield bit


def permutation(prime, exponent, width, partial):
    bits = grain(prime.bit_length(), width, partial)

    def number():
        return int("".join(str(next(bits)) for _ in range(prime.bit_length())), 2)

    def below():
        while (value := number()) >= prime:
            pass
        return value

    constants = [below() for _ in range(width * (FULL + partial))]
    while True:
        values = [number() % prime for _ in range(2 * width)]
        xs, ys = values[:width], values[width:]
        if len(set(values)) == 2 * width and all((x + y) % prime for x in xs for y in ys):
            break
    matrix = [[pow(x + y, -1, prime) for y in ys] for x in xs]
    state = list(range(width))
    for turn in range(FULL + partial):
        state = [value + constants[turn * width + place] for place, value in enumerate(state)]
        whole = turn < FULL // 2 or turn >= FULL // 2 + partial
        state = [
            pow(value, exponent, prime) if whole or place == 0 else value
            for place, value in enumerate(state)
        ]
        state = [sum(m * value for m, value in zip(row, state)) % prime for row in matrix]
    return state


def main():
    found = {
        name: [
            [str(value) for value in permutation(prime, exponent, width, partial)]
            for width, partial in widths.items()
        ]
        for name, (prime, exponent, widths) in FIELDS.items()
    }
    assert int(found["bn254"][0][0]) == REFERENCE
    TARGET.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
