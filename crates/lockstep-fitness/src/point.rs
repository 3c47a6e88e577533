//! One measurement, as it travels from whoever brings it to the store.

use lockstep_store::Timestamp;

/// A measurement, borrowed from the body or file it came in; checked, as sent.
///
/// Its identity is (owner, `device`, `kind`, `timestamp`): another with the same identity
/// replaces it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point<'a> {
    /// When it was measured.
    pub timestamp: Timestamp,
    /// What was measured: the wire's `type`, a name of the catalogue or one of the sender's own.
    pub kind: &'a str,
    /// The number, in `unit`; finite.
    pub value: f64,
    /// The unit as sent.
    pub unit: &'a str,
    /// Who measured: a device's id or name.
    pub device: &'a str,
    /// 0–1, where the sender knows.
    pub confidence: Option<f64>,
    /// A JSON object of scalars, at most 16 keys, as text.
    pub metadata: Option<&'a str>,
}
