//! Settings of webhooks.

use std::path::PathBuf;

use lockstep_web::AddressBlock;
use serde::{Deserialize, Serialize};

/// Settings of webhooks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Webhooks {
    /// Whether accounts may create webhooks, and events are sent to them.
    pub enabled: Switch,
    /// Private addresses that may receive webhooks.
    pub allow_private: Vec<AddressBlock>,
    /// A PEM file of certificates that receivers may use, instead of those that the machine trusts.
    pub ca_file: Option<PathBuf>,
    /// The seconds between the attempts of a delivery; empty for the usual schedule of a day.
    pub retry_seconds: Vec<Seconds>,
}

/// A setting that is `true` or `false`, also as the text of a variable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "toml::Value", into = "bool")]
pub struct Switch(pub bool);

/// A whole number of seconds, also as the text of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "toml::Value", into = "u32")]
pub struct Seconds(pub u32);

impl TryFrom<toml::Value> for Switch {
    type Error = &'static str;

    fn try_from(value: toml::Value) -> Result<Self, Self::Error> {
        match value {
            toml::Value::Boolean(value) => Ok(Self(value)),
            toml::Value::String(text) => {
                text.parse().map(Self).map_err(|_| "must be true or false")
            }
            _ => Err("must be true or false"),
        }
    }
}

impl From<Switch> for bool {
    fn from(switch: Switch) -> Self {
        switch.0
    }
}

impl TryFrom<toml::Value> for Seconds {
    type Error = &'static str;

    fn try_from(value: toml::Value) -> Result<Self, Self::Error> {
        let number = match value {
            toml::Value::Integer(number) => u32::try_from(number).ok(),
            toml::Value::String(text) => text.parse().ok(),
            _ => None,
        };
        let number = number.filter(|number| (1..=MAX_RETRY_SECONDS).contains(number));
        number
            .map(Self)
            .ok_or("must be whole seconds from 1 to 86400")
    }
}

impl From<Seconds> for u32 {
    fn from(seconds: Seconds) -> Self {
        seconds.0
    }
}

/// The longest pause between two attempts of a delivery.
const MAX_RETRY_SECONDS: u32 = 24 * 3600;
