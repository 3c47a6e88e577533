//! F5: backups while clients write, each restored into a fresh directory and served.

use std::sync::atomic::{AtomicUsize, Ordering};

use lockstep_fault_injection::SeededRandom;
use lockstep_server::backup;
use lockstep_server::data::DataDir;
use lockstep_vault::KeyPaths;
use serde_json::json;
use tokio::sync::mpsc;

use crate::app::{ADMIN_PASSWORD, TestClient};
use crate::cuts::{assert_intact, secrets, serve};
use crate::scripted_client::ScriptedClient;
use crate::{Figure, Tier};

pub(crate) async fn figures(tier: Tier, seed: u64) -> Vec<Figure> {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(folder.path()).await.unwrap();
    let admin = TestClient::at(server.address);
    let admin = admin.signed_in("admin", ADMIN_PASSWORD).await;
    let key = admin.post("/v1/api-keys", json!({ "name": "copy" })).await;
    let key = key.ok()["key"].as_str().unwrap().to_owned();
    let caller = TestClient::at(server.address).bearing(&*key);
    let mut dice = SeededRandom(seed);
    let mut lines = [
        ScriptedClient::points("left", dice.roll()),
        ScriptedClient::points("right", dice.roll()),
        ScriptedClient::resources(dice.roll()),
    ];
    // The time is counted in received responses.
    let time = AtomicUsize::new(1);
    let tick = || time.fetch_add(1, Ordering::SeqCst);
    let (mut bytes, mut written) = (0, 0);
    for round in 1..=tier.copies {
        let context = format!("seed {seed}, backup {round}");
        let copy = folder.path().join(format!("backup-{round}"));
        let (steps, mut received) = mpsc::channel(1024);
        let listens = tokio::spawn(async move { while received.recv().await.is_some() {} });
        let copying = async {
            let from = tick();
            let report = backup::create(&server.state, &copy, &steps).await.unwrap();
            (report, from, tick())
        };
        let [left, right, resources] = &mut lines;
        let before = left.acknowledged() + right.acknowledged() + resources.acknowledged();
        let ((report, from, to), (), (), ()) = tokio::join!(
            copying,
            left.work(&caller, ACTS, &tick),
            right.work(&caller, ACTS, &tick),
            resources.work(&caller, ACTS / 2, &tick),
        );
        drop(steps);
        listens.await.unwrap();
        written += lines.iter().map(ScriptedClient::acknowledged).sum::<u64>() - before;
        bytes = report["bytes"].as_u64().unwrap();

        let fresh = tempfile::tempdir().unwrap();
        let data = DataDir::hold(fresh.path()).unwrap();
        secrets(folder.path(), fresh.path());
        let keys = KeyPaths::usual(fresh.path());
        backup::restore(&copy, &data, &keys, &[]).await.unwrap();
        drop(data);
        let restored = serve(fresh.path()).await.unwrap();
        let reader = TestClient::at(restored.address).bearing(&*key);
        for line in &lines {
            line.assert_holds_between(&reader, from, to, &context).await;
        }
        assert_intact(&restored, &context).await;
        restored.stop().await;
        std::fs::remove_dir_all(&copy).unwrap();
    }
    server.stop().await;
    let count = tier.copies;
    vec![Figure {
        what: "F5 backup under load, then restore",
        target: format!("{count} of {count} verified"),
        seen: format!(
            "{count} of {count}, {written} concurrent writes, last backup {bytes} bytes; seed {seed}"
        ),
    }]
}

const ACTS: u64 = 25;
