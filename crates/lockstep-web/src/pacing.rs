//! Holds answers that no limit of requests counts, beyond a rate: refusals over a limit, unknown paths, unreadable heads,
//! documents and health checks. A bounded number of them waits for each address, however many connections and streams of
//! HTTP/2 it opens. A connection that asks for more is closed, unless it waits for at most [`LATE_ANSWERS`] of them: a flood
//! of one client ends no connection of another one of its network that asks one thing after the other.
//!
//! Each costs little. But a client can ask as fast as the server answers, and what a sign-in waits for, such as the hash of
//! its password, has a lower priority than the answers to requests. A refusal at once would not help: it costs as much as the
//! answer, and the client would ask again. New connections have a rate of their own, in the server.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use lockstep_store::Clock;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::address::address_prefix;
use crate::app_state::AppState;
use crate::gate::{CountedRequest, PeerAddress};
use crate::turns::{TurnRate, Turns};

/// Ends the connection of a request. The server sets it on requests of clients without a trusted proxy between: the connection
/// of a proxy has requests of other clients, too.
#[derive(Clone, Debug)]
pub struct ConnectionEnd {
    end: watch::Sender<bool>,
    /// The answers that the connection may still wait for while too many wait for its address.
    late: Arc<Semaphore>,
}

impl ConnectionEnd {
    /// Ends the connection with all its requests.
    pub fn request(&self) {
        self.end.send_replace(true);
    }

    /// Whether the end was requested.
    #[must_use]
    pub fn is_requested(&self) -> bool {
        *self.end.borrow()
    }

    /// Waits until the end is requested.
    pub async fn requested(&self) {
        let mut end = self.end.subscribe();
        // `self` keeps the sender.
        let _ = end.wait_for(|is_requested| *is_requested).await;
    }

    fn late_place(&self) -> Option<OwnedSemaphorePermit> {
        self.late.clone().try_acquire_owned().ok()
    }
}

impl Default for ConnectionEnd {
    fn default() -> Self {
        Self {
            end: watch::Sender::new(false),
            late: Arc::new(Semaphore::new(LATE_ANSWERS)),
        }
    }
}

/// The middleware that holds an uncounted answer until the turn of its client's address. If too many already wait, it ends the
/// connection; behind a trusted proxy, and for [`LATE_ANSWERS`] of a connection, it holds the answer for the longest time. A
/// request that came over no connection is not held.
pub async fn pace_uncounted_answers(
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Response {
    let extensions = request.extensions();
    let Some(PeerAddress(address)) = extensions.get::<PeerAddress>().copied() else {
        return next.run(request).await;
    };
    let answer = UncountedAnswer {
        answers: state.uncounted_answers(),
        clock: &*state.clock,
        prefix: address_prefix(address),
        end: extensions.get::<ConnectionEnd>().cloned(),
        is_settled: false,
    };
    let response = next.run(request).await;
    if response.extensions().get::<CountedRequest>().is_some() {
        answer.skip_turn();
        return response;
    }
    let (held, _late_place) = answer.time_to_hold();
    if !held.is_zero() {
        tokio::time::sleep(held).await;
    }
    response
}

/// Takes a turn of an address for an answer that the HTTP library gives itself. Returns whether one was left.
#[must_use]
pub fn take_turn(state: &AppState, address: IpAddr) -> bool {
    let (prefix, now) = (address_prefix(address), state.clock.monotonic());
    let turn = state
        .uncounted_answers()
        .take(prefix, UNCOUNTED_ANSWERS, now);
    turn.is_some()
}

/// Returns how many turns of an address are left.
#[must_use]
pub fn turns_left(state: &AppState, address: IpAddr) -> usize {
    let (prefix, now) = (address_prefix(address), state.clock.monotonic());
    let left = state
        .uncounted_answers()
        .left(&prefix, UNCOUNTED_ANSWERS, now);
    left as usize
}

/// An answer that takes a turn of its client's address unless a limit counts it, also if the client gives its request up
/// before: requests that are reset at once would else have no limit.
struct UncountedAnswer<'a> {
    answers: &'a Turns<IpAddr>,
    clock: &'a dyn Clock,
    prefix: IpAddr,
    end: Option<ConnectionEnd>,
    is_settled: bool,
}

impl UncountedAnswer<'_> {
    /// Takes no turn: a limit counts the answer.
    fn skip_turn(mut self) {
        self.is_settled = true;
    }

    /// Takes the turn. Returns how long the answer is held, and the place of a late one, which it keeps for that time.
    fn time_to_hold(mut self) -> (Duration, Option<OwnedSemaphorePermit>) {
        if let Some(wait) = self.take() {
            return (wait, None);
        }
        let late_place = self.end.as_ref().and_then(ConnectionEnd::late_place);
        if late_place.is_none() {
            self.end_connection();
        }
        (UNCOUNTED_ANSWERS.longest_wait(), late_place)
    }

    fn take(&mut self) -> Option<Duration> {
        self.is_settled = true;
        let now = self.clock.monotonic();
        self.answers.take(self.prefix, UNCOUNTED_ANSWERS, now)
    }

    fn end_connection(&self) {
        if let Some(end) = &self.end {
            end.request();
        }
    }
}

impl Drop for UncountedAnswer<'_> {
    fn drop(&mut self) {
        if !self.is_settled && self.take().is_none() {
            self.end_connection();
        }
    }
}

/// More at once than the pages of the console and health checks of one network need. More wait than one network has
/// connections.
const UNCOUNTED_ANSWERS: TurnRate = TurnRate {
    a_second: 250,
    waiting: 500,
};

/// The answers that a connection may wait for while too many wait for its address: clients of HTTP/1.1 are not closed. All
/// connections of a network together get about as many as [`UNCOUNTED_ANSWERS`] for it.
const LATE_ANSWERS: usize = 2;

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use lockstep_store::Timestamp;

    use super::*;

    /// Begins an answer to one address.
    fn answer<'a>(
        answers: &'a Turns<IpAddr>,
        clock: &'a dyn Clock,
        end: Option<&ConnectionEnd>,
    ) -> UncountedAnswer<'a> {
        UncountedAnswer {
            answers,
            clock,
            prefix: IpAddr::V4(Ipv4Addr::LOCALHOST),
            end: end.cloned(),
            is_settled: false,
        }
    }

    /// A clock that stands still.
    struct Standing;

    impl Clock for Standing {
        fn now(&self) -> Timestamp {
            Timestamp(0)
        }

        fn monotonic(&self) -> Duration {
            Duration::from_secs(60)
        }
    }

    #[tokio::test]
    async fn a_connection_ends_beyond_the_answers_that_wait_for_an_address() {
        let (answers, end) = (Turns::new(), ConnectionEnd::default());
        let hold = |end: Option<&ConnectionEnd>| answer(&answers, &Standing, end).time_to_hold();
        for nth in 1..=750 {
            let held = Duration::from_millis(4) * u32::max(nth, 250) - Duration::from_secs(1);
            assert_eq!(hold(Some(&end)).0, held, "answer {nth}");
        }
        assert!(!end.is_requested());
        // Behind a proxy there is nothing to end.
        assert_eq!(hold(None).0, Duration::from_secs(2));
        // A connection that asks one thing after the other, as one of HTTP/1.1 does, stays.
        for _ in 0..1000 {
            let held = [hold(Some(&end)), hold(Some(&end))];
            assert!(held.iter().all(|held| held.0 == Duration::from_secs(2)));
        }
        assert!(!end.is_requested());
        let other = ConnectionEnd::default();
        let held = [hold(Some(&end)), hold(Some(&end)), hold(Some(&other))];
        assert!(!end.is_requested());
        drop(hold(Some(&end)));
        assert!(end.is_requested() && !other.is_requested());
        end.requested().await;
        drop(held);
    }

    #[test]
    fn a_request_that_is_given_up_takes_a_turn_and_a_counted_one_takes_none() {
        let (answers, end) = (Turns::new(), ConnectionEnd::default());
        for _ in 0..1000 {
            answer(&answers, &Standing, Some(&end)).skip_turn();
        }
        for _ in 0..750 {
            drop(answer(&answers, &Standing, Some(&end)));
        }
        assert!(!end.is_requested());
        drop(answer(&answers, &Standing, Some(&end)));
        assert!(end.is_requested());
    }
}
