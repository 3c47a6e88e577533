//! Exact totals of whole numbers.

/// Totals of whole numbers; the caller knows their scale and offset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// The number of values.
    pub count: u64,
    /// Σ v.
    pub sum: i128,
    /// Σ v², if requested.
    pub squares: i128,
}
