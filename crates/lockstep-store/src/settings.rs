//! The system settings: what an administrator can change while the platform runs.

use serde::{Deserialize, Serialize};

use crate::error::StoreError;
use crate::params;
use crate::tx::Tx;

/// All settings, with the names and groups of the API.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Settings {
    /// What the network side grants.
    pub network: Network,
    /// Requests granted to each account.
    pub limits: Limits,
    /// Keys of the accounts.
    pub encryption: Encryption,
}

/// Keys of the accounts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Encryption {
    /// Least `securityLevel` that is given, in bits.
    pub min_key_length: u32,
    /// Whether a key that has served its time is followed by a new one by itself.
    pub auto_rotate_keys: bool,
    /// Days a key serves.
    pub rotation_period: u32,
}

impl Default for Encryption {
    fn default() -> Self {
        Self {
            min_key_length: 128,
            auto_rotate_keys: true,
            rotation_period: 90,
        }
    }
}

/// What the network side grants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Network {
    /// Seconds a request may take, uploads of files excepted.
    pub request_timeout: u32,
    /// Open connections.
    pub max_concurrent_connections: u32,
}

/// Requests granted to each account, by area and tier: a minute; area B: an hour.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Limits {
    /// What "custom" means where nothing else was agreed.
    pub custom: u32,
    /// Requests without a valid credential, for an address.
    pub anonymous: u32,
}

impl Default for Network {
    fn default() -> Self {
        Self {
            request_timeout: 30,
            max_concurrent_connections: 10_000,
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
    /// As stored; what was never set has its default.
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

    /// Stores all of them.
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
