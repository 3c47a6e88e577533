//! Proofs without a set-up: range, equality and sum of committed values, over Ristretto.
//!
//! Range proofs are those of the crate `bulletproofs` (eprint 2017/1066). Equality and sum proofs
//! are Schnorr proofs that a difference of Pedersen commitments commits to zero. Soundness rests on
//! the discrete logarithm in Ristretto, in the random-oracle model, with about 126 bits. There is
//! no toxic waste.
//!
//! Commitments are additive: the sum of the commitments is a commitment to the sum of the values.
//! Every proof is bound to a context ([`crate::circuits::Statement`] or any bytes) and does not
//! verify under another context.

mod generators;
mod ranges;
mod verifier;

use bulletproofs::{BulletproofGens, PedersenGens, RangeProof};
use curve25519_dalek::ristretto::{CompressedRistretto, RistrettoPoint};
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::Identity;
use merlin::Transcript;
use rand_core::{CryptoRng, RngCore};
use sha2::{Digest, Sha512};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use crate::circuits::biased;
use crate::error::{Error, Format, Result};

pub use ranges::{Bounds, RangesProof, prove_ranges, verify_ranges};

/// A Pedersen commitment to a 64-bit value. Signed values are stored with a bias of 2⁶³.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Commitment {
    point: RistrettoPoint,
    encoded: CompressedRistretto,
}

/// The opening of a commitment. It is wiped on drop and never printed.
#[derive(Clone, Zeroize, ZeroizeOnDrop)]
pub struct Opening {
    value: i64,
    blinding: Scalar,
}

impl std::fmt::Debug for Opening {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Opening(…)")
    }
}

impl Opening {
    /// Creates an opening with a fresh blinding. The caller chooses the unit of the value.
    pub fn new(value: i64, rng: &mut (impl RngCore + CryptoRng)) -> Self {
        Opening {
            value,
            blinding: Scalar::random(rng),
        }
    }

    /// Creates an opening whose blinding is derived from a secret and a position. The secret must be random,
    /// and each position must have one value only.
    #[must_use]
    pub fn derived(value: i64, secret: &[u8; 32], position: u64) -> Self {
        let mut hash = Sha512::new();
        hash.update(b"lockstep pedersen blinding v1");
        hash.update(secret);
        hash.update(position.to_be_bytes());
        let wide = Zeroizing::new(<[u8; 64]>::from(hash.finalize()));
        Opening {
            value,
            blinding: Scalar::from_bytes_mod_order_wide(&wide),
        }
    }

    /// Returns the commitment of this opening.
    #[must_use]
    pub fn commitment(&self) -> Commitment {
        let value = Zeroizing::new(Scalar::from(biased(self.value)));
        let point = PedersenGens::default().commit(*value, self.blinding);
        Commitment {
            point,
            encoded: point.compress(),
        }
    }
}

impl Commitment {
    /// Encodes the commitment as 32 bytes.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; 32] {
        self.encoded.to_bytes()
    }

    /// Reads a commitment from its 32 canonical bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let encoded = CompressedRistretto::from_slice(bytes).ok();
        let point = encoded.and_then(|encoded| encoded.decompress());
        match (point, encoded) {
            (Some(point), Some(encoded)) => Ok(Commitment { point, encoded }),
            _ => Err(Error::shape(
                Format::Compact,
                "a commitment is not a point of Ristretto",
            )),
        }
    }
}

/// Bits of each difference in a range proof.
const BITS: usize = 64;

/// Proves min ≤ value ≤ max. One aggregated range proof shows that both differences are below 2⁶⁴.
///
/// The proof has 736 bytes. Returns [`Error::FalseStatement`] for a value outside the range.
pub fn prove_range(
    opening: &Opening,
    min: i64,
    max: i64,
    context: &[u8],
    rng: &mut (impl RngCore + CryptoRng),
) -> Result<Vec<u8>> {
    if min > max {
        return Err(Error::input("min", "is greater than max"));
    }
    if !(min..=max).contains(&opening.value) {
        return Err(Error::FalseStatement(
            "the value is outside the range".to_owned(),
        ));
    }
    let mut transcript = range_transcript(&opening.commitment(), min, max, context);
    let value = Zeroizing::new(biased(opening.value));
    let secrets = Zeroizing::new([*value - biased(min), biased(max) - *value]);
    let blindings = Zeroizing::new([opening.blinding, -opening.blinding]);
    let proof = RangeProof::prove_multiple_with_rng(
        &BulletproofGens::new(BITS, 2),
        &PedersenGens::default(),
        &mut transcript,
        &*secrets,
        &*blindings,
        BITS,
        rng,
    );
    let (proof, _) = proof.map_err(|error| Error::FalseStatement(format!("{error:?}")))?;
    Ok(proof.to_bytes())
}

/// Whether the proof shows min ≤ value ≤ max for the committed value. Returns false for malformed
/// proof bytes and for min > max.
#[must_use]
pub fn verify_range(
    commitment: &Commitment,
    min: i64,
    max: i64,
    context: &[u8],
    proof: &[u8],
    rng: &mut (impl RngCore + CryptoRng),
) -> bool {
    let Ok(proof) = RangeProof::from_bytes(proof) else {
        return false;
    };
    if min > max {
        return false;
    }
    let base = PedersenGens::default().B;
    let above = commitment.point - base * Scalar::from(biased(min));
    let below = base * Scalar::from(biased(max)) - commitment.point;
    let mut transcript = range_transcript(commitment, min, max, context);
    proof
        .verify_multiple_with_rng(
            &BulletproofGens::new(BITS, 2),
            &PedersenGens::default(),
            &mut transcript,
            &[above.compress(), below.compress()],
            BITS,
            rng,
        )
        .is_ok()
}

fn range_transcript(commitment: &Commitment, min: i64, max: i64, context: &[u8]) -> Transcript {
    let mut transcript = new_transcript(b"range", context);
    transcript.append_message(b"commitment", &commitment.to_bytes());
    transcript.append_u64(b"min", biased(min));
    transcript.append_u64(b"max", biased(max));
    transcript
}

/// Proves that two commitments commit to the same value. The proof has 64 bytes.
pub fn prove_equality(
    first: &Opening,
    second: &Opening,
    context: &[u8],
    rng: &mut (impl RngCore + CryptoRng),
) -> Result<Vec<u8>> {
    if first.value != second.value {
        return Err(Error::FalseStatement("the values differ".to_owned()));
    }
    let commitments = [first.commitment(), second.commitment()];
    let transcript = equality_transcript(&commitments, context);
    let secret = Zeroizing::new(first.blinding - second.blinding);
    Ok(prove_zero(transcript, &secret, rng))
}

/// Whether the proof shows that two commitments commit to the same value.
#[must_use]
pub fn verify_equality(commitments: &[Commitment; 2], context: &[u8], proof: &[u8]) -> bool {
    let difference = commitments[0].point - commitments[1].point;
    verify_zero(
        equality_transcript(commitments, context),
        &difference,
        proof,
    )
}

fn equality_transcript(commitments: &[Commitment; 2], context: &[u8]) -> Transcript {
    let mut transcript = new_transcript(b"equality", context);
    for commitment in commitments {
        transcript.append_message(b"commitment", &commitment.to_bytes());
    }
    transcript
}

/// Proves the sum of the committed values and returns it with the proof. The proof has 64 bytes for
/// any number of values.
pub fn prove_sum(
    openings: &[Opening],
    context: &[u8],
    rng: &mut (impl RngCore + CryptoRng),
) -> Result<(i128, Vec<u8>)> {
    let sum: i128 = openings
        .iter()
        .map(|opening| i128::from(opening.value))
        .sum();
    let commitments: Vec<Commitment> = openings.iter().map(Opening::commitment).collect();
    let transcript = sum_transcript(&commitments, sum, context);
    let secret: Zeroizing<Scalar> =
        Zeroizing::new(openings.iter().map(|opening| opening.blinding).sum());
    Ok((sum, prove_zero(transcript, &secret, rng)))
}

/// Whether the proof shows that the committed values add up to the sum.
///
/// A commitment fixes its value only modulo the group's order. If another party made the
/// commitments, also require a range proof of each. Without them the sum does not bound the single
/// values.
#[must_use]
pub fn verify_sum(commitments: &[Commitment], sum: i128, context: &[u8], proof: &[u8]) -> bool {
    let bias = i128::try_from(commitments.len())
        .ok()
        .and_then(|n| n.checked_mul(1 << 63));
    let Some(total) = bias.and_then(|bias| bias.checked_add(sum)) else {
        return false;
    };
    let Ok(total) = u128::try_from(total) else {
        return false;
    };
    let point = commitments
        .iter()
        .fold(RistrettoPoint::identity(), |sum, commitment| {
            sum + commitment.point
        })
        - PedersenGens::default().B * Scalar::from(total);
    verify_zero(sum_transcript(commitments, sum, context), &point, proof)
}

fn sum_transcript(commitments: &[Commitment], sum: i128, context: &[u8]) -> Transcript {
    let mut transcript = new_transcript(b"sum", context);
    transcript.append_u64(b"count", commitments.len() as u64);
    for commitment in commitments {
        transcript.append_message(b"commitment", &commitment.to_bytes());
    }
    transcript.append_message(b"sum", &sum.to_le_bytes());
    transcript
}

fn new_transcript(kind: &'static [u8], context: &[u8]) -> Transcript {
    let mut transcript = Transcript::new(b"lockstep bulletproofs 1");
    transcript.append_message(b"kind", kind);
    transcript.append_message(b"context", context);
    transcript
}

/// Schnorr proof of knowledge of x with point = x·B̃: the point is a commitment to zero.
fn prove_zero(
    mut transcript: Transcript,
    secret: &Scalar,
    rng: &mut (impl RngCore + CryptoRng),
) -> Vec<u8> {
    let mut nonce_rng = transcript
        .build_rng()
        .rekey_with_witness_bytes(b"secret", secret.as_bytes())
        .finalize(rng);
    let nonce = Zeroizing::new(Scalar::random(&mut nonce_rng));
    let announcement = (PedersenGens::default().B_blinding * *nonce).compress();
    transcript.append_message(b"announcement", announcement.as_bytes());
    let response = *nonce + challenge(&mut transcript) * secret;
    [announcement.as_bytes().as_slice(), response.as_bytes()].concat()
}

fn verify_zero(mut transcript: Transcript, point: &RistrettoPoint, proof: &[u8]) -> bool {
    let Some((announcement, response)) = proof.split_first_chunk::<32>() else {
        return false;
    };
    let announced = CompressedRistretto(*announcement).decompress();
    let response = <[u8; 32]>::try_from(response)
        .ok()
        .and_then(|bytes| Option::<Scalar>::from(Scalar::from_canonical_bytes(bytes)));
    let (Some(announced), Some(response)) = (announced, response) else {
        return false;
    };
    transcript.append_message(b"announcement", announcement);
    PedersenGens::default().B_blinding * response == announced + point * challenge(&mut transcript)
}

fn challenge(transcript: &mut Transcript) -> Scalar {
    let mut bytes = [0; 64];
    transcript.challenge_bytes(b"challenge", &mut bytes);
    Scalar::from_bytes_mod_order_wide(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::rng;

    #[test]
    fn range_proofs_verify_only_under_their_statement() {
        let rng = &mut rng(1);
        for (value, min, max) in [
            (72, 40, 200),
            (40, 40, 200),
            (200, 40, 200),
            (-5, -5, -5),
            (0, i64::MIN, i64::MAX),
            (i64::MIN, i64::MIN, i64::MAX),
            (i64::MAX, i64::MIN, i64::MAX),
        ] {
            let opening = Opening::new(value, rng);
            let commitment = opening.commitment();
            let proof = prove_range(&opening, min, max, b"ctx", rng).unwrap();
            assert!(verify_range(&commitment, min, max, b"ctx", &proof, rng));
            assert!(!verify_range(&commitment, min, max, b"other", &proof, rng));
            if max < i64::MAX {
                assert!(!verify_range(
                    &commitment,
                    min,
                    max + 1,
                    b"ctx",
                    &proof,
                    rng
                ));
            }
            let other = Opening::new(value, rng).commitment();
            assert!(!verify_range(&other, min, max, b"ctx", &proof, rng));
        }
        for (value, min, max) in [(39, 40, 200), (201, 40, 200), (-1, 0, i64::MAX)] {
            let opening = Opening::new(value, rng);
            assert!(matches!(
                prove_range(&opening, min, max, b"", rng),
                Err(Error::FalseStatement(_))
            ));
        }
        assert!(prove_range(&Opening::new(1, rng), 2, 1, b"", rng).is_err());
    }

    #[test]
    fn a_proof_with_a_changed_byte_is_refused() {
        let rng = &mut rng(2);
        let (one, two) = (Opening::new(7, rng), Opening::new(7, rng));
        let range = prove_range(&one, 0, 10, b"", rng).unwrap();
        for position in (0..range.len()).step_by(11) {
            let mut changed = range.clone();
            changed[position] ^= 1;
            assert!(!verify_range(&one.commitment(), 0, 10, b"", &changed, rng));
        }
        let pair = [one.commitment(), two.commitment()];
        let equality = prove_equality(&one, &two, b"", rng).unwrap();
        let (sum, total) = prove_sum(&[one, two], b"", rng).unwrap();
        for position in 0..64 {
            for (proof, check) in [
                (
                    &equality,
                    &(|p: &[u8]| verify_equality(&pair, b"", p)) as &dyn Fn(&[u8]) -> bool,
                ),
                (&total, &|p: &[u8]| verify_sum(&pair, sum, b"", p)),
            ] {
                let mut changed = proof.clone();
                changed[position] ^= 1 << (position % 8);
                assert!(check(proof) && !check(&changed), "byte {position}");
            }
        }
        assert!(!verify_range(&pair[0], 0, 10, b"", &[], rng));
        assert!(!verify_equality(&pair, b"", &[0; 63]));
        assert!(Commitment::from_bytes(&[0xff; 32]).is_err());
    }

    #[test]
    fn equality_and_sum_proofs_verify_only_under_their_statement() {
        let rng = &mut rng(3);
        let openings: Vec<Opening> = [5, -9, i64::MIN, i64::MAX]
            .map(|value| Opening::new(value, rng))
            .into();
        let commitments: Vec<Commitment> = openings.iter().map(Opening::commitment).collect();
        let (sum, proof) = prove_sum(&openings, b"c", rng).unwrap();
        assert_eq!(sum, -5);
        assert!(verify_sum(&commitments, sum, b"c", &proof));
        assert!(!verify_sum(&commitments, sum + 1, b"c", &proof));
        assert!(!verify_sum(&commitments[1..], sum, b"c", &proof));
        assert!(!verify_sum(&commitments, sum, b"d", &proof));
        assert!(!verify_sum(&commitments, i128::MIN, b"c", &proof));
        let refused = prove_equality(&openings[0], &openings[1], b"", rng);
        assert!(matches!(refused, Err(Error::FalseStatement(_))));
        let bytes = commitments[0].to_bytes();
        assert_eq!(Commitment::from_bytes(&bytes), Ok(commitments[0]));
        assert_eq!(format!("{:?}", openings[0]), "Opening(…)");
    }
}
