//! Phase 2 of the set-up: multiply a secret factor into δ, as `snarkjs zkey contribute` does. The
//! set-up is sound if at least one contributor destroyed its factor.

use ark_ec::{AffineRepr, CurveGroup, PrimeGroup};
use ark_ff::{AdditiveGroup, Field, PrimeField, UniformRand, Zero};
use blake2::{Blake2b512, Digest};
use rand_chacha::ChaCha20Rng;
use rand_core::{CryptoRng, RngCore, SeedableRng};
use zeroize::Zeroizing;

use super::compiled::Groth16Curve;
use super::key::{Contribution, ProvingKey};
use crate::curve::{PairingCurve, Point, g1_numbers, g2_coordinate};
use crate::error::{Error, Result};
use crate::field;
use crate::kernels;

/// Multiplies a fresh factor into δ and records the contribution. The factor is wiped before the
/// function returns.
///
/// `name` is truncated to 64 bytes of UTF-8.
pub fn contribute<E: Groth16Curve>(
    key: &mut ProvingKey<E>,
    name: &str,
    rng: &mut (impl RngCore + CryptoRng),
) {
    E::groth16_contribute(key, name, rng);
}

pub(crate) fn contribute_on<E: PairingCurve>(
    key: &mut ProvingKey<E>,
    name: &str,
    rng: &mut (impl RngCore + CryptoRng),
) {
    let factor = loop {
        let value = Zeroizing::new(E::ScalarField::rand(rng));
        if *value != E::ScalarField::ZERO {
            break value;
        }
    };
    multiply(key, name, &factor, rng);
}

/// Multiplies a factor other than zero into δ and records the contribution.
pub(super) fn multiply<E: PairingCurve>(
    key: &mut ProvingKey<E>,
    name: &str,
    factor: &E::ScalarField,
    rng: &mut (impl RngCore + CryptoRng),
) {
    let blind = Zeroizing::new(E::ScalarField::rand(rng));
    let s = kernels::multiplied(&E::G1::generator(), &blind).into_affine();
    let s_x = kernels::multiplied(&s.into_group(), factor).into_affine();
    let mut earlier = Blake2b512::new_with_prefix(key.circuit_hash);
    for contribution in &key.contributions {
        hash_contribution(&mut earlier, contribution);
    }
    let transcript = transcript::<E>(earlier, &s, &s_x);
    let sp = point_of::<E>(&transcript);
    let inverse = Zeroizing::new(factor.inverse().expect("no factor is zero"));
    key.delta1 = kernels::multiplied(&key.delta1.into_group(), factor).into_affine();
    let delta = key.verifying.delta.into_group();
    key.verifying.delta = kernels::multiplied(&delta, factor).into_affine();
    key.c = kernels::scaled(&key.c, &inverse);
    key.h = kernels::scaled(&key.h, &inverse);
    let mut parameters = Vec::new();
    let name = &name.as_bytes()[..name.floor_char_boundary(64)];
    if !name.is_empty() {
        parameters.extend([1, name.len() as u8]);
        parameters.extend(name);
    }
    key.contributions.push(Contribution {
        delta_after: key.delta1,
        s,
        s_x,
        sp_x: kernels::multiplied(&sp.into_group(), factor).into_affine(),
        transcript,
        kind: 0,
        parameters,
    });
}

/// Whether δ can have a secret factor. Everybody knows the factor of a beacon, and a δ of one.
pub(super) fn has_secret_factor<E: PairingCurve>(key: &ProvingKey<E>) -> bool {
    let one = E::G1Affine::generator();
    let mut before = one;
    let has_factor = key.contributions.iter().any(|contribution| {
        let changes = contribution.delta_after != before;
        before = contribution.delta_after;
        changes && contribution.kind != BEACON
    });
    has_factor && key.delta1 != one
}

/// The kind of a contribution whose factor comes from a public beacon.
pub(super) const BEACON: u32 = 1;

/// Verifies the chain of contributions: each contributor knew its factor, and δ is the product of
/// the factors.
pub fn verify_contributions<E: Groth16Curve>(key: &ProvingKey<E>) -> Result<()> {
    E::groth16_verify_contributions(key)
}

pub(crate) fn verify_contributions_on<E: PairingCurve>(
    key: &ProvingKey<E>,
    is_active: &(dyn Fn() -> bool + Sync),
) -> Result<()> {
    let mut delta = E::G1Affine::generator();
    let mut earlier = Blake2b512::new_with_prefix(key.circuit_hash);
    for contribution in &key.contributions {
        if !is_active() {
            return Err(Error::Interrupted);
        }
        let transcript = transcript::<E>(earlier.clone(), &contribution.s, &contribution.s_x);
        hash_contribution(&mut earlier, contribution);
        if transcript != contribution.transcript {
            return Err(Error::NotDerived("a contribution's transcript differs"));
        }
        let sp = point_of::<E>(&transcript);
        if contribution.s.is_zero() || contribution.s_x.is_zero() {
            return Err(Error::NotDerived("a contribution's factor is zero"));
        }
        if !same_ratio::<E>(&contribution.s, &contribution.s_x, &sp, &contribution.sp_x) {
            return Err(Error::NotDerived("a contributor did not know its factor"));
        }
        if !same_ratio::<E>(&delta, &contribution.delta_after, &sp, &contribution.sp_x) {
            return Err(Error::NotDerived("a contribution's factor was not applied"));
        }
        delta = contribution.delta_after;
    }
    if delta != key.delta1 {
        return Err(Error::NotDerived(
            "delta differs from the product of the contributions",
        ));
    }
    same_ratio::<E>(
        &E::G1Affine::generator(),
        &key.delta1,
        &E::G2Affine::generator(),
        &key.verifying.delta,
    )
    .then_some(())
    .ok_or(Error::NotDerived("delta differs between G1 and G2"))
}

/// Whether the same x satisfies b = x·a in G1 and d = x·c in G2.
pub(crate) fn same_ratio<E: PairingCurve>(
    a: &E::G1Affine,
    b: &E::G1Affine,
    c: &E::G2Affine,
    d: &E::G2Affine,
) -> bool {
    let minus = (-a.into_group()).into_affine();
    let product = kernels::pairing_product::<E>(&[(minus, *d), (*b, *c)], &[]);
    product == Some(ark_ec::pairing::PairingOutput::ZERO)
}

fn hash_contribution<E: PairingCurve>(hash: &mut Blake2b512, contribution: &Contribution<E>) {
    hash.update(g1_bytes::<E>(&contribution.delta_after));
    hash.update(g1_bytes::<E>(&contribution.s));
    hash.update(g1_bytes::<E>(&contribution.s_x));
    hash.update(g2_bytes::<E>(&contribution.sp_x));
    hash.update(contribution.transcript);
}

/// Returns the transcript of a contribution; `hash` has the circuit and the earlier contributions.
fn transcript<E: PairingCurve>(
    mut hash: Blake2b512,
    s: &E::G1Affine,
    s_x: &E::G1Affine,
) -> [u8; 64] {
    hash.update(g1_bytes::<E>(s));
    hash.update(g1_bytes::<E>(s_x));
    hash.finalize().into()
}

/// Encodes a point as snarkjs hashes it: big-endian coordinates, x before y. Infinity is 0x40
/// followed by zeros.
pub(crate) fn g1_bytes<E: PairingCurve>(point: &E::G1Affine) -> Vec<u8> {
    let numbers = g1_numbers::<E>(point);
    big_endian(numbers.as_ref().map(<[E::BaseField; 2]>::as_slice), 2)
}

/// Encodes like [`g1_bytes`]. In each coordinate of G2 the highest number comes first.
pub(crate) fn g2_bytes<E: PairingCurve>(point: &E::G2Affine) -> Vec<u8> {
    let degree = E::g2_degree();
    let numbers = E::g2_numbers(point).map(|mut numbers| {
        numbers.chunks_mut(degree).for_each(<[_]>::reverse);
        numbers
    });
    big_endian(numbers.as_deref(), 2 * degree)
}

fn big_endian<F: PrimeField>(numbers: Option<&[F]>, count: usize) -> Vec<u8> {
    let width = field::width::<F>();
    let mut bytes = Vec::with_capacity(count * width);
    match numbers {
        Some(numbers) => {
            for number in numbers {
                bytes.extend(field::to_bytes(number).iter().rev());
            }
        }
        None => {
            bytes.resize(count * width, 0);
            bytes[0] = 0x40;
        }
    }
    bytes
}

/// Hashes a transcript to a point of G2 whose discrete logarithm is unknown. ChaCha20, seeded with
/// the first 32 bytes, draws coordinates until one is on the curve. The result is multiplied by the
/// full cofactor: arkworks' faster map gives another point.
pub(crate) fn point_of<E: PairingCurve>(transcript: &[u8; 64]) -> E::G2Affine {
    let mut seed = [0u8; 32];
    for (word, bytes) in seed.chunks_exact_mut(4).zip(transcript.chunks_exact(4)) {
        word.copy_from_slice(bytes);
        word.reverse();
    }
    let mut rng = ChaCha20Rng::from_seed(seed);
    loop {
        let degree = E::g2_degree();
        let x: Vec<E::BaseField> = (0..degree).map(|_| random_number(&mut rng)).collect();
        let greatest = rng.next_u32() & 1 == 1;
        let Some([point, opposite]) = E::G2Affine::with_x(g2_coordinate::<E>(&x)) else {
            continue;
        };
        let numbers = E::g2_numbers(&point).unwrap_or_default();
        let y = numbers.iter().skip(degree);
        let highest = y.rev().find(|number| !number.is_zero());
        let negative = highest.is_some_and(field::is_negative);
        let chosen = if negative == greatest {
            point
        } else {
            opposite
        };
        return chosen.mul_by_cofactor();
    }
}

/// Draws a number as snarkjs does: 64-bit words with swapped halves, masked, below the modulus.
/// snarkjs interprets it as Montgomery form, so it is divided by the radix here.
fn random_number<F: PrimeField>(rng: &mut ChaCha20Rng) -> F {
    let width = field::width::<F>();
    let spare = width * 8 - F::MODULUS_BIT_SIZE as usize;
    loop {
        let mut bytes = Vec::with_capacity(width);
        for _ in 0..width / 8 {
            let high = u64::from(rng.next_u32());
            let low = u64::from(rng.next_u32());
            bytes.extend((high << 32 | low).to_le_bytes());
        }
        bytes[width - 1] &= 0xff >> spare;
        if let Some(value) = field::from_bytes::<F>(&bytes) {
            return value * field::radix_inverse::<F>();
        }
    }
}
