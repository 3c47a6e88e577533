//! Verification of aggregated range proofs (eprint 2017/1066, sections 4.2 and 6.2) with one sum. It accepts the proofs
//! that the crate `bulletproofs` accepts. It uses commitments and generators as they are in memory, and tables of the
//! generators' multiples.

use bulletproofs::PedersenGens;
use curve25519_dalek::ristretto::{CompressedRistretto, RistrettoPoint};
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::IsIdentity;
use merlin::Transcript;
use rand_core::{CryptoRng, RngCore};

use super::generators::Generators;

/// The elements of a proof, in the names of the paper.
pub(super) struct Elements {
    /// A, S, T₁ and T₂.
    points: [CompressedRistretto; 4],
    t_x: Scalar,
    t_x_blinding: Scalar,
    e_blinding: Scalar,
    /// L and R of each round of the inner product.
    rounds: Vec<[CompressedRistretto; 2]>,
    a: Scalar,
    b: Scalar,
}

/// A number that the prover shows to have few bits: a committed value or its negative, plus an offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct Difference {
    pub(super) negative: bool,
    pub(super) offset: Scalar,
}

/// What a proof shows: every difference of every commitment has at most `bits` bits.
pub(super) struct Statement<'a> {
    pub(super) bits: u8,
    pub(super) commitments: &'a [RistrettoPoint],
    /// The differences of each commitment.
    pub(super) differences: &'a [Difference],
    /// The number of all differences, filled up with zeros to a power of two.
    pub(super) count: usize,
}

/// The challenges of a proof.
struct Challenges {
    x: Scalar,
    y_inverse: Scalar,
    y: Scalar,
    z: Scalar,
    w: Scalar,
    /// The squares of those of the rounds, and of their inverses.
    squares: Vec<Scalar>,
    inverse_squares: Vec<Scalar>,
    /// The inverse of the product of those of the rounds.
    inverse_product: Scalar,
}

impl Elements {
    /// Reads a proof. Scalars must be canonical.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (words, []) = bytes.as_chunks::<32>() else {
            return None;
        };
        let (first, rest) = words.split_first_chunk::<7>()?;
        let (rounds, last) = rest.split_last_chunk::<2>()?;
        let (rounds, []) = rounds.as_chunks::<2>() else {
            return None;
        };
        let scalar = |bytes: [u8; 32]| Option::<Scalar>::from(Scalar::from_canonical_bytes(bytes));
        Some(Elements {
            points: [0, 1, 2, 3].map(|place: usize| CompressedRistretto(first[place])),
            t_x: scalar(first[4])?,
            t_x_blinding: scalar(first[5])?,
            e_blinding: scalar(first[6])?,
            rounds: rounds
                .iter()
                .map(|round| round.map(CompressedRistretto))
                .collect(),
            a: scalar(last[0])?,
            b: scalar(last[1])?,
        })
    }

    /// Whether the proof shows the statement. `transcript` already has the statement.
    pub(super) fn show(
        &self,
        statement: &Statement<'_>,
        transcript: &mut Transcript,
        rng: &mut (impl RngCore + CryptoRng),
    ) -> bool {
        let size = usize::from(statement.bits) * statement.count;
        if 1u64.checked_shl(self.rounds.len() as u32) != Some(size as u64) {
            return false;
        }
        let Some(challenges) = self.challenges(statement, transcript) else {
            return false;
        };
        let compressed = self.points.iter().chain(self.rounds.as_flattened());
        let Some(mut points) = compressed
            .map(CompressedRistretto::decompress)
            .collect::<Option<Vec<_>>>()
        else {
            return false;
        };
        // It batches two equations.
        let weight = Scalar::random(rng);
        let Challenges { x, y, z, w, .. } = challenges;
        let mut scalars = vec![Scalar::ONE, x, weight * x, weight * x * x];
        let squares = challenges.squares.iter();
        for (square, inverse) in squares.zip(&challenges.inverse_squares) {
            scalars.extend([square, inverse]);
        }
        let mut of_base =
            w * (self.t_x - self.a * self.b) + weight * (delta(statement, &y, &z) - self.t_x);
        let mut power = weight * z * z;
        for commitment in statement.commitments {
            let mut of_commitment = Scalar::ZERO;
            for difference in statement.differences {
                if difference.negative {
                    of_commitment -= power;
                } else {
                    of_commitment += power;
                }
                of_base += power * difference.offset;
                power *= z;
            }
            points.push(*commitment);
            scalars.push(of_commitment);
        }
        let PedersenGens { B, B_blinding } = PedersenGens::default();
        points.extend([B, B_blinding]);
        scalars.extend([of_base, -self.e_blinding - weight * self.t_x_blinding]);
        let fixed = self.scalars_of_generators(statement, &challenges);
        Generators::of(statement.bits, statement.count).cancel(&fixed, &scalars, &points)
    }

    /// Computes the challenges as the prover did. Returns `None` if a point of the proof is zero.
    fn challenges(
        &self,
        statement: &Statement<'_>,
        transcript: &mut Transcript,
    ) -> Option<Challenges> {
        transcript.append_message(b"dom-sep", b"rangeproof v1");
        transcript.append_u64(b"n", u64::from(statement.bits));
        transcript.append_u64(b"m", statement.count as u64);
        for bytes in statement.encoded() {
            transcript.append_message(b"V", bytes.as_bytes());
        }
        let [a, s, t_1, t_2] = &self.points;
        append_point(transcript, b"A", a)?;
        append_point(transcript, b"S", s)?;
        let y = challenge(transcript, b"y");
        let z = challenge(transcript, b"z");
        append_point(transcript, b"T_1", t_1)?;
        append_point(transcript, b"T_2", t_2)?;
        let x = challenge(transcript, b"x");
        transcript.append_message(b"t_x", self.t_x.as_bytes());
        transcript.append_message(b"t_x_blinding", self.t_x_blinding.as_bytes());
        transcript.append_message(b"e_blinding", self.e_blinding.as_bytes());
        let w = challenge(transcript, b"w");
        transcript.append_message(b"dom-sep", b"ipp v1");
        transcript.append_u64(b"n", u64::from(statement.bits) * statement.count as u64);
        let mut rounds = Vec::with_capacity(self.rounds.len() + 1);
        for [left, right] in &self.rounds {
            append_point(transcript, b"L", left)?;
            append_point(transcript, b"R", right)?;
            rounds.push(challenge(transcript, b"u"));
        }
        let squares = rounds.iter().map(|u| u * u).collect();
        // One inversion for all.
        rounds.push(y);
        let inverse_product = Scalar::batch_invert(&mut rounds) * y;
        let y_inverse = rounds.pop()?;
        Some(Challenges {
            x,
            y_inverse,
            y,
            z,
            w,
            squares,
            inverse_squares: rounds.iter().map(|u| u * u).collect(),
            inverse_product,
        })
    }

    /// Computes the scalars of G, then those of H.
    fn scalars_of_generators(
        &self,
        statement: &Statement<'_>,
        challenges: &Challenges,
    ) -> Vec<Scalar> {
        let size = usize::from(statement.bits) * statement.count;
        let mut s = Vec::with_capacity(size);
        s.push(challenges.inverse_product);
        for square in challenges.squares.iter().rev() {
            let next: Vec<Scalar> = s.iter().map(|s| s * square).collect();
            s.extend(next);
        }
        let z = challenges.z;
        let mut scalars: Vec<Scalar> = s.iter().map(|s| -z - self.a * s).collect();
        let mut of_difference = z * z;
        let mut inverse_power = Scalar::ONE;
        for part in s.rchunks(usize::from(statement.bits)) {
            let mut of_bit = of_difference;
            for inverse in part.iter().rev() {
                scalars.push(z + inverse_power * (of_bit - self.b * inverse));
                inverse_power *= challenges.y_inverse;
                of_bit += of_bit;
            }
            of_difference *= z;
        }
        scalars
    }
}

impl Statement<'_> {
    /// Encodes the commitments to all differences.
    fn encoded(&self) -> Vec<CompressedRistretto> {
        let base = PedersenGens::default().B;
        let offsets: Vec<_> = self
            .differences
            .iter()
            .map(|difference| (difference.negative, base * difference.offset))
            .collect();
        let mut encoded = Vec::with_capacity(self.count);
        for commitment in self.commitments {
            encoded.extend(offsets.iter().map(|(negative, offset)| {
                let sum = if *negative {
                    offset - commitment
                } else {
                    offset + commitment
                };
                sum.compress()
            }));
        }
        encoded.resize(self.count, CompressedRistretto([0; 32]));
        encoded
    }
}

/// (z − z²)·Σ yⁱ − z³·(2ⁿ − 1)·Σ zʲ, over all bits and all differences.
fn delta(statement: &Statement<'_>, y: &Scalar, z: &Scalar) -> Scalar {
    let largest = Scalar::from(u64::MAX >> (64 - u32::from(statement.bits)));
    let of_bits = sum_of_powers(y, usize::from(statement.bits) * statement.count);
    let of_differences = sum_of_powers(z, statement.count);
    (z - z * z) * of_bits - z * z * z * largest * of_differences
}

/// 1 + x + … + x^(count − 1), for a power of two: the product of all 1 + x^(2^k).
fn sum_of_powers(x: &Scalar, count: usize) -> Scalar {
    let (mut sum, mut power) = (Scalar::ONE, *x);
    for _ in 0..count.trailing_zeros() {
        sum *= Scalar::ONE + power;
        power *= power;
    }
    sum
}

/// Appends a point that is not zero.
fn append_point(
    transcript: &mut Transcript,
    label: &'static [u8],
    point: &CompressedRistretto,
) -> Option<()> {
    (!point.is_identity()).then(|| transcript.append_message(label, point.as_bytes()))
}

fn challenge(transcript: &mut Transcript, label: &'static [u8]) -> Scalar {
    let mut bytes = [0; 64];
    transcript.challenge_bytes(label, &mut bytes);
    Scalar::from_bytes_mod_order_wide(&bytes)
}
