//! The generators of aggregated range proofs, with the tables of the verifier.

use std::sync::OnceLock;

use bulletproofs::BulletproofGens;
use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::{IsIdentity, VartimeMultiscalarMul};
use sha3::Shake256;
use sha3::digest::{ExtendableOutput, Update, XofReader};

#[cfg(target_arch = "x86_64")]
use crate::kernels::FixedRistretto;

/// The maximum number of differences of a proof: one for each value and bound.
pub(super) const MAX_DIFFERENCES: usize = 128;

/// The bits that a difference can have.
pub(super) const WIDTHS: [u8; 4] = [8, 16, 32, 64];

/// The generators of proofs with a number of bits and of differences.
pub(super) struct Generators {
    /// The generators in the form that the prover takes.
    pub(super) of_prover: BulletproofGens,
    verifying: OnceLock<Verifying>,
    bits: usize,
    differences: usize,
}

/// The generators G, then H, in the form that the verifier takes.
enum Verifying {
    #[cfg(target_arch = "x86_64")]
    Fixed(Box<FixedRistretto>),
    Points(Vec<RistrettoPoint>),
}

impl Generators {
    /// Returns the generators. They are computed at their first use: hashing 2048 of them to the group takes longer than
    /// a proof.
    pub(super) fn of(bits: u8, differences: usize) -> &'static Self {
        static CACHE: [[OnceLock<Generators>; LOGS]; WIDTHS.len()] =
            [const { [const { OnceLock::new() }; LOGS] }; WIDTHS.len()];
        let width = WIDTHS.iter().position(|width| *width == bits);
        let log = differences.trailing_zeros() as usize;
        CACHE[width.unwrap_or_default()][log].get_or_init(|| Generators {
            of_prover: BulletproofGens::new(usize::from(bits), differences),
            verifying: OnceLock::new(),
            bits: usize::from(bits),
            differences,
        })
    }

    /// Whether the sum of the generators and of other points, each times its scalar, is zero. The scalars of G come first,
    /// then those of H. Runs in variable time.
    pub(super) fn cancel(
        &self,
        scalars: &[Scalar],
        others: &[Scalar],
        points: &[RistrettoPoint],
    ) -> bool {
        match self.verifying.get_or_init(|| self.verifying()) {
            #[cfg(target_arch = "x86_64")]
            Verifying::Fixed(fixed) => {
                let rest = RistrettoPoint::vartime_multiscalar_mul(others, points);
                let scalars: Vec<[u8; 32]> = scalars.iter().map(Scalar::to_bytes).collect();
                fixed.is_sum(&scalars, &(-rest).compress().0)
            }
            Verifying::Points(fixed) => {
                let scalars = scalars.iter().chain(others);
                RistrettoPoint::vartime_multiscalar_mul(scalars, fixed.iter().chain(points))
                    .is_identity()
            }
        }
    }

    fn verifying(&self) -> Verifying {
        let points = self.points();
        #[cfg(target_arch = "x86_64")]
        if points.len() <= MAX_FIXED {
            let encodings: Vec<[u8; 32]> = points.iter().map(|it| it.compress().0).collect();
            if let Some(fixed) = FixedRistretto::new(&encodings) {
                return Verifying::Fixed(Box::new(fixed));
            }
        }
        Verifying::Points(points)
    }

    /// Returns G, then H. The crate `bulletproofs` keeps H for itself, so both are hashed to the group as it does.
    fn points(&self) -> Vec<RistrettoPoint> {
        let mut points = Vec::with_capacity(2 * self.bits * self.differences);
        for letter in [b'G', b'H'] {
            for party in 0..self.differences as u32 {
                let mut hash = Shake256::default();
                hash.update(b"GeneratorsChain");
                hash.update(&[letter]);
                hash.update(&party.to_le_bytes());
                let mut reader = hash.finalize_xof();
                for _ in 0..self.bits {
                    let mut uniform = [0; 64];
                    reader.read(&mut uniform);
                    points.push(RistrettoPoint::from_uniform_bytes(&uniform));
                }
            }
        }
        points
    }
}

/// The number of powers of two up to [`MAX_DIFFERENCES`].
const LOGS: usize = MAX_DIFFERENCES.trailing_zeros() as usize + 1;

/// The maximum number of generators with a table, which takes 4 MiB then. All tables together take at most 32 MiB.
#[cfg(target_arch = "x86_64")]
const MAX_FIXED: usize = 2048;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verifier_has_the_generators_of_the_prover() {
        let generators = Generators::of(16, 4);
        let points = generators.points();
        assert_eq!(points.len(), 2 * 16 * 4);
        let shares = (0..4).flat_map(|party| generators.of_prover.share(party).G(16).copied());
        assert!(shares.eq(points[..64].iter().copied()));
    }
}
