#!/usr/bin/env python3
"""Estimates the cost of discrete logarithms in a target field by the tower number field sieve.

The program only calls the simulation that Guillevic and Singh published with eprint 2019/885
(tnfs-alpha). It needs SageMath, and tnfs-alpha in the Python path.

Run: python3 estimate.py DEGREE special|conjugation DEGREE_OF_H FIRST_COST [SAMPLES [no-alpha]]

DEGREE is 24 or 48. FIRST_COST is where the search for the estimate begins, the last "total time" is
the estimate. With no-alpha both α values are zero; they take hours for the polynomials of degree 48.
"""

import sys
from itertools import combinations, product
from math import gcd

from sage.all import GF, ZZ, proof
from tnfs.alpha.alpha_tnfs_2d import alpha_TNFS_2d
from tnfs.curve import bls
from tnfs.simul.polyselect import Polyselect
from tnfs.simul.polyselect_utils import automorphism_factor
from tnfs.simul.simulation_tnfs import Simulation_TNFS

from formulas import FAMILIES

B = 4
# 1/zeta(2) of the field of h is between 0.75 and 1: less than half a bit.
INVERSE_ZETA = 0.97


def tower(p, degree):
    """The coefficients of the first y^n ± y^b ± y^a ± 1 that is irreducible modulo p."""
    ring = GF(p)["y"]
    for places in combinations(range(1, degree // 2), 2):
        for signs in product((-1, 1), repeat=3):
            coefficients = [0] * degree + [1]
            for place, sign in zip((0, *places), signs):
                coefficients[place] = sign
            if ring(coefficients).is_irreducible():
                return coefficients
    raise SystemExit("no sparse polynomial of this degree")


def polynomials(curve, degree, method, coefficients, seed):
    """f and g with a common root modulo p, and the number of automorphisms."""
    degree_h = len(coefficients) - 1
    degree_g = degree // degree_h
    h = ZZ["y"](coefficients)
    is_shared = gcd(degree_g, degree_h) > 1
    selection = Polyselect(curve, deg_h=degree_h)
    if method == "special":
        of_seed = bls.polynomial_params(degree)[0]
        of_seed = ZZ["y"](of_seed * of_seed.denominator())
        found = selection.TNFS_Special(
            deg_g=degree_g, h=h, poly_p=of_seed, u=seed, with_y=is_shared
        )
    else:
        found = selection.TNFS_Conjugation(deg_g=degree_g, h=h, with_y=is_shared)
    f, g, _, _, automorphisms = found[:5]
    return f, g, h, automorphisms * (1 if is_shared else automorphism_factor(coefficients))


def estimate(degree, method, degree_h, cost, samples, with_alpha):
    seed = ZZ(FAMILIES[degree].seed)
    curve = bls.BLS(u=seed, b=B, k=degree)
    coefficients = tower(curve.p(), degree_h)
    f, g, h, automorphisms = polynomials(curve, degree, method, coefficients, seed)
    alpha_f, alpha_g = (
        float(alpha_TNFS_2d(side, h, 1000)) if with_alpha else 0.0 for side in (f, g)
    )
    simulation = Simulation_TNFS(
        curve.p(),
        curve.r(),
        curve.Fp(),
        curve.Fpz()[0],
        h,
        f,
        g,
        f.parent(),
        cost,
        automorphisms,
        INVERSE_ZETA,
        count_sieving=True,
        alpha_f=alpha_f,
        alpha_g=alpha_g,
    )
    simulation.print_params()
    simulation.simulation(samples=samples)
    simulation.print_results()
    simulation.adjust_cost(samples=samples)


def main():
    proof.arithmetic(False)
    degree, method, degree_h, cost, *rest = sys.argv[1:]
    samples = int(rest[0]) if rest else 10_000
    with_alpha = "no-alpha" not in rest
    estimate(int(degree), method, int(degree_h), float(cost), samples, with_alpha)


if __name__ == "__main__":
    main()
