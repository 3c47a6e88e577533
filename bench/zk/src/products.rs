//! A circuit of any size: a chain of products.

use lockstep_zk::ark_ff::PrimeField;
use lockstep_zk::r1cs::{Lc, R1cs, Row, Witness};

/// Rows below the power of two: a proof must not need the next larger domain.
const SPARE: u32 = 100;

/// Returns the rows of a chain whose proof needs a domain of 2^log points.
pub fn rows(log: u32) -> u32 {
    (1 << log) - SPARE
}

/// Returns the chain xᵢ₊₁ = xᵢ·(xᵢ + 5) with x₀ public, and a witness.
pub fn chain<F: PrimeField>(rows: u32) -> (R1cs<F>, Witness<F>) {
    let five = Lc::constant(F::from(5u64));
    let mut values = vec![F::ONE, F::from(3u64)];
    let rows = (0..rows)
        .map(|row| {
            let last = values[row as usize + 1];
            values.push(last * (last + F::from(5u64)));
            Row {
                a: Lc::wire(row + 1),
                b: Lc::wire(row + 1).plus(&five, F::ONE),
                c: Lc::wire(row + 2),
            }
        })
        .collect();
    let wires = values.len() as u32;
    let system = R1cs {
        wires,
        outputs: 0,
        public_inputs: 1,
        private_inputs: 0,
        rows,
        labels: (0..u64::from(wires)).collect(),
        groups: Vec::new(),
    };
    (system, Witness::new(values).expect("begins with one"))
}
