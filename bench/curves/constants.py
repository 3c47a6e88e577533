#!/usr/bin/env python3
"""Writes the constants of both curves as Rust source.

Run: python3 constants.py && cargo fmt -p lockstep-zk
"""

from pathlib import Path

from formulas import FAMILIES
from points import both

# Primitive roots modulo r (PARI/GP: lift(znprimroot(r))).
PRIMITIVE_ROOTS = {24: 7, 48: 7}

SOURCE = Path(__file__).parents[2] / "crates/lockstep-zk/src/curves"


def limbs(number, count):
    parts = [number >> (64 * place) & (2**64 - 1) for place in range(count)]
    assert number >> (64 * count) == 0
    return "[" + ", ".join(f"0x{part:016x}" for part in parts) + "]"


def words(number):
    return limbs(number, (number.bit_length() + 63) // 64)


def terms(degree):
    """The signed powers of two of the seed, highest first (rule 2 of search.py)."""
    rest, found = abs(FAMILIES[degree].seed), []
    sign = 1 if FAMILIES[degree].seed > 0 else -1
    place = 0
    while rest:
        if rest & 1:
            digit = 2 - (rest & 3)
            found.append((digit * sign, place))
            rest -= digit
        rest, place = rest >> 1, place + 1
    return list(reversed(found))


def elements(name, field, numbers, count, comment):
    rows = ",".join(f"{field}::new(BigInt({limbs(number, count)}))" for number in numbers)
    return f"/// {comment}\npub(super) const {name}: [{field}; {len(numbers)}] = [{rows}];\n"


def source(of):
    degree, count = of.degree, (of.p.bit_length() + 63) // 64
    seed = ", ".join(f"({sign}, {place})" for sign, place in terms(degree))
    (gx, gy), (hx, hy) = of.g, of.h
    inverse1, inverse2 = (pow(number, -1, of.r) for number in (of.cofactor1, of.cofactor2))
    scalar_count = (of.r.bit_length() + 63) // 64
    scalar = lambda number: f"Fr::new(BigInt({limbs(number, scalar_count)}))"
    return f"""//! The constants of the curve. Written by `bench/curves/constants.py`: do not edit.

use ark_ff::{{BigInt, Fp, MontBackend, MontConfig}};

/// The configuration of [`Fq`].
#[derive(MontConfig)]
#[modulus = "{of.p}"]
#[generator = "2"]
pub struct FqConfig;
/// The prime field of the curve. Its `GENERATOR` is only known not to be a square.
pub type Fq = Fp<MontBackend<FqConfig, {count}>, {count}>;

/// The configuration of [`Fr`].
#[derive(MontConfig)]
#[modulus = "{of.r}"]
#[generator = "{PRIMITIVE_ROOTS[degree]}"]
pub struct FrConfig;
/// The scalar field.
pub type Fr = Fp<MontBackend<FrConfig, {scalar_count}>, {scalar_count}>;

/// The seed u = {of.u} as signed powers of two: sign and exponent, highest first.
pub(super) const SEED: &[(i8, u32)] = &[{seed}];
/// (u − 1) / 3, a whole number, as sign and magnitude.
pub(super) const THIRD: (bool, u64) = ({str(of.u < 0).lower()}, {abs((of.u - 1) // 3)});
/// The cofactor of G1.
pub(super) const COFACTOR1: &[u64] = &{words(of.cofactor1)};
/// Its inverse.
pub(super) const COFACTOR1_INVERSE: Fr = {scalar(inverse1)};
/// The cofactor of G2.
pub(super) const COFACTOR2: &[u64] = &{words(of.cofactor2)};
/// Its inverse.
pub(super) const COFACTOR2_INVERSE: Fr = {scalar(inverse2)};
/// The cube root of unity β with (βx, y) = −u^(k/6)·(x, y) on G1.
pub(super) const BETA: Fq = Fq::new(BigInt({limbs(of.beta(), count)}));
{elements("G1", "Fq", [gx[0], gy[0]], count, "The generator of G1: x and y.")}
{elements("G2_X", "Fq", of.tower(hx), count, "The x coordinate of the generator of G2.")}
{elements("G2_Y", "Fq", of.tower(hy), count, "The y coordinate of the generator of G2.")}"""


def main():
    for degree, of in both().items():
        (SOURCE / f"bls{degree}" / "constants.rs").write_text(source(of))


if __name__ == "__main__":
    main()
