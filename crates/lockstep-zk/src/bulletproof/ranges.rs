//! One range proof for many commitments, all with the same bounds (aggregation, eprint 2017/1066, section 4.2).

use bulletproofs::{PedersenGens, RangeProof};
use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use merlin::Transcript;
use rand_core::{CryptoRng, RngCore};
use zeroize::Zeroizing;

use super::generators::{Generators, MAX_DIFFERENCES, WIDTHS};
use super::verifier::{Difference, Elements, Statement};
use super::{Commitment, Opening, new_transcript};
use crate::circuits::biased;
use crate::error::{Error, Result};

/// The bounds of every value. Without bounds, a proof shows that the prover can open the commitments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The minimum.
    pub min: Option<i64>,
    /// The maximum.
    pub max: Option<i64>,
}

/// An aggregated range proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RangesProof {
    /// The bits of each difference between a value and a bound: 8, 16, 32 or 64.
    pub bits: u8,
    /// The proof: 32·(9 + 2·log2(bits·differences)) bytes, where the number of differences is rounded up
    /// to a power of two.
    pub bytes: Vec<u8>,
}

impl Bounds {
    /// Whether a proof with differences of `bits` bits is accepted. Between two bounds the number of bits
    /// follows from them. With one bound, 32 bits are used unless a value is farther away.
    fn accepts(self, bits: u8) -> bool {
        match (self.min, self.max) {
            (Some(min), Some(max)) => {
                let width = biased(max).checked_sub(biased(min));
                width.is_some_and(|width| bits == smallest(&WIDTHS, width))
            }
            (None, None) => bits == 64,
            _ => ONE_SIDED.contains(&bits),
        }
    }

    /// The bits of a proof with these differences.
    fn bits(self, differences: &[u64]) -> u8 {
        match (self.min, self.max) {
            (Some(min), Some(max)) => smallest(&WIDTHS, biased(max) - biased(min)),
            (None, None) => 64,
            _ => smallest(
                &ONE_SIDED,
                differences.iter().copied().max().unwrap_or_default(),
            ),
        }
    }

    fn is_empty(self) -> bool {
        matches!((self.min, self.max), (Some(min), Some(max)) if min > max)
    }

    fn contains(self, value: i64) -> bool {
        self.min.is_none_or(|min| min <= value) && self.max.is_none_or(|max| value <= max)
    }

    /// The differences of each value.
    fn differences(self) -> Vec<Difference> {
        let of = |negative, offset| Difference { negative, offset };
        let above = self.min.map(|min| of(false, -Scalar::from(biased(min))));
        let below = self.max.map(|max| of(true, Scalar::from(biased(max))));
        let differences: Vec<_> = above.into_iter().chain(below).collect();
        match differences[..] {
            [] => vec![of(false, Scalar::ZERO)],
            _ => differences,
        }
    }

    /// The number of differences of each value.
    fn sides(self) -> usize {
        match (self.min, self.max) {
            (Some(_), Some(_)) => 2,
            _ => 1,
        }
    }
}

/// The bits of differences from a single bound. Fewer would show how far the values are from it.
const ONE_SIDED: [u8; 2] = [32, 64];

/// The first width in which a number fits.
fn smallest(widths: &[u8], number: u64) -> u8 {
    let needed = 64 - number.leading_zeros();
    let fits = widths.iter().find(|width| u32::from(**width) >= needed);
    fits.copied().unwrap_or(64)
}

/// Proves that the value of every opening is within the bounds. A proof for 63 values between bounds that
/// differ by less than 256 has 928 bytes.
///
/// # Errors
/// [`Error::FalseStatement`] for a value outside the bounds; an input error for contradicting bounds, for no
/// opening, and for more than 128 differences.
pub fn prove_ranges(
    openings: &[Opening],
    bounds: Bounds,
    context: &[u8],
    rng: &mut (impl RngCore + CryptoRng),
) -> Result<RangesProof> {
    if bounds.is_empty() {
        return Err(Error::input("min", "is greater than max"));
    }
    let count = padded(openings.len(), bounds)
        .ok_or_else(|| Error::input("values", "must be 1 to 128, or 64 between two bounds"))?;
    if !openings
        .iter()
        .all(|opening| bounds.contains(opening.value))
    {
        return Err(Error::FalseStatement(
            "a value is outside the bounds".to_owned(),
        ));
    }
    let mut differences = Zeroizing::new(Vec::with_capacity(count));
    let mut blindings = Zeroizing::new(Vec::with_capacity(count));
    for opening in openings {
        let value = biased(opening.value);
        if let Some(min) = bounds.min {
            differences.push(value - biased(min));
            blindings.push(opening.blinding);
        }
        if let Some(max) = bounds.max {
            differences.push(biased(max) - value);
            blindings.push(-opening.blinding);
        }
        if bounds == Bounds::default() {
            differences.push(value);
            blindings.push(opening.blinding);
        }
    }
    let bits = bounds.bits(&differences);
    // Commitments to zero without a blinding fill the list up to a power of two.
    differences.resize(count, 0);
    blindings.resize(count, Scalar::ZERO);
    let commitments: Vec<Commitment> = openings.iter().map(Opening::commitment).collect();
    let mut transcript = transcript(&commitments, bounds, bits, context);
    let (proof, _) = RangeProof::prove_multiple_with_rng(
        &Generators::of(bits, count).of_prover,
        &PedersenGens::default(),
        &mut transcript,
        &differences,
        &blindings,
        usize::from(bits),
        rng,
    )
    .map_err(|error| Error::FalseStatement(format!("{error:?}")))?;
    Ok(RangesProof {
        bits,
        bytes: proof.to_bytes(),
    })
}

/// Whether the proof shows that every committed value is within the bounds. Returns false for a malformed
/// proof, contradicting bounds, no commitment, or too many of them.
#[must_use]
pub fn verify_ranges(
    commitments: &[Commitment],
    bounds: Bounds,
    context: &[u8],
    proof: &RangesProof,
    rng: &mut (impl RngCore + CryptoRng),
) -> bool {
    let Some(count) = padded(commitments.len(), bounds) else {
        return false;
    };
    let Some(elements) = Elements::from_bytes(&proof.bytes) else {
        return false;
    };
    if !bounds.accepts(proof.bits) {
        return false;
    }
    let mut transcript = transcript(commitments, bounds, proof.bits, context);
    let points: Vec<RistrettoPoint> = commitments.iter().map(|it| it.point).collect();
    let statement = Statement {
        bits: proof.bits,
        commitments: &points,
        differences: &bounds.differences(),
        count,
    };
    elements.show(&statement, &mut transcript, rng)
}

/// The number of differences of a list of values, rounded up to a power of two.
fn padded(values: usize, bounds: Bounds) -> Option<usize> {
    let differences = values.checked_mul(bounds.sides())?;
    (1..=MAX_DIFFERENCES)
        .contains(&differences)
        .then(|| differences.next_power_of_two())
}

fn transcript(commitments: &[Commitment], bounds: Bounds, bits: u8, context: &[u8]) -> Transcript {
    let mut transcript = new_transcript(b"ranges", context);
    transcript.append_u64(b"count", commitments.len() as u64);
    for commitment in commitments {
        transcript.append_message(b"commitment", &commitment.to_bytes());
    }
    for (label, bound) in [(b"min", bounds.min), (b"max", bounds.max)] {
        match bound {
            Some(bound) => transcript.append_u64(label, biased(bound)),
            None => transcript.append_message(label, b"none"),
        }
    }
    transcript.append_u64(b"bits", u64::from(bits));
    transcript
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::rng;

    const SECRET: [u8; 32] = [7; 32];

    fn openings(values: &[i64]) -> Vec<Opening> {
        let positions = 0..;
        let pairs = values.iter().zip(positions);
        pairs
            .map(|(value, position)| Opening::derived(*value, &SECRET, position))
            .collect()
    }

    fn commitments(values: &[i64]) -> Vec<Commitment> {
        openings(values).iter().map(Opening::commitment).collect()
    }

    fn bounds(min: impl Into<Option<i64>>, max: impl Into<Option<i64>>) -> Bounds {
        Bounds {
            min: min.into(),
            max: max.into(),
        }
    }

    #[test]
    fn a_proof_holds_for_its_commitments_bounds_and_context_alone() {
        let rng = &mut rng(4);
        let month: Vec<i64> = (0..63).map(|day| 400 + day).collect();
        for (values, within, bits) in [
            (&[52][..], bounds(40, 60), 8),
            (&[-5], bounds(-5, -5), 8),
            (&[40, 60, 295], bounds(40, 295), 8),
            (&[40, 60, 296], bounds(40, 296), 16),
            (&month, bounds(400, 462), 8),
            (&[i64::MIN, i64::MAX], bounds(i64::MIN, i64::MAX), 64),
            (&month, bounds(400, None), 32),
            (&[1 << 40, 0], bounds(0, None), 64),
            (&[0, -7], bounds(None, 0), 32),
            (&[i64::MIN, 0, i64::MAX], Bounds::default(), 64),
        ] {
            let proof = prove_ranges(&openings(values), within, b"ctx", rng).unwrap();
            assert_eq!(proof.bits, bits, "{within:?}");
            let list = commitments(values);
            let mut holds = |list: &[Commitment], within, context: &[u8], proof: &RangesProof| {
                verify_ranges(list, within, context, proof, rng)
            };
            assert!(holds(&list, within, b"ctx", &proof), "{within:?}");
            assert!(!holds(&list, within, b"other", &proof));
            assert!(!holds(&list[1..], within, b"ctx", &proof));
            let mut more = list.clone();
            more.push(list[0]);
            assert!(!holds(&more, within, b"ctx", &proof));
            let mut other = list.clone();
            other[0] = Opening::derived(values[0], &[8; 32], 0).commitment();
            assert!(!holds(&other, within, b"ctx", &proof));
            for changed in [
                bounds(within.min.map_or(1, |min| min.wrapping_add(1)), within.max),
                bounds(within.min, within.max.map_or(1, |max| max.wrapping_sub(1))),
                bounds(None, within.max),
                bounds(within.min, None),
            ] {
                assert!(changed == within || !holds(&list, changed, b"ctx", &proof));
            }
            for bits in [0, 8, 16, 32, 64, 128].into_iter().filter(|it| *it != bits) {
                let changed = RangesProof {
                    bits,
                    ..proof.clone()
                };
                assert!(!holds(&list, within, b"ctx", &changed));
            }
            for position in (0..proof.bytes.len()).step_by(61) {
                let mut changed = proof.clone();
                changed.bytes[position] ^= 1;
                assert!(!holds(&list, within, b"ctx", &changed), "byte {position}");
            }
        }
    }

    /// The verifier of the crate `bulletproofs`.
    fn crate_accepts(list: &[Commitment], within: Bounds, proof: &RangesProof) -> bool {
        let rng = &mut rng(8);
        let base = PedersenGens::default().B;
        let [lowest, highest] = [within.min, within.max]
            .map(|bound| bound.map(|bound| base * Scalar::from(biased(bound))));
        let mut differences = Vec::new();
        for commitment in list {
            differences.extend(lowest.map(|it| (commitment.point - it).compress()));
            differences.extend(highest.map(|it| (it - commitment.point).compress()));
        }
        let count = differences.len().next_power_of_two();
        differences.resize(count, RistrettoPoint::default().compress());
        let Ok(made) = RangeProof::from_bytes(&proof.bytes) else {
            return false;
        };
        made.verify_multiple_with_rng(
            &Generators::of(proof.bits, count).of_prover,
            &PedersenGens::default(),
            &mut transcript(list, within, proof.bits, b"ctx"),
            &differences,
            usize::from(proof.bits),
            rng,
        )
        .is_ok()
    }

    #[test]
    fn the_verifier_agrees_with_another_one() {
        let rng = &mut rng(9);
        for (values, within) in [
            (&[45, 50, 55][..], bounds(40, 60)),
            (&[1_000], bounds(0, None)),
            (&[7, 7], bounds(None, 7)),
        ] {
            let proof = prove_ranges(&openings(values), within, b"ctx", rng).unwrap();
            let list = commitments(values);
            let mut both = |proof: &RangesProof| {
                let ours = verify_ranges(&list, within, b"ctx", proof, rng);
                assert_eq!(ours, crate_accepts(&list, within, proof));
                ours
            };
            assert!(both(&proof));
            let changed = |change: &dyn Fn(&mut Vec<u8>)| {
                let mut changed = proof.clone();
                change(&mut changed.bytes);
                changed
            };
            for position in (0..proof.bytes.len()).step_by(29) {
                assert!(!both(&changed(&|bytes| bytes[position] ^= 1)));
            }
            for word in 0..proof.bytes.len() / 32 {
                // The encoding of the identity and of zero, and one that is not canonical.
                for byte in [0, 0xff] {
                    let set = |bytes: &mut Vec<u8>| bytes[word * 32..][..32].fill(byte);
                    assert!(!both(&changed(&set)), "word {word}");
                }
                assert!(!both(&changed(&|bytes| bytes.truncate(word * 32))));
            }
            assert!(!both(&changed(&|bytes| bytes.push(0))));
            assert!(!both(&changed(&|bytes| bytes.extend([0; 64]))));
        }
    }

    #[test]
    fn a_proof_for_two_months_is_short() {
        let rng = &mut rng(5);
        let proof = prove_ranges(&openings(&[50; 63]), bounds(40, 60), b"", rng).unwrap();
        assert_eq!(proof.bytes.len(), 928);
        // The differences to far bounds have 64 bits.
        let far = prove_ranges(&openings(&[50; 63]), bounds(0, 1_i64 << 40), b"", rng).unwrap();
        assert_eq!(far.bytes.len(), 1120);
    }

    #[test]
    fn false_and_malformed_statements_are_refused() {
        let rng = &mut rng(6);
        for (values, within) in [
            (&[39][..], bounds(40, 60)),
            (&[50, 61], bounds(40, 60)),
            (&[-1], bounds(0, None)),
            (&[1], bounds(None, 0)),
        ] {
            let refused = prove_ranges(&openings(values), within, b"", rng);
            assert!(matches!(refused, Err(Error::FalseStatement(_))));
        }
        for (values, within) in [
            (&[1][..], bounds(2, 1)),
            (&[], bounds(0, 1)),
            (&[1; 65], bounds(0, 1)),
            (&[1; 129], bounds(0, None)),
        ] {
            assert!(prove_ranges(&openings(values), within, b"", rng).is_err());
            let proof = RangesProof {
                bits: 8,
                bytes: vec![0; 928],
            };
            assert!(!verify_ranges(
                &commitments(values),
                within,
                b"",
                &proof,
                rng
            ));
        }
    }

    /// A prover who does not check the values cannot make a proof of values outside the bounds.
    #[test]
    fn a_difference_below_zero_is_not_proven() {
        let rng = &mut rng(7);
        let (within, value) = (bounds(40, 60), 39);
        let opening = &openings(&[value])[0];
        let commitment = [opening.commitment()];
        // Both differences modulo 2^8, as a dishonest prover would commit to them.
        let differences = [255, 21];
        let blindings = [opening.blinding, -opening.blinding];
        let mut transcript = transcript(&commitment, within, 8, b"");
        let (proof, _) = RangeProof::prove_multiple_with_rng(
            &Generators::of(8, 2).of_prover,
            &PedersenGens::default(),
            &mut transcript,
            &differences,
            &blindings,
            8,
            rng,
        )
        .unwrap();
        let proof = RangesProof {
            bits: 8,
            bytes: proof.to_bytes(),
        };
        assert!(!verify_ranges(&commitment, within, b"", &proof, rng));
    }
}
