//! Sessions of one track: a time more than a day away from all others begins another.
//!
//! A clock that was not set gives single points of 1970 or 2106, and some exports put several tours into one track.

/// The sessions of a track, in order of arrival.
#[derive(Default)]
pub(super) struct Sessions<T> {
    all: Vec<Session<T>>,
    current: usize,
}

/// The records of a track that have at most a day between them.
pub(super) struct Session<T> {
    /// The first and the last time in milliseconds since 1970.
    pub(super) first: i64,
    pub(super) last: i64,
    /// The number of records.
    pub(super) records: u64,
    pub(super) content: T,
}

impl<T> Session<T> {
    pub(super) fn seconds(&self) -> f64 {
        (self.last - self.first) as f64 / 1000.0
    }

    /// Returns whether a time is at most a day away from the session.
    pub(super) fn is_near(&self, time: i64) -> bool {
        (self.first - MAX_GAP_MILLIS..=self.last + MAX_GAP_MILLIS).contains(&time)
    }
}

impl<T: Default> Sessions<T> {
    /// Returns the session of a record, and counts the record. Beyond [`MAX_SESSIONS`] the last one takes all.
    pub(super) fn add(&mut self, time: i64) -> &mut Session<T> {
        let is_current = self
            .all
            .get(self.current)
            .is_some_and(|one| one.is_near(time));
        if !is_current {
            let near = self.all.iter().position(|one| one.is_near(time));
            self.current = match near {
                Some(place) => place,
                None if self.all.len() == MAX_SESSIONS => MAX_SESSIONS - 1,
                None => {
                    self.all.push(Session {
                        first: time,
                        last: time,
                        records: 0,
                        content: T::default(),
                    });
                    self.all.len() - 1
                }
            };
        }
        let session = &mut self.all[self.current];
        session.first = session.first.min(time);
        session.last = session.last.max(time);
        session.records += 1;
        session
    }

    /// Returns the session at most a day away from a time.
    pub(super) fn near(&mut self, time: i64) -> Option<&mut Session<T>> {
        self.all.iter_mut().find(|one| one.is_near(time))
    }

    /// Returns the session of the last record; `None` before the first one.
    pub(super) fn current(&mut self) -> Option<&mut Session<T>> {
        self.all.get_mut(self.current)
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Session<T>> {
        self.all.iter_mut()
    }

    /// Takes the sessions in order of time. A single record beside a longer session has a wrong time and makes no session.
    pub(super) fn take(&mut self) -> Vec<Session<T>> {
        let mut all = std::mem::take(self).all;
        if all.iter().any(|one| one.records > 1) {
            all.retain(|one| one.records > 1);
        }
        all.sort_by_key(|one| one.first);
        all
    }
}

const MAX_GAP_MILLIS: i64 = 86_400_000;
/// The maximum number of sessions of a track, so that random times stay cheap.
const MAX_SESSIONS: usize = 64;
