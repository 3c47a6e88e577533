//! The storage that an account uses, and its quotas.

use lockstep_encryption::{MAX_CIRCUITS, count_circuits};
use lockstep_store::StorageUsage;
use lockstep_store::id::UserId;
use lockstep_vault::{MAX_KEYS, Mode, Vault, key_queries};
use lockstep_web::{ApiError, AppState, Tier};

use super::activity_writer::MAX_ACTIVITIES;
use super::import_record::MAX_IMPORTS;
use crate::store::{activity, imported};
use lockstep_points::device::MAX_DEVICES;
use lockstep_points::operations::damage::read_account;
use lockstep_points::store::device::count_devices;
use lockstep_points::store::{self, AtRest, Filter};

/// The storage that an account uses, and its quotas.
#[derive(Clone, Debug)]
pub(crate) struct Account {
    /// The tier that determines the quotas.
    pub(crate) tier: Tier,
    /// The quotas by name.
    pub(crate) quotas: Vec<Quota>,
    /// The points by mode.
    pub(crate) modes: Vec<OfMode>,
    /// Whether the server can store data: false if its disk is full.
    pub(crate) is_writable: bool,
}

/// One quota of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Quota {
    /// The quota's name, for example `bytes` or `series`.
    pub(crate) name: &'static str,
    /// The amount in use.
    pub(crate) used: u64,
    /// The limit.
    pub(crate) limit: u64,
}

/// Points of one mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct OfMode {
    /// The encryption mode; `None`: the account's own key.
    pub(crate) mode: Option<Mode>,
    /// The number of series.
    pub(crate) series: u64,
    /// The number of points.
    pub(crate) points: u64,
    /// The bytes of the chunks; `None` if there are too many chunks to count.
    pub(crate) bytes: Option<u64>,
}

/// Returns the storage that an account uses.
pub(crate) async fn read(state: &AppState, user: UserId) -> Result<Account, ApiError> {
    let spooled = Vault::of(state)?.spooled_bytes(&user);
    let (gate, is_writable) = (state.quotas(), state.db.is_writable());
    let owner = user.clone();
    let read: Result<_, ApiError> = read_account(state, &owner, "usage.read", move |tx| {
        let (tier, quota) = gate.of(tx, &user)?;
        let usage = StorageUsage::of(tx, &user)?;
        let keys = key_queries::count(tx, &user)?;
        let circuits = count_circuits(tx, &user)?;
        let devices = count_devices(tx, &user)? as u64;
        let quotas = [
            ("bytes", usage.bytes, quota.bytes),
            ("series", usage.series, quota.series),
            ("chunks", usage.chunks, quota.chunks),
            ("keys", keys, MAX_KEYS),
            ("circuits", circuits, MAX_CIRCUITS),
            ("devices", devices, MAX_DEVICES as u64),
            ("activities", activity::count(tx, &user)?, MAX_ACTIVITIES),
            ("imports", imported::count(tx, &user)?, MAX_IMPORTS),
            ("spoolBytes", spooled, quota.spool_bytes),
        ];
        let all = Filter::default();
        let forms = if usage.chunks <= MAX_COUNTED_CHUNKS {
            Some(store::at_rest(tx, &user, &all)?)
        } else {
            None
        };
        let mut modes: Vec<OfMode> = Vec::new();
        for series in store::series(tx, &user, &all)? {
            let index = modes.iter().position(|one| one.mode == series.mode);
            let index = index.unwrap_or_else(|| {
                modes.push(OfMode {
                    mode: series.mode,
                    bytes: forms.as_ref().map(|forms| bytes(forms, series.mode)),
                    ..OfMode::default()
                });
                modes.len() - 1
            });
            modes[index].series += 1;
            modes[index].points += series.total;
        }
        modes.sort_by_key(|one| one.mode.map_or("", Mode::as_str));
        Ok(Account {
            tier,
            quotas: quotas
                .map(|(name, used, limit)| Quota { name, used, limit })
                .into(),
            modes,
            is_writable,
        })
    })
    .await;
    read
}

fn bytes(forms: &[AtRest], mode: Option<Mode>) -> u64 {
    let of_mode = forms.iter().filter(|form| form.mode == mode);
    of_mode.map(|form| form.bytes).sum()
}

/// The maximum number of chunks that are summed for the bytes of each mode.
const MAX_COUNTED_CHUNKS: u64 = 50_000;
