//! F11, too: the active one of three nodes is stopped (`SIGSTOP`) while clients write through all of them, and goes on when another one
//! has taken over. Acknowledged writes exist afterwards, and the node that goes on ends without a write.

use std::time::Duration;

use axum::http::Method;
use serde_json::json;

use crate::app::{SeededRandom, TestClient};
use crate::cluster::Cluster;
use crate::scripted_client::ScriptedClient;
use crate::takeover::{MAX_MICROSECONDS, Node, Place, is_active, scripted, work_until};
use crate::{Figure, Tier};

pub(crate) async fn figures(tier: Tier, seed: u64, cluster: &Cluster) -> Vec<Figure> {
    let folder = tempfile::tempdir().unwrap();
    let (url, secrets) = (cluster.url_of(folder.path()), folder.path().join("secrets"));
    let places = [1, 2, 3].map(|number| Place::new(folder.path(), number));
    let start = |place: usize| (place, places[place].start(&url, &secrets));
    let mut nodes: Vec<Node> = (0..places.len()).map(start).collect();
    let admin = nodes[0].1.admin().await;
    let key = admin.post("/v1/api-keys", json!({ "name": "hang" })).await;
    let key = key.ok()["key"].as_str().unwrap().to_owned();
    let at = |node: &Node| TestClient::at(node.1.address).bearing(&*key);
    let clock = lockstep_store::SystemClock::shared();

    let hangs = tier.kills.div_ceil(50);
    let mut dice = SeededRandom(seed);
    let mut lines = scripted(&mut dice);
    let (mut taken_over, mut kept) = (Vec::new(), 0);
    for round in 1..=hangs {
        let context = format!("seed {seed}, hang {round}");
        let moment = Duration::from_micros(dice.below(MAX_MICROSECONDS));
        let active = nodes.iter().position(|(_, child)| is_active(child));
        let callers: Vec<TestClient> = nodes.iter().map(at).collect();
        let (place, stopped) = nodes.remove(active.unwrap());
        work_until(&mut lines, &callers, moment, || stopped.signal("STOP")).await;
        let since = clock.monotonic();
        for node in &nodes {
            until_ready(&at(node)).await;
        }
        taken_over.push(clock.monotonic().saturating_sub(since));
        for (nth, line) in lines.iter_mut().enumerate() {
            let caller = at(&nodes[nth % nodes.len()]);
            kept += u32::from(line.settle(&caller, &context).await);
        }
        stopped.signal("CONT");
        let ending = tokio::task::spawn_blocking(move || stopped.wait());
        let (code, log) = ending.await.unwrap();
        assert_eq!(code, SUPERSEDED, "{context}: {log:?}");
        // What it was doing when it was stopped is not stored later.
        for line in &mut lines {
            assert!(!line.settle(&at(&nodes[0]), &context).await, "{context}");
        }
        nodes.push(start(place));
    }

    taken_over.sort();
    let longest = taken_over[taken_over.len() - 1];
    let median = taken_over[taken_over.len() / 2];
    assert!(longest < SERVES_WITHIN, "{longest:?}");
    let acknowledged: u64 = lines.iter().map(ScriptedClient::acknowledged).sum();
    assert!(acknowledged > u64::from(hangs), "{acknowledged}");
    vec![
        Figure {
            what: "F11 `SIGSTOP` of the active node while clients write through three nodes",
            target: format!("{hangs} nodes stopped, 0 acknowledged writes lost"),
            seen: format!(
                "{hangs} stopped, {acknowledged} writes acknowledged, 0 lost; {kept} never answered and kept whole; each node that \
                 went on ended with the code 75; seed {seed}"
            ),
        },
        Figure {
            what: "F11 both other nodes answer after the active one hangs",
            target: format!("< {SERVES_WITHIN:?}"),
            seen: format!("median {median:.1?}, longest {longest:.1?}"),
        },
    ]
}

/// Waits until the node answers. A connection that was relayed to the node that hangs ends when another one takes over.
async fn until_ready(client: &TestClient) {
    loop {
        let request = client.request(Method::GET, "/readyz");
        if let Ok(answer) = client.try_send(request).await {
            answer.ok();
            return;
        }
    }
}

/// The exit code of a node after which another one has taken over.
const SUPERSEDED: Option<i32> = Some(75);
/// The time in which a standby takes over from a node that hangs.
const SERVES_WITHIN: Duration = Duration::from_secs(20);
