#!/usr/bin/env python3
"""Estimates the cost of discrete logarithms in a target field by the special tower number field sieve.

The program only calls the simulation that Guillevic and Singh published with eprint 2019/885
(tnfs-alpha). It needs SageMath, and tnfs-alpha in the Python path.

Run: python3 estimate.py DEGREE DEGREE_OF_H FIRST_COST [SAMPLES]

The printed "total time" is the estimate. FIRST_COST is where the search for it begins.
"""

import sys
from math import gcd

from sage.all import ZZ, proof
from tnfs.alpha.alpha_tnfs_2d import alpha_TNFS_2d
from tnfs.curve import bls
from tnfs.simul.polyselect import Polyselect
from tnfs.simul.polyselect_utils import automorphism_factor
from tnfs.simul.simulation_tnfs import Simulation_TNFS

from formulas import FAMILIES

B = 4


def estimate(degree, degree_h, cost, samples):
    seed = ZZ(FAMILIES[degree].seed)
    curve = bls.BLS(u=seed, b=B, k=degree)
    polynomial = bls.polynomial_params(degree)[0]
    polynomial = ZZ["y"](polynomial * polynomial.denominator())
    selection = Polyselect(curve, deg_h=degree_h)
    selection.compute_h(deg_h=degree_h)
    inverse_zeta, _, coefficients = selection.get_h()[degree_h][0]
    h = ZZ["y"](coefficients)
    degree_g = degree // degree_h
    is_shared = gcd(degree_g, degree_h) > 1
    f, g, _, _, automorphisms = selection.TNFS_Special(
        deg_g=degree_g, h=h, poly_p=polynomial, u=seed, with_y=is_shared
    )
    if not is_shared:
        automorphisms *= automorphism_factor(coefficients)
    alphas = {
        f"alpha_{name}": float(alpha_TNFS_2d(side, h, 1000)) for name, side in (("f", f), ("g", g))
    }
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
        inverse_zeta,
        count_sieving=True,
        **alphas,
    )
    simulation.print_params()
    simulation.simulation(samples=samples)
    simulation.print_results()
    simulation.adjust_cost(samples=samples)


def main():
    proof.arithmetic(False)
    degree, degree_h = int(sys.argv[1]), int(sys.argv[2])
    samples = int(sys.argv[4]) if len(sys.argv) > 4 else 10_000
    estimate(degree, degree_h, float(sys.argv[3]), samples)


if __name__ == "__main__":
    main()
