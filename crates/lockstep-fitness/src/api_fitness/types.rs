//! `/types`: the catalogue of measurement types.

use axum::Json;
use lockstep_formats::catalogue::{self, CATALOGUE, PointType};
use serde::Serialize;
use utoipa::ToSchema;

/// The catalogue of point types.
#[derive(Serialize, ToSchema)]
#[schema(as = PointTypeCatalogue)]
pub(crate) struct Types {
    /// All types of the catalogue. Points can have other types too: their values are stored and never
    /// converted.
    types: Vec<MeasurementType>,
}

/// A point type of the catalogue.
#[derive(Serialize, ToSchema)]
#[schema(as = PointType)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MeasurementType {
    /// The value of `type` in points.
    name: &'static str,
    /// The canonical unit.
    unit: &'static str,
    /// Units that are converted to the canonical unit.
    aliases: Vec<&'static str>,
    /// The minimum plausible value; null if unlimited.
    minimum: Option<f64>,
    /// Whether the minimum itself is implausible.
    exclusive_minimum: bool,
    /// The maximum plausible value; null if unlimited.
    maximum: Option<f64>,
    /// The encoding under homomorphic encryption.
    fixed_point: FixedPointView,
}

/// How the values of a type are encoded as integers for encryption and commitments. All series of a
/// type use one encoding, so that blocks can be added and a proof and a sum refer to the same
/// integers.
///
/// A canonical value v becomes round(v · 10^decimals) − offset, with an absolute value of at most
/// `bound`. Bounds leave some room above the plausible range: the tighter the bound, the more
/// blocks can be added before one sum over their slots.
#[derive(Serialize, ToSchema)]
#[schema(as = FixedPointEncoding)]
pub(crate) struct FixedPointView {
    /// The number of decimals kept, at most 6.
    decimals: u8,
    /// The offset subtracted from each integer.
    offset: i64,
    /// The maximum absolute value of an encoded integer.
    bound: u64,
    /// Whether two plaintext primes are needed, because the integers exceed 2^15.
    wide: bool,
}

impl From<&'static PointType> for MeasurementType {
    fn from(kind: &'static PointType) -> Self {
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

impl From<catalogue::FixedPointEncoding> for FixedPointView {
    fn from(form: catalogue::FixedPointEncoding) -> Self {
        Self {
            decimals: form.decimals,
            offset: form.offset,
            bound: form.bound,
            wide: form.wide,
        }
    }
}

/// List the point types with their units and plausible ranges.
#[utoipa::path(get, path = "/v1/sfdp/types", tag = "Fitness data", operation_id = "listPointTypes",
    responses((status = 200, description = "The catalogue of point types", body = Types)))]
pub(super) async fn types() -> Json<Types> {
    Json(Types {
        types: CATALOGUE.iter().map(MeasurementType::from).collect(),
    })
}
