//! Damaged values, lost keys, and damaged profiles.

use super::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_value_costs_its_own_row_and_is_named_or_repaired() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    fill(&app, &ada, "ada").await;
    fill(&app, &bob, "bob").await;
    let carol = app.user("carol").await;
    app.admin()
        .delete(&format!("/v1/admin/users/{}", carol.id))
        .await
        .ok();
    let clean = scrub::all(app.state(), |_| {}).await.unwrap();
    assert_eq!((clean.damaged, clean.repaired), (vec![], vec![]));
    // The round of the background job is over, so that it repairs nothing before the reads that are tested.
    scrub::slice(app.state().clone()).await.unwrap();
    for row in ROWS {
        let (table, column, value, fate) = *row;
        let said = format!("{table}.{column} = {value}");
        damage(&app, row, &ada.id).await;
        // Reads of the account's own points find the damage first. A number that is merely wrong only
        // the scrub finds.
        let is_unreadable = value.contains("weird") || value.contains("x'");
        if matches!(table, "series" | "seg") && is_unreadable {
            let (count, skipped) = points_of(&ada).await;
            let lost = skipped[0]["points"].as_u64().unwrap_or_default();
            match fate {
                Repaired => assert_eq!(count, 2 * POINTS, "{said}: {skipped}"),
                _ => assert!(
                    count >= POINTS && (lost > 0 || table == "seg"),
                    "{said}: {skipped}"
                ),
            }
            for path in [
                "/v1/sfdp/usage",
                "/v1/sfdp/data?startDate=2026-06-01&endDate=2026-08-01",
                "/v1/sfdp/export?format=csv",
            ] {
                let answer = ada.get(path).await;
                assert_eq!(answer.status, 200, "{said}: {path}: {answer}");
            }
        }
        for job in CAPABILITIES.iter().flat_map(|one| one.jobs) {
            let done = (job.run)(app.state().clone()).await;
            done.unwrap_or_else(|fault| panic!("{said}, {}: {:?}", job.name, fault.log));
        }
        let found = scrub::all(app.state(), |_| {}).await;
        let found = found.unwrap_or_else(|fault| panic!("{said}: {:?}", fault.log));
        judge(&said, fate, table, &found.damaged, &found.repaired);
        if matches!(fate, Repaired | Aside) && table == "series" || fate == Repaired {
            let again = scrub::all(app.state(), |_| {}).await.unwrap();
            assert_eq!(again.repaired, [], "{said}: it is repaired once");
            let is_ok = again.damaged.is_empty() || fate == Aside;
            assert!(is_ok, "{said}: {:?}", again.damaged);
        }
        // Nothing of it is bob's.
        assert_eq!(
            points_of(&bob).await,
            (2 * POINTS, serde_json::Value::Null),
            "{said}"
        );
        bob.get("/v1/encryption/keys").await.ok();
        bob.get("/v1/sfdp/devices").await.ok();
        app.admin().get("/v1/admin/users").await.ok();
        put_back(&app, table).await;
    }
    let healed = scrub::all(app.state(), |_| {}).await.unwrap();
    assert_eq!(healed.damaged, []);
    assert_eq!(points_of(&ada).await, (2 * POINTS, serde_json::Value::Null));
}

fn judge(said: &str, fate: DamageOutcome, table: &str, damaged: &[Damage], repaired: &[Damage]) {
    for one in damaged.iter().chain(repaired) {
        let shown = serde_json::to_string(one).unwrap();
        let value = shown.replace("\"row\":\"weird\"", "");
        assert!(
            !value.contains("weird"),
            "{said}: a value is shown: {shown}"
        );
    }
    match fate {
        Named(reason) => {
            let named = damaged.iter().any(|one| one.reason.contains(reason));
            assert!(named, "{said}: {damaged:?}");
        }
        // A read before the scrub may have repaired it already.
        Repaired if table == "series" || table == "seg" => {
            assert_eq!(damaged, [], "{said}");
        }
        Repaired | RepairedIn(_) => {
            let table = match fate {
                RepairedIn(table) => table,
                _ => table,
            };
            let is_told = repaired.iter().any(|one| one.table == table);
            assert!(
                is_told && damaged.is_empty(),
                "{said}: {damaged:?} {repaired:?}"
            );
        }
        Aside => assert!(
            damaged.iter().any(|one| one.points > 0 || table == "seg"),
            "{said}: {damaged:?}"
        ),
        Unseen => {}
    }
}

/// An older `keys.db`, accepted by an operator: the missing account gets an error, and then a new key
/// with consent alone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_whose_key_is_lost_is_told_and_repaired_by_an_operator() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    fill(&app, &ada, "ada").await;
    let folder = app.stop().await;
    let keys = folder.path().join("keys.db");
    let older = std::fs::read(&keys).unwrap();
    let app = TestApp::start_in(folder, |_| {}).await;
    let bob = app.user("bob").await;
    fill(&app, &bob, "bob").await;
    let folder = app.stop().await;
    std::fs::write(&keys, older).unwrap();
    let data = DataDir::hold(folder.path()).unwrap();
    let paths = lockstep_vault::KeyPaths::usual(data.path());
    let accepted = accept_rollback(data.database(), &paths).await.unwrap();
    assert_eq!(accepted["lostAccounts"], json!([bob.id]));
    let told = accepted["next"].as_str().unwrap();
    assert!(
        told.contains("replace-lost-key") && told.contains(&bob.id),
        "{told}"
    );
    drop(data);
    let app = TestApp::start_in(folder, |_| {}).await;
    let signed_in = async |name| app.anonymous().signed_in(name, PASSWORD).await;
    let (ada, bob) = (signed_in("ada").await, signed_in("bob").await);
    for path in ["/v1/sfdp/data", "/v1/sfdp/profile"] {
        bob.get(path).await.refused(422, "ENCRYPTION_ERROR");
    }
    assert_eq!(points_of(&ada).await.0, 2 * POINTS);
    let (steps, _heard) = tokio::sync::mpsc::channel(1);
    let found = execute(app.state(), Command::Doctor, &steps).await.unwrap();
    let found = found.to_string();
    assert!(
        found.contains("replace-lost-key") && found.contains(&bob.id),
        "{found}"
    );
    let replace = async |account: &str, accept_loss| {
        let request = json!({
            "replaceLostKey": { "account": account, "acceptLoss": accept_loss },
        });
        let command = Command::of_capability("user", CommandRequest::new(&request).unwrap());
        let done = execute(app.state(), command, &steps).await;
        done.map(|done| done["result"].clone())
    };
    let refused = replace("bob", false).await.unwrap_err();
    assert!(refused.contains("--accept-loss"), "{refused}");
    let refused = replace("ada", true).await.unwrap_err();
    assert!(refused.contains("nothing is lost"), "{refused}");
    let done = replace(&bob.id, true).await.unwrap();
    assert_eq!(done["keysLost"], 1, "{done}");
    assert_eq!(done["pointsLost"], POINTS, "{done}");
    // The names of the account and of its API key were under the lost key too.
    assert_eq!(done["namesLost"], 2, "{done}");
    let next = done["next"].as_str().unwrap();
    assert!(next.contains("lockstep user change"), "{next}");
    let bob = signed_in("bob").await;
    assert_eq!(bob.get("/api/auth/me").await.ok()["username"], "");
    let (count, skipped) = points_of(&bob).await;
    assert_eq!(count, 0);
    let lost: u64 = skipped
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["points"].as_u64().unwrap())
        .sum();
    assert_eq!(lost, 2 * POINTS as u64, "{skipped}");
    bob.get("/v1/sfdp/profile")
        .await
        .refused(422, "ENCRYPTION_ERROR");
    bob.put("/v1/sfdp/profile", json!({ "timeZone": "Europe/Berlin" }))
        .await
        .ok();
    let again = points("heart_rate", "bpm", "strap", JUNE, &[61.0]);
    bob.post("/v1/sfdp/data", again).await.ok();
    assert_eq!(points_of(&bob).await.0, 1);
    assert_eq!(points_of(&ada).await.0, 2 * POINTS);
    // Only the chunks that were set aside stay damaged, not the names and the record of the rows.
    let found = scrub::all(app.state(), |_| {}).await.unwrap();
    let tables: Vec<&str> = found.damaged.iter().map(|one| &*one.table).collect();
    assert_eq!(tables, ["seg_body"], "{:?}", found.damaged);
    let rename = json!({ "change": { "account": "bob", "username": "robert" } });
    let rename = Command::of_capability("user", CommandRequest::new(&rename).unwrap());
    execute(app.state(), rename, &steps).await.unwrap();
    assert_eq!(bob.get("/api/auth/me").await.ok()["username"], "robert");
    let path = format!("/v1/admin/users/{}", bob.id);
    let email = json!({ "email": "new@example.org" });
    app.admin().patch(&path, email).await.ok();
    let folder = app.stop().await;
    let app = TestApp::start_in(folder, |_| {}).await;
    app.anonymous().signed_in("robert", PASSWORD).await;
    app.anonymous().signed_in("new@example.org", PASSWORD).await;
}

#[tokio::test]
async fn readiness_says_whether_irreversible_acts_are_held() {
    let app = TestApp::start().await;
    let ready = app.anonymous().get("/readyz").await.ok();
    assert_eq!(ready["irreversibleActsHeld"], false, "{ready}");
}

/// The scrub alone repairs values that were not read.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_scrub_repairs_clear_columns_and_says_so() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    fill(&app, &ada, "ada").await;
    // The round of the background job is over, so that it repairs nothing before the scrub that is tested.
    scrub::slice(app.state().clone()).await.unwrap();
    for row in ROWS.iter().filter(|row| row.3 == Repaired) {
        let said = format!("{}.{} = {}", row.0, row.1, row.2);
        damage(&app, row, &ada.id).await;
        let found = scrub::all(app.state(), |_| {}).await.unwrap();
        assert_eq!(found.damaged, [], "{said}");
        assert!(
            found.repaired.iter().any(|one| one.table == row.0),
            "{said}: {:?}",
            found.repaired
        );
        assert_eq!(
            points_of(&ada).await,
            (2 * POINTS, serde_json::Value::Null),
            "{said}"
        );
        let table = row.0;
        write(&app, move |tx| {
            kept(table).into_iter().try_for_each(|table| {
                tx.execute(&format!("DROP TABLE saved_{table}"), &[])
                    .map(drop)
            })
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_profile_is_an_error_that_says_how_to_replace_it() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    fill(&app, &ada, "ada").await;
    write(&app, |tx| {
        tx.execute("UPDATE profile SET body = x'00'", &[]).map(drop)
    })
    .await;
    for path in [
        "/v1/sfdp/profile",
        "/v1/sfdp/metrics?startDate=2026-06-01&endDate=2026-06-02",
        "/v1/sfdp/data?startDate=2026-06-01",
    ] {
        let answer = ada.get(path).await;
        let text = answer.to_string();
        answer.refused(422, "ENCRYPTION_ERROR");
        assert!(text.contains("PUT /v1/sfdp/profile"), "{text}");
    }
    // Requests that need no time zone still work.
    assert_eq!(points_of(&ada).await.0, 2 * POINTS);
    ada.put("/v1/sfdp/profile", json!({ "timeZone": "Europe/Berlin" }))
        .await
        .ok();
    ada.get("/v1/sfdp/metrics?startDate=2026-06-01&endDate=2026-06-02")
        .await
        .ok();
}
