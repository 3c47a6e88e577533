#!/usr/bin/env python3
"""Writes test vectors of both pairings.

The program shares nothing with the Rust code but the seed: it untwists points into E(F_(p^k)),
keeps vertical lines, has no tower and raises to (p^k - 1) / r bit by bit.

Run: python3 vectors.py (minutes)
"""

import json
from pathlib import Path

from field import Curve, Field
from points import B, both

TARGET = Path(__file__).parents[2] / "crates/lockstep-zk/src/curves/vectors.json"

SCALARS = [(1, 1), (3, 1), (2, 5), (0x123456789ABCDEF, 0xFEDCBA9876543210F)]


class Pairing:
    def __init__(self, of):
        self.of, self.full = of, Field(of.p, of.degree)
        self.curve = Curve(self.full, self.full.number(B))
        self.z_inverse = self.full.inv(self.full.power_of_z(1))

    def lifted(self, element):
        """An element of the twist's field, whose z is this field's z^6."""
        whole = [0] * self.of.degree
        whole[::6] = element
        return tuple(whole)

    def untwist(self, point):
        f, (x, y) = self.full, point
        two = f.mul(self.z_inverse, self.z_inverse)
        lifted = f.mul(self.lifted(x), two), f.mul(self.lifted(y), f.mul(two, self.z_inverse))
        assert self.curve.holds(lifted)
        return lifted

    def line(self, left, right, at):
        """The line through two points over the vertical line through their sum, at a point."""
        f, (x, y) = self.full, at
        slope = self.curve.slope(left, right)
        total = self.curve.add(left, right)
        line = f.sub(f.sub(y, left[1]), f.mul(slope, f.sub(x, left[0])))
        return total, f.mul(line, f.inv(f.sub(x, total[0])))

    def miller(self, q, at):
        """f_(u,Q)(P). For negative u: f_(-n) = 1 / (f_n times the vertical line through n Q)."""
        f, number = self.full, abs(self.of.u)
        value, point = f.one, q
        for bit in bin(number)[3:]:
            point, line = self.line(point, point, at)
            value = f.mul(f.mul(value, value), line)
            if bit == "1":
                point, line = self.line(point, q, at)
                value = f.mul(value, line)
        if self.of.u < 0:
            value = f.inv(f.mul(value, f.sub(at[0], point[0])))
        return value

    def pair(self, p, q):
        (x, _), (y, _) = p
        at = self.full.number(x), self.full.number(y)
        value = self.miller(self.untwist(q), at)
        return self.full.pow(value, (self.of.p**self.of.degree - 1) // self.of.r)


def coordinates(of, point):
    return [[str(number) for number in of.tower(element)] for element in point]


def case(of, pairing, a, b):
    p, q = of.curve.mul(of.g, a), of.twisted.mul(of.h, b)
    return {
        "a": str(a),
        "b": str(b),
        "p": [str(element[0]) for element in p],
        "q": coordinates(of, q),
        "e": [str(number) for number in pairing.pair(p, q)],
    }


def main():
    found = {}
    for degree, of in both().items():
        pairing = Pairing(of)
        name = f"bls{degree}-{of.p.bit_length()}"
        found[name] = [case(of, pairing, a, b) for a, b in SCALARS]
        one = tuple(int(number) for number in found[name][0]["e"])
        for of_case, (a, b) in zip(found[name], SCALARS):
            assert tuple(int(number) for number in of_case["e"]) == pairing.full.pow(one, a * b)
    TARGET.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
