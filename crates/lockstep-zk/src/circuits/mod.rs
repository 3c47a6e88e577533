//! The built-in circuits. Each module documents its statement.
//!
//! Values are fixed-point numbers: a value v with `scale` decimals enters a circuit as the integer
//! v + 2⁶³ below 2⁶⁴ ([`biased`]). Negative values therefore need no other arithmetic. A commitment
//! is Poseidon(value, blinding) with tag and scale in the capacity element. Every circuit has the
//! public input `statement` ([`Statement`]), which binds a proof to its context.
//!
//! [`Circuit::check_public`] checks the conditions on public inputs that rows cannot enforce. A
//! verifier must call it.

mod aggregate;
mod between;
mod commitment;
mod hash;
mod membership;
mod range;
mod series;
mod statement;
mod window;

use ark_ff::PrimeField;

pub use aggregate::AggregateInputs;
pub use between::BetweenInputs;
pub use commitment::{CommitmentInputs, EqualityInputs};
pub use hash::{Hasher, Tag};
pub use membership::{MembershipInputs, MerkleTree, SetInputs};
pub use range::RangeInputs;
pub use series::{Point, Series};
pub use statement::Statement;
pub use window::WindowInputs;

use crate::builder::{Builder, CompiledCircuit};
use crate::error::{Error, Result};
use crate::field;
use crate::machine::{Generator, Inputs, Limits, execute};
use crate::r1cs::{Lc, R1cs, Witness};

/// Maximum number of decimals of a fixed-point value.
pub const MAX_SCALE: u8 = 6;

/// The kind of a built-in circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `range`, `range:16`, `range:32`, `range:64`: a committed value is in [min, max], and max −
    /// min is below 2^bits. Public: commitment, min, max, scale, statement. 247 + 2·bits rows.
    Range {
        /// 16, 32 or 64.
        bits: u32,
    },
    /// `equality`: two commitments open to the same value at the same scale. Public: both
    /// commitments, scale, statement.
    Equality,
    /// `membership:N`: a committed value is in the set whose tree of depth N has this root. Public:
    /// commitment, root, scale, statement.
    Membership {
        /// 1 to 32.
        depth: u32,
    },
    /// `set:N`: a committed value is one of N public values. Public: commitment, the set, scale,
    /// statement. 244 + N rows.
    Set {
        /// 2 to 64.
        size: u32,
    },
    /// `commitment`: the prover knows an opening to a 64-bit value. Public: commitment, scale,
    /// statement.
    Commitment,
    /// `aggregate:N`: sum and count of a committed series of up to N points. Public: root, sum,
    /// count, type, scale, statement.
    Aggregate {
        /// A power of two, 2 to 1024.
        size: u32,
    },
    /// `window:N` or `window:N:U`: sum and count of all points of a committed series between two
    /// times, without omissions. Public: root, sum, count, from, to, length of the series, type,
    /// scale, statement.
    Window {
        /// log2 of the leaves that the prover opens, 1 to 10.
        log: u32,
        /// Levels of the tree above those leaves, 0 to 22.
        upper: u32,
    },
    /// `between:N` or `between:N:U`: all points of a committed series between two times, without
    /// omissions, have values in [min, max]. Public: root, count, from, to, min, max, length of the
    /// series, type, scale, statement.
    Between {
        /// log2 of the leaves that the prover opens, 1 to 10.
        log: u32,
        /// Levels of the tree above those leaves, 0 to 22.
        upper: u32,
    },
}

impl Kind {
    /// Parses a circuit's name. Returns `None` for an unknown name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Kind> {
        let mut fields = name.split(':');
        let head = fields.next()?;
        let numbers: Vec<u32> = fields
            .map(|word| {
                word.parse()
                    .ok()
                    .filter(|number: &u32| number.to_string() == word)
            })
            .collect::<Option<_>>()?;
        let kind = match (head, numbers.as_slice()) {
            ("range", []) => Kind::Range { bits: 64 },
            ("range", [bits @ (16 | 32 | 64)]) => Kind::Range { bits: *bits },
            ("equality", []) => Kind::Equality,
            ("membership", []) => Kind::Membership { depth: 20 },
            ("membership", [depth @ 1..=32]) => Kind::Membership { depth: *depth },
            ("set", [size @ 2..=64]) => Kind::Set { size: *size },
            ("commitment", []) => Kind::Commitment,
            ("aggregate", [size @ 2..=1024]) if size.is_power_of_two() => {
                Kind::Aggregate { size: *size }
            }
            ("window" | "between", [log @ 1..=10, levels @ ..]) => {
                let (log, upper) = match levels {
                    [] => (*log, 0),
                    [upper @ 0..=22] => (*log, *upper),
                    _ => return None,
                };
                if head == "window" {
                    Kind::Window { log, upper }
                } else {
                    Kind::Between { log, upper }
                }
            }
            _ => return None,
        };
        Some(kind)
    }

    /// Returns the full name of the circuit.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Kind::Range { bits } => format!("range:{bits}"),
            Kind::Equality => "equality".to_owned(),
            Kind::Membership { depth } => format!("membership:{depth}"),
            Kind::Set { size } => format!("set:{size}"),
            Kind::Commitment => "commitment".to_owned(),
            Kind::Aggregate { size } => format!("aggregate:{size}"),
            Kind::Window { log, upper } => format!("window:{log}:{upper}"),
            Kind::Between { log, upper } => format!("between:{log}:{upper}"),
        }
    }
}

/// A built-in circuit over one field.
#[derive(Clone, Debug)]
pub struct Circuit<F: PrimeField> {
    kind: Kind,
    compiled: CompiledCircuit<F>,
}

impl<F: PrimeField> Circuit<F> {
    /// Builds the circuit. The same kind always gives the same rows, byte for byte.
    #[must_use]
    pub fn new(kind: Kind) -> Self {
        let compiled = match kind {
            Kind::Range { bits } => range::build(bits),
            Kind::Equality => commitment::build_equality(),
            Kind::Commitment => commitment::build(),
            Kind::Membership { depth } => membership::build(depth),
            Kind::Set { size } => membership::build_set(size),
            Kind::Aggregate { size } => aggregate::build(size),
            Kind::Window { log, upper } => window::build(log, upper),
            Kind::Between { log, upper } => between::build(log, upper),
        };
        Circuit { kind, compiled }
    }

    /// The kind of the circuit.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the constraint system.
    #[must_use]
    pub fn system(&self) -> &R1cs<F> {
        &self.compiled.system
    }

    /// Returns the constraint system and the witness program.
    #[must_use]
    pub fn compiled(&self) -> &CompiledCircuit<F> {
        &self.compiled
    }

    /// Computes the witness. Inputs for which the statement is false are [`Error::FalseStatement`].
    pub fn witness(&self, inputs: &Inputs<F>) -> Result<Witness<F>> {
        let generator = Generator::Program(&self.compiled.program);
        match execute(generator, inputs, Some(self.system()), Limits::default()) {
            Ok(execution) => Ok(execution.witness),
            Err(Error::Machine(crate::machine::MachineError::Assertion { message })) => {
                Err(Error::FalseStatement(message))
            }
            Err(Error::Unsatisfied { group, .. }) => Err(Error::FalseStatement(group)),
            Err(other) => Err(other),
        }
    }

    /// Checks the conditions on public inputs that the rows cannot enforce. Call it for every proof
    /// that verifies, or the statement is not shown.
    pub fn check_public(&self, public: &[F]) -> Result<()> {
        check_public(self.kind, public)
    }
}

/// Checks like [`Circuit::check_public`], without building the rows.
pub fn check_public<F: PrimeField>(kind: Kind, public: &[F]) -> Result<()> {
    let expected = match kind {
        Kind::Range { .. } => 5,
        Kind::Equality | Kind::Membership { .. } => 4,
        Kind::Set { size } => 3 + size as usize,
        Kind::Commitment => 3,
        Kind::Aggregate { .. } => 6,
        Kind::Window { .. } => 9,
        Kind::Between { .. } => 10,
    };
    if public.len() != expected {
        return Err(Error::Length {
            what: "public inputs",
            found: public.len(),
            expected,
        });
    }
    match kind {
        Kind::Range { bits } => {
            let width = bounds_apart(public[1], public[2])?;
            if bits < 64 && width >> bits != 0 {
                return Err(Error::input(
                    "max",
                    format!("must be less than 2^{bits} above min"),
                ));
            }
        }
        Kind::Set { size } => {
            for value in &public[1..=size as usize] {
                small(*value, "set")?;
            }
        }
        Kind::Window { .. } => window_in_order(public[3], public[4])?,
        Kind::Between { .. } => {
            window_in_order(public[2], public[3])?;
            bounds_apart(public[4], public[5])?;
        }
        Kind::Equality | Kind::Membership { .. } | Kind::Commitment | Kind::Aggregate { .. } => {}
    }
    // Every circuit's last two public inputs are scale and statement.
    if small(public[expected - 2], "scale")? > u64::from(MAX_SCALE) {
        return Err(Error::input("scale", "must be at most 6"));
    }
    Ok(())
}

/// Checks the times of a window: the rows assume their order.
fn window_in_order<F: PrimeField>(from: F, to: F) -> Result<()> {
    let (from, to) = (small(from, "from")?, small(to, "to")?);
    if 1 <= from && from <= to && to < 1 << 63 {
        Ok(())
    } else {
        Err(Error::input("from", "must satisfy 1 ≤ from ≤ to < 2^63"))
    }
}

/// Returns max − min of two biased bounds. Returns an error unless they are in order.
fn bounds_apart<F: PrimeField>(min: F, max: F) -> Result<u64> {
    let (min, max) = (small(min, "min")?, small(max, "max")?);
    max.checked_sub(min)
        .ok_or_else(|| Error::input("min", "is greater than max"))
}

fn small<F: PrimeField>(value: F, name: &str) -> Result<u64> {
    field::to_u64(&value).ok_or_else(|| Error::input(name, "must be below 2^64"))
}

/// Returns v + 2⁶³, the form in which a signed fixed-point value enters a circuit.
#[must_use]
pub fn biased(value: i64) -> u64 {
    (value as u64) ^ (1 << 63)
}

/// Returns the signed value of a biased value.
#[must_use]
pub fn unbiased(value: u64) -> i64 {
    (value ^ (1 << 63)) as i64
}

/// Returns the signed sum for a sum of `count` biased values. Returns `None` if `count` values
/// cannot have this sum.
#[must_use]
pub fn unbiased_sum<F: PrimeField>(sum: &F, count: u64) -> Option<i128> {
    let bias = F::from(u128::from(count) << 63);
    let difference = *sum - bias;
    let magnitude = |value: &F| {
        let integer = value.into_bigint();
        let limbs = integer.as_ref();
        let high = limbs[2..].iter().all(|limb| *limb == 0);
        let number = u128::from(limbs[0]) | u128::from(limbs[1]) << 64;
        (high && number <= u128::from(count) << 63).then_some(number)
    };
    match (magnitude(&difference), magnitude(&-difference)) {
        (Some(number), _) => i128::try_from(number).ok(),
        (None, Some(number)) => i128::try_from(number).ok().map(|number| -number),
        (None, None) => None,
    }
}

/// Binds the public input `statement` with the row of its square, because no other row uses it.
fn bind_statement<F: PrimeField>(builder: &mut Builder<F>) {
    builder.group("statement is bound");
    let statement = builder.input("statement", 0);
    builder.product(&statement, &statement);
}

/// Adds the rows of a commitment.
fn commitment_rows<F: PrimeField>(
    builder: &mut Builder<F>,
    hasher: &Hasher<F>,
    value: &Lc<F>,
    blinding: &Lc<F>,
) -> Lc<F> {
    let scale = builder.input("scale", 0);
    hasher.rows2_scaled(builder, Tag::Commitment, &scale, [value, blinding])
}

/// Builds a map of named inputs.
fn named<F: PrimeField, const N: usize>(list: [(&str, Vec<F>); N]) -> Inputs<F> {
    list.into_iter()
        .map(|(name, values)| (name.to_owned(), values))
        .collect()
}

#[cfg(test)]
mod tests;
