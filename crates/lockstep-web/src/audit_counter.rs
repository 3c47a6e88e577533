//! Counts reads and refusals for the audit log instead of writing each. One entry covers all
//! actions of one kind by one actor in about a second.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use lockstep_store::{Actor, Db, Entry, Status, StoreError};
use serde_json::json;

/// Counts that wait to be written.
#[derive(Debug, Default)]
pub struct AuditCounter {
    counts: Mutex<HashMap<CountedAction, u64>>,
}

/// Actions that are counted together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct CountedAction {
    actor: Actor,
    action: String,
    /// The area of the API.
    component: &'static str,
    status: Status,
}

impl AuditCounter {
    /// Counts one more action of the kind. With more than [`KINDS`] different kinds at once, the
    /// rest is counted together.
    pub fn count(&self, actor: Actor, action: String, component: &'static str, status: Status) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let key = CountedAction {
            actor,
            action,
            component,
            status,
        };
        if counts.len() >= KINDS && !counts.contains_key(&key) {
            let rest = CountedAction {
                actor: Actor::anonymous(),
                action: "several".to_owned(),
                ..key
            };
            *counts.entry(rest).or_default() += 1;
        } else {
            *counts.entry(key).or_default() += 1;
        }
    }

    /// Writes the counts; counts that cannot be written are kept for the next flush.
    pub async fn flush(&self, db: &Db) -> Result<(), StoreError> {
        let counts =
            std::mem::take(&mut *self.counts.lock().unwrap_or_else(PoisonError::into_inner));
        if counts.is_empty() {
            return Ok(());
        }
        let kept = counts.clone();
        let written = db
            .write("audit.tally", move |tx| {
                for (kind, count) in &counts {
                    tx.audit(&Entry {
                        actor: &kind.actor,
                        action: &kind.action,
                        component: kind.component,
                        status: kind.status,
                        details: format!("{count} within a second"),
                        metadata: json!({ "count": count }),
                    })?;
                }
                Ok::<(), StoreError>(())
            })
            .await;
        if written.is_err() {
            let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
            for (key, count) in kept {
                *counts.entry(key).or_default() += count;
            }
        }
        written
    }
}

/// The maximum number of kinds counted at once: an attacker who invents accounts does not fill the memory.
const KINDS: usize = 10_000;
