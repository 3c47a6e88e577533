//! A store that accepts no writes: a receiver does not get what cannot be recorded.

use std::time::Duration;

use lockstep_config::Seconds;
use serde_json::json;

use super::receiver::{self, Receiver, Reply};
use super::{at, newest_is, webhook};
use crate::app::{AdvancedClock, PASSWORD, TestApp};
use crate::full_disk::fill;
use crate::modes::until;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_sent_while_its_result_cannot_be_recorded() {
    let clock = AdvancedClock::shared();
    let app = TestApp::start_at(clock.clone(), |config| {
        config.webhooks.allow_private = vec!["127.0.0.1".parse().unwrap()];
        config.webhooks.ca_file = Some(receiver::ca_file());
        config.webhooks.retry_seconds = vec![Seconds(3600)];
    })
    .await;
    let ada = app.user("ada").await;
    let mut receiver = Receiver::start(vec![Reply::status(500)]).await;
    let made = webhook(&ada, &receiver.url("/")).await;
    ada.post(&at(&made, "/test"), json!({})).await.ok();
    let first = receiver.next().await;
    let path = at(&made, "/deliveries");
    until("the attempt is recorded", async || {
        ada.get(&path).await.ok()["deliveries"][0]["attempts"] == 1
    })
    .await;
    fill(&app, true);
    // The second attempt is due, and the token has expired.
    clock.pass(Duration::from_secs(2 * 3600));
    let mut jobs = lockstep_admin::CAPABILITY.jobs.iter();
    let send = jobs.find(|job| job.name == "webhooks.send").unwrap();
    assert!((send.run)(app.state().clone()).await.is_err());
    assert!(receiver.arrived().is_none());
    fill(&app, false);
    let second = receiver.next().await;
    assert_eq!(second.header("webhook-id"), first.header("webhook-id"));
    let ada = app.anonymous().signed_in("ada", PASSWORD).await;
    let delivery = newest_is(&ada, &made, "delivered").await;
    assert_eq!(delivery["attempts"], 2);
    assert!(receiver.arrived().is_none());
}
