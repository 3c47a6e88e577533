//! Charges the memory of parsed values to a lease of the body budget.

use std::cell::{Cell, RefCell};

use serde::de::{DeserializeOwned, Error};

use crate::api_error::ApiError;
use crate::budget::Lease;
use crate::objects::Objects;

/// Counts bytes of parsed values and charges them in portions; without a lease it only counts.
#[derive(Default)]
pub(crate) struct Meter {
    lease: RefCell<Option<Lease>>,
    uncharged: Cell<usize>,
    /// Bytes that may still be charged if there is no lease.
    left: Cell<Option<usize>>,
    fault: RefCell<Option<ApiError>>,
}

impl Meter {
    /// Creates a meter that charges parsed values to `lease`.
    pub(crate) fn of(lease: Lease) -> Self {
        Self {
            lease: RefCell::new(Some(lease)),
            ..Self::default()
        }
    }

    /// Counts `bytes` more bytes.
    ///
    /// # Errors
    /// The budget is spent: [`Meter::finish`] says which.
    pub(crate) fn charge<E: Error>(&self, bytes: usize) -> Result<(), E> {
        let uncharged = self.uncharged.get() + bytes;
        self.uncharged.set(uncharged);
        if uncharged < PORTION_BYTES {
            return Ok(());
        }
        self.settle()
            .map_err(|()| E::custom("holds more values than may be kept in memory: send fewer"))
    }

    /// Charges the counted bytes that are not charged yet.
    ///
    /// # Errors
    /// The refusal of the budget, if it was spent.
    pub(crate) fn finish(&self) -> Result<(), ApiError> {
        let settled = self.fault.borrow().is_none() && self.settle().is_ok();
        if settled {
            return Ok(());
        }
        let fault = self.fault.take();
        Err(fault.unwrap_or_else(|| ApiError::out_of_body_memory("all requests")))
    }

    /// Returns the lease with all charged bytes.
    pub(crate) fn into_lease(self) -> Option<Lease> {
        self.lease.into_inner()
    }

    fn settle(&self) -> Result<(), ()> {
        let bytes = self.uncharged.take();
        if let Some(left) = self.left.get() {
            self.left.set(Some(left.checked_sub(bytes).ok_or(())?));
        }
        let mut lease = self.lease.borrow_mut();
        let Some(lease) = lease.as_mut() else {
            return Ok(());
        };
        lease.grow(bytes).map_err(|fault| {
            *self.fault.borrow_mut() = Some(fault);
        })
    }
}

/// Parses JSON that a body carries as text or base64 in a field, in bounded memory: the bounds of
/// the body do not cover it.
///
/// # Errors
/// The defect of the JSON, as a message for the caller.
pub fn embedded_json<T: DeserializeOwned>(json: &[u8]) -> Result<T, String> {
    let meter = Meter {
        left: Cell::new(Some(MAX_EMBEDDED_BYTES)),
        ..Meter::default()
    };
    let mut json = serde_json::Deserializer::from_slice(json);
    let value = T::deserialize(Objects(&mut json, &meter)).map_err(|error| error.to_string())?;
    json.end().map_err(|error| error.to_string())?;
    Ok(value)
}

/// The most memory of a value within a field, 32 MiB: proofs and circuit inputs need a fraction.
const MAX_EMBEDDED_BYTES: usize = 32 << 20;
/// Bytes charged at a time.
const PORTION_BYTES: usize = 32 << 10;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api_error::Kind;
    use crate::budget::{BodyBudget, BudgetLimits, Payer};
    use serde_json::Value;

    #[test]
    fn small_text_that_becomes_large_values_is_refused() {
        for (unit, count, is_read) in [
            ("0,", 1000, true),
            ("{\"\":0},", 1000, true),
            ("0,", 1 << 20, false),
            ("\"\",", 1 << 20, false),
            ("{\"\":0},", 1 << 17, false),
            ("[],", 1 << 20, false),
        ] {
            let text = format!("[{}0]", unit.repeat(count));
            let read = embedded_json::<Value>(text.as_bytes());
            assert_eq!(read.is_ok(), is_read, "{unit} {count}: {:?}", read.err());
        }
        assert!(embedded_json::<Value>(b"[0] x").is_err());
    }

    #[test]
    fn values_are_charged_while_they_are_read() {
        let budget = BodyBudget::new(BudgetLimits::default());
        for (unit, count, kind) in [
            ("0,", 100_000, None),
            ("0,", 10 << 20, Some(Kind::TooLarge)),
            ("{\"\":0},", 1 << 20, Some(Kind::TooLarge)),
        ] {
            let text = format!("[{}0]", unit.repeat(count));
            let address = std::net::IpAddr::from([192, 0, 2, 1]);
            let user = "usr_00000000000000000000000001".parse().unwrap();
            for payer in [Payer::Account(user), Payer::Address(address)] {
                let is_open = payer == Payer::Address(address);
                let meter = Meter::of(budget.lease(payer));
                let mut json = serde_json::Deserializer::from_str(&text);
                let read = <Value as serde::Deserialize>::deserialize(Objects(&mut json, &meter));
                let end = meter.finish().err().map(|fault| fault.kind);
                let expected = if is_open { Some(Kind::TooLarge) } else { kind };
                assert_eq!(end, expected, "{unit} {count} {is_open}");
                assert_eq!(read.is_err(), expected.is_some());
                assert!(meter.into_lease().unwrap().bytes() <= 96 << 20);
            }
        }
        assert_eq!(budget.held_bytes(), 0);
    }
}
