//! Edited terms of offers and purchases: a scrub compares each row with the audit entry that states its terms.

use lockstep_server::scrub;
use lockstep_store::{Actor, Entry, Status, StoreError};
use lockstep_web::capability::Damage;
use serde_json::{Value as Json, json};

use super::super::{TOKENS, buy, offer, store};
use super::{ADMIN_ITEMS, LISTINGS, PURCHASES, dataset, edit, edit_all, list};
use crate::app::{TestApp, TestClient};

/// A token, a listing and an item, each bought once.
struct Sold {
    app: TestApp,
    seller: TestClient,
    buyer: TestClient,
    /// The ids by their names in [`EDITS`].
    ids: Vec<(&'static str, String)>,
}

impl Sold {
    async fn start() -> Self {
        let app = TestApp::start().await;
        let (ada, bob) = (app.user("ada").await, app.user("bob").await);
        store(&ada, 0, &[60.0; 3], None).await;
        let token = offer(&ada, 9, &[]).await;
        let listing = list(&ada, &dataset(&ada, "rides", json!({ "w": [1, 2] })).await).await;
        let item = json!({ "name": "Sleep", "description": "", "price": 5, "currency": "EUR",
            "category": "reports",
            "encryption": { "available": false, "types": [], "required": false } });
        let item = app.admin().post(ADMIN_ITEMS, item).await.ok();
        let item = item["id"].as_str().unwrap().to_owned();
        let of_token = purchase_id(&buy(&bob, &token).await);
        let of_listing = bought(&bob, &format!("{LISTINGS}/{listing}")).await;
        let of_item = bought(&bob, &format!("/v1/sfdp/marketplace/items/{item}")).await;
        let ids = vec![
            ("token", token),
            ("listing", listing),
            ("item", item),
            ("of_token", of_token),
            ("of_listing", of_listing),
            ("of_item", of_item),
        ];
        let (seller, buyer) = (ada, bob);
        Self {
            app,
            seller,
            buyer,
            ids,
        }
    }

    fn id(&self, name: &str) -> &str {
        let found = self.ids.iter().find(|(one, _)| *one == name);
        &found.unwrap().1
    }

    /// Changes a column behind the server's back.
    async fn set(&self, name: &str, column: &str, value: &str) {
        let (table, id) = (table(name), self.id(name));
        let sql = format!("UPDATE {table} SET {column} = {value} WHERE id = '{id}'");
        edit(&self.app, sql).await;
    }

    async fn damaged(&self) -> Vec<Damage> {
        scrub::all(self.app.state(), |_| {}).await.unwrap().damaged
    }

    /// Checks that a scrub names a row once, with the column, or with the fact that the row contradicts.
    async fn assert_named(&self, name: &str, column: &str) {
        let damaged = self.damaged().await;
        let (table, id) = (table(name), self.id(name));
        let rows = damaged.iter().filter(|one| one.row == id);
        let reasons: Vec<_> = rows.map(|one| (&*one.table, &*one.reason)).collect();
        let is_named = match *reasons {
            [(of, reason)] => {
                of == table && (reason.contains(column) || reason.contains("contradicts"))
            }
            _ => false,
        };
        assert!(is_named, "{name}.{column}: {damaged:?}");
    }

    async fn assert_fine(&self, after: &str) {
        assert_eq!(self.damaged().await, [], "{after}");
    }
}

fn table(name: &str) -> &'static str {
    match name {
        "token" => "market_token",
        "listing" => "market_listing",
        "item" => "market_item",
        _ => "market_purchase",
    }
}

fn purchase_id(bought: &Json) -> String {
    let id = bought.get("purchaseId").or(bought.get("purchase_id"));
    id.unwrap().as_str().unwrap().to_owned()
}

/// Buys the offer at a path; returns the id of the purchase.
async fn bought(buyer: &TestClient, path: &str) -> String {
    let bought = buyer.post(&format!("{path}/purchase"), json!({})).await;
    purchase_id(&bought.ok())
}

/// A row, a column, the value that is written behind the server's back, and the one that the server wrote.
const EDITS: &[(&str, &str, &str, &str)] = &[
    ("token", "price", "price - 1", "price + 1"),
    ("token", "currency", "'USD'", "'EUR'"),
    ("token", "duration", "'P9Y'", "'P30D'"),
    ("token", "allowed_uses", "999", "9"),
    ("token", "restrictions", r#"'["no-export"]'"#, "'[]'"),
    ("token", "available_until", "4102444800000", "NULL"),
    ("listing", "price", "price - 1", "price + 1"),
    ("listing", "currency", "'USD'", "'EUR'"),
    ("listing", "duration", "'P9Y'", "'P30D'"),
    ("listing", "allowed_uses", "999", "9"),
    ("listing", "restrictions", r#"'["no-export"]'"#, "'[]'"),
    ("item", "price", "price - 1", "price + 1"),
    ("item", "currency", "'USD'", "'EUR'"),
    ("of_token", "price", "price - 1", "price + 1"),
    ("of_token", "currency", "'USD'", "'EUR'"),
    ("of_token", "duration", "'P9Y'", "'P30D'"),
    ("of_token", "restrictions", r#"'["no-export"]'"#, "'[]'"),
    ("of_token", "at", "at + 1", "at - 1"),
    ("of_token", "expires_at", "expires_at + 1", "expires_at - 1"),
    (
        "of_listing",
        "expires_at",
        "expires_at + 1",
        "expires_at - 1",
    ),
    ("of_item", "price", "price - 1", "price + 1"),
    ("of_item", "expires_at", "4102444800000", "NULL"),
];

#[tokio::test]
async fn an_edited_term_is_named() {
    let sold = Sold::start().await;
    sold.assert_fine("three purchases").await;
    for (name, column, edited, honest) in EDITS {
        sold.set(name, column, edited).await;
        sold.assert_named(name, column).await;
        sold.set(name, column, honest).await;
        sold.assert_fine(&format!("{name}.{column}")).await;
    }
}

#[tokio::test]
async fn terms_that_are_edited_in_the_offer_and_its_purchase_are_named() {
    let sold = Sold::start().await;
    for pair in [
        ["token", "of_token"],
        ["listing", "of_listing"],
        ["item", "of_item"],
    ] {
        for (column, edited, honest) in [
            ("price", "price - 1", "price + 1"),
            ("currency", "'USD'", "'EUR'"),
            ("duration", "'P9Y'", "'P30D'"),
            ("allowed_uses", "999", "9"),
            ("restrictions", r#"'["no-export"]'"#, "'[]'"),
        ] {
            if pair[0] == "item" && !matches!(column, "price" | "currency") {
                continue;
            }
            for name in pair {
                sold.set(name, column, edited).await;
            }
            for name in pair {
                sold.assert_named(name, column).await;
            }
            for name in pair {
                sold.set(name, column, honest).await;
            }
            sold.assert_fine(&format!("{}.{column}", pair[0])).await;
        }
    }
    // A purchase that was moved as a whole.
    for column in ["at", "expires_at"] {
        let later = format!("{column} + 1000");
        sold.set("of_token", column, &later).await;
    }
    sold.assert_named("of_token", "expires_at").await;
}

#[tokio::test]
async fn a_purchase_at_an_edited_price_is_named_after_the_price_was_put_back() {
    let sold = Sold::start().await;
    let eve = sold.app.user("eve").await;
    for (name, offers) in [("token", TOKENS), ("listing", LISTINGS)] {
        sold.set(name, "price", "price - 1").await;
        let id = bought(&eve, &format!("{offers}/{}", sold.id(name))).await;
        sold.assert_named(name, "price").await;
        sold.set(name, "price", "price + 1").await;
        let damaged = sold.damaged().await;
        let rows: Vec<_> = damaged.iter().map(|one| &*one.row).collect();
        assert!(rows.contains(&&*id), "{name}: {damaged:?}");
        assert!(!rows.contains(&sold.id(name)), "{name}: {damaged:?}");
    }
}

/// An attacker who can write to the database can also append to the audit log.
#[tokio::test]
async fn an_appended_entry_hides_no_edit_of_a_token() {
    let sold = Sold::start().await;
    sold.set("token", "price", "price - 1").await;
    let metadata = json!({
        "tokenId": sold.id("token"),
        "terms": {
            "priceMinor": 1249, "currency": "EUR", "duration": "P30D", "allowedUses": 9, "restrictions": [],
        },
    });
    let append = sold
        .app
        .state()
        .db
        .write::<_, StoreError, _>("test.append", move |tx| {
            tx.audit(&Entry {
                actor: &Actor::system(),
                action: "market.token.create",
                component: "marketplace",
                status: Status::Success,
                details: String::new(),
                metadata: metadata.clone(),
            })
        });
    append.await.unwrap();
    sold.assert_named("token", "price").await;
}

#[tokio::test]
async fn changes_of_offers_through_the_server_are_not_named() {
    let sold = Sold::start().await;
    let (admin, path) = (
        sold.app.admin(),
        format!("{ADMIN_ITEMS}/{}", sold.id("item")),
    );
    for change in [
        json!({ "price": 7 }),
        json!({ "name": "Naps" }),
        json!({ "price": 8, "currency": "USD", "status": "archived" }),
        json!({ "status": "active" }),
    ] {
        let shown = change.to_string();
        admin.patch(&path, change).await.ok();
        sold.assert_fine(&shown).await;
    }
    // A change that keeps an edited price does not state it.
    sold.set("item", "price", "price + 1").await;
    let rename = json!({ "name": "Sleep" });
    admin.patch(&path, rename).await.ok();
    sold.assert_named("item", "price").await;
    admin.patch(&path, json!({ "price": 9 })).await.ok();
    sold.assert_fine("a price that was set again").await;
    let data = format!("{TOKENS}/{}/data", sold.id("token"));
    sold.buyer.get(&data).await.ok();
    for path in [
        format!("{TOKENS}/{}", sold.id("token")),
        format!("{LISTINGS}/{}", sold.id("listing")),
    ] {
        sold.seller.delete(&path).await.ok();
    }
    let refund = format!("{PURCHASES}/{}/refund", sold.id("of_item"));
    sold.buyer.post(&refund, json!({})).await.ok();
    sold.assert_fine("offers that were withdrawn, and a refund")
        .await;
}

/// The entries of an erased administrator no longer show which price is the last.
#[tokio::test]
async fn an_item_that_an_erased_administrator_changed_is_not_named() {
    let sold = Sold::start().await;
    let eve = sold.app.account("eve", "admin", "enterprise").await;
    let (admin, path) = (
        sold.app.admin(),
        format!("{ADMIN_ITEMS}/{}", sold.id("item")),
    );
    eve.patch(&path, json!({ "price": 7 })).await.ok();
    let account = format!("/v1/admin/users/{}", eve.id);
    admin.delete(&account).await.ok();
    sold.assert_fine("an erased change").await;
    let rename = json!({ "name": "Naps" });
    admin.patch(&path, rename).await.ok();
    sold.assert_fine("a change of the name").await;
    admin.patch(&path, json!({ "price": 8 })).await.ok();
    sold.set("item", "price", "price - 1").await;
    sold.assert_named("item", "price").await;
}

#[tokio::test]
async fn rows_whose_entries_state_no_terms_are_not_named() {
    let sold = Sold::start().await;
    for (action, field, name) in [
        ("market.token.create", "tokenId", "token"),
        ("market.listing.create", "listingId", "listing"),
        ("market.item.create", "itemId", "item"),
    ] {
        // As an earlier version wrote it.
        let metadata = json!({ field: sold.id(name) });
        let sql =
            format!("UPDATE audit_body SET metadata = '{metadata}' WHERE action = '{action}'");
        edit(&sold.app, sql).await;
    }
    for name in ["of_token", "of_listing", "of_item"] {
        let metadata = json!({ "purchaseId": sold.id(name), "transfer": 1 });
        let sql = format!(
            "UPDATE audit_body SET metadata = '{metadata}'
             WHERE action = 'market.purchase' AND details LIKE '%{}%'",
            sold.id(name)
        );
        assert_eq!(edit_all(&sold.app, sql).await, 1);
    }
    for (name, column) in [
        ("token", "price"),
        ("listing", "price"),
        ("item", "price"),
        ("of_token", "expires_at"),
    ] {
        sold.set(name, column, &format!("{column} - 1")).await;
    }
    sold.assert_fine("edits of rows of an earlier version")
        .await;
}
