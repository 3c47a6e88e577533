//! Refunds against reads, and cursors that do not belong to the read: nothing is read without being paid for.

use reqwest::Method;
use serde_json::{Value as Json, json};

use super::offers::{self, change};
use super::{TOKENS, balance, buy, offer, store};
use crate::app::{Answer, TestApp, TestClient};
use crate::operations::listing;

const PURCHASES: &str = "/v1/sfdp/marketplace/purchases";

/// The read that a purchase pays for.
#[derive(Clone, Copy, Debug)]
enum Read {
    Points,
    Aggregate,
    Rows,
}

impl Read {
    async fn send(self, buyer: &TestClient, path: &str) -> Answer {
        match self {
            Self::Points | Self::Rows => buyer.get(&format!("{path}/data")).await,
            Self::Aggregate => {
                let question = json!({ "operation": "mean", "type": "heart_rate" });
                buyer.post(&format!("{path}/aggregate"), question).await
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refund_and_a_read_exclude_each_other() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let values: Vec<f64> = (0..20).map(|n| 60.0 + f64::from(n)).collect();
    store(&ada, 0, &values, None).await;
    let points = offer(&ada, 1, &[]).await;
    let aggregate = offer(&ada, 1, &["aggregate-only"]).await;
    let rows = listing(&ada).await;
    let mut paid = 0.0;
    for (read, path, price) in [
        (Read::Points, format!("{TOKENS}/{points}"), 12.5),
        (Read::Aggregate, format!("{TOKENS}/{aggregate}"), 12.5),
        (Read::Rows, format!("/api/marketplace/items/{rows}"), 25.0),
    ] {
        for _ in 0..6 {
            let bought = bob.post(&format!("{path}/purchase"), json!({})).await.ok();
            let id = bought.get("purchaseId").or(bought.get("purchase_id"));
            let refund = format!("{PURCHASES}/{}/refund", id.unwrap().as_str().unwrap());
            let (reader, refunder) = (bob.clone(), bob.clone());
            let path = path.clone();
            let reading = tokio::spawn(async move { read.send(&reader, &path).await });
            let refunding = tokio::spawn(async move { refunder.post(&refund, json!({})).await });
            let (reading, refunding) = (reading.await.unwrap(), refunding.await.unwrap());
            let statuses = [reading.status, refunding.status];
            assert!(
                [[200, 409], [409, 200]].contains(&statuses),
                "{read:?}: {reading} {refunding}"
            );
            if reading.status == 200 {
                paid += price;
            }
            // The remaining reads of the listing are used up, so that the next round needs its own
            // purchase.
            change(&app, "UPDATE market_purchase SET expires_at = 1").await;
        }
    }
    assert_eq!((balance(&bob).await, balance(&ada).await), (-paid, paid));
}

#[tokio::test]
async fn a_cursor_belongs_to_one_use_of_one_purchase() {
    let app = TestApp::start().await;
    let (ada, bob, eve) = (
        app.user("ada").await,
        app.user("bob").await,
        app.user("eve").await,
    );
    store(&ada, 0, &[60.0, 61.0, 62.0], None).await;
    let (first, other) = (offer(&ada, 1, &[]).await, offer(&ada, 5, &[]).await);
    let bought = buy(&bob, &first).await;
    let unused = buy(&bob, &other).await;
    buy(&eve, &first).await;
    let data = format!("{TOKENS}/{first}/data");
    let page = bob.get(&format!("{data}?limit=1")).await.ok();
    let cursor = page["nextCursor"].as_str().unwrap();
    let (purchase, unused) = (
        bought["purchaseId"].as_str().unwrap(),
        unused["purchaseId"].as_str().unwrap(),
    );
    for (who, path) in [
        // Of another account, another token, another purchase.
        (&eve, format!("{data}?cursor={cursor}")),
        (&bob, format!("{TOKENS}/{other}/data?cursor={cursor}")),
        (&bob, format!("{data}?cursor={unused}.1.0.0")),
        // Cursors of uses that were never made.
        (&bob, format!("{TOKENS}/{other}/data?cursor={unused}.1.0.0")),
        (&bob, format!("{data}?cursor={purchase}.0.0.0")),
        (&bob, format!("{data}?cursor={purchase}.2.0.0")),
        (&bob, format!("{data}?cursor={purchase}.-1.0.0")),
        (&bob, format!("{data}?cursor={purchase}.1.0")),
        (&bob, format!("{data}?cursor={purchase}.1.0.-1")),
    ] {
        who.get(&path).await.blames("cursor");
    }
    // A place outside of the snapshot has no points.
    for place in ["9.0", "0.99999999999", "9223372036854775807.0"] {
        let page = bob
            .get(&format!("{data}?cursor={purchase}.1.{place}"))
            .await;
        assert_eq!(page.ok()["data"], json!([]), "{place}");
    }
    // A suspended buyer reads nothing, and continues afterwards.
    let account = format!("/v1/admin/users/{}", bob.id);
    let next = format!("{data}?cursor={cursor}");
    let suspend = |status: &str| {
        let (admin, body) = (app.admin(), json!({ "status": status }));
        let account = account.clone();
        async move { admin.patch(&account, body).await.ok() }
    };
    suspend("suspended").await;
    assert_eq!(bob.get(&next).await.status, 401);
    suspend("active").await;
    let bob = app.anonymous().signed_in("bob", crate::app::PASSWORD).await;
    assert_eq!(bob.get(&next).await.ok()["remainingUses"], 0);
    // After a use, the purchase cannot be refunded. When its access ends, the cursor is refused.
    bob.post(&format!("{PURCHASES}/{purchase}/refund"), json!({}))
        .await
        .refused(409, "CONFLICT");
    change(&app, "UPDATE market_use SET at = at - 3600001").await;
    bob.get(&next).await.blames("cursor");
    change(&app, "UPDATE market_use SET at = at + 3600001").await;
    bob.get(&next).await.ok();
    change(&app, "UPDATE market_purchase SET expires_at = 1").await;
    bob.get(&next).await.blames("cursor");
    let refund = format!("{PURCHASES}/{unused}/refund");
    assert_eq!(
        bob.post(&refund, json!({})).await.ok()["status"],
        "refunded"
    );
    bob.get(&format!("{TOKENS}/{other}/data?cursor={unused}.1.0.0"))
        .await
        .blames("cursor");
    let all = bob.get(PURCHASES).await.ok();
    let of_all: Vec<&Json> = all["purchases"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["status"])
        .collect();
    assert_eq!(of_all, ["refunded", "expired"]);
}

/// A withdrawal beside purchases: each purchase is whole or refused, none follows the withdrawal, and what was paid is
/// what was bought.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn purchases_beside_a_withdrawal_are_whole_or_refused() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    store(&ada, 0, &[60.0, 61.0], None).await;
    for is_token in [true, false] {
        let bob = app.user(&format!("bob-{is_token}")).await;
        let (path, price) = match is_token {
            true => (format!("{TOKENS}/{}", offer(&ada, 1, &[]).await), 12.5),
            false => {
                let dataset = offers::dataset(&ada).await;
                let id = offers::list(&ada, &dataset, 1, &[]).await;
                (format!("{}/{id}", offers::LISTINGS), 25.0)
            }
        };
        let mut buying = tokio::task::JoinSet::new();
        for _ in 0..20 {
            let (bob, path) = (bob.clone(), format!("{path}/purchase"));
            buying.spawn(async move { bob.post(&path, json!({})).await.status });
        }
        // The withdrawal is sent when the first purchase was answered.
        let mut statuses = vec![buying.join_next().await.unwrap().unwrap()];
        ada.delete(&path).await.ok();
        statuses.extend(buying.join_all().await);
        let bought = statuses.iter().filter(|status| **status == 200).count();
        assert!(
            bought >= 1
                && statuses
                    .iter()
                    .all(|status| [200, 404, 409].contains(status)),
            "{statuses:?}"
        );
        let late = bob.post(&format!("{path}/purchase"), json!({})).await;
        late.refused(409, "CONFLICT");
        let eve = app.user(&format!("eve-{is_token}")).await;
        eve.post(&format!("{path}/purchase"), json!({}))
            .await
            .refused(404, "NOT_FOUND");
        assert_eq!(balance(&bob).await, -price * bought as f64);
        let all = bob
            .get("/v1/sfdp/marketplace/purchases?limit=100")
            .await
            .ok();
        assert_eq!(all["purchases"].as_array().unwrap().len(), bought);
        for _ in 0..bought {
            bob.get(&format!("{path}/data")).await.ok();
        }
        bob.get(&format!("{path}/data"))
            .await
            .refused(409, "CONFLICT");
    }
}

/// A read consumes a use, so `HEAD` is refused: it would consume one and bring no data.
#[tokio::test]
async fn head_consumes_no_use() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    store(&ada, 0, &[60.0], None).await;
    let token = offer(&ada, 1, &[]).await;
    let listing = offers::list(&ada, &offers::dataset(&ada).await, 1, &[]).await;
    for (offer, code) in [
        (format!("{TOKENS}/{token}"), "INVALID_REQUEST"),
        (
            format!("{}/{listing}", offers::LISTINGS),
            "VALIDATION_ERROR",
        ),
    ] {
        bob.post(&format!("{offer}/purchase"), json!({})).await.ok();
        let path = format!("{offer}/data");
        let head = bob.send(bob.request(Method::HEAD, &path)).await;
        assert_eq!((head.status, head.header("allow")), (405, Some("GET")));
        // The only use is left.
        bob.get(&path).await.ok();
        bob.get(&path).await.refused(409, "CONFLICT");
        // Other methods are refused as everywhere.
        bob.post(&path, json!({})).await.refused(405, code);
    }
}
