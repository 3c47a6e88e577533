//! The contributions of a `.ptau` (section 7). Each contributor multiplied a secret factor into τ,
//! α and β, and proved knowledge of it. This module verifies those proofs as `snarkjs powersoftau
//! verify` does.
//!
//! Each proof refers to the challenge of the previous contribution. All challenges except the last
//! hash points that the file no longer contains, so their stored values are used unverified. A
//! reader must therefore compare the file's hash with the published one.

use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::UniformRand;
use blake2::{Blake2b512, Digest};
use rand_core::{CryptoRng, RngCore};
use zeroize::Zeroizing;

use super::blake2b::{STATE_BYTES, State};
use super::{PtauCurve, from_secrets};
use crate::cancellation::Cancellation;
use crate::curve::{PairingCurve, PointReader, write_g1, write_g2};
use crate::error::{Error, FileDefect, Format, Result};
use crate::formats::Cursor;
use crate::groth16::{Ptau, g1_bytes, g2_bytes, point_of, same_ratio};
use crate::kernels;

/// Maximum number of contributions in a file. The largest public ceremonies have fewer than 150.
const MAX_CONTRIBUTIONS: u32 = 256;
/// Maximum power for which the first challenge is computed. It hashes 384 bytes (BN254) per point
/// of the ceremony's domain. Above this power the first contribution does not count as proven.
const MAX_FIRST_CHALLENGE_POWER: u32 = 18;
/// The kind of a contribution whose factor comes from a public beacon.
const BEACON: u32 = 1;

/// The result of the verification of a file's contributions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// BLAKE2b-512 of each response, as contributors publish it.
    pub responses: Vec<[u8; 64]>,
    /// Number of contributions with a proven factor that does not come from a beacon.
    pub proven: usize,
}

/// A proof of knowledge of a factor x: s, x·s, and x times the point of G2 to which challenge, s
/// and x·s hash.
struct Factor<E: PairingCurve> {
    s: E::G1Affine,
    s_x: E::G1Affine,
    sp_x: E::G2Affine,
}

/// τ, α and β after a contribution.
struct Points<E: PairingCurve> {
    tau1: E::G1Affine,
    tau2: E::G2Affine,
    alpha1: E::G1Affine,
    beta1: E::G1Affine,
    beta2: E::G2Affine,
}

struct Contribution<E: PairingCurve> {
    after: Points<E>,
    /// The factors of τ, α and β.
    factors: [Factor<E>; 3],
    partial: [u8; STATE_BYTES],
    next_challenge: [u8; 64],
    kind: u32,
    parameters: Vec<u8>,
}

/// Verifies the contributions of a file whose points [`Ptau::check`] accepts.
///
/// # Errors
/// [`Error::Malformed`] if the section cannot be read. [`Error::NotDerived`] if a contributor did
/// not know the factor, or if the file's points differ from those of the last contribution.
pub fn verify_contributions<E: PtauCurve>(ptau: &Ptau<E>) -> Result<Transcript> {
    verify_contributions_while(ptau, &|| true)
}

/// [`verify_contributions`], stopped soon after `is_active` returns false.
///
/// # Errors
/// [`Error::Interrupted`], and those of [`verify_contributions`].
pub fn verify_contributions_while<E: PtauCurve>(
    ptau: &Ptau<E>,
    is_active: &(dyn Fn() -> bool + Sync),
) -> Result<Transcript> {
    E::verify_ptau_contributions(ptau, is_active)
}

pub(crate) fn verify_contributions_on<E: PairingCurve>(
    ptau: &Ptau<E>,
    is_active: &(dyn Fn() -> bool + Sync),
) -> Result<Transcript> {
    let cancellation = Cancellation::new(is_active);
    let contributions = read::<E>(&ptau.contributions, &cancellation)?;
    let mut transcript = Transcript {
        responses: Vec::with_capacity(contributions.len()),
        proven: 0,
    };
    let mut before = Points::start();
    let mut challenge = first_challenge::<E>(ptau.ceremony_power);
    for contribution in &contributions {
        cancellation.check()?;
        contribution.follows(&before, challenge.as_ref())?;
        if challenge.is_some() && contribution.kind != BEACON {
            transcript.proven += 1;
        }
        transcript.responses.push(contribution.response()?);
        challenge = Some(contribution.next_challenge);
        before = contribution.after.clone();
    }
    let Some(last) = contributions.last() else {
        return Ok(transcript);
    };
    let unchanged = before.tau1 == ptau.tau1[1]
        && before.tau2 == ptau.tau2[1]
        && before.alpha1 == ptau.alpha1[0]
        && before.beta1 == ptau.beta1[0]
        && before.beta2 == ptau.beta2;
    if !unchanged {
        return Err(Error::NotDerived(
            "the powers of tau differ from those of their last contribution",
        ));
    }
    // A file truncated to fewer powers lacks points that the last challenge hashes.
    let response = transcript
        .responses
        .last()
        .expect("one response per contribution");
    if ptau.power == ptau.ceremony_power && next_challenge(response, ptau) != last.next_challenge {
        return Err(Error::NotDerived(
            "the powers of tau differ from those that their last contribution hashes",
        ));
    }
    Ok(transcript)
}

/// Creates powers of tau with one recorded contribution, for tests and examples. The caller's
/// process knows τ.
pub fn contributed<E: PtauCurve>(power: u32, rng: &mut (impl RngCore + CryptoRng)) -> Ptau<E> {
    E::contributed_ptau(power, rng)
}

pub(crate) fn contributed_on<E: PairingCurve>(
    power: u32,
    rng: &mut (impl RngCore + CryptoRng),
) -> Ptau<E> {
    let secrets = Zeroizing::new([(); 3].map(|()| E::ScalarField::rand(rng)));
    let mut ptau = from_secrets::<E>(power, &secrets);
    let challenge =
        first_challenge::<E>(power).expect("the power is at most MAX_FIRST_CHALLENGE_POWER");
    let factors = [0, 1, 2].map(|index| {
        let s = E::G1::rand(rng).into_affine();
        let s_x = kernels::multiplied(&s.into_group(), &secrets[index]).into_affine();
        let sp = target::<E>(index, &challenge, &s, &s_x);
        Factor {
            s,
            s_x,
            sp_x: kernels::multiplied(&sp.into_group(), &secrets[index]).into_affine(),
        }
    });
    let mut state = State::new();
    state.update(&challenge);
    let mut contribution = Contribution::<E> {
        after: Points {
            tau1: ptau.tau1[1],
            tau2: ptau.tau2[1],
            alpha1: ptau.alpha1[0],
            beta1: ptau.beta1[0],
            beta2: ptau.beta2,
        },
        factors,
        partial: state.to_bytes(),
        next_challenge: [0; 64],
        kind: 0,
        parameters: Vec::new(),
    };
    let response = contribution
        .response()
        .expect("the state was created above");
    contribution.next_challenge = next_challenge(&response, &ptau);
    ptau.contributions = write(&[contribution]);
    ptau
}

impl<E: PairingCurve> Points<E> {
    /// The points before the first contribution.
    fn start() -> Self {
        let (g, h) = (E::G1Affine::generator(), E::G2Affine::generator());
        Points {
            tau1: g,
            tau2: h,
            alpha1: g,
            beta1: g,
            beta2: h,
        }
    }
}

impl<E: PairingCurve> Clone for Points<E> {
    fn clone(&self) -> Self {
        Points {
            tau1: self.tau1,
            tau2: self.tau2,
            alpha1: self.alpha1,
            beta1: self.beta1,
            beta2: self.beta2,
        }
    }
}

impl<E: PairingCurve> Contribution<E> {
    /// Checks that these factors lead from the points before to the points after. With a challenge,
    /// also checks that the contributor knew the factors.
    fn follows(&self, before: &Points<E>, challenge: Option<&[u8; 64]>) -> Result<()> {
        let [tau, _, beta] = &self.factors;
        let fail = |what| Err(Error::NotDerived(what));
        for factor in &self.factors {
            if factor.s.is_zero() || factor.s_x.is_zero() || factor.sp_x.is_zero() {
                return fail("a factor of the powers of tau is zero");
            }
        }
        let after = &self.after;
        if let Some(challenge) = challenge {
            let steps = [
                (&before.tau1, &after.tau1),
                (&before.alpha1, &after.alpha1),
                (&before.beta1, &after.beta1),
            ];
            for (index, (factor, (old, new))) in self.factors.iter().zip(steps).enumerate() {
                let sp = target::<E>(index, challenge, &factor.s, &factor.s_x);
                if !same_ratio::<E>(&factor.s, &factor.s_x, &sp, &factor.sp_x) {
                    return fail("a contributor did not know a factor of the powers of tau");
                }
                if !same_ratio::<E>(old, new, &sp, &factor.sp_x) {
                    return fail("a factor of the powers of tau was not applied");
                }
            }
        }
        for (factor, old, new) in [
            (tau, &before.tau2, &after.tau2),
            (beta, &before.beta2, &after.beta2),
        ] {
            if !same_ratio::<E>(&factor.s, &factor.s_x, old, new) {
                return fail("a factor of the powers of tau was not applied");
            }
        }
        Ok(())
    }

    /// BLAKE2b-512 of the response, computed from its stored state and the factors.
    fn response(&self) -> Result<[u8; 64]> {
        let mut state = State::from_bytes(&self.partial).ok_or(Error::malformed(
            Format::Ptau,
            FileDefect::Shape("the stored hash state of a contribution is invalid".to_owned()),
        ))?;
        for factor in &self.factors {
            state.update(&g1_bytes::<E>(&factor.s));
            state.update(&g1_bytes::<E>(&factor.s_x));
        }
        for factor in &self.factors {
            state.update(&g2_bytes::<E>(&factor.sp_x));
        }
        Ok(state.finish())
    }
}

/// Returns the point of G2 that proves knowledge of a factor. `index` is 0 for τ, 1 for α, 2 for β.
fn target<E: PairingCurve>(
    index: usize,
    challenge: &[u8; 64],
    s: &E::G1Affine,
    s_x: &E::G1Affine,
) -> E::G2Affine {
    let mut hash = Blake2b512::new();
    hash.update([index as u8]);
    hash.update(challenge);
    hash.update(g1_bytes::<E>(s));
    hash.update(g1_bytes::<E>(s_x));
    point_of::<E>(&hash.finalize().into())
}

/// Computes the challenge of the first contribution: the hash of the generators, repeated once per
/// power of the ceremony. Returns `None` above [`MAX_FIRST_CHALLENGE_POWER`].
fn first_challenge<E: PairingCurve>(power: u32) -> Option<[u8; 64]> {
    if power > MAX_FIRST_CHALLENGE_POWER {
        return None;
    }
    let g = g1_bytes::<E>(&E::G1Affine::generator());
    let h = g2_bytes::<E>(&E::G2Affine::generator());
    let size = 1usize << power;
    let mut hash = Blake2b512::new();
    hash.update(Blake2b512::digest([]));
    for (point, count) in [(&g, 2 * size - 1), (&h, size), (&g, 2 * size), (&h, 1)] {
        for _ in 0..count {
            hash.update(point);
        }
    }
    Some(hash.finalize().into())
}

fn next_challenge<E: PairingCurve>(response: &[u8; 64], ptau: &Ptau<E>) -> [u8; 64] {
    let mut hash = Blake2b512::new();
    hash.update(response);
    for point in &ptau.tau1 {
        hash.update(g1_bytes::<E>(point));
    }
    for point in &ptau.tau2 {
        hash.update(g2_bytes::<E>(point));
    }
    for point in ptau.alpha1.iter().chain(&ptau.beta1) {
        hash.update(g1_bytes::<E>(point));
    }
    hash.update(g2_bytes::<E>(&ptau.beta2));
    hash.finalize().into()
}

fn read<E: PairingCurve>(
    bytes: &[u8],
    cancellation: &Cancellation<'_>,
) -> Result<Vec<Contribution<E>>> {
    let points = PointReader::<E>::new();
    let width = points.g1_width() as u64;
    let mut cursor = Cursor::new(bytes, Format::Ptau, "the contributions");
    let count = cursor.u32()?;
    if count > MAX_CONTRIBUTIONS {
        return cursor.fail(FileDefect::Count {
            what: "the number of contributions",
            found: u64::from(count),
            expected: u64::from(MAX_CONTRIBUTIONS),
        });
    }
    let what = "contribution";
    let malformed = |fault| Error::malformed(Format::Ptau, fault);
    let mut contributions = Vec::new();
    for index in 0..count as usize {
        cancellation.check()?;
        let g1 = |cursor: &mut Cursor<'_>| -> Result<E::G1Affine> {
            let bytes = cursor.take(width)?;
            points.g1(bytes, what, index).map_err(malformed)
        };
        let g2 = |cursor: &mut Cursor<'_>| -> Result<E::G2Affine> {
            let bytes = cursor.take(points.g2_width() as u64)?;
            points.g2(bytes, what, index).map_err(malformed)
        };
        let after = Points {
            tau1: g1(&mut cursor)?,
            tau2: g2(&mut cursor)?,
            alpha1: g1(&mut cursor)?,
            beta1: g1(&mut cursor)?,
            beta2: g2(&mut cursor)?,
        };
        let mut s = Vec::with_capacity(6);
        for _ in 0..6 {
            s.push(g1(&mut cursor)?);
        }
        let sp = [g2(&mut cursor)?, g2(&mut cursor)?, g2(&mut cursor)?];
        let factors = [0, 1, 2].map(|index| Factor {
            s: s[2 * index],
            s_x: s[2 * index + 1],
            sp_x: sp[index],
        });
        let partial = cursor.take(STATE_BYTES as u64)?;
        let next_challenge = cursor.take(64)?;
        let kind = cursor.u32()?;
        let length = cursor.u32()?;
        let parameters = cursor.take(u64::from(length))?.to_vec();
        contributions.push(Contribution {
            after,
            factors,
            partial: partial.try_into().expect("STATE_BYTES bytes were taken"),
            next_challenge: next_challenge.try_into().expect("64 bytes were taken"),
            kind,
            parameters,
        });
    }
    cursor.end()?;
    Ok(contributions)
}

fn write<E: PairingCurve>(contributions: &[Contribution<E>]) -> Vec<u8> {
    let mut out = (contributions.len() as u32).to_le_bytes().to_vec();
    for contribution in contributions {
        let after = &contribution.after;
        write_g1::<E>(&mut out, &after.tau1);
        write_g2::<E>(&mut out, &after.tau2);
        write_g1::<E>(&mut out, &after.alpha1);
        write_g1::<E>(&mut out, &after.beta1);
        write_g2::<E>(&mut out, &after.beta2);
        for factor in &contribution.factors {
            write_g1::<E>(&mut out, &factor.s);
            write_g1::<E>(&mut out, &factor.s_x);
        }
        for factor in &contribution.factors {
            write_g2::<E>(&mut out, &factor.sp_x);
        }
        out.extend(contribution.partial);
        out.extend(contribution.next_challenge);
        out.extend(contribution.kind.to_le_bytes());
        out.extend((contribution.parameters.len() as u32).to_le_bytes());
        out.extend(&contribution.parameters);
    }
    out
}

#[cfg(test)]
mod tests;
