//! Holds answers that no limit of requests counts, beyond a rate: refusals over a limit, unknown paths, unreadable heads,
//! documents and health checks. A client that waits for its answers gets no more than that rate. One that opens many streams
//! of HTTP/2 gets at most one answer a second for each.
//!
//! Each costs little. But a client can ask as fast as the server answers, and what a sign-in waits for, such as the hash of
//! its password, has a lower priority than the answers to requests.

use std::net::IpAddr;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;

use crate::address::address_prefix;
use crate::app_state::AppState;
use crate::gate::{CountedRequest, PeerAddress};
use crate::limits::Limiter;

/// The middleware that holds an uncounted answer while the address of its client has got [`UNCOUNTED_ANSWERS`] of them within
/// [`WINDOW`], and for that time at most. A request that came over no connection is not held.
pub async fn pace_uncounted_answers(
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Response {
    let peer = request.extensions().get::<PeerAddress>().copied();
    let response = next.run(request).await;
    let is_counted = response.extensions().get::<CountedRequest>().is_some();
    if let Some(PeerAddress(address)) = peer
        && !is_counted
    {
        let now = state.clock.monotonic();
        let held = time_to_hold(state.uncounted_answers(), address, now);
        if !held.is_zero() {
            tokio::time::sleep(held).await;
        }
    }
    response
}

/// Returns how long the next uncounted answer to an address is held.
fn time_to_hold(answers: &Limiter<IpAddr>, address: IpAddr, now: Duration) -> Duration {
    let prefix = address_prefix(address);
    let decision = answers.admit(prefix, UNCOUNTED_ANSWERS, WINDOW, now);
    match decision.admitted {
        true => Duration::ZERO,
        false => decision.next_in,
    }
}

/// More than the pages of the console and health checks of one network need.
const UNCOUNTED_ANSWERS: u32 = 250;
const WINDOW: Duration = Duration::from_secs(1);

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    #[test]
    fn uncounted_answers_beyond_the_rate_are_held_for_a_second_at_most() {
        let answers = Limiter::new();
        let here = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let elsewhere = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));
        let hold = |address, milliseconds| {
            time_to_hold(&answers, address, Duration::from_millis(milliseconds))
        };
        for nth in 0..u64::from(UNCOUNTED_ANSWERS) {
            assert_eq!(hold(here, 1000 + nth), Duration::ZERO, "answer {nth}");
        }
        for (address, at, held) in [
            (here, 1250, 750),
            // Held answers do not count, so that the next ones are not held for longer.
            (here, 1250, 750),
            (elsewhere, 1250, 0),
            (here, 1999, 1),
            (here, 2000, 0),
            (here, 2000, 1),
            (here, 4000, 0),
        ] {
            assert_eq!(
                hold(address, at),
                Duration::from_millis(held),
                "{address} at {at} ms"
            );
        }
    }
}
