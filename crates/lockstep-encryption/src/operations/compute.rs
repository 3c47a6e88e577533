//! Computation on ciphertexts with the evaluation keys, without decryption.

use std::str::FromStr;

use lockstep_fhe::{Capabilities, Error, EvaluationKeys, Evaluator, Reduction, Series};
use lockstep_seal::Origin;
use lockstep_vault::key::{Custody, KeyRecord, Mode, Scheme};
use lockstep_vault::material::Material;
use lockstep_web::ApiError;
use lockstep_web::Owner;
use lockstep_web::jobs::{Cancel, Length};
use serde_json::value::RawValue;

use crate::encryption::Encryption;
use crate::operations::homomorphic::{Content, envelope, read};
use crate::operations::weights::{Weights, exact_weights};
use crate::operations::{BRIEF_ENVELOPE, cannot_be_opened};

/// The request of a computation.
pub(crate) struct Compute {
    pub(crate) operation: Operation,
    pub(crate) operands: Vec<Vec<u8>>,
    pub(crate) steps: Option<i64>,
    /// The JSON text of the list: a weight keeps the digits that were sent.
    pub(crate) weights: Option<Box<RawValue>>,
    pub(crate) precision: Option<u8>,
    /// The scheme that the caller states for the operands.
    pub(crate) scheme: Option<Scheme>,
}

/// The result of a computation.
pub(crate) struct ComputedValue {
    pub(crate) envelope: Vec<u8>,
    pub(crate) key: KeyRecord,
    pub(crate) operation: Operation,
}

/// A supported operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Add,
    Subtract,
    Multiply,
    Dot,
    Negate,
    Square,
    Sum,
    Mean,
    Variance,
    Rotate,
    WeightedSum,
}

use Operation::{
    Add, Dot, Mean, Multiply, Negate, Rotate, Square, Subtract, Sum, Variance, WeightedSum,
};

impl Operation {
    const ALL: [Self; 11] = [
        Add,
        Subtract,
        Multiply,
        Dot,
        Negate,
        Square,
        Sum,
        Mean,
        Variance,
        Rotate,
        WeightedSum,
    ];

    /// The name in the API.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Add => "add",
            Subtract => "subtract",
            Multiply => "multiply",
            Dot => "dot",
            Negate => "negate",
            Square => "square",
            Sum => "sum",
            Mean => "mean",
            Variance => "variance",
            Rotate => "rotate",
            WeightedSum => "weightedSum",
        }
    }

    /// The number of operands.
    fn operands(self) -> usize {
        match self {
            Add | Subtract | Multiply | Dot => 2,
            Negate | Square | Sum | Mean | Variance | Rotate | WeightedSum => 1,
        }
    }
}

/// Operations that BFV does not support, and the alternative.
const UNSUPPORTED_OPERATIONS: &[(&[&str], &str)] = &[
    (
        &[
            "compare",
            "comparison",
            "greater",
            "less",
            "equal",
            "equals",
        ],
        "comparing needs the sign of a value, which BFV's sums and products do not give: decrypt, or \
         prove a range in mode ZK",
    ),
    (
        &["divide", "division"],
        "BFV computes with integers and has no division; mean divides by the public count",
    ),
    (
        &["min", "max", "minimum", "maximum", "median", "sort"],
        "it needs comparisons, which BFV does not have: decrypt the value and compare it",
    ),
];

/// The reason why a text names no operation.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NoOperation(pub(crate) String);

impl FromStr for Operation {
    type Err = NoOperation;

    fn from_str(name: &str) -> Result<Self, NoOperation> {
        if let Some(found) = Self::ALL.into_iter().find(|known| known.name() == name) {
            return Ok(found);
        }
        let lower = name.to_ascii_lowercase();
        if let Some((_, reason)) = UNSUPPORTED_OPERATIONS
            .iter()
            .find(|(names, _)| names.contains(&&*lower))
        {
            return Err(NoOperation((*reason).to_owned()));
        }
        let known = Self::ALL.map(Self::name).join(", ");
        Err(NoOperation(format!("must be one of {known}")))
    }
}

impl Encryption {
    /// Computes on the caller's envelopes, all under one key.
    pub(crate) async fn compute(
        self,
        owner: Owner,
        asked: Compute,
    ) -> Result<ComputedValue, ApiError> {
        let operation = asked.operation;
        let (name, operands) = (operation.name(), operation.operands());
        if asked.operands.len() != operands {
            return Err(ApiError::encryption_parameter(
                "operands",
                format!(
                    "{name} takes {operands}, {} were given",
                    asked.operands.len()
                ),
            ));
        }
        ensure_parameters_fit(&asked)?;
        let key = self.shared_key(&owner, &asked).await?;
        let (mut keys, mut loaded) = (None, None);
        match operation {
            Add | Subtract | Negate => {}
            Rotate if key.custody == Custody::Server => {
                loaded = Some(self.mode_keys().named(&owner.user, &key.id).await?);
            }
            _ => {
                keys = Some(
                    self.mode_keys()
                        .evaluation_keys(&key, "operands[0]")
                        .await?,
                );
            }
        }
        let (encryption, under, mut rng) = (self.clone(), key.clone(), self.rng());
        let bytes: usize = asked.operands.iter().map(Vec::len).sum();
        let weight_bytes = asked.weights.as_ref().map_or(0, |list| list.get().len());
        let length = Length::of(bytes + weight_bytes, BRIEF_ENVELOPE);
        let envelope = self
            .pool()
            .run_of(length, &owner.user, move |cancel| {
                let weights = match &asked.weights {
                    Some(weights) => exact_weights(weights, asked.precision)?,
                    None => Weights::default(),
                };
                let Operands { all, origin } =
                    read_operands(&encryption, &under, &asked.operands, cancel)?;
                if let (Mean | Variance, true) = (operation, all[0].is_empty()) {
                    return Err(ApiError::encryption_parameter(
                        "operands[0]",
                        format!("holds no values, so {name} cannot be computed"),
                    ));
                }
                let turning;
                let evaluator = match (&keys, operation) {
                    (Some(keys), _) => Evaluator::new(keys),
                    (None, Rotate) => {
                        let Some(Material::Fhe(secret)) = loaded.as_ref().map(|key| &key.material)
                        else {
                            return Err(ApiError::internal("no homomorphic key for FHE"));
                        };
                        turning = rotation_keys(&secret.open()?, &all[0], asked.steps, &mut rng)?;
                        Evaluator::new(&turning)
                    }
                    (None, _) => Evaluator::keyless(),
                };
                let done = run(operation, &evaluator, &all, asked.steps, &weights)
                    .map_err(|error| refusal(operation, &error))?;
                cancel.check()?;
                envelope(&encryption, &under, &done, origin, &mut rng)
            })
            .await?;
        Ok(ComputedValue {
            envelope,
            key,
            operation,
        })
    }

    /// The key that all operands are under.
    async fn shared_key(&self, owner: &Owner, asked: &Compute) -> Result<KeyRecord, ApiError> {
        let key = self
            .key_of(owner, &asked.operands[0], "operands[0]")
            .await?;
        if key.slot.mode != Mode::Fhe {
            return Err(cannot_be_opened("operands[0]"));
        }
        if asked.scheme.is_some_and(|scheme| scheme != key.slot.scheme) {
            return Err(ApiError::encryption_parameter(
                "parameters.scheme",
                format!("the operands are of {}", key.slot.scheme_name()),
            ));
        }
        for (place, operand) in asked.operands.iter().enumerate().skip(1) {
            let parameter = format!("operands[{place}]");
            let other = self.key_of(owner, operand, &parameter).await?;
            if other.id != key.id {
                return Err(ApiError::encryption_parameter(
                    &parameter,
                    "is under a different key than the first: operands share key and parameter set",
                ));
            }
        }
        Ok(key)
    }
}

/// Refuses parameters that the operation does not take, and missing ones that it needs.
fn ensure_parameters_fit(asked: &Compute) -> Result<(), ApiError> {
    let name = asked.operation.name();
    for (parameter, given, needed) in [
        (
            "parameters.steps",
            asked.steps.is_some(),
            asked.operation == Rotate,
        ),
        (
            "parameters.weights",
            asked.weights.is_some(),
            asked.operation == WeightedSum,
        ),
    ] {
        if given != needed {
            let reason = if needed {
                format!("{name} needs it")
            } else {
                format!("{name} does not take it")
            };
            return Err(ApiError::encryption_parameter(parameter, reason));
        }
    }
    Ok(())
}

/// The operands, and where they were encrypted: at the client's where one of them was.
struct Operands {
    all: Vec<Series>,
    origin: Origin,
}

fn read_operands(
    encryption: &Encryption,
    under: &KeyRecord,
    operands: &[Vec<u8>],
    cancel: &Cancel,
) -> Result<Operands, ApiError> {
    let mut all = Vec::with_capacity(operands.len());
    let mut origin = Origin::Server;
    for (place, operand) in operands.iter().enumerate() {
        let parameter = format!("operands[{place}]");
        let (content, from) = read(encryption, under, operand, &parameter)?;
        if from == Origin::Client {
            origin = from;
        }
        all.push(series(content, &parameter)?);
        cancel.check()?;
    }
    Ok(Operands { all, origin })
}

fn run(
    operation: Operation,
    evaluator: &Evaluator<'_>,
    all: &[Series],
    steps: Option<i64>,
    weights: &Weights,
) -> Result<Content, Error> {
    let first = &all[0];
    let second = all.get(1).unwrap_or(first);
    let series = |made: Result<Series, Error>| made.map(Content::Series);
    let number = |made: Result<Reduction, Error>| made.map(Content::Reduction);
    match operation {
        Add => series(first.add(evaluator, second)),
        Subtract => series(first.subtract(evaluator, second)),
        Multiply => series(first.multiply(evaluator, second)),
        Negate => series(first.negate(evaluator)),
        Square => series(first.square(evaluator)),
        Rotate => series(first.rotate(evaluator, steps.unwrap_or_default())),
        Dot => number(first.dot(evaluator, second)),
        Sum => number(first.sum(evaluator)),
        Mean => number(first.mean(evaluator)),
        Variance => number(first.variance(evaluator)),
        WeightedSum => {
            let integers = &weights.integers;
            let bound = integers.iter().map(|weight| weight.unsigned_abs()).max();
            let bound = bound.unwrap_or(1).max(1);
            let decimals = u32::from(weights.decimals);
            number(first.weighted_sum(evaluator, integers, bound, decimals))
        }
    }
}

fn series(content: Content, parameter: &str) -> Result<Series, ApiError> {
    match content {
        Content::Series(series) => Ok(series),
        Content::Reduction(_) => Err(ApiError::encryption_parameter(
            parameter,
            "is the result of a sum, which supports no further computation: decrypt it",
        )),
        Content::Raw(..) => Err(ApiError::encryption_parameter(
            parameter,
            "holds bytes, which cannot be computed on: encrypt a JSON array of numbers",
        )),
    }
}

/// Creates the key of one rotation on demand, since any number of steps may be requested.
fn rotation_keys(
    secret: &lockstep_fhe::SecretKey,
    operand: &Series,
    steps: Option<i64>,
    rng: &mut lockstep_vault::rng::Rng,
) -> Result<EvaluationKeys, ApiError> {
    let length = operand.len().max(1) as i64;
    let left = steps.unwrap_or_default().rem_euclid(length);
    let wanted = Capabilities {
        rotations: vec![left, left - length],
        ..Capabilities::default()
    };
    EvaluationKeys::generate(secret, &wanted, rng).map_err(|error| refusal(Rotate, &error))
}

fn refusal(operation: Operation, error: &Error) -> ApiError {
    let parameter = match error {
        Error::NotFinite { .. } => "parameters.weights",
        Error::LengthMismatch { .. } if operation == WeightedSum => "parameters.weights",
        Error::Unsupported { .. } | Error::MissingKey { .. } => "operation",
        _ => "operands",
    };
    let more = match error {
        Error::Noise { .. } | Error::Magnitude { .. } => {
            ": it was computed too deep; decrypt and encrypt again"
        }
        Error::MissingKey { .. } => {
            ": its key is derived from the secret, which only the owner has; the owner can send it with the \
                evaluation keys"
        }
        _ => "",
    };
    ApiError::encryption_parameter(parameter, format!("{error}{more}"))
}
