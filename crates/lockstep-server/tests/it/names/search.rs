//! Searches of administrators: the names in memory follow every change.

use lockstep_server::serve::{all_jobs, run_job};
use lockstep_store::{StoreError, Value};
use serde_json::json;

use super::listed;
use crate::app::{PASSWORD, TestApp};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_search_finds_every_committed_change() {
    let app = TestApp::start().await;
    let admin = app.admin();
    let ada = app.account("ada", "user", "standard").await;
    let path = format!("/v1/admin/users/{}", ada.id);
    assert_eq!(
        listed(&admin, "search=ada").await,
        (vec!["ada".to_owned()], 1)
    );

    let moved = json!({ "email": "moved@elsewhere.test" });
    admin.patch(&path, moved).await.ok();
    assert_eq!(listed(&admin, "search=ELSEWHERE").await.1, 1);
    assert_eq!(listed(&admin, "search=ada%40").await.1, 0);

    let query = "search=elsewhere&status=suspended";
    assert_eq!(listed(&admin, query).await.1, 0);
    admin
        .patch(&path, json!({ "status": "suspended" }))
        .await
        .ok();
    assert_eq!(listed(&admin, query).await.1, 1);
    assert_eq!(listed(&admin, "search=elsewhere&status=active").await.1, 0);

    let query = "search=elsewhere&role=auditor";
    assert_eq!(listed(&admin, query).await.1, 0);
    admin.patch(&path, json!({ "role": "auditor" })).await.ok();
    assert_eq!(listed(&admin, query).await.1, 1);

    // The page and the total are those of one order, with accounts of before and after the first search.
    for name in ["bob", "cyd"] {
        let email = format!("{name}@elsewhere.test");
        let new = json!({ "username": name, "email": email, "password": PASSWORD });
        admin.post("/v1/admin/users", new).await.ok();
    }
    let second = listed(&admin, "search=elsewhere&limit=1&page=2").await;
    assert_eq!(second, (vec!["bob".to_owned()], 3));

    admin.delete(&path).await.ok();
    let rest = listed(&admin, "search=elsewhere").await;
    assert_eq!(rest, (vec!["bob".to_owned(), "cyd".to_owned()], 2));
    assert_eq!(
        listed(&admin, "search=elsewhere&status=deleted").await.1,
        0,
        "an erased account has no names"
    );
}

/// Damage writes no event, so the names in memory do not follow it: the rows of the page tell.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_search_does_not_show_names_that_the_store_no_longer_has() {
    let app = TestApp::start().await;
    let admin = app.admin();
    let ada = app.account("ada", "user", "standard").await;
    app.account("adam", "user", "standard").await;
    assert_eq!(listed(&admin, "search=ada").await.1, 2);
    let id = ada.id.clone();
    let damage = app
        .state()
        .db
        .write::<_, StoreError, _>("test.damage", move |tx| {
            let sql = "UPDATE account SET names = x'00' WHERE id = ?1";
            tx.execute(sql, &[Value::Text(&id)])
        });
    assert_eq!(damage.await.unwrap(), 1);
    let found = listed(&admin, "search=ada").await;
    assert_eq!(found, (vec!["adam".to_owned()], 1));
    // The job changes nothing that a search finds.
    let job = all_jobs(app.state()).find(|job| job.name == "accounts.search");
    run_job(app.state(), job.unwrap()).await.unwrap();
    let found = listed(&admin, "search=ada").await;
    assert_eq!(found, (vec!["adam".to_owned()], 1));
}
