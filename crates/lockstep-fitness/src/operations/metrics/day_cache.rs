//! Keeps the days of heart rate, power and speed that requests have read, in memory: a request that follows reads neither
//! their rows nor their points, as long as no point of their types has changed.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lockstep_points::store::day::DayStamp;
use lockstep_store::id::UserId;

use crate::day::{HeartDay, PowerDay};

/// The days that the latest requests have read, by account. Cheap to clone.
#[derive(Clone, Default)]
pub(crate) struct DayCache(Arc<Mutex<KeptDays>>);

#[derive(Default)]
struct KeptDays {
    accounts: HashMap<UserId, Entry>,
    /// The number of erasures, so that days that were read before one are not kept after it.
    erasures: u64,
}

/// The cache as one computation uses it. It is made before the computation reads.
#[derive(Clone)]
pub(super) struct CacheUse {
    cache: DayCache,
    /// The monotonic time.
    now: Duration,
    erasures: u64,
}

impl CacheUse {
    /// Returns the kept days of an account in a time zone.
    pub(super) fn days(&self, user: &UserId, time_zone: &str) -> Option<Arc<AccountDays>> {
        self.cache.days(user, time_zone, self.now)
    }

    /// Keeps the days of an account instead of earlier ones, unless an account was erased since this computation began.
    pub(super) fn keep(&self, user: &UserId, days: AccountDays) {
        self.cache.keep(self.erasures, user, days, self.now);
    }
}

struct Entry {
    days: Arc<AccountDays>,
    bytes: usize,
    /// The monotonic time of the last use.
    used: Duration,
}

/// Days of heart rate by their bounds.
pub(super) type HeartDays = BTreeMap<(i64, i64), Arc<HeartDay>>;
/// Days of power and of speed by type and bounds.
pub(super) type OutputDays = BTreeMap<(&'static str, (i64, i64)), Arc<PowerDay>>;

/// The days of an account in a time zone.
#[derive(Default)]
pub(super) struct AccountDays {
    pub(super) time_zone: String,
    /// The state of the points from which the days of each type were computed.
    pub(super) stamps: BTreeMap<&'static str, DayStamp>,
    pub(super) hearts: HeartDays,
    pub(super) outputs: OutputDays,
}

impl AccountDays {
    fn bytes(&self) -> usize {
        let hearts = self.hearts.values().map(|day| day.memory_bytes());
        let outputs = self.outputs.values().map(|day| day.memory_bytes());
        let days = self.hearts.len() + self.outputs.len();
        hearts.chain(outputs).sum::<usize>() + DAY_BYTES * days
    }
}

impl DayCache {
    /// Begins to use the cache at this monotonic time.
    pub(super) fn used_at(&self, now: Duration) -> CacheUse {
        CacheUse {
            cache: self.clone(),
            now,
            erasures: self.lock().erasures,
        }
    }

    /// Forgets the days of an erased account.
    pub(crate) fn forget(&self, user: &UserId) {
        let mut kept = self.lock();
        kept.erasures += 1;
        kept.accounts.remove(user);
    }

    /// Forgets the days of accounts without a request in the last [`KEPT`].
    pub(crate) fn forget_unused(&self, now: Duration) {
        self.lock()
            .accounts
            .retain(|_, entry| now.saturating_sub(entry.used) < KEPT);
    }

    /// Forgets all days.
    #[cfg(test)]
    pub(super) fn forget_all(&self) {
        self.lock().accounts.clear();
    }

    /// Returns the begins of the kept days of heart rate of an account.
    #[cfg(test)]
    pub(super) fn begins(&self, user: &UserId) -> Vec<i64> {
        let kept = self.lock();
        let hearts = kept.accounts.get(user).map(|entry| &entry.days.hearts);
        let days = hearts.into_iter().flat_map(BTreeMap::keys);
        days.map(|(begin, _)| *begin).collect()
    }

    fn days(&self, user: &UserId, time_zone: &str, now: Duration) -> Option<Arc<AccountDays>> {
        let mut kept = self.lock();
        let entry = kept.accounts.get_mut(user)?;
        entry.used = now;
        (entry.days.time_zone == time_zone).then(|| Arc::clone(&entry.days))
    }

    /// Accounts that were not used for the longest time make room.
    fn keep(&self, erasures: u64, user: &UserId, days: AccountDays, now: Duration) {
        let bytes = days.bytes();
        let mut kept = self.lock();
        if kept.erasures != erasures {
            return;
        }
        let accounts = &mut kept.accounts;
        accounts.remove(user);
        if bytes > MAX_BYTES {
            return;
        }
        let mut total: usize = accounts.values().map(|entry| entry.bytes).sum();
        while total + bytes > MAX_BYTES {
            let oldest = accounts.iter().min_by_key(|(_, entry)| entry.used);
            let Some(oldest) = oldest.map(|(user, _)| user.clone()) else {
                break;
            };
            total -= accounts.remove(&oldest).map_or(0, |entry| entry.bytes);
        }
        let entry = Entry {
            days: Arc::new(days),
            bytes,
            used: now,
        };
        accounts.insert(user.clone(), entry);
    }

    fn lock(&self) -> MutexGuard<'_, KeptDays> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The time for which days are kept after the last request that used them.
const KEPT: Duration = Duration::from_secs(300);
/// The maximum bytes of all days: five years of an hour's training a day take about 16 MiB.
const MAX_BYTES: usize = 64 << 20;
/// The bytes that a day takes in the maps, about.
const DAY_BYTES: usize = 64;

#[cfg(test)]
mod tests {
    use lockstep_store::{SystemEntropy, Timestamp};

    use super::*;
    use crate::day::HeartDayMaker;

    const ZONE: &str = "Europe/Berlin";

    fn users<const N: usize>() -> [UserId; N] {
        std::array::from_fn(|_| UserId::generate(Timestamp(0), &SystemEntropy))
    }

    /// Empty days that take at least so many bytes.
    fn days(bytes: usize) -> AccountDays {
        let empty = Arc::new(HeartDayMaker::default().finish());
        let each = empty.memory_bytes() + DAY_BYTES;
        let days = (0..bytes.div_ceil(each) as i64).map(|day| ((day, day + 1), Arc::clone(&empty)));
        AccountDays {
            time_zone: ZONE.to_owned(),
            hearts: days.collect(),
            ..AccountDays::default()
        }
    }

    #[test]
    fn days_are_of_an_account_and_a_time_zone() {
        let (cache, [ada, ben]) = (DayCache::default(), users());
        let now = Duration::ZERO;
        cache.keep(0, &ada, days(1), now);
        assert!(cache.days(&ada, ZONE, now).is_some());
        assert!(cache.days(&ada, "UTC", now).is_none());
        assert!(cache.days(&ben, ZONE, now).is_none());
        let elsewhere = AccountDays {
            time_zone: "UTC".to_owned(),
            ..days(1)
        };
        cache.keep(0, &ada, elsewhere, now);
        assert!(cache.days(&ada, ZONE, now).is_none());
        assert!(cache.days(&ada, "UTC", now).is_some());
    }

    #[test]
    fn the_days_of_an_erased_account_are_forgotten_and_not_kept_again() {
        let (cache, [ada, ben]) = (DayCache::default(), users());
        let now = Duration::ZERO;
        let running = cache.used_at(now);
        running.keep(&ada, days(1));
        running.keep(&ben, days(1));
        cache.forget(&ada);
        assert!(cache.days(&ada, ZONE, now).is_none());
        assert!(cache.days(&ben, ZONE, now).is_some());
        // The request read the days before the erasure.
        running.keep(&ada, days(1));
        assert!(cache.days(&ada, ZONE, now).is_none());
        let next = cache.used_at(now);
        next.keep(&ben, days(1));
        assert!(next.days(&ben, ZONE).is_some());
    }

    #[test]
    fn unused_days_are_forgotten() {
        let (cache, [ada, ben]) = (DayCache::default(), users());
        cache.keep(0, &ada, days(1), Duration::ZERO);
        cache.keep(0, &ben, days(1), Duration::ZERO);
        let later = KEPT - Duration::from_secs(1);
        assert!(cache.days(&ada, ZONE, later).is_some());
        cache.forget_unused(KEPT);
        assert!(cache.days(&ada, ZONE, KEPT).is_some());
        assert!(cache.days(&ben, ZONE, KEPT).is_none());
    }

    #[test]
    fn the_memory_is_bounded() {
        let (cache, [ada, ben, eve]) = (DayCache::default(), users());
        let second = Duration::from_secs;
        cache.keep(0, &ada, days(MAX_BYTES / 3), second(1));
        cache.keep(0, &ben, days(MAX_BYTES / 3), second(2));
        assert!(cache.days(&ada, ZONE, second(3)).is_some());
        cache.keep(0, &eve, days(MAX_BYTES / 2), second(4));
        assert!(cache.days(&ben, ZONE, second(5)).is_none());
        assert!(cache.days(&ada, ZONE, second(5)).is_some());
        // Days that are too large for the cache replace the earlier ones of the account.
        cache.keep(0, &ada, days(MAX_BYTES + 1), second(6));
        assert!(cache.days(&ada, ZONE, second(7)).is_none());
        assert!(cache.days(&eve, ZONE, second(7)).is_some());
    }
}
