//! Changes of the system settings.

use lockstep_store::Settings;
use lockstep_store::settings::{Alerts, Database, DefaultType, Wallet};
use lockstep_web::ApiError;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

/// New values of settings; absent groups and fields stay unchanged.
#[derive(Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = UpdateSettingsRequest)]
pub(crate) struct SettingsChange {
    /// New settings of encryption keys. Unchanged if absent.
    encryption: Option<EncryptionChange>,
    /// New settings of the network. Unchanged if absent.
    network: Option<NetworkChange>,
    /// New settings of payments. Unchanged if absent.
    wallet: Option<WalletChange>,
    /// New settings of request limits. Unchanged if absent.
    limits: Option<LimitsChange>,
    /// New settings of the marketplace. Unchanged if absent.
    market: Option<MarketChange>,
    /// New settings of the database and of backups. Unchanged if absent.
    database: Option<DatabaseChange>,
    /// New settings of alert rules. Unchanged if absent.
    alerts: Option<AlertsChange>,
    /// New settings of sign-ins. Unchanged if absent.
    sign_in: Option<SignInChange>,
}

/// The encryption mode where a mode is required and none is named. `AES` is the mode `Basic`.
// The form of `DefaultType` in the OpenAPI document, which the store does not depend on.
#[derive(Clone, Copy, Deserialize, Serialize, ToSchema)]
pub(crate) enum DefaultEncryptionType {
    #[serde(rename = "FHE")]
    Fhe,
    #[serde(rename = "AES")]
    Aes,
    #[serde(rename = "ZK")]
    Zk,
}

impl From<DefaultEncryptionType> for DefaultType {
    fn from(wire: DefaultEncryptionType) -> Self {
        match wire {
            DefaultEncryptionType::Fhe => Self::Fhe,
            DefaultEncryptionType::Aes => Self::Aes,
            DefaultEncryptionType::Zk => Self::Zk,
        }
    }
}

impl From<DefaultType> for DefaultEncryptionType {
    fn from(stored: DefaultType) -> Self {
        match stored {
            DefaultType::Fhe => Self::Fhe,
            DefaultType::Aes => Self::Aes,
            DefaultType::Zk => Self::Zk,
        }
    }
}

/// New values of the settings of the database and of scheduled backups.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = DatabaseSettingsChange)]
struct DatabaseChange {
    /// The maximum number of reads of the store that run at the same time.
    #[schema(minimum = 1, maximum = 64, example = 4)]
    max_connections: Option<u32>,
    /// The maximum time in seconds that a read for an account may wait and run. After that, the request
    /// is refused with 503.
    #[schema(minimum = 1, maximum = 3600, example = 60)]
    timeout: Option<u32>,
    /// Whether backups are made on a schedule. This requires `backup.directory` in the configuration.
    #[schema(example = false)]
    backup_enabled: Option<bool>,
    /// The hours between two backups.
    #[schema(minimum = 1, maximum = 8760, example = 24)]
    backup_interval: Option<u32>,
}

/// New thresholds of alert rules.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = AlertSettingsChange)]
struct AlertsChange {
    /// The used percentage of the disk at which an alert starts.
    #[schema(minimum = 1, maximum = 100, example = 90)]
    storage_percent: Option<u32>,
    /// The number of failed sign-ins per minute at which an alert starts.
    #[schema(minimum = 1, maximum = 1_000_000, example = 60)]
    failed_sign_ins: Option<u32>,
    /// The percentage of requests with a server error at which an alert starts.
    #[schema(minimum = 1, maximum = 100, example = 5)]
    error_percent: Option<u32>,
}

/// New values of the settings of account keys.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = EncryptionSettingsChange)]
struct EncryptionChange {
    /// The mode of an upload that names `chunkSize` and no mode. `AES` is the mode `Basic`.
    default_type: Option<DefaultEncryptionType>,
    /// The smallest allowed `securityLevel`: 128, 192 or 256 bits.
    #[schema(example = 128)]
    min_key_length: Option<u32>,
    /// Whether a key whose period has ended is rotated automatically.
    auto_rotate_keys: Option<bool>,
    /// The days until a key is due for rotation.
    #[schema(minimum = 1, maximum = 3650, example = 90)]
    rotation_period: Option<u32>,
}

/// New values of the network limits.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NetworkSettingsChange)]
struct NetworkChange {
    /// The maximum duration of a request in seconds, except for jobs and file uploads.
    #[schema(minimum = 1, maximum = 3600, example = 30)]
    request_timeout: Option<u32>,
    /// The maximum number of open connections.
    #[schema(minimum = 10, maximum = 1_000_000, example = 10_000)]
    max_concurrent_connections: Option<u32>,
    /// The maximum number of bytes per second of all connections together; 0 for no limit.
    #[schema(minimum = 0, maximum = 1_000_000_000_000_u64, example = 0)]
    max_bandwidth: Option<u64>,
}

/// New values of the settings of payments.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = WalletSettingsChange)]
struct WalletChange {
    /// The name of the settlement adapter: `internal`.
    #[schema(example = "internal")]
    network: Option<String>,
    /// The maximum number of transfers that one settlement may post.
    #[schema(minimum = 1, maximum = 1_000_000, example = 100)]
    gas_limit: Option<u64>,
    /// The largest price, in the currency of the token, that needs no approval.
    #[schema(minimum = 0, maximum = 1e12, example = 1000.0)]
    auto_approve_threshold: Option<f64>,
}

/// New values of the request limits.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = RequestLimitSettingsChange)]
struct LimitsChange {
    /// Requests per minute of an account whose tier has a custom limit.
    #[schema(minimum = 1, maximum = 1_000_000, example = 10_000)]
    custom: Option<u32>,
    /// Requests per minute without a valid credential from one network address.
    #[schema(minimum = 1, maximum = 1_000_000, example = 300)]
    anonymous: Option<u32>,
}

/// New values of the settings of the marketplace.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = MarketSettingsChange)]
struct MarketChange {
    /// The maximum debt of a buyer after a purchase, in the currency of the purchase; null
    /// for no limit.
    #[serde(default, deserialize_with = "lockstep_web::present")]
    #[schema(value_type = Option<f64>, minimum = 0, maximum = 1e12, example = 100.0)]
    credit_limit: Option<Option<f64>>,
}

/// New values of the settings of sign-ins.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = SignInSettingsChange)]
struct SignInChange {
    /// Whether administrators and auditors need TOTP: without it, their accounts have the rights of the role `user` only.
    administration_needs_totp: Option<bool>,
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
            set(&mut old.default_type, new.default_type.map(Into::into));
            set(&mut old.min_key_length, new.min_key_length);
            set(&mut old.auto_rotate_keys, new.auto_rotate_keys);
            let days = checked_number("encryption.rotationPeriod", new.rotation_period, 1, 3650)?;
            set(&mut old.rotation_period, days);
        }
        if let Some(new) = self.network {
            let old = &mut settings.network;
            let seconds = checked_number("network.requestTimeout", new.request_timeout, 1, 3600)?;
            set(&mut old.request_timeout, seconds);
            let connections = new.max_concurrent_connections;
            let connections = checked_number(
                "network.maxConcurrentConnections",
                connections,
                MIN_CONNECTIONS,
                1_000_000,
            )?;
            set(&mut old.max_concurrent_connections, connections);
            set(&mut old.max_bandwidth, bandwidth(new.max_bandwidth)?);
        }
        if let Some(new) = self.wallet {
            let old = &mut settings.wallet;
            if let Some(network) = &new.network
                && !Wallet::NETWORKS.contains(&&**network)
            {
                let networks = Wallet::NETWORKS.join(" or ");
                let reason = format!("names no settlement adapter: must be {networks}");
                return Err(ApiError::invalid("wallet.network", reason));
            }
            set(&mut old.network, new.network);
            let transfers = checked_number("wallet.gasLimit", new.gas_limit, 1, 1_000_000)?;
            set(&mut old.gas_limit, transfers);
            let price = amount("wallet.autoApproveThreshold", new.auto_approve_threshold)?;
            set(&mut old.auto_approve_threshold, price);
        }
        if let Some(new) = self.limits {
            let old = &mut settings.limits;
            set(
                &mut old.custom,
                checked_number("limits.custom", new.custom, 1, 1_000_000)?,
            );
            let anonymous = checked_number("limits.anonymous", new.anonymous, 1, 1_000_000)?;
            set(&mut old.anonymous, anonymous);
        }
        if let Some(MarketChange {
            credit_limit: Some(credit),
        }) = self.market
        {
            settings.market.credit_limit = amount("market.creditLimit", credit)?;
        }
        if let Some(new) = self.database {
            new.apply(&mut settings.database)?;
        }
        if let Some(new) = self.alerts {
            new.apply(&mut settings.alerts)?;
        }
        if let Some(new) = self.sign_in {
            let old = &mut settings.sign_in.administration_needs_totp;
            set(old, new.administration_needs_totp);
        }
        Ok(settings)
    }

    /// Whether the change turns scheduled backups on.
    pub(crate) fn enables_backups(&self) -> bool {
        let database = self.database.as_ref();
        database.and_then(|new| new.backup_enabled) == Some(true)
    }
}

impl DatabaseChange {
    fn apply(self, old: &mut Database) -> Result<(), ApiError> {
        let connections = checked_number("database.maxConnections", self.max_connections, 1, 64)?;
        set(&mut old.max_connections, connections);
        let seconds = checked_number("database.timeout", self.timeout, 1, 3600)?;
        set(&mut old.timeout, seconds);
        set(&mut old.backup_enabled, self.backup_enabled);
        let hours = checked_number("database.backupInterval", self.backup_interval, 1, 8760)?;
        set(&mut old.backup_interval, hours);
        Ok(())
    }
}

impl AlertsChange {
    fn apply(self, old: &mut Alerts) -> Result<(), ApiError> {
        let percent = checked_number("alerts.storagePercent", self.storage_percent, 1, 100)?;
        set(&mut old.storage_percent, percent);
        let failed = checked_number("alerts.failedSignIns", self.failed_sign_ins, 1, 1_000_000)?;
        set(&mut old.failed_sign_ins, failed);
        let percent = checked_number("alerts.errorPercent", self.error_percent, 1, 100)?;
        set(&mut old.error_percent, percent);
        Ok(())
    }
}

fn set<T>(old: &mut T, new: Option<T>) {
    if let Some(new) = new {
        *old = new;
    }
}

/// Checks that a number is in its range.
pub(crate) fn checked_number<T>(
    field: &str,
    new: Option<T>,
    minimum: T,
    maximum: T,
) -> Result<Option<T>, ApiError>
where
    T: PartialOrd + Copy + std::fmt::Display,
{
    match new {
        Some(value) if value < minimum || value > maximum => Err(ApiError::invalid(
            field,
            format!("must be {minimum} to {maximum}"),
        )),
        value => Ok(value),
    }
}

/// Checks a limit of the bandwidth; 0 means no limit.
fn bandwidth(new: Option<u64>) -> Result<Option<u64>, ApiError> {
    match new {
        Some(bytes) if bytes > 0 && !(MIN_BANDWIDTH..=MAX_BANDWIDTH).contains(&bytes) => {
            let reason = format!("must be 0 for no limit, or {MIN_BANDWIDTH} to {MAX_BANDWIDTH}");
            Err(ApiError::invalid("network.maxBandwidth", reason))
        }
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

/// The fewest connections. `lockstep settings reset` works without one.
const MIN_CONNECTIONS: u32 = 10;
/// The smallest limit of the bandwidth in bytes per second: an administrator can always raise it.
const MIN_BANDWIDTH: u64 = 65_536;
const MAX_BANDWIDTH: u64 = 1_000_000_000_000;
const MAX_AMOUNT: f64 = 1e12;

#[cfg(test)]
mod tests;
