//! Keys of a store of an earlier version: their audit entries state no row, and no state is recorded.

use lockstep_web::capability::ScrubResult;
use serde_json::json;

use super::*;
use crate::operations::scrub::VaultScrub;

/// The state in the newest entry of an earlier version, the edit of the row, and whether the row is
/// recorded.
struct Row {
    status: &'static str,
    scheme: &'static str,
    edit: Option<(&'static str, &'static str)>,
    is_recorded: bool,
}

const ROWS: &[Row] = &[
    row("active", "AES-256-GCM", None, true),
    row("suspended", "AES-256-GCM", None, false),
    row("revoked", "AES-256-GCM", None, false),
    row("active", "AES-256-GCM", Some(("level", "128")), false),
    row(
        "active",
        "AES-256-GCM",
        Some(("custody", "'client'")),
        false,
    ),
    row(
        "active",
        "AES-256-GCM",
        Some(("status", "'revoked'")),
        false,
    ),
    row("active", "AES-256-GCM", Some(("mode", "'ZK'")), false),
    // Earlier versions state no time.
    row("active", "AES-256-GCM", Some(("destroy_at", "5")), true),
];

const fn row(
    status: &'static str,
    scheme: &'static str,
    edit: Option<(&'static str, &'static str)>,
    is_recorded: bool,
) -> Row {
    Row {
        status,
        scheme,
        edit,
        is_recorded,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_of_an_earlier_version_are_recorded_or_refused() {
    for (nth, row) in ROWS.iter().enumerate() {
        let fixture = Fixture::new().await;
        let made = fixture.encrypt(b"61 bpm").await;
        let id = made.key.id.clone();
        fixture
            .tamper(move |tx| {
                tx.audit(&Entry {
                    actor: &Actor::system(),
                    action: "key.change",
                    component: "vault",
                    status: EntryStatus::Success,
                    details: format!("key.change {id}"),
                    metadata: json!({
                        "keyId": id, "mode": "Basic", "scheme": row.scheme, "custody": "server",
                        "status": row.status, "exported": false,
                    }),
                })?;
                tampering::forget_key_states(tx)
            })
            .await;
        if let Some((column, value)) = row.edit {
            fixture
                .tamper(tampering::set_key_column(column, value, &made.key.id))
                .await;
        }
        let fixture = fixture.again().await;
        let is_readable = fixture
            .vault
            .mode_keys()
            .record(&made.key.user, &made.key.id)
            .await;
        assert_eq!(is_readable.is_ok(), row.is_recorded, "row {nth}");
        let mut found = ScrubResult::default();
        VaultScrub(&fixture.vault)
            .repair_key_rows(&mut found)
            .await
            .unwrap();
        assert_eq!(found.repaired.is_empty(), row.is_recorded, "row {nth}");
        VaultScrub(&fixture.vault)
            .check_key_rows(&mut found)
            .await
            .unwrap();
        assert_eq!(found.damaged, [], "row {nth}");
        assert_eq!(
            fixture.status(&made).await.as_str(),
            row.status,
            "row {nth}"
        );
        let decrypts = row.status == "active";
        assert_eq!(fixture.reads(&made).await, decrypts, "row {nth}");
        // Once recorded, nothing is repaired again.
        let fixture = fixture.again().await;
        let mut found = ScrubResult::default();
        VaultScrub(&fixture.vault)
            .repair_key_rows(&mut found)
            .await
            .unwrap();
        assert_eq!(found.repaired, [], "row {nth}");
    }
}
