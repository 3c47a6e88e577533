//! The indexes that lists and reads of the marketplace use.

use lockstep_store::{Db, StoreError, params};

use super::open;
use crate::store::tokens::{TokenFilter, list_sql};
use crate::store::{grants, holds, listings, prices, purchases};

/// Returns the steps by which the database runs a statement with three parameters.
async fn plan_of(db: &Db, sql: String) -> String {
    let steps = db.read::<_, StoreError, _>("test.plan", move |tx| {
        let sql = format!("EXPLAIN QUERY PLAN {sql}");
        tx.query(&sql, &params!["", "", 0_i64][..parameters(&sql)], |row| {
            row.at::<String>(3)
        })
    });
    steps.await.unwrap().join("\n")
}

fn parameters(sql: &str) -> usize {
    (1..=3).filter(|n| sql.contains(&format!("?{n}"))).count()
}

#[tokio::test]
async fn a_page_of_the_market_reads_no_token_of_the_past() {
    let folder = tempfile::tempdir().unwrap();
    let db = open(&folder);
    for (sql, index) in [
        (
            list_sql(TokenFilter::Market),
            "market_token_offered (status=? AND id<?)",
        ),
        (
            list_sql(TokenFilter::Pending),
            "market_token_offered (status=? AND id<?)",
        ),
        (
            list_sql(TokenFilter::Own),
            "market_token_owner (user_id=? AND id<?)",
        ),
    ] {
        let plan = plan_of(&db, sql).await;
        assert!(plan.contains(index) && !plan.contains("TEMP"), "{plan}");
    }
    db.close().await;
}

#[tokio::test]
async fn a_read_passes_over_no_purchase_that_is_used_up() {
    let folder = tempfile::tempdir().unwrap();
    let db = open(&folder);
    let plan = plan_of(&db, purchases::usable_sql()).await;
    let index = "market_purchase_usable (offer=? AND user_id=?)";
    assert!(plan.contains(index) && !plan.contains("TEMP"), "{plan}");
    db.close().await;
}

#[tokio::test]
async fn grants_and_ended_holds_are_found_by_an_index() {
    let folder = tempfile::tempdir().unwrap();
    let db = open(&folder);
    for (sql, index) in [
        (
            grants::list_sql(),
            "market_purchase_granted (seller_account=? AND id<?)",
        ),
        (
            holds::EXPIRED_SQL.to_owned(),
            "market_purchase_held_until (expires_at<?)",
        ),
        (
            holds::USED_UP_SQL.to_owned(),
            "market_purchase_used_up (is_holding=?)",
        ),
    ] {
        let plan = plan_of(&db, sql).await;
        assert!(plan.contains(index) && !plan.contains("TEMP"), "{plan}");
    }
    db.close().await;
}

/// A statement that reads the listings of all accounts or currencies takes seconds with a million of them.
#[tokio::test]
async fn listings_are_found_by_their_currency_and_by_their_account() {
    let folder = tempfile::tempdir().unwrap();
    let db = open(&folder);
    for (sql, index) in [
        (
            prices::LISTINGS_SQL.to_owned(),
            "market_listing_status (status=?)",
        ),
        (
            prices::LISTINGS_OF_OTHERS_SQL.to_owned(),
            "market_listing_priced (status=? AND currency=?)",
        ),
        (
            listings::open_sql(),
            "market_listing_open (user_id=? AND status=? AND id>?)",
        ),
    ] {
        let plan = plan_of(&db, sql).await;
        assert!(plan.contains(index) && !plan.contains("TEMP"), "{plan}");
    }
    db.close().await;
}
