//! F7: a clock that jumps 40 days ahead removes nothing permanently.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use lockstep_http::ServeContext;
use lockstep_server::app;
use lockstep_server::serve::{self, all_jobs, run_job};
use lockstep_store::{StoreError, SystemClock, Tx};
use lockstep_vault::Vault;
use lockstep_web::{AppState, BackupPolicy, Policy};
use serde_json::{Value as Json, json};

use crate::app::{ADMIN_PASSWORD, PASSWORD, TestClient, points};
use crate::rollback::{OffsetClock, RollbackFixture};

const DAY: i64 = 24 * 3_600_000;
/// Tables whose rows may become fewer: a queue, which the jobs empty regardless of the clock, and the groups of counted
/// lists, which end with their last entry (an alert that is resolved moves to another list).
const NOT_RECORDS: &[&str] = &["webhook_event", "counted_group"];

/// Runs every job once, as the server does.
pub(crate) async fn jobs(state: &AppState) {
    for job in all_jobs(state) {
        let done = run_job(state, job).await;
        done.unwrap_or_else(|fault| panic!("{}: {:?}", job.name, fault.log));
    }
}

/// Tests that every job waits whose removals cannot be undone, and so do payouts and repeated requests.
pub(crate) async fn jumped(scene: &RollbackFixture) -> String {
    let clock = Arc::new(OffsetClock {
        truth: SystemClock::shared(),
        by: AtomicI64::new(0),
    });
    let copies = tempfile::tempdir().unwrap();
    let policy = Policy {
        backups: Some(BackupPolicy {
            directory: copies.path().to_owned(),
            keep_count: 1,
            keep_days: 1,
        }),
        ..Policy::default()
    };
    let (state, _vault) = scene.under_policy(&clock, policy).await;
    let (end, ended) = tokio::sync::watch::channel(false);
    let listener = lockstep_http::bind(([127, 0, 0, 1], 0).into())
        .await
        .unwrap();
    let address = listener.local_addr().unwrap();
    let context = ServeContext {
        router: app::router(&state, false),
        state: state.clone(),
        network: Arc::default(),
        connection_limiter: Arc::default(),
        certificates: None,
        hsts_seconds: 0,
    };
    let serving = tokio::spawn(lockstep_http::serve(listener, context, ended));
    let admin = TestClient::at(address)
        .signed_in("admin", ADMIN_PASSWORD)
        .await;
    let sold = sell(&admin).await;
    aged(&state).await;
    for before in [3, 2, 1] {
        let at = lockstep_store::Timestamp(clock.truth.now().0 - before * 3_600_000);
        let name = format!("lockstep-{}", at.to_string().replace(':', "-"));
        let folder = copies.path().join(name);
        std::fs::create_dir(&folder).unwrap();
        // A backup of this installation.
        let vault = Vault::of(&state).unwrap();
        let check = json!({ "vault": vault.attester().installation(), "check": "" });
        std::fs::write(folder.join("keys.check"), check.to_string()).unwrap();
    }
    let before = rows(&state).await;
    clock.by.store(40 * DAY, Ordering::SeqCst);
    jobs(&state).await;
    serve::scheduled(&state).await.unwrap();
    let last = lockstep_admin::last_backup(&state).await.unwrap().unwrap();
    assert_eq!(last.reason, None);
    let mut broken = lost(&state, &before).await;
    let kept = folders(copies.path());
    if kept != 4 {
        broken.push(format!("{kept} of 4 backups"));
    }
    broken.extend(accepted(address, &sold).await);
    // With the right time, the backup of the future is not the newest, and stays.
    clock.by.store(0, Ordering::SeqCst);
    jobs(&state).await;
    serve::scheduled(&state).await.unwrap();
    let kept = folders(copies.path());
    if kept != 2 {
        broken.push(format!(
            "{kept} backups instead of the newest and that of the future"
        ));
    }
    assert!(broken.is_empty(), "{broken:#?}");
    let _ = end.send(true);
    serving.await.unwrap();
    app::close(&state).await;
    format!(
        "no row of {} tables and no backup removed at +40 days",
        before.len()
    )
}

/// Returns the rows that the jobs removed or ended under the wrong clock.
async fn lost(state: &AppState, before: &BTreeMap<String, u64>) -> Vec<String> {
    let after = rows(state).await;
    let removed = before
        .iter()
        .filter(|(table, count)| after[*table] < **count && !NOT_RECORDS.contains(&table.as_str()))
        .map(|(table, count)| format!("{table}: {count} rows, then {}", after[table]));
    let mut lost: Vec<String> = removed.collect();
    if open_commands(state).await != 1 {
        lost.push("an open command was ended".to_owned());
    }
    lost
}

/// Returns the requests that the server should have refused, or answered as before, under the wrong clock.
async fn accepted(address: SocketAddr, sold: &PreparedSale) -> Vec<String> {
    let mut broken = Vec::new();
    let admin = TestClient::at(address)
        .signed_in("admin", ADMIN_PASSWORD)
        .await;
    let payout = json!({
        "userId": sold.seller.id, "type": "payout", "amount": 1, "currency": "EUR", "reference": "early",
    });
    let path = "/v1/admin/marketplace/settlements";
    let answer = admin.post(path, payout).await;
    if answer.status != 409 || !answer.to_string().contains("clock") {
        broken.push(format!("a payout: {answer}"));
    }
    let buyer = TestClient::at(address).signed_in("buyer", PASSWORD).await;
    let again = buyer.post_once(&sold.purchase, "one", json!({})).await;
    if again.status != 200 || again.json()["purchaseId"] != *sold.id {
        broken.push(format!("a repeated purchase: {again}"));
    }
    broken
}

struct PreparedSale {
    seller: TestClient,
    /// The path of a purchase that was sent with the key `one`.
    purchase: String,
    /// The id of that purchase.
    id: String,
}

/// Sells points and rows, and withdraws both offers.
async fn sell(admin: &TestClient) -> PreparedSale {
    let mut accounts = Vec::new();
    for name in ["seller", "buyer"] {
        let new = json!({
            "username": name, "email": format!("{name}@example.org"), "password": PASSWORD,
        });
        admin.post("/v1/admin/users", new).await.ok();
        accounts.push(
            TestClient::at(admin.address)
                .signed_in(name, PASSWORD)
                .await,
        );
    }
    let [seller, buyer]: [TestClient; 2] = accounts.try_into().ok().unwrap();
    let body = points(
        "heart_rate",
        "bpm",
        "strap",
        crate::app::JUNE,
        &[60.0, 61.0],
    );
    seller.post("/v1/sfdp/data", body).await.ok();
    let tokens = "/v1/sfdp/marketplace/tokens";
    let token = json!({
        "dataPoints": ["type=heart_rate"], "price": 12.5, "currency": "EUR",
        "accessRules": { "duration": "P30D", "allowedUses": 2, "restrictions": [] },
    });
    let made = seller.post(tokens, token).await.ok();
    let token = format!("{tokens}/{}", text(&made, "tokenId"));
    let purchase = format!("{token}/purchase");
    let bought = buyer.post_once(&purchase, "one", json!({})).await.ok();
    seller.delete(&token).await.ok();

    let rows =
        json!({ "name": "rides", "encryption_mode": "none", "data": { "watts": [200, 210] } });
    let dataset = seller.post("/api/datasets", rows).await.ok();
    let items = "/api/marketplace/items";
    let listing = json!({ "title": "Rides", "price": 25, "dataset_id": dataset["id"] });
    let listing = format!(
        "{items}/{}",
        text(&seller.post(items, listing).await.ok(), "id")
    );
    buyer
        .post(&format!("{listing}/purchase"), json!({}))
        .await
        .ok();
    seller.delete(&listing).await.ok();
    let dataset = format!("/api/datasets/{}", text(&dataset, "id"));
    seller.delete(&dataset).await.ok();

    let device = json!({ "device_type": "treadmill", "name": "mill" });
    let device = seller.post("/api/uadm/devices", device).await.ok();
    let control = format!("/api/uadm/devices/{}/control", text(&device, "device_id"));
    for _ in 0..2 {
        seller
            .post(&control, json!({ "command": "stop" }))
            .await
            .ok();
    }
    PreparedSale {
        seller,
        purchase,
        id: text(&bought, "purchaseId").to_owned(),
    }
}

/// Makes rows that are removed some time after now: an ended command, and an ended alert beside one that ends next.
async fn aged(state: &AppState) {
    let age = move |tx: &mut Tx<'_>| {
        let ended = tx.now().0 - 60 * DAY;
        tx.execute(
            &format!(
                "UPDATE uadm_command SET state = 'failed', finished_at = {}
                 WHERE n = (SELECT MIN(n) FROM uadm_command)",
                tx.now().0
            ),
            &[],
        )?;
        tx.execute(
            &format!(
                "INSERT INTO alert(id, rule, subject, message, since, last_seen, ended_at)
                 VALUES ('alr_01h455vb4pex5vsknk084sn02q', 'storage.disk', '', 'full', 1, 1, {ended}),
                     ('alr_01h455vb4pex5vsknk084sn03q', 'signins.failed', '', 'many', 1, 1, NULL)"
            ),
            &[],
        )
        .map(drop)
    };
    let aged = state.db.write::<_, StoreError, _>("test.age", age);
    aged.await.unwrap();
}

#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the method has a different lifetime than the closure"
)]
async fn rows(state: &AppState) -> BTreeMap<String, u64> {
    let read = state
        .db
        .read::<_, StoreError, _>("test.rows", |tx| tx.row_counts());
    read.await.unwrap()
}

async fn open_commands(state: &AppState) -> i64 {
    let read = state.db.read::<_, StoreError, _>("test.open", |tx| {
        let open = "SELECT COUNT(*) FROM uadm_command WHERE state IN ('queued', 'delivered')";
        tx.query_one(open, &[], |row| row.at(0))
    });
    read.await.unwrap()
}

fn folders(directory: &Path) -> usize {
    std::fs::read_dir(directory).unwrap().count()
}

fn text<'a>(json: &'a Json, field: &str) -> &'a str {
    json[field].as_str().unwrap()
}
