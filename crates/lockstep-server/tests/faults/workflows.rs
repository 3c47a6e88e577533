//! `kill -9` while workflows run: every acknowledged run ends, and each of its steps has one effect.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value as Json, json};

use crate::app::{SeededRandom, TestClient};
use crate::engine::Engine;
use crate::{Figure, Tier};

pub(crate) async fn figures(tier: Tier, seed: u64, engine: Engine<'_>) -> Vec<Figure> {
    let folder = tempfile::tempdir().unwrap();
    let kills = engine.kills(tier.turns).min(MAX_KILLS);
    let mut dice = SeededRandom(seed);
    let mut child = engine.start(folder.path());
    let admin = child.admin().await;
    let key = admin.post("/v1/api-keys", json!({ "name": "runs" })).await;
    let key = key.ok()["key"].as_str().unwrap().to_owned();
    let (mut acknowledged, mut ended) = (0, 0);
    for round in 1..=kills {
        let context = format!("seed {seed}, kill {round}");
        let caller = TestClient::at(child.address).bearing(&*key);
        let workflow = json!({ "workflowId": format!("watches-{round}"), "graph": graph() });
        caller.post(WORKFLOWS, workflow).await.ok();
        let runs = format!("{WORKFLOWS}/watches-{round}/runs");
        let moment = Duration::from_micros(dice.below(engine.longest_moment(MAX_MICROSECONDS)));
        let mut started = BTreeSet::new();
        {
            let work = async {
                for nth in 0..RUNS_A_ROUND {
                    let name = |node: &str| format!("{node}-{round}-{nth}");
                    let input = json!({ "a": name("a"), "b": name("b"), "c": name("c") });
                    let run = caller.post(&runs, json!({ "input": input })).await.ok();
                    started.insert(run["runId"].as_str().unwrap().to_owned());
                }
                std::future::pending::<()>().await;
            };
            let mut work = std::pin::pin!(work);
            // The client never ends by itself; the kill interrupts it or the runs at an arbitrary point.
            let interrupted = tokio::time::timeout(moment, &mut work).await;
            drop(child);
            assert!(interrupted.is_err());
        }
        child = engine.start(folder.path());
        let caller = TestClient::at(child.address).bearing(&*key);
        let listed = tokio::time::timeout(LONGEST, all_ended(&caller, &runs)).await;
        let listed = listed.unwrap_or_else(|_| panic!("{context}: a run does not end"));
        for run in &listed {
            // A step that happened twice fails: the account has a device of this name.
            assert_eq!(run["status"], "completed", "{context}: {run}");
        }
        let known: BTreeSet<String> = listed.iter().map(|run| text(&run["runId"])).collect();
        assert!(
            started.is_subset(&known),
            "{context}: {started:?}, {known:?}"
        );
        let devices = caller.get("/v1/sfdp/devices").await.ok();
        let devices = devices["devices"].as_array().unwrap();
        let of_round = |device: &&Json| text(&device["name"]).contains(&format!("-{round}-"));
        let registered = devices.iter().filter(of_round).count();
        assert_eq!(registered, 3 * listed.len(), "{context}: {devices:?}");
        acknowledged += started.len();
        ended += listed.len();
    }
    vec![Figure {
        what: "`kill -9` while workflows run that register devices",
        target: format!("{kills} kills, every acknowledged run ends, and each step has one effect"),
        seen: format!(
            "{kills} kills, {acknowledged} runs acknowledged, {ended} ended, {} devices; seed {seed}",
            3 * ended
        ),
    }]
}

/// A workflow that registers three devices with the names of its input.
fn graph() -> Json {
    let step = |id: &str| {
        let name = json!({ "$from": "start", "pointer": format!("/input/{id}") });
        json!({
            "id": id, "type": "tool", "tool": "devices.register", "confirm": true,
            "arguments": { "name": name, "type": "watch", "capabilities": [] },
        })
    };
    json!({
        "nodes": [{ "id": "start", "type": "trigger" }, step("a"), step("b"), step("c")],
        "edges": [{ "from": "start", "to": "a" }, { "from": "a", "to": "b" }, { "from": "b", "to": "c" }],
    })
}

/// Waits until no run goes on; returns all of them.
async fn all_ended(caller: &TestClient, runs: &str) -> Vec<Json> {
    let mut ticks = tokio::time::interval(Duration::from_millis(50));
    loop {
        ticks.tick().await;
        let listed = caller.get(runs).await.ok();
        let listed = listed["runs"].as_array().unwrap();
        if listed.iter().all(|run| run["status"] != "running") {
            return listed.clone();
        }
    }
}

fn text(json: &Json) -> String {
    json.as_str().unwrap().to_owned()
}

const WORKFLOWS: &str = "/v1/agents/workflows";
const RUNS_A_ROUND: u32 = 3;
/// An account has a thousand devices, and each kill makes nine.
const MAX_KILLS: u32 = 100;
const MAX_MICROSECONDS: u64 = 60_000;
/// The time within which runs end after a start: a run that cannot go on is tried again after up to 32 seconds.
const LONGEST: Duration = Duration::from_secs(120);
