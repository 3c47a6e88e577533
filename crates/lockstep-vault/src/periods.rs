//! The periods of the life of keys.

use std::time::Duration;

/// The delay before a key is destroyed, in which the destruction can be cancelled.
pub(crate) const DESTRUCTION_DELAY: Duration = Duration::from_secs(7 * DAY);
/// The period after which older backups of `keys.db` cannot be opened: the length of an epoch.
pub(crate) const EPOCH: Duration = Duration::from_secs(30 * DAY);
pub(crate) const DAY: u64 = 24 * 3600;
/// Creating a key takes less time than this. The search for unnamed secrets runs at the same interval.
pub(crate) const UNNAMED: Duration = Duration::from_secs(3600);
