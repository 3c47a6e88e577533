//! F2: the power fails at any step. Data that was not fsynced is kept, lost or torn.

use std::path::Path;

use lockstep_config::{Config, Switch};
use lockstep_fault_injection::{Disk, Files, SeededRandom};
use lockstep_server::commands::serve::{RunningPlatform, start};
use lockstep_server::data::DataDir;
use lockstep_store::audit;
use serde_json::json;
use zeroize::Zeroizing;

use crate::app::{ADMIN_PASSWORD, TestClient};
use crate::scripted_client::ScriptedClient;
use crate::tokens::Tokens;
use crate::{Figure, Tier};

pub(crate) async fn figures(tier: Tier, seed: u64) -> Vec<Figure> {
    let mut dice = SeededRandom(seed);
    let mut lines = [
        ScriptedClient::points("left", dice.roll()),
        ScriptedClient::points("right", dice.roll()),
        ScriptedClient::resources(dice.roll()),
    ];
    let mut folder = tempfile::tempdir().unwrap();
    let server = serve(folder.path()).await.unwrap();
    let admin = TestClient::at(server.address);
    let admin = admin.signed_in("admin", ADMIN_PASSWORD).await;
    let key = admin.post("/v1/api-keys", json!({ "name": "cut" })).await;
    let key = key.ok()["key"].as_str().unwrap().to_owned();
    server.stop().await;

    let (mut cuts, mut acknowledged, mut steps) = (0, 0, 0);
    for round in 1..=tier.rounds {
        let disk = Disk::watch(folder.path());
        let server = serve(folder.path()).await.unwrap();
        let anonymous = TestClient::at(server.address);
        let caller = anonymous.bearing(&*key);
        let position = || disk.position();
        let mut tokens = Tokens::sign_in(&anonymous).await;
        let from = disk.position();
        {
            let [left, right, resources] = &mut lines;
            tokio::join!(
                left.work(&caller, ACTS, &position),
                right.work(&caller, ACTS, &position),
                resources.work(&caller, ACTS / 3, &position),
                tokens.work(&anonymous, ACTS / 2, &position),
            );
        }
        server.stop().await;
        let log = disk.into_log();
        acknowledged += tokens.acknowledged();
        acknowledged += lines.iter().map(ScriptedClient::acknowledged).sum::<u64>();
        steps += log.len();

        let revealing = log.revealing_steps();
        let mut places: Vec<usize> = (0..tier.cuts_a_round)
            .map(|nth| match nth % 3 {
                0 => dice.below(log.len() as u64 + 1) as usize,
                _ => revealing[dice.below(revealing.len() as u64) as usize],
            })
            .collect();
        places.sort_unstable();
        let mut replay = log.replay();
        let mut left: Option<Files> = None;
        for at in places {
            let context = format!("seed {seed}, round {round}, cut at {at} of {}", log.len());
            replay.advance(at);
            let files = replay.cut(&mut dice);
            let after = tempfile::tempdir().unwrap();
            files.write(after.path());
            unwatched(folder.path(), after.path());
            let server = serve(after.path())
                .await
                .unwrap_or_else(|error| panic!("{context}: {error}"));
            let anonymous = TestClient::at(server.address);
            let caller = anonymous.bearing(&*key);
            for line in &lines {
                line.assert_holds(&caller, at, &context).await;
            }
            if at >= from {
                tokens.assert_holds(&anonymous, at, &context).await;
            }
            assert_intact(&server, &context).await;
            server.stop().await;
            cuts += 1;
            left = Some(files);
        }
        // The next round starts on the files of the last cut.
        let next = tempfile::tempdir().unwrap();
        left.unwrap().write(next.path());
        unwatched(folder.path(), next.path());
        folder = next;
        let server = serve(folder.path()).await.unwrap();
        let caller = TestClient::at(server.address).bearing(&*key);
        for line in &mut lines {
            line.adopt(&caller).await;
        }
        server.stop().await;
    }
    vec![Figure {
        what: "F2 simulated power cuts",
        target: format!("{cuts}, 0 lost, `integrity_check` ok"),
        seen: format!(
            "{cuts} cuts in {} logs of {steps} steps, {acknowledged} writes acknowledged, 0 lost, \
             every page and the audit chain intact; seed {seed}",
            tier.rounds
        ),
    }]
}

/// Copies the files that are not databases and existed before the watch began.
fn unwatched(from: &Path, to: &Path) {
    secrets(from, to);
    std::fs::copy(from.join("keys.check"), to.join("keys.check")).unwrap();
}

/// Copies the files that no backup contains.
pub(crate) fn secrets(from: &Path, to: &Path) {
    std::fs::create_dir(to.join("secrets")).unwrap();
    for file in ["secrets/root.key", "secrets/epochs.json"] {
        std::fs::copy(from.join(file), to.join(file)).unwrap();
    }
}

/// Starts a server in this process, so that its disk is watched.
pub(crate) async fn serve(folder: &Path) -> Result<RunningPlatform, String> {
    let mut config = Config {
        data: folder.to_owned(),
        listen: std::net::SocketAddr::from(([127, 0, 0, 1], 0)),
        ..Config::default()
    };
    // For rows of webhooks; their host does not exist.
    config.webhooks.enabled = Switch(true);
    let data = DataDir::hold(folder).map_err(|error| error.to_string())?;
    let password = Zeroizing::new(ADMIN_PASSWORD.to_owned());
    start(&config, data, Some(password)).await
}

/// Asserts that the audit chain and every database page are intact.
pub(crate) async fn assert_intact(server: &RunningPlatform, context: &str) {
    let checked = server.state.db.read("test.whole", |tx| {
        Ok::<_, lockstep_store::StoreError>((audit::verify(tx)?, tx.integrity()?))
    });
    let (verdict, damage) = checked.await.unwrap();
    assert!(verdict.broken.is_none(), "{context}: {verdict:?}");
    assert!(damage.is_empty(), "{context}: {damage:?}");
}

const ACTS: u64 = 60;
