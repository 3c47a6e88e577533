//! Rows of second factors that were removed, edited or put back while no server wrote them.

use lockstep_server::scrub;
use serde_json::json;

use super::{enrol, sign_in};
use crate::app::{PASSWORD, TestApp};
use crate::damage::write;

/// What a scrub names of the account: tables and reasons.
async fn named(app: &TestApp, id: &str) -> Vec<(String, String)> {
    let found = scrub::all(app.state(), |_| {}).await.unwrap();
    let of_account = found.damaged.into_iter();
    of_account
        .filter(|one| one.account.as_deref() == Some(id))
        .map(|one| (one.table.into_owned(), one.reason))
        .collect()
}

/// Runs statements, separated by semicolons, about the account.
async fn edit(app: &TestApp, sql: &str, id: &str) {
    let sql = sql.replace("{id}", id);
    write(app, move |tx| {
        sql.split(';')
            .try_for_each(|sql| tx.execute(sql, &[]).map(drop))
    })
    .await;
}

/// Neither a removed row nor an edited mark makes a code unnecessary, also after a start.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn removed_rows_refuse_the_sign_in_and_are_named_until_a_reset() {
    for removal in [
        "DELETE FROM totp WHERE user_id = '{id}'; DELETE FROM recovery_code WHERE user_id = '{id}'",
        "DELETE FROM totp WHERE user_id = '{id}'",
        "UPDATE totp SET confirmed_at = NULL WHERE user_id = '{id}'",
        "DELETE FROM totp WHERE user_id = '{id}'; UPDATE account SET second_factor = NULL WHERE id = '{id}'",
        "DELETE FROM totp WHERE user_id = '{id}'; UPDATE account SET second_factor = x'00' WHERE id = '{id}'",
        "DELETE FROM totp WHERE user_id = '{id}'; UPDATE account SET second_factor =
            (SELECT second_factor FROM account WHERE role = 'admin') WHERE id = '{id}'",
    ] {
        let app = TestApp::start().await;
        let ada = enrol(&app, app.user("ada").await, PASSWORD).await;
        let id = ada.own.id.clone();
        edit(&app, removal, &id).await;
        let recovery_code = Some(&*ada.recovery_codes[0]);
        for code in [None, recovery_code] {
            let refused = sign_in(&app, "ada", PASSWORD, code).await;
            let refused = refused.refused(409, "CONFLICT").to_string();
            assert!(refused.contains("lockstep "), "{removal}: {refused}");
        }
        let app = TestApp::start_in(app.stop().await, |_| {}).await;
        let refused = sign_in(&app, "ada", PASSWORD, None).await;
        let refused = refused.refused(409, "CONFLICT").to_string();
        assert!(refused.contains("reset-totp"), "{removal}: {refused}");
        // A sign-in that still holds does not replace the removed secret.
        let own = app.anonymous().bearing(ada.own.token.as_deref().unwrap());
        let again = json!({ "password": PASSWORD });
        own.post("/api/auth/totp", again)
            .await
            .refused(409, "CONFLICT");
        let found = named(&app, &id).await;
        let is_named = |(table, reason): &(String, String)| {
            table == "totp" && reason.contains("the audit log states that TOTP is enabled")
        };
        assert!(found.iter().any(is_named), "{removal}: {found:?}");
        let path = format!("/v1/admin/users/{id}/totp");
        assert_eq!(app.admin().delete(&path).await.ok()["reset"], true);
        assert_eq!(named(&app, &id).await, [], "{removal}");
        let token = sign_in(&app, "ada", PASSWORD, None).await.ok();
        let own = app
            .anonymous()
            .bearing(token["access_token"].as_str().unwrap());
        enrol(&app, own, PASSWORD).await;
        let asked = sign_in(&app, "ada", PASSWORD, None).await;
        asked.refused(401, "TOTP_REQUIRED");
    }
}

/// Rows of an earlier version have no mark. The next start states for each account what held before.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_start_marks_the_accounts_of_an_earlier_version() {
    let app = TestApp::start().await;
    enrol(&app, app.user("ada").await, PASSWORD).await;
    app.user("bob").await;
    edit(&app, "UPDATE account SET second_factor = NULL", "").await;
    let unmarked = sign_in(&app, "bob", PASSWORD, None).await;
    unmarked.refused(409, "CONFLICT");
    let app = TestApp::start_in(app.stop().await, |_| {}).await;
    sign_in(&app, "bob", PASSWORD, None).await.ok();
    let asked = sign_in(&app, "ada", PASSWORD, None).await;
    asked.refused(401, "TOTP_REQUIRED");
    let found = scrub::all(app.state(), |_| {}).await.unwrap();
    assert_eq!((found.damaged, found.repaired), (vec![], vec![]));
}

/// The entry of the reset goes with the administrator who made it: the log still states that TOTP is enabled.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reset_of_an_erased_administrator_does_not_refuse_the_sign_in() {
    let app = TestApp::start().await;
    let ada = enrol(&app, app.user("ada").await, PASSWORD).await;
    let id = ada.own.id.clone();
    let eve = app.account("eve", "admin", "enterprise").await;
    let path = format!("/v1/admin/users/{id}/totp");
    assert_eq!(eve.delete(&path).await.ok()["reset"], true);
    let path_of_eve = format!("/v1/admin/users/{}", eve.id);
    app.admin().delete(&path_of_eve).await.ok();
    // As in a store of an earlier version, or after another digest key.
    let unmark = "UPDATE account SET second_factor = NULL WHERE id = '{id}'";
    edit(&app, unmark, &id).await;
    let app = TestApp::start_in(app.stop().await, |_| {}).await;
    sign_in(&app, "ada", PASSWORD, None).await.ok();
    let found = named(&app, &id).await;
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].1.contains("erased since"), "{found:?}");
    app.admin().delete(&path).await.ok();
    assert_eq!(named(&app, &id).await, []);
    // A row decides, whatever was erased.
    let bob = enrol(&app, app.user("bob").await, PASSWORD).await;
    let fay = app.user("fay").await;
    let path_of_fay = format!("/v1/admin/users/{}", fay.id);
    app.admin().delete(&path_of_fay).await.ok();
    edit(&app, unmark, &bob.own.id).await;
    let app = TestApp::start_in(app.stop().await, |_| {}).await;
    let asked = sign_in(&app, "bob", PASSWORD, None).await;
    asked.refused(401, "TOTP_REQUIRED");
}

/// Rows that were put back or removed are compared with the audit log.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_of_second_factors_are_compared_with_the_audit_log() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let id = ada.id.clone();
    let remedy = format!("/v1/admin/users/{id}/totp");
    edit(
        &app,
        "CREATE TABLE older AS SELECT * FROM account WHERE id = '{id}'",
        &id,
    )
    .await;
    let ada = enrol(&app, ada, PASSWORD).await;
    edit(
        &app,
        "CREATE TABLE kept AS SELECT * FROM totp; CREATE TABLE codes AS SELECT * FROM recovery_code",
        &id,
    )
    .await;
    let used = Some(&*ada.recovery_codes[0]);
    sign_in(&app, "ada", PASSWORD, used).await.ok();
    assert_eq!(named(&app, &id).await, []);
    for (change, stored) in [
        (
            "DELETE FROM recovery_code WHERE digest = (SELECT MIN(digest) FROM recovery_code)",
            "8 recovery codes",
        ),
        (
            "INSERT OR IGNORE INTO recovery_code SELECT * FROM codes",
            "10 recovery codes",
        ),
    ] {
        edit(&app, change, &id).await;
        let found = named(&app, &id).await;
        assert_eq!(found.len(), 1, "{change}: {found:?}");
        assert_eq!(found[0].0, "recovery_code", "{change}");
        let reason = format!("{stored} are stored, and the audit log states 9");
        assert!(found[0].1.contains(&reason), "{change}: {found:?}");
    }
    edit(
        &app,
        "DELETE FROM totp; INSERT OR REPLACE INTO account SELECT * FROM older",
        &id,
    )
    .await;
    let found = named(&app, &id).await;
    assert!(found[0].1.contains("that TOTP is enabled"), "{found:?}");
    app.admin().delete(&remedy).await.ok();
    assert_eq!(named(&app, &id).await, []);
    edit(&app, "INSERT INTO totp SELECT * FROM kept", &id).await;
    let asked = sign_in(&app, "ada", PASSWORD, None).await;
    asked.refused(401, "TOTP_REQUIRED");
    let found = named(&app, &id).await;
    assert!(found[0].1.contains("that TOTP was removed"), "{found:?}");
    app.admin().delete(&remedy).await.ok();
    assert_eq!(named(&app, &id).await, []);
}
