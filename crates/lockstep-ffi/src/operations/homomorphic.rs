//! BFV with keys in client custody: keys, encryption, decryption, and computing on ciphertexts.

use lockstep_fhe::{
    Capabilities, EvaluationKeys, Evaluator, ParameterSet, PublicKey, Reduction, ReductionKind,
    Scale, SecretKey, Series, SetId, Width,
};
use serde::Deserialize;

use crate::answer::Answer;
use crate::failure::Failure;
use crate::request::{ByteRange, HandleFields, Request};
use crate::{block, entropy, handles, key_id};

use super::Operation;

pub(super) const OPERATIONS: &[Operation] = &[
    ("FheSecretKey.generate", generate),
    ("FheSecretKey.import", import),
    ("FheSecretKey.export", export),
    ("FheSecretKey.publicKey", public_key),
    ("FheSecretKey.evaluationKeys", evaluation_keys),
    ("FheSecretKey.encrypt", encrypt),
    ("FhePublicKey.encrypt", encrypt_with_public_key),
    ("FheSecretKey.decrypt", decrypt),
    ("FheEvaluationKeys.compute", compute),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Generate {
    set: Option<String>,
}

fn generate(request: &Request<'_>) -> Result<Answer, Failure> {
    let Generate { set } = request.fields()?;
    let name = set.as_deref().unwrap_or(SetId::Bfv128.name());
    let id = SetId::by_name(name).ok_or_else(|| {
        let names: Vec<_> = SetId::ALL.iter().map(|id| id.name()).collect();
        Failure::invalid(format!("set must be one of {}", names.join(", ")))
    })?;
    let secret = SecretKey::generate(&ParameterSet::new(id), &mut entropy::generator()?);
    Ok(handle_answer(secret))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Import {
    secret_key: ByteRange,
}

fn import(request: &Request<'_>) -> Result<Answer, Failure> {
    let Import { secret_key } = request.fields()?;
    let bytes = request.bytes(secret_key)?;
    Ok(handle_answer(SecretKey::from_bytes(
        &set_of(bytes)?,
        bytes,
    )?))
}

fn handle_answer(secret: SecretKey) -> Answer {
    let set = secret.parameters().clone();
    Answer::new()
        .with("handle", handles::insert(secret))
        .with("set", set.name())
        .with("slots", set.slots())
}

/// The parameter set that an encoded object names.
fn set_of(bytes: &[u8]) -> Result<ParameterSet, Failure> {
    Ok(ParameterSet::new(lockstep_fhe::owner(bytes)?.0))
}

fn export(request: &Request<'_>) -> Result<Answer, Failure> {
    let HandleFields { handle } = request.fields()?;
    let secret = handles::find::<SecretKey>(handle)?;
    Ok(Answer::new().with_bytes("secretKey", std::mem::take(&mut *secret.to_bytes())))
}

fn public_key(request: &Request<'_>) -> Result<Answer, Failure> {
    let HandleFields { handle } = request.fields()?;
    let secret = handles::find::<SecretKey>(handle)?;
    let public = PublicKey::generate(&secret, &mut entropy::generator()?);
    Ok(Answer::new().with_bytes("publicKey", public.to_bytes()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct GenerateEvaluationKeys {
    handle: u64,
    multiplication: Option<bool>,
    sum_window: Option<usize>,
    #[serde(default)]
    rotations: Vec<i64>,
    #[serde(default)]
    swap: bool,
}

fn evaluation_keys(request: &Request<'_>) -> Result<Answer, Failure> {
    let wanted: GenerateEvaluationKeys = request.fields()?;
    if wanted.rotations.len() > MAX_ROTATIONS {
        return Err(Failure::invalid(format!(
            "there can be at most {MAX_ROTATIONS} rotations"
        )));
    }
    let secret = handles::find::<SecretKey>(wanted.handle)?;
    let all = Capabilities::all(secret.parameters());
    let capabilities = Capabilities {
        multiplication: wanted.multiplication.unwrap_or(all.multiplication),
        sum_window: wanted.sum_window.unwrap_or(all.sum_window),
        rotations: wanted.rotations,
        swap: wanted.swap,
    };
    let keys = EvaluationKeys::generate(&secret, &capabilities, &mut entropy::generator()?)?;
    Ok(Answer::new().with_bytes("evaluationKeys", keys.to_bytes()))
}

/// The platform's maximum.
const MAX_ROTATIONS: usize = 24;

/// The fixed-point conversion of the values.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScaleFields {
    #[serde(default)]
    decimals: u8,
    #[serde(default)]
    offset: i64,
    bound: Option<u64>,
    #[serde(default)]
    wide: bool,
}

impl ScaleFields {
    fn scale(&self) -> Result<Scale, Failure> {
        let default = Scale::precision(0)?;
        let width = match self.wide {
            true => Width::Wide,
            false => Width::Narrow,
        };
        let bound = self.bound.unwrap_or(default.bound());
        Ok(Scale::new(self.decimals, self.offset, bound, width)?)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Encrypt {
    handle: u64,
    values: Vec<f64>,
    #[serde(default)]
    scale: ScaleFields,
    key_id: Option<String>,
}

fn encrypt(request: &Request<'_>) -> Result<Answer, Failure> {
    let fields: Encrypt = request.fields()?;
    let secret = handles::find::<SecretKey>(fields.handle)?;
    let mut rng = entropy::generator()?;
    let series = secret.encrypt_values(&fields.values, &fields.scale.scale()?, &mut rng)?;
    encrypted(&series, fields.key_id.as_deref())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct EncryptWithPublicKey {
    public_key: ByteRange,
    values: Vec<f64>,
    #[serde(default)]
    scale: ScaleFields,
    key_id: Option<String>,
}

fn encrypt_with_public_key(request: &Request<'_>) -> Result<Answer, Failure> {
    let fields: EncryptWithPublicKey = request.fields()?;
    let bytes = request.bytes(fields.public_key)?;
    let public = PublicKey::from_bytes(&set_of(bytes)?, bytes)?;
    let mut rng = entropy::generator()?;
    let series = public.encrypt_values(&fields.values, &fields.scale.scale()?, &mut rng)?;
    encrypted(&series, fields.key_id.as_deref())
}

fn encrypted(series: &Series, key: Option<&str>) -> Result<Answer, Failure> {
    let bytes = series.to_bytes();
    let Some(key) = key else {
        return Ok(Answer::new().with_bytes("series", bytes));
    };
    let envelope = block::write(key_id::read(key)?, &bytes, &mut entropy::generator()?);
    Ok(Answer::new()
        .with_bytes("series", bytes)
        .with_bytes("block", envelope))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Decrypt {
    handle: u64,
    ciphertext: ByteRange,
}

fn decrypt(request: &Request<'_>) -> Result<Answer, Failure> {
    let fields: Decrypt = request.fields()?;
    let secret = handles::find::<SecretKey>(fields.handle)?;
    let (key, bytes) = opened(request.bytes(fields.ciphertext)?)?;
    let set = secret.parameters();
    let answer = match ObjectKind::of(bytes) {
        ObjectKind::Series => decrypted_series(&secret, &Series::from_bytes(set, bytes)?)?,
        ObjectKind::Reduction => decrypted_reduction(&secret, &Reduction::from_bytes(set, bytes)?)?,
    };
    Ok(match key {
        Some(key) => answer.with("keyId", key_id::write(key)),
        None => answer,
    })
}

/// The ciphertexts of an envelope with the id of its key, or the bytes themselves.
fn opened(bytes: &[u8]) -> Result<(Option<[u8; 16]>, &[u8]), Failure> {
    match block::read(bytes) {
        Some(read) => read.map(|(key, bytes)| (Some(key), bytes)),
        None => Ok((None, bytes)),
    }
}

/// The kind of an encoded object: the fifth byte of lockstep-fhe's header.
enum ObjectKind {
    Series,
    Reduction,
}

impl ObjectKind {
    /// Everything but a reduction is read as a series, whose reader refuses any other value.
    fn of(bytes: &[u8]) -> Self {
        match bytes.get(4) {
            Some(6) => Self::Reduction,
            _ => Self::Series,
        }
    }
}

fn decrypted_series(secret: &SecretKey, series: &Series) -> Result<Answer, Failure> {
    let values = secret.decrypt_values(series)?;
    let integers: Vec<String> = values.integers.iter().map(ToString::to_string).collect();
    Ok(Answer::new()
        .with("kind", "series")
        .with("values", values.to_f64())
        .with("integers", integers)
        .with("decimals", values.decimals))
}

fn decrypted_reduction(secret: &SecretKey, reduction: &Reduction) -> Result<Answer, Failure> {
    let fraction = secret.decrypt_reduction(reduction)?;
    let kind = match reduction.kind() {
        ReductionKind::Sum => "sum",
        ReductionKind::Mean => "mean",
        ReductionKind::Variance => "variance",
    };
    Ok(Answer::new()
        .with("kind", "reduction")
        .with("reduction", kind)
        .with("count", reduction.count())
        .with("value", fraction.to_f64())
        .with("numerator", fraction.numerator.to_string())
        .with("denominator", fraction.denominator.to_string())
        .with("decimals", fraction.decimals))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Compute {
    evaluation_keys: ByteRange,
    operation: String,
    operands: Vec<ByteRange>,
    steps: Option<i64>,
    weights: Option<Vec<i64>>,
}

/// The result of an operation.
enum ComputedObject {
    Series(Series),
    Reduction(Reduction),
}

fn compute(request: &Request<'_>) -> Result<Answer, Failure> {
    let fields: Compute = request.fields()?;
    let bytes = request.bytes(fields.evaluation_keys)?;
    let set = set_of(bytes)?;
    let keys = EvaluationKeys::from_bytes(&set, bytes)?;
    let operands = fields
        .operands
        .iter()
        .map(|part| Ok(Series::from_bytes(&set, opened(request.bytes(*part)?)?.1)?))
        .collect::<Result<Vec<Series>, Failure>>()?;
    let evaluator = Evaluator::new(&keys);
    let answer = match computed(&fields, &operands, &evaluator)? {
        ComputedObject::Series(series) => {
            let answer = Answer::new().with("kind", "series");
            answer.with_bytes("result", series.to_bytes())
        }
        ComputedObject::Reduction(reduction) => {
            let answer = Answer::new().with("kind", "reduction");
            answer.with_bytes("result", reduction.to_bytes())
        }
    };
    Ok(answer)
}

fn computed(
    fields: &Compute,
    operands: &[Series],
    evaluator: &Evaluator<'_>,
) -> Result<ComputedObject, Failure> {
    let steps = |name| {
        fields
            .steps
            .ok_or_else(|| Failure::invalid(format!("{name} needs steps")))
    };
    let weights = |name| {
        let weights = fields.weights.as_deref();
        weights.ok_or_else(|| Failure::invalid(format!("{name} needs weights")))
    };
    use ComputedObject::{Reduction, Series};
    Ok(match (fields.operation.as_str(), operands) {
        ("add", [a, b]) => Series(a.add(evaluator, b)?),
        ("subtract", [a, b]) => Series(a.subtract(evaluator, b)?),
        ("multiply", [a, b]) => Series(a.multiply(evaluator, b)?),
        ("dot", [a, b]) => Reduction(a.dot(evaluator, b)?),
        ("negate", [a]) => Series(a.negate(evaluator)?),
        ("square", [a]) => Series(a.square(evaluator)?),
        ("rotate", [a]) => Series(a.rotate(evaluator, steps("rotate")?)?),
        ("sum", [a]) => Reduction(a.sum(evaluator)?),
        ("mean", [a]) => Reduction(a.mean(evaluator)?),
        ("variance", [a]) => Reduction(a.variance(evaluator)?),
        ("weightedSum", [a]) => Reduction(weighted(a, evaluator, weights("weightedSum")?)?),
        (name, operands) => {
            return Err(Failure::invalid(format!(
                "there is no operation {name:?} of {} operands",
                operands.len()
            )));
        }
    })
}

fn weighted(
    series: &Series,
    evaluator: &Evaluator<'_>,
    weights: &[i64],
) -> Result<Reduction, Failure> {
    let bound = weights.iter().map(|weight| weight.unsigned_abs()).max();
    let weights: Vec<i128> = weights.iter().map(|weight| i128::from(*weight)).collect();
    let bound = u128::from(bound.unwrap_or(1).max(1));
    Ok(series.weighted_sum(evaluator, &weights, bound, 0)?)
}
