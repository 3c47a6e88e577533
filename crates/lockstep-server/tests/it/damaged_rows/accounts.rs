//! Accounts and servers with damaged rows.

use super::*;

/// All columns of a table are damaged at once: the erasure leaves no row of the account.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_with_damaged_rows_can_be_erased() {
    let app = TestApp::start().await;
    let columns = columns(&app).await;
    let mut tables: Vec<&String> = columns.iter().map(|(table, ..)| table).collect();
    tables.dedup();
    let mut faults = Vec::new();
    for (nth, table) in tables.iter().enumerate() {
        let name = format!("user{nth}");
        let who = app.user(&name).await;
        fill(&app, &who, &name).await;
        let of_table = columns.iter().filter(|(of, ..)| of == *table);
        let damage = of_table.map(|(_, column, declared)| {
            let value = match &**column {
                "user_id" => "CAST(user_id AS BLOB)",
                _ => wrong_values(declared)[0],
            };
            (column == "user_id", column, value)
        });
        let mut damage: Vec<_> = damage.collect();
        damage.sort();
        let statements = damage.iter().map(|(_, column, value)| {
            format!(
                "UPDATE OR IGNORE {table} SET {column} = {value} WHERE user_id = '{}'",
                who.id
            )
        });
        run(&app, statements.collect()).await;
        let answer = app
            .admin()
            .delete(&format!("/v1/admin/users/{}", who.id))
            .await;
        if answer.status != 200 {
            faults.push(format!("{table}: {answer}"));
            continue;
        }
        for left in &tables {
            // The event of the erasure itself stays for the account's open streams.
            let kept = match &***left {
                "event_outbox" => "AND typeof(user_id) <> 'text'",
                _ => "",
            };
            let sql = format!(
                "SELECT COUNT(*) FROM {left} WHERE CAST(user_id AS TEXT) = '{}' {kept}",
                who.id
            );
            let read = app.state().db.read("test.left", move |tx| {
                tx.query_one(&sql, &[], |row| row.at::<i64>(0))
            });
            let count: Result<i64, StoreError> = read.await;
            if count.unwrap() != 0 {
                faults.push(format!("{table}: rows of {left} are left"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(number(&app, "SELECT COUNT(*) FROM seg_body").await, 0);
}

/// Every column of every row of one account is damaged while the server is stopped.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_starts_on_an_account_whose_rows_are_all_damaged() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    fill(&app, &ada, "ada").await;
    fill(&app, &bob, "bob").await;
    let mut statements = Vec::new();
    for (table, column, declared) in columns(&app).await {
        if column != "user_id" {
            let value = wrong_values(&declared)[0];
            statements.push(format!(
                "UPDATE OR IGNORE {table} SET {column} = {value} WHERE user_id = '{}'",
                ada.id
            ));
        }
    }
    run(&app, statements).await;
    let app = TestApp::start_in(app.stop().await, |_| {}).await;
    let bob = app.anonymous().signed_in("bob", PASSWORD).await;
    assert_eq!(points_of(&bob).await, (2 * POINTS, serde_json::Value::Null));
    let more = points("heart_rate", "bpm", "strap", JUNE + 600, &[61.0]);
    bob.post("/v1/sfdp/data", more).await.ok();
    scrub::all(app.state(), |_| {}).await.unwrap();
    app.admin()
        .delete(&format!("/v1/admin/users/{}", ada.id))
        .await
        .ok();
    assert_eq!(points_of(&bob).await.0, 2 * POINTS + 1);
    let found = scrub::all(app.state(), |_| {}).await.unwrap();
    assert_eq!(found.damaged, []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rollback_over_an_unreadable_identity_says_what_to_do_instead() {
    let app = TestApp::start().await;
    write(&app, |tx| {
        tx.execute("UPDATE key_pairing SET id = 'weird'", &[])
            .map(drop)
    })
    .await;
    let folder = app.stop().await;
    let data = DataDir::hold(folder.path()).unwrap();
    let paths = lockstep_vault::KeyPaths::usual(data.path());
    let refused = accept_rollback(data.database(), &paths).await.unwrap_err();
    assert!(refused.contains("lockstep backup restore"), "{refused}");
    assert!(
        refused.contains("put both back from one backup"),
        "{refused}"
    );
}

/// The row of one chunk names the bytes of another: a deletion of the first keeps the second.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_chunk_that_names_the_bytes_of_another_is_deleted_alone() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let values: Vec<f64> = (0..20).map(f64::from).collect();
    for device in ["one", "two"] {
        let body = points("heart_rate", "bpm", device, JUNE, &values);
        ada.post("/v1/sfdp/data", body).await.ok();
    }
    let damage = "UPDATE seg SET body_id = (SELECT MAX(body_id) FROM seg)
         WHERE body_id = (SELECT MIN(body_id) FROM seg)";
    write(&app, move |tx| tx.execute(damage, &[]).map(drop)).await;
    ada.delete("/v1/sfdp/data?device=one").await.ok();
    assert_eq!(points_of(&ada).await, (20, serde_json::Value::Null));
    assert_eq!(number(&app, "SELECT COUNT(*) FROM seg_body").await, 1);
    let found = scrub::all(app.state(), |_| {}).await.unwrap();
    assert_eq!(found.damaged, []);
}
