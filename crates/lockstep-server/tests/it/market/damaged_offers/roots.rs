//! Roots of offers and purchases: a scrub computes each again from the sealed content.

use lockstep_server::scrub;
use serde_json::{Value as Json, json};

use super::super::{TOKENS, buy, offer, store};
use super::{LISTINGS, PURCHASES, dataset, edit, edit_all, is_named, list};
use crate::app::TestApp;

/// Returns the tables and rows that a scrub repaired, in order.
async fn repaired(app: &TestApp) -> Vec<(String, String)> {
    let found = scrub::all(app.state(), |_| {}).await.unwrap();
    assert_eq!(found.damaged, []);
    let mut rows: Vec<_> = found
        .repaired
        .into_iter()
        .map(|one| (one.table.into_owned(), one.row))
        .collect();
    rows.sort();
    rows
}

/// A root is that of the sealed bytes or of the sealed schema: a changed one is computed again.
#[tokio::test]
async fn a_damaged_root_of_an_offer_is_computed_again() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    store(&ada, 0, &[60.0; 3], None).await;
    store(&ada, 1, &[60.0; 300], Some("FHE")).await;
    let token = offer(&ada, 5, &[]).await;
    let data = dataset(&ada, "rides", json!({ "w": [1, 2] })).await;
    let listing = list(&ada, &data).await;
    buy(&bob, &token).await;
    let path = format!("{LISTINGS}/{listing}/purchase");
    bob.post(&path, json!({})).await.ok();
    let bought = bob.get(PURCHASES).await.ok()["purchases"].clone();
    let id = |nth: usize| bought[nth]["id"].as_str().unwrap().to_owned();
    let (of_token, of_listing) = (id(1), id(0));
    let roots = async || {
        let mut roots = Vec::new();
        for path in [
            format!("{TOKENS}/{token}/certificate"),
            format!("{LISTINGS}/{listing}/certificate"),
            format!("{PURCHASES}/{of_token}/receipt"),
            format!("{PURCHASES}/{of_listing}/receipt"),
        ] {
            let document = bob.get(&path).await.ok();
            let record: Json = serde_json::from_str(document["record"].as_str().unwrap()).unwrap();
            roots.push(record["root"].clone());
        }
        roots
    };
    let before = roots().await;
    assert!(before.iter().all(Json::is_string), "{before:?}");
    for (table, row) in [
        ("market_token", &token),
        ("market_listing", &listing),
        ("market_purchase", &of_token),
        ("market_purchase", &of_listing),
    ] {
        for value in ["zeroblob(32)", "x'00'", "'weird'"] {
            edit(
                &app,
                format!("UPDATE {table} SET root = {value} WHERE id = '{row}'"),
            )
            .await;
            let found = scrub::all(app.state(), |_| {}).await.unwrap();
            if table == "market_listing" && value != "zeroblob(32)" {
                // The row of a listing cannot be read without a root, so that it is named and not repaired.
                let mut damaged = found.damaged.iter();
                let is_named = damaged.any(|one| (&*one.table, &one.row) == (table, row));
                assert!(is_named, "{value}: {:?}", found.damaged);
                edit(
                    &app,
                    format!(
                        "UPDATE market_listing SET root = (SELECT root FROM market_purchase WHERE id = '{of_listing}')
                         WHERE id = '{row}'"
                    ),
                )
                .await;
                continue;
            }
            let repaired: Vec<_> = found
                .repaired
                .iter()
                .map(|one| (&*one.table, &one.row))
                .collect();
            assert_eq!(repaired, [(table, row)], "{table} = {value}");
            assert_eq!(self::repaired(&app).await, [], "{table} = {value}");
            assert_eq!(roots().await, before, "{table} = {value}");
        }
    }
    // Rows of chunks that state other points than they hold.
    for (column, value) in [
        ("t0", "t0 + 1"),
        ("t1", "t1 + 1"),
        ("series", "1 - series"),
        ("n", "n + 1"),
    ] {
        let id = offer(&ada, 5, &[]).await;
        edit(
            &app,
            format!(
                "UPDATE market_chunk SET {column} = {value} WHERE token_id = '{id}' AND nth = 0"
            ),
        )
        .await;
        let found = scrub::all(app.state(), |_| {}).await.unwrap();
        assert!(
            found.damaged.iter().any(|one| one.row.starts_with(&id)),
            "{column}: {:?}",
            found.damaged
        );
        edit(
            &app,
            format!("UPDATE market_chunk SET user_id = x'ff' WHERE token_id = '{id}' AND nth = 0"),
        )
        .await;
        let found = scrub::all(app.state(), |_| {}).await.unwrap();
        assert!(found.damaged.iter().any(|one| one.table == "market_chunk"));
        ada.delete(&format!("{TOKENS}/{id}")).await.ok();
        edit_all(
            &app,
            format!("DELETE FROM market_chunk WHERE token_id = '{id}'"),
        )
        .await;
        assert_eq!(self::repaired(&app).await, [], "{column}");
    }
}

/// Without the chunks no root can be computed: the purchase that contradicts its token is named.
#[tokio::test]
async fn a_purchase_with_another_root_than_its_token_is_named() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    store(&ada, 0, &[60.0; 3], None).await;
    let token = offer(&ada, 1, &[]).await;
    buy(&bob, &token).await;
    // The only use: nothing needs the chunks any more.
    bob.get(&format!("{TOKENS}/{token}/data")).await.ok();
    ada.delete(&format!("{TOKENS}/{token}")).await.ok();
    edit_all(
        &app,
        format!("DELETE FROM market_chunk WHERE token_id = '{token}'"),
    )
    .await;
    assert_eq!(repaired(&app).await, []);
    edit(
        &app,
        "UPDATE market_token SET root = zeroblob(32)".to_owned(),
    )
    .await;
    assert!(is_named(&app, "market_purchase").await);
}
