//! Standbys beside the servers of tests on PostgreSQL, if `LOCKSTEP_TEST_NODES` is 3. Each client of a server connects to the next
//! of its three nodes; requests, sockets and raw connections of the client follow it, and devices take turns, too.

use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use lockstep_config::{Config, Keys, Nodes};
use tempfile::TempDir;

use crate::child::{Child, lockstep};
use crate::postgres::{url_of, variable};

/// The standbys of a server; none if it is on its own. Dropping them ends them.
#[derive(Default)]
pub(crate) struct Standbys {
    nodes: Vec<(Child, TempDir)>,
    turn: AtomicUsize,
}

/// Makes a server take the connections of standbys, if this test shall have them.
pub(crate) fn prepare(config: &mut Config) {
    let Some(nodes) = variable(NODES) else {
        return;
    };
    assert_eq!(nodes, "3", "{NODES}");
    assert!(
        config.store.url.is_some(),
        "{NODES} needs LOCKSTEP_TEST_STORES_ON_POSTGRES"
    );
    let thread = std::thread::current();
    let test = thread.name().unwrap_or_default();
    let listed = ON_ONE_NODE.iter().find(|(name, _)| test.starts_with(*name));
    if let Some((_, reason)) = listed {
        println!("on one node: {reason}");
        return;
    }
    // Of a loopback address that no other test listens on: its port stays free.
    let listener = TcpListener::bind("127.0.9.1:0").unwrap();
    let free = listener.local_addr().unwrap();
    config.nodes = nodes_at(free, free);
}

fn nodes_at(listen: SocketAddr, address: SocketAddr) -> Nodes {
    Nodes {
        listen: Some(listen),
        address: Some(address.to_string().parse().unwrap()),
        // A test may keep the only thread of its server for long.
        hung_seconds: 3600,
    }
}

impl Standbys {
    /// Starts two standbys beside the server of a folder, if it takes their connections.
    pub(crate) fn beside(config: &Config, folder: &Path) -> Self {
        if config.nodes.addresses().is_none() {
            return Self::default();
        }
        let url = url_of(folder).unwrap();
        Self {
            nodes: [(); 2].map(|()| start(config, &url)).into(),
            turn: AtomicUsize::new(0),
        }
    }

    /// Returns the address of the next node's API; `own` is that of the server.
    pub(crate) fn address(&self, own: SocketAddr) -> SocketAddr {
        self.next().map_or(own, |node| node.address)
    }

    /// Returns the address of the next node's broker; `own` is that of the server.
    pub(crate) fn mqtt(&self, own: SocketAddr) -> SocketAddr {
        self.next().map_or(own, Child::mqtt)
    }

    /// Returns the standby whose turn it is; `None` if it is the server's.
    fn next(&self) -> Option<&Child> {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed) % (self.nodes.len() + 1);
        self.nodes.get(turn).map(|(node, _)| node)
    }
}

/// Starts a standby with the settings that matter for relaying; it accepts connections when this function returns.
fn start(config: &Config, url: &str) -> (Child, TempDir) {
    let shared = Config {
        network: config.network.clone(),
        keys: Keys {
            secrets: Some(config.keys_at(&config.data).secrets),
            ..config.keys.clone()
        },
        // It never works, so that no node connects to it.
        nodes: nodes_at(
            SocketAddr::from(([127, 0, 0, 1], 0)),
            SocketAddr::from(([127, 0, 0, 1], 9)),
        ),
        ..Config::default()
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lockstep.toml");
    std::fs::write(&file, toml::to_string(&shared).unwrap()).unwrap();
    let mut command = lockstep(&folder.path().join("data"));
    command.arg("--config").arg(file);
    let node = Child::start_command(command, &[("LOCKSTEP_STORE_URL", url)]);
    (node, folder)
}

/// The variable with the number of nodes.
pub(crate) const NODES: &str = "LOCKSTEP_TEST_NODES";
/// Tests that cannot hold with relays, or modules of them, with the reason.
pub(crate) const ON_ONE_NODE: &[(&str, &str)] = &[
    (
        "slow::clients_that_do_not_read_are_disconnected",
        "a relay to a client that reads nothing keeps its place at the standby after the active node has ended it",
    ),
    (
        "stream::access::sockets_count_as_connections_and_close_at_shutdown",
        "standbys end before their server, and cut off the sockets that it would close",
    ),
    (
        "unread_answers::",
        "a relay and its buffers take megabytes that the client does not read",
    ),
];
