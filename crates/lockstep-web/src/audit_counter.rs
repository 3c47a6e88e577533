//! Counts acts for the audit log instead of writing each: reads, refusals, and what devices send. One entry covers all
//! acts of one kind by one actor. The first is written within about a second, further ones once in [`PERIOD`].
//!
//! The audit log is never pruned and counts for no quota, so what clients can do at the speed of a machine must not
//! write an entry each time.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lockstep_store::{Actor, Db, Entry, Status, StoreError};
use serde_json::json;

/// Counts that wait to be written.
#[derive(Debug, Default)]
pub struct AuditCounter {
    table: Mutex<Table>,
}

#[derive(Debug, Default)]
struct Table {
    actors: HashMap<Actor, HashMap<CountedAction, ActionCount>>,
    /// The number of counts of all actors.
    kinds: usize,
}

/// Acts that are counted together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct CountedAction {
    action: String,
    /// The area of the API, or the capability.
    component: &'static str,
    status: Status,
}

#[derive(Clone, Copy, Debug, Default)]
struct ActionCount {
    /// The acts that no entry covers.
    count: u64,
    /// The time of the last entry, of the monotonic clock.
    written_at: Option<Duration>,
}

/// A count that is being written.
#[derive(Clone, Debug)]
struct DueCount {
    actor: Actor,
    kind: CountedAction,
    count: u64,
}

impl AuditCounter {
    /// Counts one more act of the kind. Beyond [`MAX_ACTOR_KINDS`] different kinds of an actor, or [`MAX_KINDS`] of all
    /// actors, further kinds are counted together.
    pub fn count(&self, actor: Actor, action: String, component: &'static str, status: Status) {
        self.count_many(actor, action, component, (status, 1));
    }

    /// Counts several acts of the kind, as [`AuditCounter::count`] does one.
    pub fn count_many(
        &self,
        actor: Actor,
        action: String,
        component: &'static str,
        (status, count): (Status, u64),
    ) {
        let kind = CountedAction {
            action,
            component,
            status,
        };
        self.table().add(actor, kind, count);
    }

    /// Writes the counts that are due at `now`, of the monotonic clock.
    ///
    /// # Errors
    /// [`StoreError`]; counts that cannot be written are kept.
    pub async fn flush_due(&self, db: &Db, now: Duration) -> Result<(), StoreError> {
        let due = self.table().take_due(now);
        self.write(db, due).await
    }

    /// Writes all counts.
    ///
    /// # Errors
    /// [`StoreError`]; counts that cannot be written are kept.
    pub async fn flush(&self, db: &Db) -> Result<(), StoreError> {
        let all = self.table().take_all();
        self.write(db, all).await
    }

    async fn write(&self, db: &Db, counts: Vec<DueCount>) -> Result<(), StoreError> {
        if counts.is_empty() {
            return Ok(());
        }
        let kept = counts.clone();
        let written = db
            .write("audit.counter", move |tx| {
                for DueCount { actor, kind, count } in &counts {
                    tx.audit(&Entry {
                        actor,
                        action: &kind.action,
                        component: kind.component,
                        status: kind.status,
                        details: format!("{count} within a minute"),
                        metadata: json!({ "count": count }),
                    })?;
                }
                Ok::<(), StoreError>(())
            })
            .await;
        if written.is_err() {
            self.table().put_back(kept);
        }
        written
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    fn add(&mut self, actor: Actor, kind: CountedAction, count: u64) {
        let of_actor = self.actors.get(&actor);
        let is_known = of_actor.is_some_and(|kinds| kinds.contains_key(&kind));
        let (actor, kind) = if is_known {
            (actor, kind)
        } else if self.kinds >= MAX_KINDS {
            (Actor::anonymous(), kind.without_action())
        } else if of_actor.is_some_and(|kinds| kinds.len() >= MAX_ACTOR_KINDS) {
            (actor, kind.without_action())
        } else {
            (actor, kind)
        };
        let kinds = self.actors.entry(actor).or_default();
        let before = kinds.len();
        kinds.entry(kind).or_default().count += count;
        self.kinds += kinds.len() - before;
    }

    /// Takes the counts whose last entry is [`PERIOD`] old, and forgets kinds that did not occur since.
    fn take_due(&mut self, now: Duration) -> Vec<DueCount> {
        let is_crowded = self.kinds > MAX_KINDS / 2;
        let mut due = Vec::new();
        self.kinds = 0;
        self.actors.retain(|actor, kinds| {
            kinds.retain(|kind, one| {
                let last = one.written_at;
                let is_due = last.is_none_or(|at| now.saturating_sub(at) >= PERIOD);
                if one.count == 0 {
                    return !is_due && !is_crowded;
                }
                if is_due {
                    due.push(DueCount {
                        actor: actor.clone(),
                        kind: kind.clone(),
                        count: std::mem::take(&mut one.count),
                    });
                    one.written_at = Some(now);
                }
                true
            });
            self.kinds += kinds.len();
            !kinds.is_empty()
        });
        due
    }

    fn take_all(&mut self) -> Vec<DueCount> {
        let actors = std::mem::take(self).actors.into_iter();
        let all = actors.flat_map(|(actor, kinds)| {
            let counted = kinds.into_iter().filter(|(_, one)| one.count > 0);
            counted.map(move |(kind, one)| DueCount {
                actor: actor.clone(),
                kind,
                count: one.count,
            })
        });
        all.collect()
    }

    /// Keeps counts that could not be written for the next attempt.
    fn put_back(&mut self, counts: Vec<DueCount>) {
        for DueCount { actor, kind, count } in counts {
            let written = self.actors.get_mut(&actor).and_then(|it| it.get_mut(&kind));
            if let Some(written) = written {
                written.written_at = None;
            }
            self.add(actor, kind, count);
        }
    }
}

impl CountedAction {
    /// The kind under which kinds beyond a limit are counted together.
    fn without_action(self) -> Self {
        Self {
            action: "several".to_owned(),
            ..self
        }
    }
}

/// The time that the entries of one kind of act by one actor are apart.
const PERIOD: Duration = Duration::from_secs(60);
/// The maximum number of kinds counted at once: an attacker who invents accounts does not fill the memory.
const MAX_KINDS: usize = 10_000;
/// The maximum number of kinds of one actor counted at once: who tries every route does not fill the log.
const MAX_ACTOR_KINDS: usize = 100;

#[cfg(test)]
mod tests {
    use super::*;

    fn actor(n: usize) -> Actor {
        Actor {
            id: format!("usr_{n}"),
            role: "user".to_owned(),
        }
    }

    fn kind(n: usize) -> CountedAction {
        CountedAction {
            action: format!("read /{n}"),
            component: "fitness",
            status: Status::Success,
        }
    }

    fn counts(due: &[DueCount]) -> Vec<u64> {
        due.iter().map(|due| due.count).collect()
    }

    #[test]
    fn a_kind_of_act_has_one_entry_a_minute() {
        let mut table = Table::default();
        let second = Duration::from_secs;
        let mut written = Vec::new();
        // An act a millisecond, and a look at each second.
        for n in 0..150 {
            for _ in 0..1000 {
                table.add(actor(1), kind(1), 1);
            }
            written.extend(counts(&table.take_due(second(n))));
        }
        assert_eq!(written, [1000, 60_000, 60_000]);
        // Counts that cannot be written are due at once.
        let due = table.take_due(second(180));
        table.put_back(due);
        assert_eq!(counts(&table.take_due(second(181))), [29_000]);
        // A kind is forgotten when its entry is old.
        assert!(table.take_due(second(240)).is_empty());
        assert_eq!(table.kinds, 1);
        assert!(table.take_due(second(241)).is_empty());
        assert_eq!((table.kinds, table.actors.len()), (0, 0));
        table.add(actor(1), kind(1), 3);
        assert_eq!(counts(&table.take_all()), [3]);
    }

    #[test]
    fn too_many_kinds_are_counted_together() {
        let mut table = Table::default();
        for n in 0..2 * MAX_ACTOR_KINDS {
            table.add(actor(1), kind(n), 1);
        }
        let due = table.take_due(Duration::ZERO);
        assert_eq!(due.len(), MAX_ACTOR_KINDS + 1);
        let several = due.iter().find(|due| due.kind.action == "several").unwrap();
        assert_eq!((several.count, &several.actor), (100, &actor(1)));
        for n in 0..2 * MAX_KINDS {
            table.add(actor(n), kind(0), 1);
        }
        assert!(table.kinds <= MAX_KINDS + 1);
        let due = table.take_due(Duration::from_secs(1));
        let several = due.iter().find(|due| due.kind.action == "several").unwrap();
        assert_eq!(several.actor, Actor::anonymous());
        // Entries of a crowded table are not remembered, so that new kinds have room.
        table.take_due(Duration::from_secs(2));
        assert!(table.kinds <= 1);
    }
}
