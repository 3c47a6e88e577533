//! Tests that the statements of writes only read the index, and only the rows that they return.

use lockstep_store::{SystemEntropy, Timestamp};

use super::*;
use crate::testing::Fixture;

/// Returns how the engine runs a statement.
fn plan(fixture: &Fixture, sql: &str) -> String {
    let (sql, user) = (
        format!("EXPLAIN QUERY PLAN {sql}"),
        UserId::generate(Timestamp(0), &SystemEntropy),
    );
    let read = fixture.state.db.read("test.plan", move |tx| {
        tx.query(&sql, params![&user, 1_i64, 2_i64], |row| {
            row.at::<String>(3)
        })
    });
    let steps: Result<Vec<String>, StoreError> = fixture.runtime.block_on(read);
    steps.unwrap().join("; ")
}

#[test]
fn statements_use_their_index_and_sort_nothing() {
    let fixture = Fixture::new(Timestamp(1_780_272_000_000));
    for (sql, index) in [
        (NEXT_STARTS.to_owned(), "COVERING INDEX activity_time"),
        (EARLIER_STARTS.to_owned(), "COVERING INDEX activity_time"),
        (
            format!("SELECT id, t0, t1 {OVERLAPPING}"),
            "COVERING INDEX activity_end",
        ),
        (
            format!("SELECT id {OVERLAPPING}"),
            "COVERING INDEX activity_end",
        ),
    ] {
        let plan = plan(&fixture, &sql);
        assert!(plan.contains(index), "{sql}: {plan}");
        assert!(!plan.contains("TEMP B-TREE"), "{sql}: {plan}");
    }
    // Every upload reads the batches of imports that it overlaps.
    let batches = crate::store::imported::OVERLAPPING;
    let plan = plan(&fixture, &format!("{batches} ORDER BY rowid DESC LIMIT 64"));
    assert!(plan.contains("COVERING INDEX import_batch_end"), "{plan}");
}
