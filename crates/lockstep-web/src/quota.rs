//! Storage quotas of accounts, by tier.
//!
//! An operation that stores data asks a [`Meter`] before and after, in its transaction. An account
//! over its quota may read, delete, and replace points by as many bytes, but not grow.

use lockstep_store::id::UserId;
use lockstep_store::settings::{QuotaLimits, Tiers};
use lockstep_store::{StorageUsage, StoreError, Tx};
use serde::{Deserialize, Serialize};

use crate::access::Tier;
use crate::api_error::ApiError;

/// The quotas of each tier. The configuration may change the defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Changes")]
pub struct Quotas {
    /// The quota of the tier `standard`.
    pub standard: Quota,
    /// The quota of the tier `premium`.
    pub premium: Quota,
    /// The quota of the tier `enterprise`.
    pub enterprise: Quota,
}

/// The storage quota of an account of one tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Quota {
    /// Bytes of sealed points, blocks, evaluation keys, circuits, proving keys and signed roots.
    pub bytes: u64,
    /// The number of series: one for each type, device and mode.
    pub series: u64,
    /// The number of chunks and blocks of points.
    pub chunks: u64,
    /// Bytes of files that wait while they are imported.
    pub spool_bytes: u64,
}

impl Default for Quotas {
    fn default() -> Self {
        Self {
            standard: Quota {
                bytes: 5 * GIB,
                series: 10_000,
                chunks: 2_000_000,
                spool_bytes: 4 * GIB,
            },
            premium: Quota {
                bytes: 50 * GIB,
                series: 40_000,
                chunks: 20_000_000,
                spool_bytes: 8 * GIB,
            },
            enterprise: Quota {
                bytes: 500 * GIB,
                series: 40_000,
                chunks: 200_000_000,
                spool_bytes: 16 * GIB,
            },
        }
    }
}

/// The quotas named in a configuration; a quota that is absent keeps its default.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Changes {
    standard: Change,
    premium: Change,
    enterprise: Change,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Change {
    bytes: Option<u64>,
    series: Option<u64>,
    chunks: Option<u64>,
    spool_bytes: Option<u64>,
}

impl From<Changes> for Quotas {
    fn from(changes: Changes) -> Self {
        let table = Self::default();
        Self {
            standard: changes.standard.of(table.standard),
            premium: changes.premium.of(table.premium),
            enterprise: changes.enterprise.of(table.enterprise),
        }
    }
}

impl Change {
    fn of(self, quota: Quota) -> Quota {
        Quota {
            bytes: self.bytes.unwrap_or(quota.bytes),
            series: self.series.unwrap_or(quota.series),
            chunks: self.chunks.unwrap_or(quota.chunks),
            spool_bytes: self.spool_bytes.unwrap_or(quota.spool_bytes),
        }
    }
}

impl Quotas {
    /// Returns the quotas with those that an administrator has changed.
    #[must_use]
    pub fn changed_by(self, tiers: &Tiers) -> Self {
        Self {
            standard: self.standard.changed_by(tiers.standard.quota),
            premium: self.premium.changed_by(tiers.premium.quota),
            enterprise: self.enterprise.changed_by(tiers.enterprise.quota),
        }
    }

    /// Returns the quota of a tier.
    #[must_use]
    pub fn of(&self, tier: Tier) -> Quota {
        match tier {
            Tier::Standard => self.standard,
            Tier::Premium => self.premium,
            Tier::Enterprise => self.enterprise,
        }
    }
}

impl Quota {
    fn changed_by(self, changes: QuotaLimits) -> Self {
        Self {
            bytes: changes.bytes.unwrap_or(self.bytes),
            series: changes.series.unwrap_or(self.series),
            chunks: changes.chunks.unwrap_or(self.chunks),
            spool_bytes: changes.spool_bytes.unwrap_or(self.spool_bytes),
        }
    }
}

/// Returns the tier of an account, or `None` for an unknown account.
pub type TierOf = fn(&Tx<'_>, &UserId) -> Result<Option<Tier>, StoreError>;

/// The quotas, with the function that looks up tiers.
#[derive(Clone, Copy, Debug)]
pub struct QuotaGate {
    quotas: Quotas,
    tier_of: TierOf,
}

impl QuotaGate {
    /// Creates a gate over these quotas.
    #[must_use]
    pub fn new(quotas: Quotas, tier_of: TierOf) -> Self {
        Self { quotas, tier_of }
    }

    /// Returns the gate with the quotas that an administrator has changed.
    #[must_use]
    pub fn changed_by(self, tiers: &Tiers) -> Self {
        Self {
            quotas: self.quotas.changed_by(tiers),
            ..self
        }
    }

    /// Returns the tier of an account and its quota. Without accounts, in benchmarks and in tests
    /// of single capabilities, every caller has the highest tier.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn of(&self, tx: &Tx<'_>, user: &UserId) -> Result<(Tier, Quota), StoreError> {
        let tier = (self.tier_of)(tx, user)?.unwrap_or(Tier::Enterprise);
        Ok((tier, self.quotas.of(tier)))
    }

    /// Whether the account exists.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn knows(&self, tx: &Tx<'_>, user: &UserId) -> Result<bool, StoreError> {
        (self.tier_of)(tx, user).map(|tier| tier.is_some())
    }

    /// Begins to measure how much an operation stores for an account.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn before(&self, tx: &Tx<'_>, user: &UserId) -> Result<Meter, StoreError> {
        let (_, quota) = self.of(tx, user)?;
        Ok(Meter {
            user: user.clone(),
            before: StorageUsage::of(tx, user)?,
            quota,
        })
    }

    /// Refuses if the account's quota has no room for `bytes` more bytes.
    ///
    /// # Errors
    /// A quota that would be exceeded, or [`StoreError`].
    pub fn ensure_room(&self, tx: &Tx<'_>, user: &UserId, bytes: u64) -> Result<(), ApiError> {
        let (_, quota) = self.of(tx, user)?;
        let wanted = StorageUsage::of(tx, user)?.bytes.saturating_add(bytes);
        if wanted > quota.bytes {
            return Err(ApiError::over_quota("bytes", wanted, quota.bytes));
        }
        Ok(())
    }
}

/// The usage of an account before an operation.
#[derive(Clone, Debug)]
pub struct Meter {
    user: UserId,
    before: StorageUsage,
    quota: Quota,
}

impl Meter {
    /// Refuses an operation that has stored more than a quota allows.
    ///
    /// # Errors
    /// The first quota that is exceeded by more than before, or [`StoreError`].
    pub fn check(&self, tx: &Tx<'_>) -> Result<(), ApiError> {
        let after = StorageUsage::of(tx, &self.user)?;
        let Self { before, quota, .. } = self;
        for (name, before, after, limit) in [
            ("bytes", before.bytes, after.bytes, quota.bytes),
            ("series", before.series, after.series, quota.series),
            ("chunks", before.chunks, after.chunks, quota.chunks),
        ] {
            if after > limit && after > before {
                return Err(ApiError::over_quota(name, after, limit));
            }
        }
        Ok(())
    }
}

const GIB: u64 = 1 << 30;
