//! Stores activities within the account's limits, a bounded amount in each transaction.
//!
//! The limits are read once in a transaction and counted from there, so that the time of a transaction does
//! not grow with the account.

use lockstep_store::id::ActivityId;
use lockstep_store::{StorageUsage, StoreError, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::ApiError;
use lockstep_web::quota::QuotaGate;

use super::stream::{ACTIVITY_CHANGED, ACTIVITY_CREATED, note_activities};
use crate::activity::{Content, MAX_START_MILLIS, Recording};
use crate::store::activity;

/// The activities that one transaction stores.
pub(super) struct ActivityWriter<'k> {
    account_keys: &'k AccountKeys,
    /// The number of activities that the account may still store.
    free_activities: u64,
    used_bytes: u64,
    quota_bytes: u64,
    /// The bytes of the rows that the transaction opened and sealed.
    processed_bytes: usize,
    /// The activities that recordings became, and those that recordings were added to.
    created: Vec<ActivityId>,
    changed: Vec<ActivityId>,
}

/// The reason why an activity is not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ActivityRefusal {
    /// The account has [`MAX_ACTIVITIES`].
    Activities,
    /// The quota `bytes` has no room for it.
    Bytes {
        /// The bytes that would be used.
        used: u64,
        /// The quota.
        limit: u64,
    },
}

impl From<ActivityRefusal> for ApiError {
    fn from(left_out: ActivityRefusal) -> Self {
        match left_out {
            ActivityRefusal::Activities => Self::conflict(format!(
                "an account has {MAX_ACTIVITIES} activities at most: DELETE /v1/sfdp/activities/{{id}} \
                 makes room"
            )),
            ActivityRefusal::Bytes { used, limit } => Self::over_quota("bytes", used, limit),
        }
    }
}

impl<'k> ActivityWriter<'k> {
    /// Reads the limits of the account.
    pub(super) fn new(
        tx: &Tx<'_>,
        quotas: QuotaGate,
        account_keys: &'k AccountKeys,
    ) -> Result<Self, StoreError> {
        let user = account_keys.user();
        let (_, quota) = quotas.of(tx, user)?;
        Ok(Self {
            account_keys,
            free_activities: MAX_ACTIVITIES.saturating_sub(activity::count(tx, user)?),
            used_bytes: StorageUsage::of(tx, user)?.bytes,
            quota_bytes: quota.bytes,
            processed_bytes: 0,
            created: Vec::new(),
            changed: Vec::new(),
        })
    }

    /// Returns whether the transaction has processed so much that it should end.
    pub(super) fn is_exhausted(&self) -> bool {
        self.processed_bytes >= MAX_PROCESSED_BYTES
    }

    /// Adds a recording to the stored activity of the same session, or stores it as an activity.
    pub(super) fn add(
        &mut self,
        tx: &mut Tx<'_>,
        recording: Recording,
    ) -> Result<Result<ActivityId, ActivityRefusal>, StoreError> {
        // The view of an activity may begin later than another of its recordings.
        let reach = 2 * MAX_START_MILLIS.cast_signed();
        let mut best: Option<(i64, activity::StoredActivity)> = None;
        let mut read = 0;
        activity::near(tx, self.account_keys, (recording.start, reach), |stored| {
            read += stored.bytes;
            let Some(fit) = stored.content.fit(&recording) else {
                return;
            };
            if best.as_ref().is_none_or(|(best_fit, _)| fit > *best_fit) {
                best = Some((fit, stored));
            }
        })?;
        self.processed_bytes += read;
        let Some((_, stored)) = best else {
            return self.insert(tx, recording);
        };
        let mut content = stored.content;
        content.add(recording);
        let put = self.put(tx, (&stored.id, &content), stored.bytes)?;
        if put.is_ok() {
            self.changed.push(stored.id.clone());
        }
        Ok(put.map(|()| stored.id))
    }

    /// Writes the events of the activities that the transaction imported. An activity that was created and then
    /// changed is created.
    pub(super) fn note(&mut self, tx: &mut Tx<'_>) -> Result<(), StoreError> {
        self.changed.sort_unstable();
        self.changed.dedup();
        self.changed.retain(|id| !self.created.contains(id));
        let user = self.account_keys.user();
        note_activities(tx, user, ACTIVITY_CREATED, &self.created)?;
        note_activities(tx, user, ACTIVITY_CHANGED, &self.changed)
    }

    /// Stores a recording as an activity.
    pub(super) fn insert(
        &mut self,
        tx: &mut Tx<'_>,
        recording: Recording,
    ) -> Result<Result<ActivityId, ActivityRefusal>, StoreError> {
        if self.free_activities == 0 {
            return Ok(Err(ActivityRefusal::Activities));
        }
        let id = ActivityId::generate(tx.now(), tx.entropy());
        let put = self.put(tx, (&id, &Content::of(recording)), 0)?;
        if put.is_ok() {
            self.free_activities -= 1;
            self.created.push(id.clone());
        }
        Ok(put.map(|()| id))
    }

    /// Stores an activity whose row had `before` bytes. A row that does not grow is stored in a full account
    /// too.
    fn put(
        &mut self,
        tx: &mut Tx<'_>,
        (id, content): (&ActivityId, &Content),
        before: usize,
    ) -> Result<Result<(), ActivityRefusal>, StoreError> {
        let Some(sealed) = activity::seal(tx, self.account_keys, id, content)? else {
            return Ok(Ok(()));
        };
        let after = sealed.bytes();
        self.processed_bytes += after;
        let rest = self.used_bytes.saturating_sub(before as u64);
        let used = rest.saturating_add(after as u64);
        if after > before && used > self.quota_bytes {
            let limit = self.quota_bytes;
            return Ok(Err(ActivityRefusal::Bytes { used, limit }));
        }
        activity::put_sealed(tx, self.account_keys.user(), id, &sealed)?;
        activity::index(tx, self.account_keys, id, content)?;
        self.used_bytes = used;
        Ok(Ok(()))
    }
}

/// The maximum number of activities of an account.
pub(super) const MAX_ACTIVITIES: u64 = 50_000;
/// The bytes of rows after which a transaction ends. An activity has some 250 kB at most, and storing one
/// compares it with 32 at most.
pub(super) const MAX_PROCESSED_BYTES: usize = 2 << 20;
