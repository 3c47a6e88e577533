//! Reads the intervals of a long range on one thread and uses them on another.

use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{self, Builder};

use lockstep_metrics::Interval;
use lockstep_points::store::day::DayRowKind;
use lockstep_store::StoreError;

use super::Source;

impl Source<'_, '_> {
    /// Calls `each` with the intervals of [`Source::intervals_with_origin`], in the same order. If the range may have many
    /// points, `each` runs on a second thread while the next points are read. After an error, some intervals may be missing.
    pub(in crate::operations) fn intervals_read_ahead<E: FnMut(Interval, bool) + Send>(
        &self,
        kind: &str,
        range: (i64, i64),
        each: &mut E,
    ) -> Result<(), StoreError> {
        let read = |sink: &mut Sink<'_, E>| {
            self.intervals_with_origin(kind, range, |interval, is_derived| {
                sink.push(interval, is_derived);
            })
        };
        if self.may_have_many(kind, range)?
            && let Some(done) = on_second_thread(each, read)
        {
            return done;
        }
        read(&mut Sink::SameThread(each))
    }

    /// Returns whether a range may have so many points that a second thread saves time.
    fn may_have_many(&self, kind: &str, (from, to): (i64, i64)) -> Result<bool, StoreError> {
        let inputs = self.inputs(kind, DayRowKind::Metrics)?;
        let total: u64 = inputs.iter().map(|series| series.total).sum();
        Ok(total >= MANY_POINTS && to.saturating_sub(from) >= LONG_MILLIS)
    }
}

/// Passes intervals on: to a function on this thread, or to another thread.
enum Sink<'e, E> {
    SameThread(&'e mut E),
    OtherThread {
        batches: SyncSender<Batch>,
        /// The intervals that are not sent yet.
        waiting: Batch,
    },
}

/// Intervals, and whether each is derived.
type Batch = Vec<(Interval, bool)>;

impl<E: FnMut(Interval, bool)> Sink<'_, E> {
    #[inline]
    fn push(&mut self, interval: Interval, is_derived: bool) {
        match self {
            Self::SameThread(each) => each(interval, is_derived),
            Self::OtherThread { waiting, .. } => {
                waiting.push((interval, is_derived));
                if waiting.len() == BATCH {
                    self.send();
                }
            }
        }
    }

    /// Sends the waiting intervals. If the other thread has ended, it has panicked, and so does this thread when it joins.
    fn send(&mut self) {
        if let Self::OtherThread { batches, waiting } = self {
            let batch = std::mem::replace(waiting, Vec::with_capacity(BATCH));
            batches.send(batch).ok();
        }
    }
}

/// Calls `each` on a second thread with the intervals that `read` passes on; returns when both are done. `None` without a call
/// if the system starts no thread.
fn on_second_thread<E: FnMut(Interval, bool) + Send>(
    each: &mut E,
    read: impl FnOnce(&mut Sink<'_, E>) -> Result<(), StoreError>,
) -> Option<Result<(), StoreError>> {
    thread::scope(|scope| {
        let (batches, received) = sync_channel::<Batch>(MAX_WAITING);
        let work = move || {
            for (interval, is_derived) in received.into_iter().flatten() {
                each(interval, is_derived);
            }
        };
        let builder = Builder::new().name("intervals".to_owned());
        builder.spawn_scoped(scope, work).ok()?;
        let mut sink = Sink::OtherThread {
            batches,
            waiting: Vec::with_capacity(BATCH),
        };
        let done = read(&mut sink);
        sink.send();
        // The thread ends when the sender is dropped, and the scope waits for it.
        Some(done)
    })
}

/// The intervals that are sent at once.
const BATCH: usize = 2048;
/// The batches that wait for the second thread.
const MAX_WAITING: usize = 8;
/// The points of a type from which a second thread is started. It takes as long as some thousand points.
const MANY_POINTS: u64 = 100_000;
/// The length of a range from which a second thread is started, in milliseconds: ten days.
const LONG_MILLIS: i64 = 10 * 86_400_000;

#[cfg(test)]
mod tests {
    use super::*;

    fn interval(second: i64) -> Interval {
        Interval {
            from: 1000 * second,
            to: 1000 * (second + 1),
            value: 1.0,
            confidence: 1.0,
        }
    }

    #[test]
    fn a_second_thread_gets_all_intervals_in_order() {
        for count in [0, 1, BATCH, 3 * BATCH + 1, 40 * BATCH] {
            let mut found = Vec::new();
            let mut each = |interval: Interval, is_derived: bool| {
                found.push((interval.from / 1000, is_derived));
            };
            let done = on_second_thread(&mut each, |sink| {
                for second in 0..count as i64 {
                    sink.push(interval(second), second % 3 == 0);
                }
                Ok(())
            });
            assert!(done.is_some_and(|done| done.is_ok()));
            let expected = (0..count as i64).map(|second| (second, second % 3 == 0));
            assert!(found.into_iter().eq(expected), "{count}");
        }
    }

    #[test]
    fn an_error_of_the_reader_is_returned() {
        let mut each = |_: Interval, _: bool| {};
        let done = on_second_thread(&mut each, |sink| {
            sink.push(interval(0), false);
            Err(StoreError::NoRow)
        });
        assert!(matches!(done, Some(Err(StoreError::NoRow))));
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_on_the_second_thread_reaches_the_caller() {
        let mut each = |interval: Interval, _: bool| assert!(interval.from == 0, "the second one");
        let done = on_second_thread(&mut each, |sink| {
            for second in 0..20 * BATCH as i64 {
                sink.push(interval(second), false);
            }
            Ok(())
        });
        assert!(done.is_none(), "the scope ends with the panic");
    }
}
