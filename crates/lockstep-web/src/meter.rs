//! Charges the memory of parsed values to a lease of the body budget.

use std::cell::{Cell, RefCell};

use serde::de::Error;

use crate::api_error::ApiError;
use crate::budget::Lease;

/// Counts bytes of parsed values and charges them in portions; without a lease it only counts.
#[derive(Default)]
pub(crate) struct Meter {
    lease: RefCell<Option<Lease>>,
    uncharged: Cell<usize>,
    /// Bytes that may still be charged if there is no lease.
    left: Cell<Option<usize>>,
    error: RefCell<Option<ApiError>>,
}

impl Meter {
    /// Creates a meter that charges parsed values to `lease`.
    pub(crate) fn of(lease: Lease) -> Self {
        Self {
            lease: RefCell::new(Some(lease)),
            ..Self::default()
        }
    }

    /// Creates a meter without a lease that refuses values of more than `limit` bytes.
    pub(crate) fn bounded(limit: usize) -> Self {
        Self {
            left: Cell::new(Some(limit)),
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
        self.settle().map_err(|()| {
            E::custom(
                "contains more values than fit into the memory for requests: send fewer values",
            )
        })
    }

    /// Charges the counted bytes that are not charged yet.
    ///
    /// # Errors
    /// The refusal of the budget, if it was spent.
    pub(crate) fn finish(&self) -> Result<(), ApiError> {
        let settled = self.error.borrow().is_none() && self.settle().is_ok();
        if settled {
            return Ok(());
        }
        let error = self.error.take();
        Err(error.unwrap_or_else(|| ApiError::out_of_body_memory("all requests")))
    }

    /// Returns the refusal of the budget, if it was spent.
    pub(crate) fn take_refusal(&self) -> Option<ApiError> {
        self.error.take()
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
        lease.grow(bytes).map_err(|error| {
            *self.error.borrow_mut() = Some(error);
        })
    }
}

/// Bytes charged at a time.
const PORTION_BYTES: usize = 32 << 10;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api_error::ErrorKind;
    use crate::budget::{BodyBudget, BudgetLimits, Payer};
    use crate::objects::Objects;
    use serde_json::Value;

    #[test]
    fn values_are_charged_while_they_are_read() {
        let budget = BodyBudget::new(BudgetLimits::default());
        for (unit, count, kind) in [
            ("0,", 100_000, None),
            ("0,", 10 << 20, Some(ErrorKind::TooLarge)),
            ("{\"\":0},", 1 << 20, Some(ErrorKind::TooLarge)),
        ] {
            let text = format!("[{}0]", unit.repeat(count));
            let address = std::net::IpAddr::from([192, 0, 2, 1]);
            let user = "usr_00000000000000000000000001".parse().unwrap();
            for payer in [Payer::Account(user), Payer::Address(address)] {
                let is_open = payer == Payer::Address(address);
                let meter = Meter::of(budget.lease(payer));
                let mut json = serde_json::Deserializer::from_str(&text);
                let read = <Value as serde::Deserialize>::deserialize(Objects(&mut json, &meter));
                let end = meter.finish().err().map(|error| error.kind);
                let expected = if is_open {
                    Some(ErrorKind::TooLarge)
                } else {
                    kind
                };
                assert_eq!(end, expected, "{unit} {count} {is_open}");
                assert_eq!(read.is_err(), expected.is_some());
                assert!(meter.into_lease().unwrap().bytes() <= 96 << 20);
            }
        }
        assert_eq!(budget.held_bytes(), 0);
    }
}
