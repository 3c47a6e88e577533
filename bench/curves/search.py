#!/usr/bin/env python3
"""Finds the seeds of the pairing curves of security levels 192 and 256.

The rule (docs/decisions/0013-pairing-curves-of-levels-192-and-256.md):

1. The curve is a BLS curve of embedding degree k = 24 or 48, with r = u^(k/3) - u^(k/6) + 1 and
   p = (u - 1)^2 / 3 * r + u, both prime. p has 509 bits (k = 24) or 575 bits (k = 48).
2. u is a sum of signed powers of two, 2^51 or 2^32 first, with the fewest terms.
3. u is divisible by 2^6 (k = 24) or 2^4 (k = 48): r - 1 is then divisible by 2^24 or 2^32.
4. u is 1 modulo 3, so that p is a whole number.
5. 2 is not a cube modulo p. The tower i^2 = -1, v^2 = 1 + i, ... and z^6 = v then consists of fields.
6. 7 does not divide r - 1, so that x^7 is a permutation for Poseidon. 5 always divides r - 1.
7. (u - 1)^2 / 3 and the cofactor of the twist have no common factor. The test psi(Q) = u Q then
   shows that Q is in the subgroup.
8. Of several seeds with the fewest terms, the first in the order of exponents, high to low, and of
   signs, plus before minus, is the seed.

Run: python3 search.py
"""

from itertools import combinations, product
from math import gcd

from formulas import FAMILIES, curve_orders, is_prime, p_of, r_of


def candidates(top, lowest, terms):
    """Yields u with their exponents, in the order of rule 8."""
    for exponents in combinations(range(top - 1, lowest - 1, -1), terms - 1):
        for signs in product((1, -1), repeat=terms):
            signed = list(zip(signs, (top, *exponents)))
            yield sum(sign << exponent for sign, exponent in signed), signed


def reason_against(u, degree, bits):
    """Returns the rule that refuses the seed, or None."""
    if u % 3 != 1:
        return "u is not 1 modulo 3"
    r, p = r_of(u, degree), p_of(u, degree)
    if p.bit_length() != bits:
        return "p has another size"
    if (r - 1) % 7 == 0:
        return "7 divides r - 1"
    if not is_prime(r) or not is_prime(p):
        return "r or p is not prime"
    if p % 8 != 3 or pow(2, (p - 1) // 3, p) == 1:
        return "the tower is not made of fields"
    twist = curve_orders(u, degree)[1]
    if gcd((u - 1) ** 2 // 3, twist // r) != 1:
        return "the subgroup test would not be complete"
    return None


def search(degree, bits, top, lowest):
    for terms in range(2, 9):
        found = [
            (u, signed)
            for u, signed in candidates(top, lowest, terms)
            if reason_against(u, degree, bits) is None
        ]
        print(f"k = {degree}: {len(found)} seeds of {terms} terms")
        if found:
            return found
    raise SystemExit("no seed")


def main():
    for degree, family in FAMILIES.items():
        found = search(degree, family.bits, family.top, family.lowest)
        u, signed = found[0]
        text = " ".join(f"{'+' if sign > 0 else '-'} 2^{exponent}" for sign, exponent in signed)
        print(f"k = {degree}: u = {text} = {u}")
        if u != family.seed:
            raise SystemExit(f"the seed in formulas.py is {family.seed}")


if __name__ == "__main__":
    main()
