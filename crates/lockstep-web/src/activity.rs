//! When each account was last active, until it is written: authentication waits for no write, and many
//! requests become one row.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use lockstep_store::Timestamp;
use lockstep_store::id::UserId;

/// Moments that wait to be written.
#[derive(Debug, Default)]
pub struct Activity(Mutex<HashMap<UserId, Timestamp>>);

impl Activity {
    /// The account was active at this moment.
    pub fn note(&self, user: &UserId, at: Timestamp) {
        let mut seen = self.seen();
        match seen.get_mut(user) {
            Some(latest) => *latest = at.max(*latest),
            None => drop(seen.insert(user.clone(), at)),
        }
    }

    /// Takes all of them out, to be written.
    #[must_use]
    pub fn take(&self) -> Vec<(UserId, Timestamp)> {
        self.seen().drain().collect()
    }

    fn seen(&self) -> MutexGuard<'_, HashMap<UserId, Timestamp>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
