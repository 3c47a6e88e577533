//! The bytes that a run may occupy, counted while its values are built.

use serde::Serialize;
use serde_json::{Map, Value as Json};

/// The bytes of memory that the values of a run may still take. Every value that a run builds or keeps is subtracted.
#[derive(Debug)]
pub(crate) struct ValueBudget {
    left: usize,
}

/// A function that may return the replacement of a value, and counts the replacement.
type Replace<'f> = dyn FnMut(&mut ValueBudget, &Json) -> Result<Option<Json>, String> + 'f;

impl ValueBudget {
    /// Returns the budget of a run that has no value yet.
    pub(crate) fn of_run() -> Self {
        Self {
            left: MAX_RUN_BYTES,
        }
    }

    /// Subtracts bytes; an exhausted budget stays so.
    ///
    /// # Errors
    /// The run has no bytes left.
    fn spend(&mut self, bytes: usize) -> Result<(), String> {
        match self.left.checked_sub(bytes) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => {
                self.left = 0;
                Err(exhausted())
            }
        }
    }

    /// Subtracts a value that already exists.
    ///
    /// # Errors
    /// The run has no bytes left.
    pub(crate) fn keep(&mut self, value: &Json) -> Result<(), String> {
        self.spend(own_bytes(value))?;
        match value {
            Json::Array(items) => items.iter().try_for_each(|item| self.keep(item)),
            Json::Object(fields) => fields.iter().try_for_each(|(name, field)| {
                self.spend(name.len())?;
                self.keep(field)
            }),
            _ => Ok(()),
        }
    }

    /// Copies a value.
    ///
    /// # Errors
    /// The run has no bytes left; the copy ends there.
    pub(crate) fn copy(&mut self, value: &Json) -> Result<Json, String> {
        self.build(value, &mut |budget, part| match part {
            Json::Array(_) | Json::Object(_) => Ok(None),
            plain => {
                budget.spend(own_bytes(plain))?;
                Ok(Some(plain.clone()))
            }
        })
    }

    /// Copies a value, with some parts replaced. `replace` returns the replacement of a part, already counted.
    ///
    /// # Errors
    /// Those of `replace`; the run has no bytes left.
    pub(super) fn build(
        &mut self,
        value: &Json,
        replace: &mut Replace<'_>,
    ) -> Result<Json, String> {
        if let Some(built) = replace(self, value)? {
            return Ok(built);
        }
        self.spend(own_bytes(value))?;
        match value {
            Json::Array(items) => {
                let mut built = Vec::new();
                for item in items {
                    built.push(self.build(item, replace)?);
                }
                Ok(Json::Array(built))
            }
            Json::Object(fields) => {
                let mut built = Map::new();
                for (name, field) in fields {
                    self.spend(name.len())?;
                    built.insert(name.clone(), self.build(field, replace)?);
                }
                Ok(Json::Object(built))
            }
            plain => Ok(plain.clone()),
        }
    }
}

/// Returns the bytes of memory of a value without those of its parts.
fn own_bytes(value: &Json) -> usize {
    VALUE_BYTES
        + match value {
            Json::String(text) => text.len(),
            Json::Object(fields) => fields.len().div_ceil(FIELDS_OF_NODE) * NODE_BYTES,
            _ => 0,
        }
}

fn exhausted() -> String {
    let limit = MAX_RUN_BYTES >> 20;
    format!(
        "the values of the run take more than {limit} MiB: refer to smaller parts of outputs, or to fewer"
    )
}

/// Whether the JSON text of a value has at most so many bytes. The text is not built.
pub(crate) fn is_within(value: &impl Serialize, limit: usize) -> bool {
    serde_json::to_writer(Countdown(limit), value).is_ok()
}

/// Counts written bytes, and fails after the last one that may be written.
struct Countdown(usize);

impl std::io::Write for Countdown {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let left = self.0.checked_sub(bytes.len());
        self.0 = left.ok_or(std::io::ErrorKind::FileTooLarge)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The memory that the values of a run may take. A run holds them twice while they are written down.
const MAX_RUN_BYTES: usize = 16 << 20;
/// The memory of one value: itself, or its place in a list.
const VALUE_BYTES: usize = 32;
/// The memory of a node of the tree that holds the fields of an object.
const NODE_BYTES: usize = 640;
/// The fewest fields of such a node, except the last.
const FIELDS_OF_NODE: usize = 6;

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn copies_end_with_the_budget() {
        let list = json!(vec![0; 1000]);
        for (value, bytes) in [
            (json!(null), VALUE_BYTES),
            (json!("four"), VALUE_BYTES + 4),
            (list, 1001 * VALUE_BYTES),
            (json!({ "ab": 1 }), 2 * VALUE_BYTES + NODE_BYTES + 2),
        ] {
            let mut budget = ValueBudget { left: bytes };
            assert_eq!(budget.copy(&value).as_ref(), Ok(&value));
            assert_eq!(budget.left, 0, "{value}");
            for use_up in [
                |budget: &mut ValueBudget, value: &Json| budget.copy(value).map(drop),
                |budget: &mut ValueBudget, value: &Json| budget.keep(value),
            ] {
                let mut budget = ValueBudget { left: bytes - 1 };
                use_up(&mut budget, &value).unwrap_err();
                budget.copy(&json!(1)).unwrap_err();
            }
        }
    }

    #[test]
    fn texts_are_measured_without_being_built() {
        for value in [json!([1, "é", { "a": null }]), json!("x".repeat(1000))] {
            let bytes = value.to_string().len();
            assert!(is_within(&value, bytes), "{value}");
            assert!(!is_within(&value, bytes - 1), "{value}");
        }
    }
}
