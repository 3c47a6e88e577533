//! The inputs of a proof: named inputs, or numbers that become fixed point.

use lockstep_zk::ark_ff::PrimeField;
use lockstep_zk::circuits::{EqualityInputs, Hasher, MembershipInputs, MerkleTree, RangeInputs};
use lockstep_zk::field;
use lockstep_zk::machine::Inputs;
use rand_chacha::ChaCha20Rng;
use zeroize::Zeroize;

use super::{Opening, ZkConfig};
use crate::circuit::{Input, elements};
use crate::error::{ErrorKind, ZKError};
use crate::error_kind::{Result, WithErrorKind};

/// The inputs of a proof.
pub(super) enum ProofInputs {
    Named(Vec<Input>),
    Range {
        value: i64,
        min: i64,
        max: i64,
        scale: u8,
    },
    Equality {
        values: [i64; 2],
        scale: u8,
    },
    Membership {
        value: i64,
        set: Vec<i64>,
        scale: u8,
        depth: u32,
    },
}

impl Drop for ProofInputs {
    fn drop(&mut self) {
        match self {
            ProofInputs::Named(_) => {}
            ProofInputs::Range { value, .. } | ProofInputs::Membership { value, .. } => {
                value.zeroize();
            }
            ProofInputs::Equality { values, .. } => values.zeroize(),
        }
    }
}

impl ProofInputs {
    /// The circuit's named inputs with fresh blindings, and the openings of the commitments.
    pub(super) fn inputs<F: PrimeField>(
        &self,
        rng: &mut ChaCha20Rng,
    ) -> Result<(Inputs<F>, Option<Opening>)> {
        let statement = F::ZERO;
        let (made, blindings, scale) = match self {
            ProofInputs::Named(inputs) => {
                let inputs: Vec<&Input> = inputs.iter().collect();
                return Ok((
                    elements(&inputs).with_error_kind(ErrorKind::ProofGenerationError)?,
                    None,
                ));
            }
            ProofInputs::Range {
                value,
                min,
                max,
                scale,
            } => {
                let blinding = F::rand(rng);
                let inputs = RangeInputs {
                    value: *value,
                    min: *min,
                    max: *max,
                    scale: *scale,
                    blinding,
                    statement,
                };
                (inputs.inputs(), vec![blinding], *scale)
            }
            ProofInputs::Equality { values, scale } => {
                let blindings = [F::rand(rng), F::rand(rng)];
                let inputs = EqualityInputs {
                    values: *values,
                    scale: *scale,
                    blindings,
                    statement,
                };
                (inputs.inputs(), blindings.to_vec(), *scale)
            }
            ProofInputs::Membership {
                value,
                set,
                scale,
                depth,
            } => {
                let blinding = F::rand(rng);
                let made = MerkleTree::of_set(&Hasher::new(), set, *scale, *depth)
                    .and_then(|tree| {
                        MembershipInputs::in_tree(&tree, *value, *scale, blinding, statement)
                    })
                    .map(|inputs| inputs.inputs());
                (made, vec![blinding], *scale)
            }
        };
        let opening = Opening {
            blindings: blindings.iter().map(field::to_decimal).collect(),
            scale,
        };
        Ok((
            made.with_error_kind(ErrorKind::ProofGenerationError)?,
            Some(opening),
        ))
    }
}

pub(super) fn fixed<const N: usize>(config: ZkConfig, values: [f64; N]) -> Result<(u8, [i64; N])> {
    let (scale, list) = fixed_list(config, &values)?;
    let mut fixed = [0; N];
    fixed.copy_from_slice(&list);
    Ok((scale, fixed))
}

/// Fixed point: whole numbers at 0 decimals, else all at the configured precision; exactly or not at
/// all.
pub(super) fn fixed_list(config: ZkConfig, values: &[f64]) -> Result<(u8, Vec<i64>)> {
    let whole = values.iter().all(|value| value.fract() == 0.0);
    let scale = if whole { 0 } else { config.precision };
    let factor = 10f64.powi(i32::from(scale));
    let list = values
        .iter()
        .map(|value| {
            let scaled = value * factor;
            let rounded = scaled.round();
            // 2^53: every integer up to here is a number of its own.
            if !rounded.is_finite() || rounded.abs() > 9_007_199_254_740_992.0 {
                return Err(ZKError::new(
                    ErrorKind::ProofGenerationError,
                    "a value is not finite, or beyond 2^53 units",
                ));
            }
            if (scaled - rounded).abs() > 1e-9 * scaled.abs().max(1.0) {
                return Err(ZKError::new(
                    ErrorKind::ProofGenerationError,
                    format!("a value has more than {scale} decimals: raise precision"),
                ));
            }
            Ok(rounded as i64)
        })
        .collect::<Result<_>>()?;
    Ok((scale, list))
}
