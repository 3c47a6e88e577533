//! snarkjs JSON: proofs, public inputs, verification keys of `groth16` and `original` (PGHR13), and
//! constraint systems.

mod r1cs;

use ark_ec::AffineRepr;
use ark_ff::{One, PrimeField, Zero};
use serde_json::{Map, Value, json};

use super::points::BATCH_POINTS;
use super::unique_json;
use crate::cancellation::Cancellation;
use crate::curve::{CurveName, PairingCurve, g1_from_numbers, g1_numbers, g2_from_numbers};
use crate::error::{Error, FileDefect, Format, Result};
use crate::field;
use crate::groth16;
use crate::pghr13;
use crate::scheme::PairingScheme;

pub use r1cs::{read_r1cs, write_r1cs};

/// The member of a proof with the digest of its key. Lockstep adds it, and snarkjs ignores it.
const DIGEST: &str = "vkDigest";
/// The members of a proof that are not its points.
const PROOF_LABELS: [&str; 3] = ["protocol", "curve", DIGEST];
const PGHR13_POINTS: [&str; 8] = [
    "pi_a", "pi_ap", "pi_b", "pi_bp", "pi_c", "pi_cp", "pi_kp", "pi_h",
];

/// Writes a Groth16 proof in the format that `snarkjs groth16 verify` reads.
#[must_use]
pub fn write_proof<E: PairingCurve>(proof: &groth16::Proof<E>) -> String {
    proof_to_value(proof).to_string()
}

/// As [`write_proof`], for embedding in another document.
#[must_use]
pub fn proof_to_value<E: PairingCurve>(proof: &groth16::Proof<E>) -> Value {
    let mut object = json!({
        "pi_a": g1::<E>(&proof.a),
        "pi_b": g2::<E>(&proof.b),
        "pi_c": g1::<E>(&proof.c),
        "protocol": PairingScheme::Groth16.protocol(),
        "curve": E::NAME.snarkjs_name(),
    });
    if let Some(digest) = proof.key_digest {
        object[DIGEST] = Value::String(hex(&digest));
    }
    object
}

/// Reads a Groth16 proof. Points must be affine, on the curve, in the subgroup and not at infinity.
pub fn read_proof<E: PairingCurve>(text: &str) -> Result<groth16::Proof<E>> {
    proof_from_value(&parse(text)?)
}

/// As [`read_proof`], from a member of another document.
///
/// # Errors
/// [`Error::Malformed`].
pub fn proof_from_value<E: PairingCurve>(value: &Value) -> Result<groth16::Proof<E>> {
    let object = object(value)?;
    expect_protocol(object, PairingScheme::Groth16)?;
    expect_curve::<E>(object)?;
    expect_members(object, &["pi_a", "pi_b", "pi_c"])?;
    Ok(groth16::Proof {
        a: read_g1::<E>(object, "pi_a")?,
        b: read_g2::<E>(object, "pi_b")?,
        c: read_g1::<E>(object, "pi_c")?,
        key_digest: read_digest(object)?,
    })
}

/// Writes public inputs as snarkjs does: an array of decimal texts.
#[must_use]
pub fn write_public<F: PrimeField>(values: &[F]) -> String {
    Value::Array(values.iter().map(number).collect()).to_string()
}

/// Reads public inputs. Each must be below the scalar field's modulus.
pub fn read_public<F: PrimeField>(text: &str) -> Result<Vec<F>> {
    let value: Value = parse(text)?;
    let list = value
        .as_array()
        .ok_or_else(|| shape("public inputs must be an array"))?;
    list.iter()
        .enumerate()
        .map(|(index, value)| read_number(value, "public input", index))
        .collect()
}

/// Writes a Groth16 verification key as snarkjs exports it, without its precomputed pairing.
#[must_use]
pub fn write_verifying_key<E: PairingCurve>(key: &groth16::VerifyingKey<E>) -> String {
    verifying_key_to_value(key).to_string()
}

/// As [`write_verifying_key`], for embedding in another document.
#[must_use]
pub fn verifying_key_to_value<E: PairingCurve>(key: &groth16::VerifyingKey<E>) -> Value {
    json!({
        "protocol": PairingScheme::Groth16.protocol(),
        "curve": E::NAME.snarkjs_name(),
        "nPublic": key.public(),
        "vk_alpha_1": g1::<E>(&key.alpha),
        "vk_beta_2": g2::<E>(&key.beta),
        "vk_gamma_2": g2::<E>(&key.gamma),
        "vk_delta_2": g2::<E>(&key.delta),
        "IC": key.ic.iter().map(g1::<E>).collect::<Vec<_>>(),
    })
}

/// Reads a Groth16 verification key. No point may be at infinity.
pub fn read_verifying_key<E: PairingCurve>(text: &str) -> Result<groth16::VerifyingKey<E>> {
    read_verifying_key_while(text, &|| true)
}

/// [`read_verifying_key`], stopped with [`Error::Interrupted`] soon after `is_active` says no: a key with many public
/// inputs takes seconds.
pub fn read_verifying_key_while<E: PairingCurve>(
    text: &str,
    is_active: &(dyn Fn() -> bool + Sync),
) -> Result<groth16::VerifyingKey<E>> {
    groth16_key(&parse(text)?, &Cancellation::new(is_active))
}

fn groth16_key<E: PairingCurve>(
    value: &Value,
    cancellation: &Cancellation<'_>,
) -> Result<groth16::VerifyingKey<E>> {
    let object = object(value)?;
    expect_protocol(object, PairingScheme::Groth16)?;
    expect_curve::<E>(object)?;
    Ok(groth16::VerifyingKey {
        alpha: read_g1::<E>(object, "vk_alpha_1")?,
        beta: read_g2::<E>(object, "vk_beta_2")?,
        gamma: read_g2::<E>(object, "vk_gamma_2")?,
        delta: read_g2::<E>(object, "vk_delta_2")?,
        ic: read_inputs::<E>(object, cancellation)?,
    })
}

/// Writes a PGHR13 proof in the format of snarkjs 0.1, protocol `original`.
#[must_use]
pub fn write_pghr13_proof<E: PairingCurve>(proof: &pghr13::Proof<E>) -> String {
    pghr13_proof_to_value(proof).to_string()
}

/// As [`write_pghr13_proof`], for embedding in another document.
#[must_use]
pub fn pghr13_proof_to_value<E: PairingCurve>(proof: &pghr13::Proof<E>) -> Value {
    let mut object = json!({
        "pi_a": g1::<E>(&proof.a),
        "pi_ap": g1::<E>(&proof.a_shifted),
        "pi_b": g2::<E>(&proof.b),
        "pi_bp": g1::<E>(&proof.b_shifted),
        "pi_c": g1::<E>(&proof.c),
        "pi_cp": g1::<E>(&proof.c_shifted),
        "pi_kp": g1::<E>(&proof.k),
        "pi_h": g1::<E>(&proof.h),
        "protocol": PairingScheme::Pghr13.protocol(),
    });
    if let Some(digest) = proof.key_digest {
        object[DIGEST] = Value::String(hex(&digest));
    }
    object
}

/// Reads a PGHR13 proof.
pub fn read_pghr13_proof<E: PairingCurve>(text: &str) -> Result<pghr13::Proof<E>> {
    pghr13_proof_from_value(&parse(text)?)
}

/// As [`read_pghr13_proof`], from a member of another document.
///
/// # Errors
/// [`Error::Malformed`].
pub fn pghr13_proof_from_value<E: PairingCurve>(value: &Value) -> Result<pghr13::Proof<E>> {
    let object = object(value)?;
    expect_protocol(object, PairingScheme::Pghr13)?;
    // snarkjs 0.1 wrote no curve.
    if object.contains_key("curve") {
        expect_curve::<E>(object)?;
    }
    expect_members(object, &PGHR13_POINTS)?;
    let point = |name| read_g1::<E>(object, name);
    Ok(pghr13::Proof {
        a: point("pi_a")?,
        a_shifted: point("pi_ap")?,
        b: read_g2::<E>(object, "pi_b")?,
        b_shifted: point("pi_bp")?,
        c: point("pi_c")?,
        c_shifted: point("pi_cp")?,
        k: point("pi_kp")?,
        h: point("pi_h")?,
        key_digest: read_digest(object)?,
    })
}

/// Writes a PGHR13 verification key in the format of snarkjs 0.1.
#[must_use]
pub fn write_pghr13_key<E: PairingCurve>(key: &pghr13::VerifyingKey<E>) -> String {
    pghr13_key_to_value(key).to_string()
}

/// As [`write_pghr13_key`], for embedding in another document.
#[must_use]
pub fn pghr13_key_to_value<E: PairingCurve>(key: &pghr13::VerifyingKey<E>) -> Value {
    json!({
        "protocol": PairingScheme::Pghr13.protocol(),
        "nPublic": key.public(),
        "IC": key.ic.iter().map(g1::<E>).collect::<Vec<_>>(),
        "vk_a": g2::<E>(&key.alpha_a),
        "vk_b": g1::<E>(&key.alpha_b),
        "vk_c": g2::<E>(&key.alpha_c),
        "vk_g": g2::<E>(&key.gamma),
        "vk_gb_1": g1::<E>(&key.beta_gamma1),
        "vk_gb_2": g2::<E>(&key.beta_gamma2),
        "vk_z": g2::<E>(&key.z),
    })
}

/// Reads a PGHR13 verification key. Rejects a file that contains bypass elements. The label stays
/// `wellformed`, because no check can show that no party kept bypass elements of an imported key.
pub fn read_pghr13_key<E: PairingCurve>(text: &str) -> Result<pghr13::VerifyingKey<E>> {
    read_pghr13_key_while(text, &|| true)
}

/// [`read_pghr13_key`], stopped with [`Error::Interrupted`] soon after `is_active` says no.
pub fn read_pghr13_key_while<E: PairingCurve>(
    text: &str,
    is_active: &(dyn Fn() -> bool + Sync),
) -> Result<pghr13::VerifyingKey<E>> {
    pghr13_key(&parse(text)?, &Cancellation::new(is_active))
}

fn pghr13_key<E: PairingCurve>(
    value: &Value,
    cancellation: &Cancellation<'_>,
) -> Result<pghr13::VerifyingKey<E>> {
    let object = object(value)?;
    expect_protocol(object, PairingScheme::Pghr13)?;
    refuse_bypass(object)?;
    Ok(pghr13::VerifyingKey {
        alpha_a: read_g2::<E>(object, "vk_a")?,
        alpha_b: read_g1::<E>(object, "vk_b")?,
        alpha_c: read_g2::<E>(object, "vk_c")?,
        gamma: read_g2::<E>(object, "vk_g")?,
        beta_gamma1: read_g1::<E>(object, "vk_gb_1")?,
        beta_gamma2: read_g2::<E>(object, "vk_gb_2")?,
        z: read_g2::<E>(object, "vk_z")?,
        ic: read_inputs::<E>(object, cancellation)?,
    })
}

/// Rejects a key file whose list `Ap` has an element for a public wire (CVE-2019-7167).
fn refuse_bypass(object: &Map<String, Value>) -> Result<()> {
    let public = read_public_count(object)?;
    for (wire, element) in object
        .get("Ap")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .enumerate()
    {
        if wire as u64 <= public && !element.is_null() {
            return Err(Error::malformed(
                Format::Json,
                FileDefect::BypassElement(wire),
            ));
        }
    }
    Ok(())
}

/// Checks a PGHR13 proving key in snarkjs 0.1 JSON. Returns [`FileDefect::BypassElement`] if it contains
/// a bypass element. A key without `nPublic` is refused, since it does not say which wires are public.
pub fn check_pghr13_proving_key(text: &str) -> Result<()> {
    let value = parse(text)?;
    let object = object(&value)?;
    expect_protocol(object, PairingScheme::Pghr13)?;
    refuse_bypass(object)
}

fn parse(text: &str) -> Result<Value> {
    unique_json::from_slice(text.as_bytes()).map_err(|error| shape(error.to_string()))
}

fn object(value: &Value) -> Result<&Map<String, Value>> {
    value.as_object().ok_or_else(|| shape("must be an object"))
}

fn shape(text: impl Into<String>) -> Error {
    Error::shape(Format::Json, text)
}

fn expect_protocol(object: &Map<String, Value>, expected: PairingScheme) -> Result<()> {
    let found = object.get("protocol").and_then(Value::as_str);
    if found.and_then(PairingScheme::from_protocol) == Some(expected) {
        return Ok(());
    }
    let expected = expected.protocol();
    Err(shape(format!(
        "protocol is {found:?}, expected {expected:?}"
    )))
}

fn expect_curve<E: PairingCurve>(object: &Map<String, Value>) -> Result<()> {
    match object.get("curve").and_then(Value::as_str) {
        // snarkjs wrote no curve while it supported only one.
        None if !object.contains_key("curve") && E::NAME == CurveName::Bn254 => Ok(()),
        Some(name) if CurveName::from_json_name(name) == Some(E::NAME) => Ok(()),
        _ => Err(Error::malformed(Format::Json, FileDefect::WrongCurve)),
    }
}

/// Refuses members of a proof beside its points: a reader could take them for proven.
fn expect_members(object: &Map<String, Value>, points: &[&str]) -> Result<()> {
    let mut names = object.keys().map(String::as_str);
    match names.all(|name| points.contains(&name) || PROOF_LABELS.contains(&name)) {
        true => Ok(()),
        false => Err(shape("a proof has a member that proves nothing")),
    }
}

fn number<F: PrimeField>(value: &F) -> Value {
    Value::String(field::to_decimal(value))
}

fn read_number<F: PrimeField>(value: &Value, what: &'static str, index: usize) -> Result<F> {
    value
        .as_str()
        .and_then(field::from_decimal)
        .ok_or(Error::malformed(
            Format::Json,
            FileDefect::NotCanonical { what, index },
        ))
}

fn g1<E: PairingCurve>(point: &E::G1Affine) -> Value {
    match g1_numbers::<E>(point) {
        Some([x, y]) => json!([number(&x), number(&y), "1"]),
        None => json!(["0", "1", "0"]),
    }
}

/// Writes a point of G2: each coordinate is an array of its field's numbers, two in snarkjs's
/// curves.
fn g2<E: PairingCurve>(point: &E::G2Affine) -> Value {
    let degree = E::g2_degree();
    let whole = |first: &str| {
        let rest = std::iter::repeat_n("0", degree - 1);
        json!(std::iter::once(first).chain(rest).collect::<Vec<_>>())
    };
    match E::g2_numbers(point) {
        Some(numbers) => {
            let (x, y) = numbers.split_at(degree);
            let coordinate =
                |numbers: &[E::BaseField]| numbers.iter().map(number).collect::<Vec<_>>();
            json!([coordinate(x), coordinate(y), whole("1")])
        }
        None => json!([whole("0"), whole("1"), whole("0")]),
    }
}

fn numbers<F: PrimeField>(
    value: &Value,
    count: usize,
    what: &'static str,
    index: usize,
) -> Result<Vec<F>> {
    let list = value.as_array().filter(|list| list.len() == count);
    let Some(list) = list else {
        return Err(shape(format!("{what} {index} must have {count} numbers")));
    };
    list.iter()
        .map(|value| read_number(value, what, index))
        .collect()
}

fn point1<E: PairingCurve>(value: &Value, what: &'static str, index: usize) -> Result<E::G1Affine> {
    let numbers = numbers::<E::BaseField>(value, 3, what, index)?;
    let (x, y, z) = (numbers[0], numbers[1], numbers[2]);
    if !z.is_one() {
        return infinity_or_projective(z.is_zero(), what, index);
    }
    g1_from_numbers::<E>([x, y], what, index).map_err(|fault| Error::malformed(Format::Json, fault))
}

fn point2<E: PairingCurve>(value: &Value, what: &'static str, index: usize) -> Result<E::G2Affine> {
    let list = value.as_array().map(Vec::as_slice);
    let Some([x, y, z]) = list else {
        return Err(shape(format!("{what} {index} must have three coordinates")));
    };
    let coordinate = |value| numbers::<E::BaseField>(value, E::g2_degree(), what, index);
    let (x, y, z) = (coordinate(x)?, coordinate(y)?, coordinate(z)?);
    let zeros = |numbers: &[E::BaseField]| numbers.iter().all(Zero::is_zero);
    if !(z[0].is_one() && zeros(&z[1..])) {
        return infinity_or_projective(zeros(&z), what, index);
    }
    g2_from_numbers::<E>(&[x, y].concat(), what, index)
        .map_err(|fault| Error::malformed(Format::Json, fault))
}

fn infinity_or_projective<T>(infinity: bool, what: &'static str, index: usize) -> Result<T> {
    if infinity {
        return Err(Error::malformed(
            Format::Json,
            FileDefect::Infinity { what, index },
        ));
    }
    Err(shape(format!("{what} {index} must be affine, with z = 1")))
}

fn member<'a>(object: &'a Map<String, Value>, name: &'static str) -> Result<&'a Value> {
    object
        .get(name)
        .ok_or_else(|| shape(format!("{name} is missing")))
}

fn read_g1<E: PairingCurve>(
    object: &Map<String, Value>,
    name: &'static str,
) -> Result<E::G1Affine> {
    point1::<E>(member(object, name)?, name, 0)
}

fn read_g2<E: PairingCurve>(
    object: &Map<String, Value>,
    name: &'static str,
) -> Result<E::G2Affine> {
    point2::<E>(member(object, name)?, name, 0)
}

fn read_inputs<E: PairingCurve>(
    object: &Map<String, Value>,
    cancellation: &Cancellation<'_>,
) -> Result<Vec<E::G1Affine>> {
    let list = member(object, "IC")?
        .as_array()
        .ok_or_else(|| shape("IC must be an array"))?;
    let public = read_public_count(object)?;
    if list.is_empty() || public != list.len() as u64 - 1 {
        return Err(Error::malformed(
            Format::Json,
            FileDefect::Count {
                what: "nPublic",
                found: public,
                expected: (list.len() as u64).saturating_sub(1),
            },
        ));
    }
    let mut points: Vec<E::G1Affine> = Vec::with_capacity(list.len());
    for (index, value) in list.iter().enumerate() {
        if index % BATCH_POINTS == 0 {
            cancellation.check()?;
        }
        points.push(point1::<E>(value, "IC", index)?);
    }
    debug_assert!(points.iter().all(|point| !point.is_zero()));
    Ok(points)
}

fn read_public_count(object: &Map<String, Value>) -> Result<u64> {
    member(object, "nPublic")?
        .as_u64()
        .ok_or_else(|| shape("nPublic must be the number of public inputs"))
}

fn read_digest(object: &Map<String, Value>) -> Result<Option<[u8; 32]>> {
    let Some(value) = object.get(DIGEST) else {
        return Ok(None);
    };
    value
        .as_str()
        .and_then(unhex)
        .map(Some)
        .ok_or_else(|| shape("vkDigest is not 64 hexadecimal digits"))
}

/// Encodes bytes as lower-case hexadecimal.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<[u8; 32]> {
    let digits = text.as_bytes();
    if digits.len() != 64 || digits.iter().any(u8::is_ascii_uppercase) {
        return None;
    }
    let mut bytes = [0; 32];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        let [high, low] = [pair[0], pair[1]].map(|digit| (digit as char).to_digit(16));
        *byte = (high? * 16 + low?) as u8;
    }
    Some(bytes)
}
