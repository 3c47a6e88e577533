//! The system settings that an administrator can change at run time.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::db::Db;
use crate::error::StoreError;
use crate::params;
use crate::tx::Tx;

/// All settings, with the names and groups of the API.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Settings {
    /// The network limits.
    pub network: Network,
    /// The request limits of each account.
    pub limits: Limits,
    /// The settings of account keys.
    pub encryption: Encryption,
    /// The settings of payments.
    pub wallet: Wallet,
    /// The settings of the marketplace.
    pub market: Market,
    /// The settings of the database and of scheduled backups.
    pub database: Database,
    /// The thresholds of alert rules.
    pub alerts: Alerts,
    /// The limits and quotas that differ from the defaults, by tier.
    pub tiers: Tiers,
    /// The settings of sign-ins.
    pub sign_in: SignIn,
}

/// The settings of sign-ins.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SignIn {
    /// Whether accounts have the rights of administration only while they have TOTP.
    pub administration_needs_totp: bool,
}

/// The settings of the database and of scheduled backups.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Database {
    /// The maximum number of reads that run at the same time.
    pub max_connections: u32,
    /// The maximum time in seconds that a read for an account may wait and run.
    pub timeout: u32,
    /// Whether backups are made on a schedule.
    pub backup_enabled: bool,
    /// The hours between two backups.
    pub backup_interval: u32,
}

impl Database {
    /// Applies the settings of the engine.
    pub(crate) fn apply(&self, db: &Db) {
        db.limit_reads(
            self.max_connections as usize,
            Duration::from_secs(u64::from(self.timeout)),
        );
    }
}

impl Default for Database {
    fn default() -> Self {
        Self {
            max_connections: 4,
            timeout: 60,
            backup_enabled: false,
            backup_interval: 24,
        }
    }
}

/// The thresholds of alert rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Alerts {
    /// The used percentage of the disk at which an alert starts.
    pub storage_percent: u32,
    /// The number of failed sign-ins per minute at which an alert starts.
    pub failed_sign_ins: u32,
    /// The percentage of requests with a server error at which an alert starts.
    pub error_percent: u32,
}

impl Default for Alerts {
    fn default() -> Self {
        Self {
            storage_percent: 90,
            failed_sign_ins: 60,
            error_percent: 5,
        }
    }
}

/// The limits and quotas of each tier that differ from the defaults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Tiers {
    /// The tier `standard`.
    pub standard: TierLimits,
    /// The tier `premium`.
    pub premium: TierLimits,
    /// The tier `enterprise`.
    pub enterprise: TierLimits,
}

/// The limits and quotas of a tier; `None` for the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TierLimits {
    /// The requests of each area: per minute; in the platform API per hour.
    pub requests: RequestLimits,
    /// The storage quotas.
    pub quota: QuotaLimits,
}

/// The requests that an account of a tier may send, by area.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RequestLimits {
    /// Requests per minute to the fitness API.
    pub fitness: Option<u32>,
    /// Requests per hour to the platform API.
    pub platform: Option<u32>,
    /// Requests per minute to the administration API.
    pub administration: Option<u32>,
    /// Requests per minute to the agent API.
    pub agents: Option<u32>,
    /// Requests per minute to the encryption API.
    pub encryption: Option<u32>,
}

/// The storage quotas of a tier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct QuotaLimits {
    /// Bytes of stored data.
    pub bytes: Option<u64>,
    /// The number of series.
    pub series: Option<u64>,
    /// The number of chunks and blocks.
    pub chunks: Option<u64>,
    /// Bytes of files that wait while they are imported.
    pub spool_bytes: Option<u64>,
}

/// The encryption mode where a mode is required and none is named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum DefaultType {
    /// Homomorphic encryption.
    #[serde(rename = "FHE")]
    Fhe,
    /// The mode `Basic`: AES-256-GCM.
    #[default]
    #[serde(rename = "AES")]
    Aes,
    /// Zero-knowledge commitments.
    #[serde(rename = "ZK")]
    Zk,
}

impl DefaultType {
    /// Returns the text form.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Fhe => "FHE",
            Self::Aes => "AES",
            Self::Zk => "ZK",
        }
    }
}

/// The settings of payments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Wallet {
    /// The name of the settlement adapter.
    pub network: String,
    /// The maximum number of transfers that one settlement may post.
    pub gas_limit: u64,
    /// The largest price, in the currency of the token, that needs no approval.
    pub auto_approve_threshold: f64,
}

/// The settings of the marketplace.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Market {
    /// The maximum debt of a buyer after a purchase, in the currency of the purchase;
    /// `None` for no limit.
    pub credit_limit: Option<f64>,
}

impl Wallet {
    /// The settlement adapters.
    pub const NETWORKS: &[&str] = &["internal"];
}

impl Default for Wallet {
    fn default() -> Self {
        Self {
            network: Self::NETWORKS[0].to_owned(),
            gas_limit: 100,
            auto_approve_threshold: 1000.0,
        }
    }
}

/// The settings of account keys.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Encryption {
    /// The mode of an upload that requests blocks and names no mode.
    pub default_type: DefaultType,
    /// The smallest allowed `securityLevel`, in bits.
    pub min_key_length: u32,
    /// Whether a key whose period has ended is rotated automatically.
    pub auto_rotate_keys: bool,
    /// The days until a key is due for rotation.
    pub rotation_period: u32,
}

impl Default for Encryption {
    fn default() -> Self {
        Self {
            default_type: DefaultType::default(),
            min_key_length: 128,
            auto_rotate_keys: true,
            // Days.
            rotation_period: 90,
        }
    }
}

/// The network limits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Network {
    /// The seconds that a request may take, except file uploads.
    pub request_timeout: u32,
    /// The maximum number of open connections.
    pub max_concurrent_connections: u32,
    /// The maximum number of bytes per second of all connections together; 0 for no limit.
    pub max_bandwidth: u64,
}

/// The requests that each account may send, by area and tier: per minute; in the platform API per hour.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Limits {
    /// The limit of tiers whose limit the area table leaves to the operator.
    pub custom: u32,
    /// The limit of requests without a valid credential, for each address.
    pub anonymous: u32,
}

impl Default for Network {
    fn default() -> Self {
        Self {
            request_timeout: 30,
            max_concurrent_connections: 10_000,
            max_bandwidth: 0,
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            custom: 10_000,
            anonymous: 300,
        }
    }
}

impl Settings {
    /// Loads the stored settings; a setting that was never stored has its default.
    pub fn load(tx: &Tx<'_>) -> Result<Self, StoreError> {
        let stored = tx.query_opt(
            "SELECT value FROM setting WHERE name = 'settings'",
            &[],
            |row| row.at::<String>(0),
        )?;
        let Some(stored) = stored else {
            return Ok(Self::default());
        };
        serde_json::from_str(&stored)
            .map_err(|error| StoreError::Damaged(format!("settings: {error}")))
    }

    /// Loads the stored settings. Settings that cannot be read have their defaults, with an entry in the
    /// log: a server without its settings still serves its accounts.
    pub(crate) fn load_readable(tx: &Tx<'_>) -> Result<Self, StoreError> {
        match Self::load(tx) {
            Err(error) if error.is_damage() => {
                tracing::error!(
                    %error,
                    "the stored settings cannot be read and the defaults apply: `lockstep scrub` names the \
                     row; store the settings again, or restore a backup"
                );
                Ok(Self::default())
            }
            loaded => loaded,
        }
    }

    /// Whether settings are stored. After the first change, no operation removes their row.
    pub fn are_stored(tx: &Tx<'_>) -> Result<bool, StoreError> {
        tx.query_one(
            "SELECT EXISTS (SELECT 1 FROM setting WHERE name = 'settings')",
            &[],
            |row| row.at(0),
        )
    }

    /// Stores all settings.
    pub fn save(&self, tx: &mut Tx<'_>) -> Result<(), StoreError> {
        let text = serde_json::to_string(self)
            .map_err(|error| StoreError::Damaged(format!("settings: {error}")))?;
        tx.execute(
            "INSERT INTO setting(name, value) VALUES ('settings', ?1)
             ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            params![&text],
        )?;
        Ok(())
    }
}

/// Names the rows of table `setting` that cannot be read.
pub(crate) fn damaged(tx: &Tx<'_>) -> Result<Vec<String>, StoreError> {
    let mut damaged = tx.query(
        "SELECT name, typeof(name) <> 'text' FROM setting
         WHERE typeof(name) <> 'text' OR typeof(value) <> 'text'",
        &[],
        |row| {
            let column = match row.at::<bool>(1)? {
                true => "name",
                false => "value",
            };
            Ok(format!(
                "table setting, row {}, column {column}: expected a text; a setting has its default and a \
                 background job begins again until the row is written again",
                row.shown(0)
            ))
        },
    )?;
    if let Err(error @ StoreError::Damaged(_)) = Settings::load(tx) {
        damaged.push(format!(
            "table setting, row settings: {error}; the defaults apply until the settings are stored again"
        ));
    }
    Ok(damaged)
}
