//! Edited rows of cells: no token offers or sells their day, and a scrub names them.

use super::super::differencing::offered;
use super::super::{TOKENS, offer, store, token};
use super::{edit, is_named};
use crate::app::{JUNE, TestApp, points};

#[tokio::test]
async fn an_edited_cell_is_named_and_its_day_is_not_sold() {
    let values: Vec<f64> = (0..25).map(|nth| f64::from(60 + nth)).collect();
    let zeros = format!("digest = X'{}'", "00".repeat(32));
    for change in [
        zeros.as_str(),
        "is_answered = 0",
        "day = day + 1",
        "n = n + 1",
        "tag = zeroblob(32)",
        "tag = 'x'",
    ] {
        let app = TestApp::start().await;
        let ada = app.user("ada").await;
        store(&ada, 0, &values, None).await;
        offer(&ada, 1, &["aggregate-only"]).await;
        assert!(!is_named(&app, "market_cell").await, "{change}");
        edit(&app, format!("UPDATE market_cell SET {change}")).await;
        assert!(is_named(&app, "market_cell").await, "{change}");
        // A day before the edited one, or a row that cannot be read.
        if change.starts_with("day") || change.ends_with("'x'") {
            continue;
        }
        for restrictions in [&["aggregate-only"][..], &[]] {
            let again = ada.post(TOKENS, token(1, restrictions)).await;
            again.refused(400, "INVALID_REQUEST");
        }
    }
}

#[tokio::test]
async fn a_scrub_adds_the_tags_that_earlier_versions_did_not_write() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    store(&ada, 0, &[60.0; 25], None).await;
    offer(&ada, 1, &["aggregate-only"]).await;
    edit(&app, "UPDATE market_cell SET tag = NULL".to_owned()).await;
    // The row counts until then.
    offer(&ada, 1, &["aggregate-only"]).await;
    assert!(!is_named(&app, "market_cell").await);
    edit(
        &app,
        "UPDATE market_cell SET n = n + 1 WHERE tag IS NOT NULL".to_owned(),
    )
    .await;
    assert!(is_named(&app, "market_cell").await);
}

/// No points have the digest of zeros: a row with it is that of a copy that was never offered, if its tag says so, too.
#[tokio::test]
async fn an_edited_cell_is_still_compared_with_copies() {
    let values: Vec<f64> = (0..25).map(|nth| f64::from(60 + nth)).collect();
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    store(&ada, 0, &values, None).await;
    offer(&ada, 1, &["aggregate-only"]).await;
    let zeros = "00".repeat(32);
    edit(&app, format!("UPDATE market_cell SET digest = X'{zeros}'")).await;
    let copy = points("heart_rate", "bpm", "watch", JUNE, &values[..24]);
    ada.post("/v1/sfdp/data", copy).await.ok();
    for restrictions in [&["aggregate-only"][..], &[]] {
        let made = offered(&ada, &["type=heart_rate;device=watch"], restrictions).await;
        made.blames("dataPoints");
    }
}
