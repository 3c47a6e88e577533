//! The inputs of a proof: named inputs, or numbers that become fixed point.

use lockstep_values::fixed_point::{NotExact, exact};
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

/// Converts named values to fixed point, as [`fixed_list`].
pub(super) fn fixed<const N: usize>(
    config: ZkConfig,
    names: [&str; N],
    values: [f64; N],
) -> Result<(u8, [i64; N])> {
    let (scale, list) = fixed_list(config, &values, |index| names[index].to_owned())?;
    let mut fixed = [0; N];
    fixed.copy_from_slice(&list);
    Ok((scale, fixed))
}

/// Fixed point: whole numbers at 0 decimals, else all at the configured precision; exactly or not at
/// all. `name` returns the name of the value at an index.
pub(super) fn fixed_list(
    config: ZkConfig,
    values: &[f64],
    name: impl Fn(usize) -> String,
) -> Result<(u8, Vec<i64>)> {
    let whole = values.iter().all(|value| value.fract() == 0.0);
    let scale = if whole { 0 } else { config.precision };
    let mut list = Vec::with_capacity(values.len());
    for (index, value) in values.iter().enumerate() {
        let fixed = exact(*value, scale).map_err(|error| {
            let remedy = match error {
                NotExact::NotANumber => "pass a finite number",
                NotExact::MoreDecimals(_) => "raise precision, or round it",
                NotExact::TooLarge(_) => "lower precision, or use a larger unit",
            };
            let message = format!("{} {error}: {remedy}", name(index));
            ZKError::new(ErrorKind::ProofGenerationError, message)
        })?;
        list.push(fixed);
    }
    Ok((scale, list))
}
