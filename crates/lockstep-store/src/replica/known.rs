//! What is known of the server of the store and of its replica, and which reads the replica may serve.

use std::collections::VecDeque;
use std::time::Duration;

use super::position::Position;
use super::{MAX_DELAY, ReplicaState};

/// The positions of the server, and the outcome of the last check of the replica.
#[derive(Default)]
pub(super) struct Known {
    /// Where the server is, and a digest of its migrations.
    origin: Option<(Position, String)>,
    /// When the server was asked, and how far its log was, oldest first.
    positions: VecDeque<(Duration, u64)>,
    /// Counts how often all positions were forgotten.
    forgotten: u64,
    /// Whether the last check found the replica good, and no read has failed since.
    pub(super) is_good: bool,
    /// What the log says of the replica: that it is used, or why not.
    reported: Option<Result<(), Kind>>,
    /// Since when no check has found it good, or since the log said so.
    bad_since: Option<Duration>,
}

/// Why the replica cannot serve a read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) kind: Kind,
    /// For the operator, with a remedy.
    pub(super) reason: String,
    /// How far it is behind, if this is known.
    pub(super) behind_bytes: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// It does not answer.
    Lost,
    /// The positions of the server are not known.
    Unknown,
    /// It is no replica of this store.
    Foreign,
    /// Its log is that of before or after a promotion.
    OtherTimeline,
    /// Its tables are those of another version.
    OtherTables,
    /// It lacks writes that a read needs.
    Behind,
}

impl Refusal {
    pub(super) fn of(kind: Kind, reason: String) -> Self {
        Self {
            kind,
            reason,
            behind_bytes: None,
        }
    }
}

impl Known {
    /// Returns a number for a question about the server's position: its answer counts unless the positions are forgotten in
    /// between.
    pub(super) fn questions(&self) -> u64 {
        self.forgotten
    }

    /// Keeps a position of the server, which was asked at a time.
    pub(super) fn note(
        &mut self,
        (asked, position): (Duration, Position),
        migrations: String,
        questions: u64,
    ) {
        if position.is_replica {
            return;
        }
        let is_same_log = self.origin.as_ref().is_some_and(|(known, _)| {
            (known.system, known.timeline) == (position.system, position.timeline)
        });
        if !is_same_log {
            // After a promotion, the log goes on elsewhere.
            self.positions.clear();
        }
        if questions == self.forgotten {
            self.positions.push_back((asked, position.bytes));
        }
        while self
            .positions
            .front()
            .is_some_and(|(at, _)| asked.saturating_sub(*at) > MAX_DELAY)
        {
            self.positions.pop_front();
        }
        self.origin = Some((position, migrations));
    }

    /// Forgets the positions: those of a later question have every write until now.
    pub(super) fn forget_positions(&mut self) {
        self.positions.clear();
        self.forgotten += 1;
    }

    pub(super) fn is_usable(&self, now: Duration) -> bool {
        self.is_good && self.needed(now).is_some()
    }

    /// Returns the position that a replica must have replayed at a time.
    fn needed(&self, now: Duration) -> Option<u64> {
        let mut positions = self.positions.iter();
        let oldest = positions.find(|(at, _)| now.saturating_sub(*at) <= MAX_DELAY);
        oldest.map(|(_, bytes)| *bytes)
    }

    /// Checks that a replica has the tables of the server.
    pub(super) fn compare_migrations(&self, migrations: &str) -> Result<(), Refusal> {
        match &self.origin {
            Some((_, known)) if known != migrations => Err(Refusal::of(
                Kind::OtherTables,
                "the replica lacks migrations of the tables: wait until it has replayed them"
                    .to_owned(),
            )),
            _ => Ok(()),
        }
    }

    /// Checks that a server is a replica of that of the store and has what a read at this time needs.
    pub(super) fn judge(&self, found: &Position, now: Duration) -> Result<ReplicaState, Refusal> {
        let refused = |kind, reason: &str| Err(Refusal::of(kind, reason.to_owned()));
        let unknown =
            "the position of the database at store.url is not known: see whether it answers";
        let Some((origin, _)) = &self.origin else {
            return refused(Kind::Unknown, unknown);
        };
        let is_same = (origin.system, origin.database) == (found.system, found.database);
        // A schema that is being made comes later.
        if !is_same || (found.schema != 0 && found.schema != origin.schema) {
            return refused(
                Kind::Foreign,
                "store.read_url reaches the database of another installation, which is not read: name a streaming \
                 replica of the server of store.url, with the same database and schema",
            );
        }
        let is_primary = !found.is_replica;
        if is_primary && found.started != origin.started {
            return refused(
                Kind::Foreign,
                "store.read_url reaches a server that was a copy of the one of store.url and accepts writes of its own, \
                 so that it is not read: name a streaming replica",
            );
        }
        if found.timeline != origin.timeline {
            return refused(
                Kind::OtherTimeline,
                "the replica is on another timeline than the server of store.url: after a promotion, let it follow the new \
                 primary; it is used again after its next checkpoint there",
            );
        }
        let Some(needed) = self.needed(now) else {
            return refused(Kind::Unknown, unknown);
        };
        let newest = self.positions.back().map_or(needed, |(_, bytes)| *bytes);
        let behind_bytes = newest.saturating_sub(found.bytes);
        if found.bytes < needed {
            return Err(Refusal {
                kind: Kind::Behind,
                reason: format!(
                    "the replica is {behind_bytes} bytes of the log behind, and lacks writes that were acknowledged more \
                     than {} seconds ago: see whether it replays, and whether its machine and the network keep up",
                    MAX_DELAY.as_secs()
                ),
                behind_bytes: Some(behind_bytes),
            });
        }
        Ok(ReplicaState {
            behind_bytes,
            is_primary,
        })
    }

    /// Whether a server has more of the log than that of the store had at the last answer.
    pub(super) fn is_ahead(&self, found: &Position) -> bool {
        let newest = self.positions.back();
        newest.is_some_and(|(_, bytes)| found.bytes > *bytes)
    }

    /// As [`Self::judge`], for a position that was found before the server of the store was last asked: no replica of it is ahead
    /// then. A copy of it that began to write without a promotion has the same timeline, and so has a server that was set back to an
    /// earlier state of its disk.
    pub(super) fn judge_earlier(
        &self,
        found: &Position,
        now: Duration,
    ) -> Result<ReplicaState, Refusal> {
        let state = self.judge(found, now)?;
        match self.is_ahead(found) {
            true => Err(Refusal::of(
                Kind::Foreign,
                "store.read_url reaches a replica that has more of the log than the server of store.url, so that it follows \
                 another one or an earlier state of this one: make it again from the server of store.url"
                    .to_owned(),
            )),
            false => Ok(state),
        }
    }

    /// Records the outcome of a check. The log gets a line when it changes; a refusal must have lasted for some seconds.
    pub(super) fn conclude(&mut self, found: Result<&ReplicaState, &Refusal>, now: Duration) {
        self.is_good = found.is_ok();
        match found {
            Ok(state) => {
                self.bad_since = None;
                if self.reported != Some(Ok(())) {
                    tracing::info!(
                        is_primary = state.is_primary,
                        "reads that may be stale go to the replica of store.read_url"
                    );
                    self.reported = Some(Ok(()));
                }
            }
            Err(refusal) => {
                let since = *self.bad_since.get_or_insert(now);
                let is_lasting = now.saturating_sub(since) >= LOG_AFTER;
                if is_lasting && self.reported != Some(Err(refusal.kind)) {
                    tracing::warn!(
                        reason = refusal.reason,
                        "no read goes to the replica of store.read_url; the server of store.url answers them"
                    );
                    self.reported = Some(Err(refusal.kind));
                    self.bad_since = Some(now);
                }
            }
        }
    }
}

/// How long a refusal lasts before the log names it.
const LOG_AFTER: Duration = Duration::from_secs(5);

#[cfg(test)]
mod tests {
    use super::*;

    fn primary(bytes: u64) -> Position {
        Position {
            is_replica: false,
            system: 7,
            started: "1.5".to_owned(),
            timeline: 1,
            bytes,
            database: 10,
            schema: 20,
        }
    }

    fn replica(bytes: u64) -> Position {
        Position {
            is_replica: true,
            started: "2.5".to_owned(),
            ..primary(bytes)
        }
    }

    fn seconds(number: u64) -> Duration {
        Duration::from_secs(number)
    }

    /// The server wrote 100 bytes of its log each second, from second 1 to `last`.
    fn known(last: u64) -> Known {
        let mut known = Known::default();
        for second in 1..=last {
            let at = (seconds(second), primary(100 * second));
            known.note(at, "m".to_owned(), known.questions());
        }
        known
    }

    #[test]
    fn a_replica_has_every_write_that_is_older_than_the_limit() {
        let known = known(30);
        // The position of second 20 is the oldest one that counts at second 30.
        for (bytes, behind) in [
            (1999, None),
            (2000, Some(1000)),
            (2999, Some(1)),
            (3000, Some(0)),
            (9000, Some(0)),
        ] {
            let judged = known.judge(&replica(bytes), seconds(30));
            assert_eq!(
                judged.ok().map(|state| state.behind_bytes),
                behind,
                "{bytes}"
            );
        }
        // Without an answer of the server, nothing is known after the limit.
        assert!(known.judge(&replica(3000), seconds(40)).is_ok());
        let refused = known.judge(&replica(9000), seconds(41)).unwrap_err();
        assert_eq!(refused.kind, Kind::Unknown);
    }

    #[test]
    fn a_replica_has_nothing_that_its_server_lacks() {
        let mut known = known(3);
        // Between two questions, a replica receives what the server has just stored.
        let found = replica(350);
        assert!(known.judge(&found, seconds(3)).is_ok());
        assert!(known.is_ahead(&found));
        let later = (seconds(3), primary(350));
        known.note(later, "m".to_owned(), known.questions());
        assert!(!known.is_ahead(&found));
        assert!(known.judge_earlier(&found, seconds(3)).is_ok());
        // The log of another server, or one that this server had before it was set back.
        let refused = known.judge_earlier(&replica(351), seconds(3)).unwrap_err();
        assert_eq!(refused.kind, Kind::Foreign);
    }

    #[test]
    fn a_replica_of_a_server_without_writes_is_not_late() {
        let mut known = Known::default();
        for second in 1..=100 {
            let at = (seconds(second), primary(500));
            known.note(at, "m".to_owned(), known.questions());
        }
        let judged = known.judge(&replica(500), seconds(100)).unwrap();
        assert_eq!((judged.behind_bytes, judged.is_primary), (0, false));
    }

    #[test]
    fn only_a_replica_of_the_same_database_is_read() {
        let known = known(3);
        let judge = |found: Position| {
            known
                .judge(&found, seconds(3))
                .map_err(|refused| refused.kind)
        };
        assert!(judge(replica(300)).is_ok());
        // The server itself, as after a promotion of the replica.
        assert!(judge(primary(300)).unwrap().is_primary);
        for (found, kind) in [
            (
                Position {
                    system: 8,
                    ..replica(300)
                },
                Kind::Foreign,
            ),
            (
                Position {
                    database: 11,
                    ..replica(300)
                },
                Kind::Foreign,
            ),
            (
                Position {
                    schema: 21,
                    ..replica(300)
                },
                Kind::Foreign,
            ),
            (
                Position {
                    started: "3.5".to_owned(),
                    ..primary(300)
                },
                Kind::Foreign,
            ),
            (
                Position {
                    timeline: 2,
                    ..replica(300)
                },
                Kind::OtherTimeline,
            ),
            // The schema has not been replayed.
            (
                Position {
                    schema: 0,
                    ..replica(1)
                },
                Kind::Behind,
            ),
        ] {
            assert_eq!(judge(found.clone()), Err(kind), "{found:?}");
        }
        assert!(known.compare_migrations("m").is_ok());
        let refused = known.compare_migrations("").unwrap_err();
        assert_eq!(refused.kind, Kind::OtherTables);
        let nothing = Known::default();
        let refused = nothing.judge(&replica(300), seconds(3)).unwrap_err();
        assert_eq!(refused.kind, Kind::Unknown);
    }

    #[test]
    fn positions_from_before_an_erasure_do_not_count() {
        let mut known = known(3);
        known.is_good = true;
        assert!(known.is_usable(seconds(3)));
        // A question that was sent before, and whose answer comes after.
        let questions = known.questions();
        known.forget_positions();
        known.note((seconds(4), primary(400)), "m".to_owned(), questions);
        assert!(!known.is_usable(seconds(4)));
        let refused = known.judge(&replica(400), seconds(4)).unwrap_err();
        assert_eq!(refused.kind, Kind::Unknown);
        known.note(
            (seconds(5), primary(500)),
            "m".to_owned(),
            known.questions(),
        );
        let refused = known.judge(&replica(499), seconds(5)).unwrap_err();
        assert_eq!(
            (refused.kind, refused.behind_bytes),
            (Kind::Behind, Some(1))
        );
        assert!(known.judge(&replica(500), seconds(5)).is_ok());
    }

    #[test]
    fn positions_of_another_timeline_do_not_count() {
        let mut known = known(3);
        let promoted = Position {
            timeline: 2,
            ..primary(250)
        };
        known.note((seconds(4), promoted), "m".to_owned(), known.questions());
        let late = known.judge(&replica(300), seconds(4)).unwrap_err();
        assert_eq!(late.kind, Kind::OtherTimeline);
        let following = Position {
            timeline: 2,
            ..replica(250)
        };
        assert!(known.judge(&following, seconds(4)).is_ok());
    }

    #[test]
    fn the_log_says_why_a_replica_is_not_used_once() {
        let refusal = Refusal::of(Kind::Lost, "lost".to_owned());
        let state = ReplicaState {
            behind_bytes: 0,
            is_primary: false,
        };
        let mut known = Known::default();
        known.conclude(Err(&refusal), seconds(1));
        assert_eq!(known.reported, None);
        known.conclude(Ok(&state), seconds(2));
        assert_eq!(known.reported, Some(Ok(())));
        for second in 3..8 {
            known.conclude(Err(&refusal), seconds(second));
            assert_eq!(known.reported, Some(Ok(())), "{second}");
            assert!(!known.is_good);
        }
        known.conclude(Err(&refusal), seconds(8));
        assert_eq!(known.reported, Some(Err(Kind::Lost)));
        known.conclude(Ok(&state), seconds(9));
        assert_eq!(known.reported, Some(Ok(())));
    }
}
