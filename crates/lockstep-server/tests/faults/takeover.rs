//! F11: `kill -9` of the active one of three nodes on one PostgreSQL schema, while clients write through all of them.
//! Acknowledged writes exist afterwards at the other nodes, of which one has taken over.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;

use crate::app::{SeededRandom, TestClient};
use crate::child::Child;
use crate::cluster::Cluster;
use crate::scripted_client::ScriptedClient;
use crate::{Figure, Tier};

/// The folder and the address of a node, which is started again after each fault.
pub(crate) struct Place {
    data: PathBuf,
    relays: String,
}

/// A running node and its place.
pub(crate) type Node = (usize, Child);

impl Place {
    pub(crate) fn new(folder: &Path, number: usize) -> Self {
        // Free now; the node takes it when it works.
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        Self {
            data: folder.join(format!("data{number}")),
            relays: free.local_addr().unwrap().to_string(),
        }
    }

    pub(crate) fn start(&self, url: &str, secrets: &Path) -> Child {
        let variables = [
            ("LOCKSTEP_STORE_URL", url),
            ("LOCKSTEP_KEYS_SECRETS", secrets.to_str().unwrap()),
            ("LOCKSTEP_NODES_LISTEN", &*self.relays),
            ("LOCKSTEP_NODES_ADDRESS", &*self.relays),
        ];
        Child::start_with(&self.data, &variables)
    }
}

pub(crate) async fn figures(tier: Tier, seed: u64, cluster: &Cluster) -> Vec<Figure> {
    let folder = tempfile::tempdir().unwrap();
    let (url, secrets) = (cluster.url_of(folder.path()), folder.path().join("secrets"));
    let places = [1, 2, 3].map(|number| Place::new(folder.path(), number));
    let start = |place: usize| (place, places[place].start(&url, &secrets));
    let mut nodes: Vec<Node> = (0..places.len()).map(start).collect();
    let admin = nodes[0].1.admin().await;
    let key = admin
        .post("/v1/api-keys", json!({ "name": "takeover" }))
        .await;
    let key = key.ok()["key"].as_str().unwrap().to_owned();
    let at = |node: &Node| TestClient::at(node.1.address).bearing(&*key);
    let clock = lockstep_store::SystemClock::shared();

    let kills = tier.kills.div_ceil(10);
    let mut dice = SeededRandom(seed);
    let mut lines = scripted(&mut dice);
    let (mut taken_over, mut kept) = (Vec::new(), 0);
    for round in 1..=kills {
        let context = format!("seed {seed}, kill {round}");
        let moment = Duration::from_micros(dice.below(MAX_MICROSECONDS));
        let active = nodes.iter().position(|(_, child)| is_active(child));
        let callers: Vec<TestClient> = nodes.iter().map(at).collect();
        let (place, killed) = nodes.remove(active.unwrap());
        work_until(&mut lines, &callers, moment, || drop(killed)).await;
        let since = clock.monotonic();
        for node in &nodes {
            at(node).get("/readyz").await.ok();
        }
        taken_over.push(clock.monotonic().saturating_sub(since));
        for (nth, line) in lines.iter_mut().enumerate() {
            let caller = at(&nodes[nth % nodes.len()]);
            kept += u32::from(line.settle(&caller, &context).await);
        }
        nodes.push(start(place));
    }

    taken_over.sort();
    let (median, longest) = (
        taken_over[taken_over.len() / 2],
        taken_over[taken_over.len() - 1],
    );
    assert!(longest < SERVES_WITHIN, "{longest:?}");
    let acknowledged: u64 = lines.iter().map(ScriptedClient::acknowledged).sum();
    assert!(acknowledged > u64::from(kills), "{acknowledged}");
    vec![
        Figure {
            what: "F11 `kill -9` of the active node while clients write through three nodes",
            target: format!("{kills} kills, 0 acknowledged writes lost"),
            seen: format!(
                "{kills} kills, {acknowledged} writes acknowledged, 0 lost; {kept} never answered and kept whole; seed {seed}"
            ),
        },
        Figure {
            what: "F11 both other nodes answer after a kill",
            target: format!("< {SERVES_WITHIN:?}"),
            seen: format!("median {median:.0?}, longest {longest:.0?}"),
        },
    ]
}

/// The clients that write through the nodes.
pub(crate) fn scripted(dice: &mut SeededRandom) -> [ScriptedClient; 3] {
    [
        ScriptedClient::points("left", dice.roll()),
        ScriptedClient::points("right", dice.roll()),
        ScriptedClient::datasets(dice.roll()),
    ]
}

/// Lets each client write through a caller of its own. They never end by themselves: `fault` interrupts them after `moment`, at an
/// arbitrary point.
pub(crate) async fn work_until(
    [left, right, datasets]: &mut [ScriptedClient; 3],
    callers: &[TestClient],
    moment: Duration,
    fault: impl FnOnce(),
) {
    let work = async {
        tokio::join!(
            left.work(&callers[0], u64::MAX, &|| 0),
            right.work(&callers[1], u64::MAX, &|| 0),
            datasets.work(&callers[2], u64::MAX, &|| 0),
        )
    };
    let mut work = std::pin::pin!(work);
    let ended = tokio::time::timeout(moment, &mut work).await;
    fault();
    assert!(ended.is_err());
}

/// Whether a node has begun to work. It does so until it is killed.
pub(crate) fn is_active(node: &Child) -> bool {
    let printed = node.printed();
    printed
        .iter()
        .any(|line| line.contains("this node is the active one"))
}

pub(crate) const MAX_MICROSECONDS: u64 = 960_000;
/// The time in which a standby takes over.
const SERVES_WITHIN: Duration = Duration::from_secs(10);
