//! Rows that were removed by something other than the server, and that only the audit log names.

use lockstep_server::execution::{Command, execute};
use lockstep_server::scrub;
use lockstep_store::Value;
use lockstep_store::id::UserId;
use lockstep_web::capability::Damage;
use serde_json::json;

use super::write;
use crate::app::TestApp;
use crate::market::TOKENS;
use crate::operations::ResourceKind;
use crate::webhooks::WEBHOOKS;

/// Table, kind of its rows, and the path under which the owner deletes one.
const TABLES: &[(&str, ResourceKind, Option<&str>)] = &[
    ("device", ResourceKind::Device, Some("/v1/sfdp/devices")),
    ("uadm_device", ResourceKind::UadmDevice, None),
    ("webhook", ResourceKind::Of(WEBHOOKS), Some(WEBHOOKS)),
    ("agent", ResourceKind::Agent, Some("/v1/uadm/agents")),
    (
        "import_record",
        ResourceKind::Import,
        Some("/v1/sfdp/imports"),
    ),
    ("market_token", ResourceKind::DataToken, Some(TOKENS)),
    ("market_listing", ResourceKind::Listing, None),
];

async fn damaged_rows_of(app: &TestApp, table: &str) -> Vec<Damage> {
    let found = scrub::all(app.state(), |_| {}).await.unwrap();
    let damaged = found.damaged.into_iter();
    damaged.filter(|one| one.table == *table).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_row_that_the_audit_log_says_was_added_is_named_until_its_loss_is_accepted() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let accept = async |account: &str| {
        let account: UserId = account.parse().unwrap();
        let (steps, _heard) = tokio::sync::mpsc::channel(1);
        execute(app.state(), Command::AcceptRows { account }, &steps).await
    };
    for (table, kind, path) in TABLES {
        let deleted = kind.make(&ada).await;
        if let Some(path) = path {
            ada.delete(&format!("{path}/{deleted}")).await.ok();
        }
        let missing = kind.make(&ada).await;
        kind.make(&bob).await;
        assert_eq!(damaged_rows_of(&app, table).await, [], "{table}");
        let (sql, id) = (
            format!("DELETE FROM {table} WHERE id = ?1"),
            missing.clone(),
        );
        write(&app, move |tx| {
            tx.execute(&sql, &[Value::Text(&id)]).map(drop)
        })
        .await;
        let found = damaged_rows_of(&app, table).await;
        assert_eq!(found.len(), 1, "{table}: {found:?}");
        assert_eq!(
            (found[0].account.as_deref(), &*found[0].row),
            (Some(&*ada.id), &*missing),
            "{table}"
        );
        assert!(found[0].reason.contains("the row is missing"), "{found:?}");
        // Accepting the rows of another account ends nothing.
        accept(&bob.id).await.unwrap();
        assert_eq!(damaged_rows_of(&app, table).await.len(), 1, "{table}");
        accept(&ada.id).await.unwrap();
        assert_eq!(damaged_rows_of(&app, table).await, [], "{table}");
    }
    let unknown = accept("usr_01h455vb4pex5vsknk084sn02q").await;
    assert!(unknown.unwrap_err().contains("does not exist"));
    // An account that is erased takes its entries with it.
    let path = format!("/v1/admin/users/{}", bob.id);
    app.admin().delete(&path).await.ok();
    for (table, ..) in TABLES {
        assert_eq!(damaged_rows_of(&app, table).await, [], "{table}");
    }
}

/// Without their row, the defaults apply.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn removed_settings_are_named_until_they_are_stored_again() {
    let app = TestApp::start().await;
    let remove = async || {
        write(&app, |tx| {
            let sql = "DELETE FROM setting WHERE name = 'settings'";
            tx.execute(sql, &[]).map(drop)
        })
        .await;
    };
    remove().await;
    assert_eq!(damaged_rows_of(&app, "setting").await, [], "never changed");
    let change = async |percent: u32| {
        let change = json!({ "alerts": { "storagePercent": percent } });
        app.admin().patch("/v1/admin/settings", change).await.ok();
    };
    change(50).await;
    assert_eq!(damaged_rows_of(&app, "setting").await, []);
    remove().await;
    let found = damaged_rows_of(&app, "setting").await;
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].row, "settings");
    assert!(found[0].reason.contains("the row is missing"), "{found:?}");
    change(60).await;
    assert_eq!(damaged_rows_of(&app, "setting").await, []);
}
