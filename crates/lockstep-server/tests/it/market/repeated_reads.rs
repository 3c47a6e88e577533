//! Reads of sold data whose answer did not arrive: a repeated read with the same `Idempotency-Key` consumes no use.

use reqwest::Method;
use serde_json::{Value as Json, json};

use super::offers::change;
use super::{TOKENS, buy, offer, store};
use crate::app::{Answer, TestApp, TestClient};
use crate::operations::listing;

async fn get_once(buyer: &TestClient, path: &str, key: &str) -> Answer {
    let request = buyer.request(Method::GET, path);
    buyer.send(request.header("Idempotency-Key", key)).await
}

/// Suspends or resumes every key of an account.
async fn act_on_keys(owner: &TestClient, act: &str) {
    let listed = owner.get("/v1/encryption/keys?limit=100").await.ok();
    for key in listed["keys"].as_array().unwrap() {
        let path = format!("/v1/encryption/keys/{}", key["keyId"].as_str().unwrap());
        owner.post(&format!("{path}/{act}"), json!({})).await.ok();
    }
}

#[tokio::test]
async fn a_repeated_read_of_points_uses_nothing() {
    let app = TestApp::start().await;
    let (ada, bob, eve) = (
        app.user("ada").await,
        app.user("bob").await,
        app.user("eve").await,
    );
    store(&ada, 0, &[60.0, 61.0, 62.0], Some("Basic")).await;
    let token = offer(&ada, 2, &[]).await;
    let bought = buy(&bob, &token).await;
    buy(&eve, &token).await;
    let (data, other) = (
        format!("{TOKENS}/{token}/data?limit=2"),
        format!("{TOKENS}/{token}/data?limit=1"),
    );
    let left = async || {
        let id = bought["purchaseId"].as_str().unwrap();
        let path = format!("/v1/sfdp/marketplace/purchases/{id}");
        bob.get(&path).await.ok()["remainingUses"].clone()
    };
    // Two at once, then once more.
    let read = || get_once(&bob, &data, "read-1");
    let (first, second) = tokio::join!(read(), read());
    let first: Json = first.ok();
    assert_eq!(first["remainingUses"], 1);
    for again in [second, read().await] {
        assert_eq!(again.ok(), first);
    }
    assert_eq!(left().await, 1);
    // The cursor of a repeated read continues the same use. With a cursor, the key has no effect.
    let next = first["nextCursor"].as_str().unwrap();
    let next = format!("{TOKENS}/{token}/data?cursor={next}");
    let rest = get_once(&bob, &next, "read-1").await.ok();
    assert_eq!(rest["data"].as_array().unwrap().len(), 1);
    assert_eq!(left().await, 1);
    // The key belongs to the account and to the query.
    get_once(&bob, &other, "read-1")
        .await
        .refused(409, "CONFLICT");
    assert_eq!(
        get_once(&eve, &data, "read-1").await.ok()["remainingUses"],
        1
    );
    get_once(&bob, &data, "a key")
        .await
        .blames("Idempotency-Key");
    // A stopped key of the seller stops repeated reads, too, and consumes nothing.
    act_on_keys(&ada, "suspend").await;
    for key in ["read-1", "read-2"] {
        let refused = get_once(&bob, &data, key).await;
        refused.refused(422, "ENCRYPTION_ERROR");
    }
    act_on_keys(&ada, "resume").await;
    assert_eq!(left().await, 1);
    // Another key is another use, the last one. A used purchase still answers repeated reads.
    let last = get_once(&bob, &data, "read-2").await.ok();
    assert_eq!(last["remainingUses"], 0);
    get_once(&bob, &data, "read-3")
        .await
        .refused(409, "CONFLICT");
    assert_eq!(read().await.ok(), first);
    // A later purchase is not used by a repeated read. After an hour, the use is over.
    buy(&bob, &token).await;
    assert_eq!(read().await.ok(), first);
    change(&app, "UPDATE market_use SET at = at - 3600001").await;
    read().await.refused(409, "CONFLICT");
    assert_eq!(
        get_once(&bob, &data, "read-4").await.ok()["remainingUses"],
        1
    );
}

#[tokio::test]
async fn a_repeated_read_of_rows_uses_nothing() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let path = format!("/api/marketplace/items/{}", listing(&ada).await);
    let bought = bob.post(&format!("{path}/purchase"), json!({})).await.ok();
    let uses = bought["remaining_uses"].as_u64().unwrap();
    let data = format!("{path}/data");
    let named = |answer: &Answer| {
        let of = answer.header("lockstep-use").unwrap().to_owned();
        let left = answer.header("lockstep-remaining-uses").unwrap();
        (of, left.parse::<u64>().unwrap())
    };
    let first = get_once(&bob, &data, "rows-1").await;
    let again = get_once(&bob, &data, "rows-1").await;
    assert_eq!(first.ok(), again.ok());
    assert_eq!(named(&first), named(&again));
    assert_eq!(named(&first).1, uses - 1);
    get_once(&bob, &format!("{data}?limit=1"), "rows-1")
        .await
        .refused(409, "CONFLICT");
    change(&app, "UPDATE market_use SET at = at - 3600001").await;
    get_once(&bob, &data, "rows-1")
        .await
        .refused(409, "CONFLICT");
}
