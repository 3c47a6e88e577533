//! Edited rows of purchases: none of them reads more than its buyer bought.

use lockstep_server::scrub;
use lockstep_store::StoreError;
use serde_json::json;

use super::super::{TOKENS, buy, offer, store};
use super::{edit, is_named};
use crate::app::TestApp;

#[tokio::test]
async fn an_edited_purchase_reads_no_points_of_another_offer() {
    let values: Vec<f64> = (0..25).map(|nth| f64::from(60 + nth)).collect();
    for edited in ["offer", "restrictions", "both"] {
        let app = TestApp::start().await;
        let (ada, bob) = (app.user("ada").await, app.user("bob").await);
        store(&ada, 0, &values, None).await;
        let plain = offer(&ada, 9, &[]).await;
        let aggregate = offer(&ada, 9, &["aggregate-only"]).await;
        let (of_plain, of_aggregate) = (buy(&bob, &plain).await, buy(&bob, &aggregate).await);
        let id = |bought: &serde_json::Value| bought["purchaseId"].as_str().unwrap().to_owned();
        assert!(!is_named(&app, "market_purchase").await);
        let update = match edited {
            "offer" => format!(
                "UPDATE market_purchase SET offer = '{aggregate}' WHERE id = '{}'",
                id(&of_plain)
            ),
            "restrictions" => format!(
                "UPDATE market_purchase SET restrictions = '[]' WHERE id = '{}'",
                id(&of_aggregate)
            ),
            _ => format!(
                "UPDATE market_purchase SET offer = '{aggregate}', restrictions = '[\"aggregate-only\"]' WHERE id = '{}'",
                id(&of_plain)
            ),
        };
        edit(&app, update).await;
        let read = bob.get(&format!("{TOKENS}/{aggregate}/data")).await;
        assert!(matches!(read.status, 403 | 422), "{edited}: {read}");
        let body = json!({ "operation": "mean", "type": "heart_rate", "days": ["2026-06-01"] });
        let answer = bob
            .post(&format!("{TOKENS}/{aggregate}/aggregate"), body)
            .await;
        assert!(matches!(answer.status, 200 | 422), "{edited}: {answer}");
        // It is named each time, and nothing is repaired by it.
        for _ in 0..2 {
            assert!(is_named(&app, "market_purchase").await, "{edited}");
        }
    }
}

/// The rights of a purchase are those of its offer, and a purchase that was paid or used has a row.
#[tokio::test]
async fn an_extended_or_removed_purchase_is_named() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    store(&ada, 0, &[60.0, 61.0], None).await;
    let token = offer(&ada, 3, &[]).await;
    let mut bought = Vec::new();
    for _ in 0..3 {
        let purchase = buy(&bob, &token).await;
        bought.push(purchase["purchaseId"].as_str().unwrap().to_owned());
    }
    bob.get(&format!("{TOKENS}/{token}/data")).await.ok();
    assert!(!is_named(&app, "market_purchase").await);
    for (nth, change) in ["allowed_uses = 999", "duration = 'P9Y'"]
        .iter()
        .enumerate()
    {
        let row = &bought[nth];
        let kept = app.state().db.read::<_, StoreError, _>("test.kept", {
            let sql =
                format!("SELECT allowed_uses, duration FROM market_purchase WHERE id = '{row}'");
            move |tx| {
                tx.query_one(&sql, &[], |row| {
                    Ok((row.at::<i64>(0)?, row.at::<String>(1)?))
                })
            }
        });
        let (uses, duration) = kept.await.unwrap();
        edit(
            &app,
            format!("UPDATE market_purchase SET {change} WHERE id = '{row}'"),
        )
        .await;
        assert!(is_named(&app, "market_purchase").await, "{change}");
        let back = format!(
            "UPDATE market_purchase SET allowed_uses = {uses}, duration = '{duration}' WHERE id = '{row}'"
        );
        edit(&app, back).await;
        assert!(!is_named(&app, "market_purchase").await, "{change}");
    }
    for row in &bought {
        edit(
            &app,
            format!("DELETE FROM market_purchase WHERE id = '{row}'"),
        )
        .await;
        let found = scrub::all(app.state(), |_| {}).await.unwrap();
        assert!(found.damaged.iter().any(|one| one.row == *row), "{row}");
    }
}
