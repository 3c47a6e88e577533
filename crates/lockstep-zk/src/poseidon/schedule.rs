//! The same permutation with fewer multiplications (eprint 2019/458, appendix B).
//!
//! In a partial round, the constants of elements without an S-box move into later rounds. The
//! matrix M is split into a sparse matrix and diag(1, M̂ᵏ), which commutes with the S-boxes of the
//! preceding partial rounds. A round then takes 2t − 1 multiplications instead of t².

use ark_ff::PrimeField;

use super::{FULL, Power};
use crate::kernels::{PartialRound, Rounds};

/// The optimized rounds.
#[derive(Clone, Debug)]
pub(super) struct Schedule<F> {
    power: Power,
    /// The matrix of all full rounds except the last round of the first half.
    matrix: Vec<Vec<F>>,
    /// The matrix of that last round: diag(1, M̂ᵏ)·M for k partial rounds.
    into_partial: Vec<Vec<F>>,
    /// The constants of the full rounds, in order.
    full: Vec<Vec<F>>,
    partial: Vec<Sparse<F>>,
}

/// A partial round with a sparse matrix.
#[derive(Clone, Debug)]
struct Sparse<F> {
    /// The constant added to the first element before its S-box.
    constant: F,
    /// The first row of the matrix.
    row: Vec<F>,
    /// The first column below that row. The rest of the matrix is the identity.
    column: Vec<F>,
}

impl<F: PrimeField> Schedule<F> {
    /// Computes the optimized rounds from the paper's form: t constants per round and one matrix.
    pub(super) fn new(power: Power, constants: &[F], matrix: &[Vec<F>]) -> Self {
        let t = matrix.len();
        let mut rounds: Vec<Vec<F>> = constants.chunks(t).map(<[F]>::to_vec).collect();
        let partial = rounds.len() - FULL;
        for round in FULL / 2..FULL / 2 + partial {
            rounds[round][0] = {
                let first = std::mem::take(&mut rounds[round][0]);
                let moved = times(matrix, &rounds[round]);
                for (constant, moved) in rounds[round + 1].iter_mut().zip(moved) {
                    *constant += moved;
                }
                first
            };
        }
        let inner: Vec<Vec<F>> = matrix[1..].iter().map(|row| row[1..].to_vec()).collect();
        // From the last partial round backwards, compute the row v·M̂⁻ᵏ and the column M̂ᵏ⁻¹·w.
        let inverse = transposed(&inverse(&inner));
        let mut row = matrix[0][1..].to_vec();
        let mut column: Vec<F> = matrix[1..].iter().map(|row| row[0]).collect();
        let mut into_partial = matrix.to_vec();
        let mut list: Vec<Sparse<F>> = Vec::with_capacity(partial);
        for round in (FULL / 2..FULL / 2 + partial).rev() {
            row = times(&inverse, &row);
            let mut full_row = vec![matrix[0][0]];
            full_row.extend_from_slice(&row);
            list.push(Sparse {
                constant: rounds[round][0],
                row: full_row,
                column: column.clone(),
            });
            column = times(&inner, &column);
            let below = transposed(&into_partial[1..]);
            let below: Vec<Vec<F>> = below.iter().map(|column| times(&inner, column)).collect();
            into_partial.splice(1.., transposed(&below));
        }
        list.reverse();
        rounds.drain(FULL / 2..FULL / 2 + partial);
        Schedule {
            power,
            matrix: matrix.to_vec(),
            into_partial,
            full: rounds,
            partial: list,
        }
    }

    /// Returns the rounds for the kernel that computes eight hashes at a time.
    pub(super) fn rounds(&self) -> Rounds<'_, F> {
        let partial = self.partial.iter().map(|round| PartialRound {
            constant: &round.constant,
            row: &round.row,
            column: &round.column,
        });
        Rounds {
            matrix: &self.matrix,
            into_partial: &self.into_partial,
            full: &self.full,
            partial: partial.collect(),
        }
    }

    pub(super) fn permute(&self, state: &mut [F]) {
        let mut next = vec![F::ZERO; state.len()];
        let mut full = |state: &mut [F], constants: &[F], matrix: &[Vec<F>]| {
            for (element, constant) in state.iter_mut().zip(constants) {
                *element = self.power.of(*element + constant);
            }
            for (element, row) in next.iter_mut().zip(matrix) {
                *element = dot(row, state);
            }
            state.copy_from_slice(&next);
        };
        let (first, last) = self.full.split_at(FULL / 2);
        for (round, constants) in first.iter().enumerate() {
            let into_partial = round + 1 == first.len();
            let matrix = if into_partial {
                &self.into_partial
            } else {
                &self.matrix
            };
            full(state, constants, matrix);
        }
        for round in &self.partial {
            let power = self.power.of(state[0] + round.constant);
            state[0] = power;
            state[0] = dot(&round.row, state);
            for (element, weight) in state[1..].iter_mut().zip(&round.column) {
                *element += power * weight;
            }
        }
        for constants in last {
            full(state, constants, &self.matrix);
        }
    }
}

fn dot<F: PrimeField>(left: &[F], right: &[F]) -> F {
    left.iter().zip(right).map(|(l, r)| *l * r).sum()
}

pub(super) fn times<F: PrimeField>(matrix: &[Vec<F>], vector: &[F]) -> Vec<F> {
    matrix.iter().map(|row| dot(row, vector)).collect()
}

fn transposed<F: PrimeField>(matrix: &[Vec<F>]) -> Vec<Vec<F>> {
    (0..matrix[0].len())
        .map(|column| matrix.iter().map(|row| row[column]).collect())
        .collect()
}

/// Inverts a matrix by Gauss-Jordan elimination.
///
/// # Panics
/// If the matrix is singular. Every square submatrix of a Cauchy matrix is invertible.
fn inverse<F: PrimeField>(matrix: &[Vec<F>]) -> Vec<Vec<F>> {
    let size = matrix.len();
    let mut rows: Vec<Vec<F>> = matrix
        .iter()
        .enumerate()
        .map(|(index, row)| {
            let unit = (0..size).map(|column| F::from(column == index));
            row.iter().copied().chain(unit).collect()
        })
        .collect();
    for index in 0..size {
        let pivot = (index..size)
            .find(|row| !rows[*row][index].is_zero())
            .expect("a square submatrix of a Cauchy matrix has full rank");
        rows.swap(index, pivot);
        let factor = rows[index][index].inverse().expect("a pivot is not zero");
        rows[index].iter_mut().for_each(|value| *value *= factor);
        let pivot = rows[index].clone();
        for (other, row) in rows.iter_mut().enumerate() {
            if other != index {
                let factor = row[index];
                for (value, pivot) in row.iter_mut().zip(&pivot) {
                    *value -= factor * pivot;
                }
            }
        }
    }
    rows.into_iter().map(|row| row[size..].to_vec()).collect()
}
