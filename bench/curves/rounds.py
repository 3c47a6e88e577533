#!/usr/bin/env python3
"""The numbers of Poseidon's rounds, by the inequalities of the authors' script (with the addition of
eprint 2023/537) and its security margin: two more full rounds and 7.5 % more partial rounds.

Run: python3 rounds.py
"""

from math import ceil, floor, inf, lgamma, log, log2

# Bits of the field, exponent of the S-box, security level.
FIELDS = {"BLS12-381": (255, 5, 128), "BLS24-509": (408, 7, 192), "BLS48-575": (513, 7, 256)}


def is_secure(bits, exponent, level, width, full, partial):
    per_round = log(2) / log(exponent)
    statistical = 6 if level <= floor(bits - (exponent - 1) / 2) * (width + 1) else 10
    short = min(level, bits)
    interpolation = 1 + ceil(per_round * short) + ceil(log(width) / log(exponent)) - partial
    groebner = [
        per_round * short - partial,
        width - 1 + per_round * min(level / (width + 1), bits / 2) - partial,
        (width - 2 + level / (2 * log2(exponent)) - partial) / (width - 1),
    ]
    if full < max(ceil(value) for value in (statistical, interpolation, *groebner)):
        return False
    third = width // 3
    under = third * full / 2 + partial + exponent
    over = (full - 1) * width + partial + third + under
    ways = (lgamma(over + 1) - lgamma(under + 1) - lgamma(over - under + 1)) / log(2)
    return ceil(2 * ways) >= level


def fewest(bits, exponent, level, width):
    """The full and partial rounds with the fewest S-boxes."""
    best = (inf, 0, 0)
    for partial in range(1, 500):
        for full in range(4, 100, 2):
            if is_secure(bits, exponent, level, width, full, partial):
                with_margin = full + 2, ceil(partial * 1.075)
                best = min(best, (width * with_margin[0] + with_margin[1], *with_margin))
    return best[1:]


def main():
    for name, (bits, exponent, level) in FIELDS.items():
        rounds = [fewest(bits, exponent, level, width) for width in range(2, 18)]
        print(f"{name}, x^{exponent}, {level} bits: {rounds}")


if __name__ == "__main__":
    main()
