//! Stores and backups of a version that stored names unencrypted.

use std::path::Path;
use std::sync::Arc;

use lockstep_accounts::password::{Hasher, Password, Rules};
use lockstep_store::db::Options;
use lockstep_store::id::{ApiKeyId, UserId};
use lockstep_store::{Db, StoreError, SystemClock, SystemEntropy, Timestamp, Value};
use lockstep_web::PasswordCost;

use super::{count, listed, names_of, sign_in};
use crate::app::{ADMIN_PASSWORD, PASSWORD, TestApp};
use crate::bytes::{copy, found};
use crate::child::run;

/// The accounts of an earlier version: name, role, status.
const OLD: [(&str, &str, &str); 4] = [
    ("admin", "admin", "active"),
    ("Canary.Ada", "user", "active"),
    ("canary-bob", "auditor", "suspended"),
    ("", "user", "deleted"),
];

async fn hash(password: &str) -> String {
    let rules = Rules {
        parameter: "password",
        username: "x",
        email: "x@y",
    };
    let password = Password::given(password.to_owned());
    let hasher = Hasher::new(&SystemEntropy, PasswordCost::default());
    let hash = hasher.hash_chosen(&password, rules, &SystemEntropy).await;
    hash.unwrap()
}

/// Creates a store as the previous version did, with unencrypted names; returns the id of the
/// second account.
async fn old_store(folder: &Path) -> String {
    let options = Options {
        file: folder.join(lockstep_server::data::DATABASE),
        postgres: None,
        readers: 1,
        clock: SystemClock::shared(),
        entropy: Arc::new(SystemEntropy),
    };
    let mut migrations = lockstep_server::app::migrations();
    migrations.retain(|migration| migration.capability != "accounts" || migration.n < 6);
    let old = Db::open(options, &migrations).unwrap();
    let passwords = [hash(ADMIN_PASSWORD).await, hash(PASSWORD).await];
    let written = old.write::<_, StoreError, _>("test.old", move |tx| {
        let mut ids = Vec::new();
        // More accounts than one portion of the migration.
        let many: Vec<String> = (0..80).map(|nth| format!("canary.{nth}")).collect();
        let many = many.iter().map(|name| (&**name, "user", "active"));
        for (nth, (name, role, status)) in OLD.into_iter().chain(many).enumerate() {
            let id = UserId::generate(Timestamp(nth as i64), &SystemEntropy);
            let is_deleted = status == "deleted";
            let email = if is_deleted {
                String::new()
            } else {
                format!("{name}@Canary.example")
            };
            let (lower, lower_email) = (name.to_lowercase(), email.to_lowercase());
            let key = |text: &'_ str| match is_deleted {
                true => None,
                false => Some(text.to_owned()),
            };
            let (key, email_key) = (key(&lower), key(&lower_email));
            let wallet = (nth == 1).then_some("0xcanary");
            tx.execute(
                "INSERT INTO account(id, username, username_key, email, email_key, password, role,
                    status, tier, wallet_address, created_at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 'enterprise', ?9, 1)",
                &[
                    Value::Text(id.as_str()),
                    Value::Text(name),
                    key.as_deref().map_or(Value::Null, Value::Text),
                    Value::Text(&email),
                    email_key.as_deref().map_or(Value::Null, Value::Text),
                    // An erasure removes the hash of the password.
                    match is_deleted {
                        true => Value::Text(""),
                        false => Value::Text(&passwords[usize::from(nth > 0)]),
                    },
                    Value::Text(role),
                    Value::Text(status),
                    wallet.map_or(Value::Null, Value::Text),
                ],
            )?;
            ids.push(id.to_string());
            if is_deleted {
                continue;
            }
            let key = ApiKeyId::generate(Timestamp(nth as i64), &SystemEntropy);
            tx.execute(
                "INSERT INTO api_key(id, user_id, name, hash, scopes, created_at)
                 VALUES (?1, ?2, 'canary bridge', ?3, '', 1)",
                &[
                    Value::Text(key.as_str()),
                    Value::Text(id.as_str()),
                    Value::Blob(&[nth as u8; 32]),
                ],
            )?;
        }
        Ok(ids)
    });
    let ids = written.await.unwrap();
    old.close().await;
    ids[1].clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_of_an_earlier_version_is_sealed_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let ada_id = old_store(folder.path()).await;
    let canaries = vec!["canary".to_owned()];
    assert!(
        !found(folder.path(), &canaries).is_empty(),
        "the names are unencrypted before"
    );
    let app = TestApp::start_in(folder, |_| {}).await;
    let none = Vec::<String>::new();
    assert_eq!(found(app.folder.path(), &canaries), none, "after the start");
    let unsettled =
        "SELECT COUNT(*) FROM account WHERE status <> 'deleted' AND index_check IS NULL";
    assert_eq!(count(&app, unsettled).await, 0);
    for (name, status) in [
        ("CANARY.ada", 200),
        ("canary.ADA@canary.example", 200),
        ("canary-bob", 401),
        ("canary.79", 200),
    ] {
        assert_eq!(sign_in(&app, name, PASSWORD).await, status, "{name}");
    }
    let ada = app.anonymous().signed_in("Canary.Ada", PASSWORD).await;
    assert_eq!(ada.id, ada_id);
    let me = ada.get("/api/auth/me").await.ok();
    assert_eq!(me["username"], "Canary.Ada");
    assert_eq!(me["email"], "Canary.Ada@Canary.example");
    let keys = ada.get("/v1/api-keys").await.ok();
    assert_eq!(names_of(&keys), ["canary bridge"]);
    let admin = app.admin();
    let page = admin.get("/v1/admin/users?search=canary.ada").await.ok();
    assert_eq!(page["users"][0]["walletAddress"], "0xcanary");
    assert_eq!(listed(&admin, "limit=1").await.1, 83);
    assert_eq!(listed(&admin, "status=deleted").await.1, 1);
    let copies = tempfile::tempdir().unwrap();
    copy(&app, &copies.path().join("backup")).await;
    assert_eq!(found(copies.path(), &canaries), none, "in a backup");
    // The state of a start that was interrupted before the bytes were overwritten, and an outdated
    // index.
    let cut_off = app
        .state()
        .db
        .write::<_, StoreError, _>("test.cut_off", move |tx| {
            tx.execute(
                "UPDATE account SET username_key = 'older ' || id,
                    index_check = CASE role WHEN 'admin' THEN x'01' END
                 WHERE names IS NOT NULL",
                &[],
            )
        });
    assert_eq!(cut_off.await.unwrap(), 83);
    let app = TestApp::start_in(app.stop().await, |_| {}).await;
    assert_eq!(count(&app, unsettled).await, 0);
    assert_eq!(sign_in(&app, "canary.78", PASSWORD).await, 200);
    let folder = app.stop().await;
    assert_eq!(
        found(folder.path(), &canaries),
        none,
        "after the server ended"
    );
}

/// A backup of an earlier version is verified, restored and served.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_of_an_earlier_version_is_restored_and_sealed() {
    let backup = tempfile::tempdir().unwrap();
    old_store(backup.path()).await;
    let fresh = tempfile::tempdir().unwrap();
    let data = fresh.path().join("data");
    let from = backup.path().to_str().unwrap();
    for args in [
        &["backup", "verify", from][..],
        &["backup", "restore", from],
    ] {
        let output = run(&data, args, "");
        assert!(output.status.success(), "{args:?}: {output:?}");
    }
    let canaries = vec!["canary".to_owned()];
    assert_eq!(found(&data, &canaries), Vec::<String>::new());
    let output = run(&data, &["--json", "user", "list"], "");
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(stdout.contains("Canary.Ada@Canary.example"), "{stdout}");
}
