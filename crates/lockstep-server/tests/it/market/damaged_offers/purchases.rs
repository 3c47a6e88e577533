//! Edited rows of purchases: none of them reads more than its buyer bought.

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
