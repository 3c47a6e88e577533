//! Judges on a node that waits whether the active node hangs, and ends its session, so that PostgreSQL frees the lock.

use std::time::Duration;

use lockstep_store::PostgresUrl;
use lockstep_store::active_node::SignOfLife;
use lockstep_vault::KeyPaths;
use tokio::task::JoinHandle;

/// How long the sign of life of the active node has been the same, by this node's monotonic clock alone.
pub(super) struct Silence<S> {
    limit: Duration,
    /// The last sign.
    sign: Option<S>,
    /// The time for which looks found this sign.
    unchanged: Duration,
    /// The time of the last look.
    looked: Duration,
}

impl<S: Clone + PartialEq> Silence<S> {
    /// Begins: an active node hangs that shows the same sign of life for `limit`.
    pub(super) fn new(limit: Duration) -> Self {
        Self {
            limit,
            sign: None,
            unchanged: Duration::ZERO,
            looked: Duration::ZERO,
        }
    }

    /// Takes note of the sign that a look found at `now`, a monotonic time. Returns whether the active node hangs.
    pub(super) fn note(&mut self, sign: Option<&S>, now: Duration) -> bool {
        let is_same = sign.is_some() && self.sign.as_ref() == sign;
        self.unchanged = match is_same {
            // This node may have been stopped, too: what it has not seen is no silence.
            true => self.unchanged + now.saturating_sub(self.looked).min(MAX_STEP),
            false => Duration::ZERO,
        };
        self.sign = sign.cloned();
        self.looked = now;
        is_same && self.unchanged >= self.limit
    }

    /// Begins again: the database did not answer, or the session of the active node was ended.
    pub(super) fn begin_again(&mut self) {
        *self = Self::new(self.limit);
    }
}

/// The last try to end the session of an active node that hangs.
pub(super) struct Ending {
    /// How long a try is awaited.
    limit: Duration,
    under_way: Option<JoinHandle<Result<bool, String>>>,
}

impl Ending {
    pub(super) fn new() -> Self {
        Self {
            limit: ENDING_TIME,
            under_way: None,
        }
    }

    /// Ends the session with the lock if the active node still shows this sign of life, and this node could take over, and logs it.
    /// Returns whether the session was ended.
    ///
    /// # Errors
    /// The reason for which this node ends nothing.
    pub(super) async fn end_session(
        &mut self,
        url: &PostgresUrl,
        keys: &KeyPaths,
        sign: SignOfLife,
    ) -> Result<bool, String> {
        let (url, keys) = (url.clone(), keys.clone());
        let trying = self.run(move || {
            // Where the shared folder does not answer any node, a takeover mends nothing.
            lockstep_vault::expect_shared_secrets(&keys).map_err(|error| error.to_string())?;
            let ended = url
                .end_silent_node(&sign)
                .map_err(|error| error.to_string())?;
            if ended {
                // Here, since this node may get the lock before the task that waits for this thread runs again, which ends then.
                metrics::counter!("lockstep_hung_nodes_total").increment(1);
                tracing::warn!(
                    "the active node hangs: it has shown no sign of life for nodes.hung_seconds, and its session with the lock \
                     of the schema was ended, so that a standby takes over"
                );
            }
            Ok(ended)
        });
        trying.await
    }

    /// Runs a try on a thread of its own, unless the last one still runs: each holds its thread until the folder answers.
    async fn run(
        &mut self,
        end: impl FnOnce() -> Result<bool, String> + Send + 'static,
    ) -> Result<bool, String> {
        if self.under_way.as_ref().is_some_and(|it| !it.is_finished()) {
            return Err(no_answer(self.limit));
        }
        let mut trying = tokio::task::spawn_blocking(end);
        match tokio::time::timeout(self.limit, &mut trying).await {
            Ok(Ok(ended)) => ended,
            Ok(Err(error)) => Err(error.to_string()),
            Err(_) => {
                // If it goes on later, the server still compares the sign.
                self.under_way = Some(trying);
                Err(no_answer(self.limit))
            }
        }
    }
}

fn no_answer(limit: Duration) -> String {
    format!("the folder of secrets or the database did not answer this node within {limit:?}")
}

/// The most time between two looks that counts as silence.
const MAX_STEP: Duration = Duration::from_secs(2);
/// The time for the end of a session.
const ENDING_TIME: Duration = Duration::from_secs(5);

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_secs(10);

    /// Looks at these times in milliseconds; returns which of them found that the node hangs.
    fn hung_at(looks: &[(u64, Option<u8>)]) -> Vec<u64> {
        let mut silence = Silence::new(LIMIT);
        let hung = looks.iter().filter(|(at, sign)| {
            let now = Duration::from_millis(*at);
            silence.note(sign.as_ref(), now)
        });
        hung.map(|(at, _)| *at).collect()
    }

    /// A look each second from one time to another, all with the same sign.
    fn same(from: u64, to: u64, sign: u8) -> Vec<(u64, Option<u8>)> {
        (from..=to).map(|at| (at * 1000, Some(sign))).collect()
    }

    #[test]
    fn a_node_hangs_that_shows_the_same_sign_for_the_limit() {
        assert!(hung_at(&same(50, 59, 1)).is_empty());
        assert_eq!(hung_at(&same(50, 61, 1)), [60_000, 61_000]);
    }

    #[test]
    fn another_sign_and_none_begin_again() {
        let other = [same(0, 9, 1), same(10, 19, 2), same(20, 29, 1)].concat();
        assert!(hung_at(&other).is_empty());
        let running = [same(0, 9, 1), vec![(9500, None)], same(10, 19, 1)].concat();
        assert!(hung_at(&running).is_empty());
        let never: Vec<_> = (0..60).map(|at| (at * 1000, None)).collect();
        assert!(hung_at(&never).is_empty());
    }

    /// Both nodes may have been stopped, and the active one goes on a moment later.
    #[test]
    fn time_in_which_this_node_did_not_look_is_no_silence() {
        let stopped = [same(0, 3, 1), same(3600, 3604, 1)].concat();
        assert!(hung_at(&stopped).is_empty());
        let longer = [same(0, 3, 1), same(3600, 3605, 1)].concat();
        assert_eq!(hung_at(&longer), [3_605_000]);
    }

    #[test]
    fn a_database_that_does_not_answer_is_no_silence() {
        let mut silence = Silence::new(LIMIT);
        for at in 0..9 {
            assert!(!silence.note(Some(&1), Duration::from_secs(at)));
        }
        silence.begin_again();
        for at in 10..20 {
            assert!(!silence.note(Some(&1), Duration::from_secs(at)), "{at}");
        }
        assert!(silence.note(Some(&1), Duration::from_secs(20)));
    }

    /// A folder that never answers would take all threads of this node otherwise.
    #[tokio::test]
    async fn no_other_try_begins_while_one_has_no_answer() {
        let mut ending = Ending {
            limit: Duration::from_millis(10),
            under_way: None,
        };
        let (release, released) = std::sync::mpsc::channel::<()>();
        let first = ending.run(move || released.recv().map(|()| true).map_err(|_| String::new()));
        assert!(first.await.unwrap_err().contains("did not answer"));
        let second = ending.run(|| Ok(true)).await;
        assert!(second.unwrap_err().contains("did not answer"));
        release.send(()).unwrap();
        while ending.run(|| Ok(false)).await != Ok(false) {
            tokio::task::yield_now().await;
        }
    }
}
