//! The sum, mean and variance of points, exact in whole numbers of the fixed-point form of their type.

use std::ops::Range;

use lockstep_formats::catalogue::{self, Conversion};
use lockstep_values::Totals;
use lockstep_web::ApiError;

use crate::columns::Columns;

/// The requested operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Σ v.
    Sum,
    /// Σ v / count.
    Mean,
    /// Σ (v − mean)² / count, the variance of the whole population.
    Variance,
}

/// The running total of points that are not computed on as ciphertexts.
pub struct PlainTotal {
    kind: String,
    squares: bool,
    totals: Totals,
    unit: Option<String>,
}

impl PlainTotal {
    /// Starts an empty total of points of a type.
    #[must_use]
    pub fn new(kind: &str, operation: Operation) -> Self {
        Self {
            kind: kind.to_owned(),
            squares: operation == Operation::Variance,
            totals: Totals::default(),
            unit: None,
        }
    }

    /// Refuses points of an unknown type in a unit other than that of the previous points.
    ///
    /// # Errors
    /// Points in another unit.
    pub fn units(&mut self, points: &Columns, meant: &Range<usize>) -> Result<(), ApiError> {
        let is_known = catalogue::kind(&self.kind).is_some();
        let mut start = 0;
        for run in points.units() {
            let end = run.end as usize;
            let is_meant = meant.start.max(start) < meant.end.min(end);
            start = end;
            if !is_meant {
                continue;
            }
            let unit = self.unit.get_or_insert_with(|| run.unit.to_string());
            if !is_known && *unit != *run.unit {
                return Err(ApiError::invalid(
                    "type",
                    format!(
                        "{} is not in the catalogue and its points come in several units, which \
                         cannot be added: narrow the range or the device",
                        self.kind
                    ),
                ));
            }
        }
        Ok(())
    }

    /// Adds the points of a range.
    ///
    /// # Errors
    /// Points in several units; a total beyond 127 bits.
    pub fn add(&mut self, points: &Columns, meant: Range<usize>) -> Result<(), ApiError> {
        self.units(points, &meant)?;
        let form = catalogue::fixed_point(&self.kind);
        let scale = 10_f64.powi(i32::from(form.decimals));
        let mut start = 0;
        for run in points.units() {
            let end = run.end as usize;
            let part = meant.start.max(start)..meant.end.min(end);
            start = end;
            if part.is_empty() {
                continue;
            }
            let how = catalogue::conversion(&self.kind, &run.unit).unwrap_or(Conversion::Same);
            for value in &points.values()[part] {
                // A value without a canonical equivalent, such as a pace of zero, is left out.
                let Some(whole) = whole(how, *value, scale) else {
                    continue;
                };
                if whole.abs() > 1e30 {
                    return Err(too_large());
                }
                let whole = whole as i128 - i128::from(form.offset);
                self.totals.count += 1;
                self.totals.sum = self.totals.sum.checked_add(whole).ok_or_else(too_large)?;
                if self.squares {
                    let square = whole.checked_mul(whole);
                    self.totals.squares = square
                        .and_then(|square| self.totals.squares.checked_add(square))
                        .ok_or_else(too_large)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the values of a range as they count in totals: in the canonical unit, in whole numbers of the fixed-point form
    /// without its offset. `None` for a value without a canonical equivalent.
    pub fn counted(
        &self,
        points: &Columns,
        meant: Range<usize>,
    ) -> impl Iterator<Item = Option<f64>> {
        let scale = 10_f64.powi(i32::from(catalogue::fixed_point(&self.kind).decimals));
        let mut start = 0;
        points.units().iter().flat_map(move |run| {
            let end = run.end as usize;
            let part = meant.start.max(start)..meant.end.min(end);
            start = end;
            let how = catalogue::conversion(&self.kind, &run.unit).unwrap_or(Conversion::Same);
            let values = points.values().get(part).unwrap_or_default();
            values.iter().map(move |value| whole(how, *value, scale))
        })
    }

    /// Returns the unit of the points: the canonical unit of a type of the catalogue.
    #[must_use]
    pub fn unit(&self) -> Option<String> {
        let canonical = catalogue::kind(&self.kind).map(|kind| kind.unit.to_owned());
        canonical.or_else(|| self.unit.clone())
    }

    /// Adds this total to the totals over ciphertexts.
    ///
    /// # Errors
    /// A total beyond 127 bits.
    pub fn join(&self, totals: &mut Totals) -> Result<(), ApiError> {
        totals.count += self.totals.count;
        let add = |one: i128, other: i128| one.checked_add(other).ok_or_else(too_large);
        totals.sum = add(totals.sum, self.totals.sum)?;
        totals.squares = add(totals.squares, self.totals.squares)?;
        Ok(())
    }
}

/// Returns a value in whole numbers of a fixed-point form; `None` if it has no canonical equivalent.
fn whole(how: Conversion, value: f64, scale: f64) -> Option<f64> {
    how.apply(value)
        .map(|canonical| (canonical * scale).round())
}

/// Returns the requested number, from whole numbers without their offset.
///
/// # Errors
/// A total beyond 127 bits.
pub fn value(
    operation: Operation,
    totals: &Totals,
    form: &catalogue::FixedPointEncoding,
) -> Result<Option<f64>, ApiError> {
    let n = i128::from(totals.count);
    if n == 0 {
        return Ok((operation == Operation::Sum).then_some(0.0));
    }
    let unit = 10_f64.powi(i32::from(form.decimals));
    let shifted = i128::from(form.offset)
        .checked_mul(n)
        .and_then(|shift| totals.sum.checked_add(shift))
        .ok_or_else(too_large)?;
    Ok(Some(match operation {
        Operation::Sum => shifted as f64 / unit,
        Operation::Mean => shifted as f64 / n as f64 / unit,
        Operation::Variance => {
            // n·Σv² − (Σv)², over n²: an offset common to all values cancels out.
            let numerator = n
                .checked_mul(totals.squares)
                .zip(totals.sum.checked_mul(totals.sum))
                .and_then(|(squares, square)| squares.checked_sub(square))
                .ok_or_else(too_large)?;
            numerator as f64 / n as f64 / n as f64 / unit / unit
        }
    }))
}

fn too_large() -> ApiError {
    ApiError::invalid(
        "startDate",
        "the total over this range exceeds 127 bits: narrow the range",
    )
}
