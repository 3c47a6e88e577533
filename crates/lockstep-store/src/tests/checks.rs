//! Checks that run once in a transaction.

use super::*;

#[tokio::test]
async fn a_check_that_passed_runs_again_after_a_change_or_in_another_transaction() {
    let store = Store::new();
    for _ in 0..2 {
        let write = store.db.write("test.checks", |tx| {
            let mut ran = Vec::new();
            for (name, subject, passes) in [
                ("a", "ann", false),
                ("a", "ann", true),
                ("a", "ann", true),
                ("a", "bob", true),
                ("b", "bob", true),
                ("b", "bob", true),
            ] {
                let mut runs = false;
                let checked = tx.check_once(name, subject, |_| {
                    runs = true;
                    passes.then_some(()).ok_or(StoreError::NoRow)
                });
                assert_eq!(checked.is_ok(), passes);
                ran.push(runs);
            }
            tx.check_again();
            let checked = tx.check_once("b", "bob", |_| Err(StoreError::NoRow));
            assert!(checked.is_err());
            Ok::<_, StoreError>(ran)
        });
        let ran = write.await.unwrap();
        assert_eq!(ran, [true, true, false, true, true, false]);
    }
}
