//! The statement of a proof from the caller's named numbers: the inputs of the built-in circuits.

use lockstep_vault::rng::Rng;
use lockstep_web::{ApiError, embedded_json};
use lockstep_zk::ark_ff::PrimeField;
use lockstep_zk::circuits::{
    AggregateInputs, CommitmentInputs, EqualityInputs, Hasher, Kind, MembershipInputs, MerkleTree,
    Point, RangeInputs, Series, SetInputs, Statement,
};
use lockstep_zk::field;
use lockstep_zk::machine::Inputs;
use serde_json::{Value, json};

use crate::operations::committed::CommittedPoints;
use crate::operations::exact_numbers::NumericInput::{self, List, Number};
use crate::operations::exact_numbers::exact_numbers;
use crate::operations::proof::{CallerInput, Context};
use crate::operations::{refusal, refused};

/// Numbers of one scale, with the context of the proof.
pub(crate) struct StatementInput<'a> {
    pub(crate) kind: Kind,
    pub(crate) given: &'a CallerInput,
    pub(crate) precision: Option<u8>,
    pub(crate) context: Context<'a>,
    pub(crate) key_digest: [u8; 32],
}

/// The named inputs of a circuit, and the opening of its commitments.
pub(crate) struct PreparedStatement<F> {
    pub(crate) inputs: Inputs<F>,
    pub(crate) opening: Option<Value>,
}

impl StatementInput<'_> {
    /// Reads the caller's inputs; an input of another circuit is an error that names it.
    pub(crate) fn prepare<F: PrimeField>(
        &self,
        rng: &mut Rng,
    ) -> Result<PreparedStatement<F>, ApiError> {
        match self.kind {
            Kind::Range { .. } => {
                self.only(&["value", "min", "max", "blinding"])?;
                let names = ["value", "min", "max"].map(Number);
                let (scale, numbers) = self.numbers(&names)?;
                let [value, min, max] = [numbers[0], numbers[1], numbers[2]];
                let blinding = self.blinding("blinding", rng)?;
                let inputs = RangeInputs {
                    value,
                    min,
                    max,
                    scale,
                    blinding,
                    statement: self.statement([min, max], scale),
                };
                done(inputs.inputs(), &[blinding], scale)
            }
            Kind::Equality => {
                self.only(&["value1", "value2", "blinding1", "blinding2"])?;
                let (scale, numbers) = self.numbers(&["value1", "value2"].map(Number))?;
                let blindings = [
                    self.blinding("blinding1", rng)?,
                    self.blinding("blinding2", rng)?,
                ];
                let inputs = EqualityInputs {
                    values: [numbers[0], numbers[1]],
                    scale,
                    blindings,
                    statement: self.statement([0, 0], scale),
                };
                done(inputs.inputs(), &blindings, scale)
            }
            Kind::Commitment => {
                self.only(&["value", "blinding"])?;
                let (scale, numbers) = self.numbers(&[Number("value")])?;
                let blinding = self.blinding("blinding", rng)?;
                let inputs = CommitmentInputs {
                    value: numbers[0],
                    scale,
                    blinding,
                    statement: self.statement([0, 0], scale),
                };
                done(Ok(inputs.inputs()), &[blinding], scale)
            }
            Kind::Membership { depth } => self.membership(depth, rng),
            Kind::Set { .. } => self.set(rng),
            Kind::Aggregate { size } => {
                self.only(&["values"])?;
                let (scale, numbers) = self.numbers(&[List("values", MAX_VALUES)])?;
                let points: Vec<Point<F>> = numbers
                    .iter()
                    .enumerate()
                    .map(|(index, value)| Point {
                        value: *value,
                        time: index as u64,
                        blinding: F::rand(rng),
                    })
                    .collect();
                let committed = CommittedPoints {
                    points,
                    decimals: scale,
                    depth: size.trailing_zeros() as u8,
                };
                self.aggregate(size, committed)
            }
            Kind::Window { .. } | Kind::Between { .. } => Err(refused(
                "circuit",
                "window and between are about stored series, not about numbers that are sent",
            )),
        }
    }

    /// Reads the inputs of a proof that a value is in a set.
    fn set<F: PrimeField>(&self, rng: &mut Rng) -> Result<PreparedStatement<F>, ApiError> {
        self.only(&["value", "set", "blinding"])?;
        let (scale, numbers) = self.numbers(&VALUE_AND_SET)?;
        let blinding = self.blinding("blinding", rng)?;
        let inputs = SetInputs {
            value: numbers[0],
            set: numbers[1..].to_vec(),
            scale,
            blinding,
            statement: self.statement([0, 0], scale),
        };
        done(inputs.inputs(), &[blinding], scale)
    }

    /// The sum and the count of points that are already committed.
    pub(crate) fn aggregate<F: PrimeField>(
        &self,
        size: u32,
        committed: CommittedPoints<F>,
    ) -> Result<PreparedStatement<F>, ApiError> {
        let CommittedPoints {
            points,
            decimals: scale,
            depth,
        } = committed;
        let depth = u32::from(depth);
        if 1 << depth != size {
            return Err(refused(
                "circuit",
                format!(
                    "the commitment is of a tree of {}: ask for aggregate:{0}",
                    1_u32 << depth
                ),
            ));
        }
        let blindings: Vec<F> = points.iter().map(|point| point.blinding).collect();
        let series = Series::new(&Hasher::new(), points, 0, scale, depth).map_err(refusal)?;
        let inputs = AggregateInputs {
            series: &series,
            statement: self.statement([0, 0], scale),
        };
        done(inputs.inputs(size), &blindings, scale)
    }

    /// The public input that binds the proof to its context; a verifier who knows the context recomputes
    /// it.
    pub(crate) fn statement<F: PrimeField>(&self, bounds: [i64; 2], scale: u8) -> F {
        Statement {
            domain: self.context.domain.to_owned(),
            circuit: self.kind.name(),
            key_digest: self.key_digest,
            owner: self.context.owner.to_owned(),
            bounds,
            scale,
            nonce: self.context.nonce.to_vec(),
            expiry: self.context.expiry,
            ..Statement::default()
        }
        .field()
    }

    fn membership<F: PrimeField>(
        &self,
        depth: u32,
        rng: &mut Rng,
    ) -> Result<PreparedStatement<F>, ApiError> {
        let blinding = self.blinding("blinding", rng)?;
        if !self.given.contains_key("path") {
            self.only(&["value", "set", "blinding"])?;
            let (scale, numbers) = self.numbers(&VALUE_AND_SET)?;
            let tree =
                MerkleTree::of_set(&Hasher::new(), &numbers[1..], scale, depth).map_err(refusal)?;
            let statement = self.statement([0, 0], scale);
            let inputs = MembershipInputs::in_tree(&tree, numbers[0], scale, blinding, statement);
            return done(inputs.map(|inputs| inputs.inputs()), &[blinding], scale);
        }
        self.only(&["value", "path", "directions", "root", "blinding"])?;
        let (scale, numbers) = self.numbers(&[Number("value")])?;
        let siblings: Vec<F> = self.elements("path")?;
        let root = self.element("root")?;
        let directions: Option<Vec<bool>> = self
            .json("directions")
            .and_then(|all| all.as_array()?.iter().map(Value::as_bool).collect());
        let directions = directions
            .filter(|all| all.len() == depth as usize && siblings.len() == all.len())
            .ok_or_else(|| {
                refused(
                    "data",
                    format!("path and directions need {depth} entries each, from the leaf up"),
                )
            })?;
        let inputs = MembershipInputs {
            value: numbers[0],
            scale,
            blinding,
            root,
            siblings,
            directions,
            statement: self.statement([0, 0], scale),
        };
        done(Ok(inputs.inputs()), &[blinding], scale)
    }

    fn only(&self, names: &[&str]) -> Result<(), ApiError> {
        match self
            .given
            .keys()
            .find(|name| !names.contains(&name.as_str()))
        {
            None => Ok(()),
            Some(name) => {
                let name: String = name.chars().take(64).collect();
                Err(refused(
                    "data",
                    format!(
                        "{name} is not an input of {}: there are {}",
                        self.kind.name(),
                        names.join(", ")
                    ),
                ))
            }
        }
    }

    /// The numbers of the inputs in order, as integers of one scale, without rounding.
    fn numbers(&self, inputs: &[NumericInput<'_>]) -> Result<(u8, Vec<i64>), ApiError> {
        exact_numbers(self.given, inputs, self.precision)
    }

    /// An input as JSON; `None` if it is absent, or larger than an embedded value may be.
    fn json(&self, name: &str) -> Option<Value> {
        let text = self.given.get(name)?;
        embedded_json(text.get().as_bytes()).ok()
    }

    fn blinding<F: PrimeField>(&self, name: &str, rng: &mut Rng) -> Result<F, ApiError> {
        match self.given.get(name) {
            None => Ok(F::rand(rng)),
            Some(_) => self.element(name),
        }
    }

    /// One field element.
    fn element<F: PrimeField>(&self, name: &str) -> Result<F, ApiError> {
        match *self.elements(name)? {
            [one] => Ok(one),
            ref all => Err(refused(
                "data",
                format!("{name} must have one value, not {}", all.len()),
            )),
        }
    }

    /// Field elements, as decimal texts.
    fn elements<F: PrimeField>(&self, name: &str) -> Result<Vec<F>, ApiError> {
        let read = |value: &Value| value.as_str().and_then(field::from_decimal);
        let all = match self.json(name) {
            Some(Value::Array(list)) if list.len() <= MAX_VALUES => list.iter().map(read).collect(),
            Some(value) => read(&value).map(|value| vec![value]),
            None => None,
        };
        all.ok_or_else(|| {
            refused(
                "data",
                format!("{name} must be decimal texts below the field's modulus"),
            )
        })
    }
}

fn done<F: PrimeField>(
    inputs: lockstep_zk::Result<Inputs<F>>,
    blindings: &[F],
    scale: u8,
) -> Result<PreparedStatement<F>, ApiError> {
    let blindings: Vec<String> = blindings.iter().map(field::to_decimal).collect();
    Ok(PreparedStatement {
        inputs: inputs.map_err(refusal)?,
        opening: Some(json!({ "blindings": blindings, "scale": scale })),
    })
}

/// The inputs of a proof that a value is one of a set.
const VALUE_AND_SET: [NumericInput<'static>; 2] = [Number("value"), List("set", MAX_VALUES)];
const MAX_VALUES: usize = 4096;
