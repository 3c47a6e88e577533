//! `/types`: the catalogue of measurement types.

use axum::Json;
use lockstep_formats::catalogue::{self, CATALOGUE, Kind};
use serde::Serialize;
use utoipa::ToSchema;

/// The catalogue.
#[derive(Serialize, ToSchema)]
pub(crate) struct Types {
    types: Vec<MeasurementType>,
}

/// A type as `GET /v1/sfdp/types` shows it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MeasurementType {
    /// The wire's `type`.
    name: &'static str,
    /// The canonical unit.
    unit: &'static str,
    /// Units that are converted to it.
    aliases: Vec<&'static str>,
    /// The least plausible value; `null`: no bound.
    minimum: Option<f64>,
    /// Whether the minimum itself is already implausible.
    exclusive_minimum: bool,
    /// The greatest plausible value; `null`: no bound.
    maximum: Option<f64>,
    /// The form under homomorphic encryption.
    fixed_point: FixedPoint,
}

/// How the values of a type are written as whole numbers where they are encrypted or committed: one
/// form for all series of the type, so that blocks stay addable and a proof and a sum are about the
/// same number.
///
/// A canonical value v is round(v · 10^decimals) − offset, at most `bound` in size. Bounds leave room
/// above the plausible range, and no more than that: the tighter a bound, the more blocks are added
/// before one sum over their slots.
#[derive(Serialize, ToSchema)]
pub(crate) struct FixedPoint {
    /// Decimal places kept, at most 6.
    decimals: u8,
    /// What is taken off each whole number.
    offset: i64,
    /// The largest size of a whole number after that, of either sign.
    bound: u64,
    /// Whether two plaintext primes are needed: the whole numbers pass 2^15.
    wide: bool,
}

impl From<&'static Kind> for MeasurementType {
    fn from(kind: &'static Kind) -> Self {
        Self {
            name: kind.name,
            unit: kind.unit,
            aliases: kind.aliases.iter().map(|(alias, _)| *alias).collect(),
            minimum: kind.range.map(|range| range.low),
            exclusive_minimum: kind.range.is_some_and(|range| range.above_low),
            maximum: kind.range.map(|range| range.high),
            fixed_point: kind.fixed_point.into(),
        }
    }
}

impl From<catalogue::FixedPoint> for FixedPoint {
    fn from(form: catalogue::FixedPoint) -> Self {
        Self {
            decimals: form.decimals,
            offset: form.offset,
            bound: form.bound,
            wide: form.wide,
        }
    }
}

/// Types of measurement, their units and their plausible ranges.
#[utoipa::path(get, path = "/v1/sfdp/types", tag = "Fitness data", operation_id = "listPointTypes",
    responses((status = 200, description = "The catalogue", body = Types)))]
pub(super) async fn types() -> Json<Types> {
    Json(Types {
        types: CATALOGUE.iter().map(MeasurementType::from).collect(),
    })
}
