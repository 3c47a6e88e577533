//! Changes of the system settings.

use lockstep_store::Settings;
use lockstep_store::settings::Wallet;
use lockstep_web::ApiError;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

/// New values of settings; absent groups and fields stay.
#[derive(Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = UpdateSettingsRequest)]
pub(crate) struct SettingsChange {
    encryption: Option<EncryptionChange>,
    network: Option<NetworkChange>,
    wallet: Option<WalletChange>,
    limits: Option<LimitsChange>,
    market: Option<MarketChange>,
}

/// New values of the settings of account keys.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = UpdateEncryptionSettings)]
struct EncryptionChange {
    /// The smallest allowed `securityLevel`: 128, 192 or 256 bits.
    #[schema(example = 128)]
    min_key_length: Option<u32>,
    /// Whether a key whose period has ended is rotated automatically.
    auto_rotate_keys: Option<bool>,
    /// The days until a key is due for rotation.
    #[schema(minimum = 1, maximum = 3650, example = 90)]
    rotation_period: Option<u32>,
}

/// New values of the limits of the network side.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = UpdateNetworkSettings)]
struct NetworkChange {
    /// The seconds that a request may take, except jobs and file uploads.
    #[schema(minimum = 1, maximum = 3600, example = 30)]
    request_timeout: Option<u32>,
    /// The most open connections.
    #[schema(minimum = 10, maximum = 1_000_000, example = 10_000)]
    max_concurrent_connections: Option<u32>,
}

/// New values of the settings of payments.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = UpdateWalletSettings)]
struct WalletChange {
    /// The name of the settlement adapter: `internal`.
    #[schema(example = "internal")]
    network: Option<String>,
    /// The most transfers that one settlement may post.
    #[schema(minimum = 1, maximum = 1_000_000, example = 100)]
    gas_limit: Option<u64>,
    /// The largest price, in the currency of the token, that needs no approval.
    #[schema(minimum = 0, maximum = 1e12, example = 1000.0)]
    auto_approve_threshold: Option<f64>,
}

/// New values of the request limits.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = UpdateLimitSettings)]
struct LimitsChange {
    /// Requests a minute of each account whose tier has a custom limit.
    #[schema(minimum = 1, maximum = 1_000_000, example = 10_000)]
    custom: Option<u32>,
    /// Requests a minute without a valid credential, of each address.
    #[schema(minimum = 1, maximum = 1_000_000, example = 300)]
    anonymous: Option<u32>,
}

/// New values of the settings of the marketplace.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = UpdateMarketSettings)]
struct MarketChange {
    /// How far below zero a purchase may take a buyer's balance, in the currency of the purchase; null
    /// for no limit.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<f64>, minimum = 0, maximum = 1e12, example = 100.0)]
    credit_limit: Option<Option<f64>>,
}

/// Distinguishes null from an absent field.
fn present<'de, D: serde::Deserializer<'de>>(field: D) -> Result<Option<Option<f64>>, D::Error> {
    Option::deserialize(field).map(Some)
}

impl SettingsChange {
    /// Applies the new values.
    ///
    /// # Errors
    /// 400 for the first value that is out of range; nothing is changed then.
    pub(crate) fn apply(self, mut settings: Settings) -> Result<Settings, ApiError> {
        if let Some(new) = self.encryption {
            let old = &mut settings.encryption;
            if let Some(bits) = new.min_key_length
                && ![128, 192, 256].contains(&bits)
            {
                let reason = "must be 128, 192 or 256";
                return Err(ApiError::invalid("encryption.minKeyLength", reason));
            }
            set(&mut old.min_key_length, new.min_key_length);
            set(&mut old.auto_rotate_keys, new.auto_rotate_keys);
            let days = whole("encryption.rotationPeriod", new.rotation_period, 1, 3650)?;
            set(&mut old.rotation_period, days);
        }
        if let Some(new) = self.network {
            let old = &mut settings.network;
            let seconds = whole("network.requestTimeout", new.request_timeout, 1, 3600)?;
            set(&mut old.request_timeout, seconds);
            let connections = new.max_concurrent_connections;
            let connections = whole(
                "network.maxConcurrentConnections",
                connections,
                MIN_CONNECTIONS,
                1_000_000,
            )?;
            set(&mut old.max_concurrent_connections, connections);
        }
        if let Some(new) = self.wallet {
            let old = &mut settings.wallet;
            if let Some(network) = &new.network
                && !Wallet::NETWORKS.contains(&&**network)
            {
                let reason = format!("must be one of {}", Wallet::NETWORKS.join(", "));
                return Err(ApiError::invalid("wallet.network", reason));
            }
            set(&mut old.network, new.network);
            let transfers = whole("wallet.gasLimit", new.gas_limit, 1, 1_000_000)?;
            set(&mut old.gas_limit, transfers);
            let price = amount("wallet.autoApproveThreshold", new.auto_approve_threshold)?;
            set(&mut old.auto_approve_threshold, price);
        }
        if let Some(new) = self.limits {
            let old = &mut settings.limits;
            set(
                &mut old.custom,
                whole("limits.custom", new.custom, 1, 1_000_000)?,
            );
            let anonymous = whole("limits.anonymous", new.anonymous, 1, 1_000_000)?;
            set(&mut old.anonymous, anonymous);
        }
        if let Some(MarketChange {
            credit_limit: Some(credit),
        }) = self.market
        {
            settings.market.credit_limit = amount("market.creditLimit", credit)?;
        }
        Ok(settings)
    }
}

fn set<T>(old: &mut T, new: Option<T>) {
    if let Some(new) = new {
        *old = new;
    }
}

/// Checks that a number is in its range.
fn whole<T>(field: &str, new: Option<T>, least: T, most: T) -> Result<Option<T>, ApiError>
where
    T: PartialOrd + Copy + std::fmt::Display,
{
    match new {
        Some(value) if value < least || value > most => Err(ApiError::invalid(
            field,
            format!("must be {least} to {most}"),
        )),
        value => Ok(value),
    }
}

/// Checks an amount of money in any currency.
fn amount(field: &str, new: Option<f64>) -> Result<Option<f64>, ApiError> {
    match new {
        Some(value) if !(0.0..=MAX_AMOUNT).contains(&value) => Err(ApiError::invalid(
            field,
            format!("must be 0 to {MAX_AMOUNT}"),
        )),
        value => Ok(value),
    }
}

/// Returns the settings that differ, each by its name with the earlier and the new value.
pub(crate) fn differences(old: &Settings, new: &Settings) -> Value {
    let fields = |settings: &Settings| match serde_json::to_value(settings) {
        Ok(Value::Object(groups)) => groups,
        _ => Map::new(),
    };
    let (old, new) = (fields(old), fields(new));
    let mut changed = Map::new();
    for (group, fields) in &new {
        for (field, value) in fields.as_object().into_iter().flatten() {
            let before = &old[group][field];
            if before != value {
                changed.insert(format!("{group}.{field}"), json!([before, value]));
            }
        }
    }
    Value::Object(changed)
}

/// The fewest connections: an administrator can always connect to raise the number.
const MIN_CONNECTIONS: u32 = 10;
const MAX_AMOUNT: f64 = 1e12;

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(change: Value) -> Result<Value, String> {
        let change: SettingsChange =
            serde_json::from_value(change).map_err(|error| error.to_string())?;
        let old = Settings::default();
        let new = change.apply(old.clone()).map_err(|error| {
            let details = error.details.unwrap_or_default();
            details["parameter"].as_str().unwrap_or_default().to_owned()
        })?;
        Ok(differences(&old, &new))
    }

    #[test]
    fn settings_change_within_their_ranges() {
        for (change, expected) in [
            (json!({}), json!({})),
            (json!({ "network": {} }), json!({})),
            (
                json!({ "network": { "requestTimeout": 3600 } }),
                json!({ "network.requestTimeout": [30, 3600] }),
            ),
            (
                json!({ "encryption": { "minKeyLength": 256, "autoRotateKeys": false } }),
                json!({ "encryption.minKeyLength": [128, 256], "encryption.autoRotateKeys": [true, false] }),
            ),
            (
                json!({ "market": { "creditLimit": 0.0 } }),
                json!({ "market.creditLimit": [null, 0.0] }),
            ),
            (json!({ "market": { "creditLimit": null } }), json!({})),
            (
                json!({ "wallet": { "gasLimit": 1, "network": "internal" } }),
                json!({ "wallet.gasLimit": [100, 1] }),
            ),
        ] {
            assert_eq!(changed(change.clone()), Ok(expected), "{change}");
        }
    }

    #[test]
    fn values_out_of_range_are_refused() {
        for (change, field) in [
            (
                json!({ "encryption": { "minKeyLength": 129 } }),
                "encryption.minKeyLength",
            ),
            (
                json!({ "encryption": { "rotationPeriod": 0 } }),
                "encryption.rotationPeriod",
            ),
            (
                json!({ "network": { "requestTimeout": 0 } }),
                "network.requestTimeout",
            ),
            (
                json!({ "network": { "maxConcurrentConnections": 9 } }),
                "network.maxConcurrentConnections",
            ),
            (
                json!({ "wallet": { "network": "ethereum" } }),
                "wallet.network",
            ),
            (json!({ "wallet": { "gasLimit": 0 } }), "wallet.gasLimit"),
            (
                json!({ "wallet": { "autoApproveThreshold": -0.01 } }),
                "wallet.autoApproveThreshold",
            ),
            (json!({ "limits": { "custom": 0 } }), "limits.custom"),
            (
                json!({ "limits": { "anonymous": 1_000_001 } }),
                "limits.anonymous",
            ),
            (
                json!({ "market": { "creditLimit": 1e13 } }),
                "market.creditLimit",
            ),
        ] {
            assert_eq!(changed(change.clone()), Err(field.to_owned()), "{change}");
        }
        for change in [
            json!({ "networks": {} }),
            json!({ "network": { "requestTimeOut": 3 } }),
            json!({ "network": { "requestTimeout": "3" } }),
            json!({ "network": { "requestTimeout": 1.5 } }),
        ] {
            assert!(changed(change.clone()).is_err(), "{change}");
        }
    }
}
