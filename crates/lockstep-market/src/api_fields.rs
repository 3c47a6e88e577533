//! Fields that several areas read.

use lockstep_web::ApiError;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::money::{Currency, Money};

/// A number of a request, with its digits as they were sent.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub(crate) struct Amount(Box<RawValue>);

impl Amount {
    /// Returns the number as it was sent.
    pub(crate) fn text(&self) -> &str {
        self.0.get().trim()
    }
}

/// Reads an amount above zero; `field` names it in errors.
///
/// # Errors
/// A currency or amount that is not accepted.
pub(crate) fn price(field: &str, number: &Amount, currency: &str) -> Result<Money, ApiError> {
    let money = amount(field, number, currency)?;
    if money.minor == 0 {
        return Err(ApiError::invalid(field, "must be greater than 0"));
    }
    Ok(money)
}

/// Reads an amount, not below zero; `field` names it in errors.
///
/// # Errors
/// A currency or amount that is not accepted.
pub(crate) fn amount(field: &str, number: &Amount, currency: &str) -> Result<Money, ApiError> {
    let currency: Currency = currency
        .parse()
        .map_err(|error: crate::money::NotACurrency| {
            ApiError::invalid("currency", error.to_string())
        })?;
    Money::parse(number.text(), currency)
        .map_err(|error| ApiError::invalid(field, error.to_string()))
}

/// Reads the price that a buyer expects. `field` is its name, for errors.
///
/// # Errors
/// A price without its currency or the reverse; a currency or amount that is not accepted.
pub(crate) fn expected_price(
    field: &str,
    number: Option<&Amount>,
    currency: Option<&str>,
) -> Result<Option<Money>, ApiError> {
    match (number, currency) {
        (None, None) => Ok(None),
        (Some(number), Some(currency)) => amount(field, number, currency).map(Some),
        (Some(_), None) => Err(ApiError::invalid(
            "currency",
            format!("must be given with {field}"),
        )),
        (None, Some(_)) => Err(ApiError::invalid(field, "must be given with currency")),
    }
}
