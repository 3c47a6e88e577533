//! Three nodes on one PostgreSQL schema: one works, the others relay to it and take over when it dies.

use std::collections::BTreeSet;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use lockstep_store::PostgresUrl;
use serde_json::{Value as Json, json};
use tokio::io::AsyncReadExt;

use crate::app::{PASSWORD, TestApp, TestClient};
use crate::attacks::connect_from;
use crate::child::{Child, lockstep};
use crate::postgres::variable;
use crate::standbys::{NODES, ON_ONE_NODE};

mod clocks;
mod gate;
mod hung;

use gate::Gate;

/// What `lockstep doctor` compares on a standby with the active node.
const COMPARED: [&str; 5] = [
    "the active node answers this node, with the same root key",
    "the clocks of both nodes agree",
    "both nodes have the same version",
    "both nodes have the same certificate",
    "both nodes have the same listeners",
];
const WEIGHTS: &str = "/v1/sfdp/data?type=weight";
/// The anonymous requests of an address in a minute.
const ANONYMOUS: usize = 30;
/// How often a node without its database is seen to try again.
const TRIES: usize = 8;

/// A node: its folder, and the address of its listener for other nodes.
struct Place<'a> {
    folder: &'a Path,
    number: u8,
    relays: SocketAddr,
    url: &'a str,
}

impl<'a> Place<'a> {
    fn new(folder: &'a Path, number: u8, url: &'a str) -> Self {
        // Free now; the node takes it when it works.
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        Self {
            folder,
            number,
            relays: free.local_addr().unwrap(),
            url,
        }
    }

    fn data(&self) -> std::path::PathBuf {
        self.folder.join(format!("data{}", self.number))
    }

    fn start(&self) -> Child {
        self.start_with(&[])
    }

    /// Starts the node with more environment variables.
    fn start_with(&self, more: &[(&str, &str)]) -> Child {
        let (relays, secrets) = (self.relays.to_string(), self.folder.join("secrets"));
        let usual = [
            ("LOCKSTEP_STORE_URL", self.url),
            ("LOCKSTEP_KEYS_SECRETS", secrets.to_str().unwrap()),
            ("LOCKSTEP_NODES_LISTEN", &*relays),
            ("LOCKSTEP_NODES_ADDRESS", &*relays),
        ];
        Child::start_with(&self.data(), &[&usual[..], more].concat())
    }

    /// What a start says that is refused.
    fn refusal(&self) -> String {
        let relays = self.relays.to_string();
        let mut command = lockstep(&self.data());
        command.args(["serve", "--listen", "127.0.0.1:0"]);
        command.env("LOCKSTEP_STORE_URL", self.url);
        command.env("LOCKSTEP_KEYS_SECRETS", self.folder.join("secrets"));
        command.env("LOCKSTEP_NODES_LISTEN", &relays);
        command.env("LOCKSTEP_NODES_ADDRESS", &relays);
        let output = command.output().unwrap();
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    }

    fn doctor(&self) -> Output {
        let mut command = lockstep(&self.data());
        command.args(["--json", "doctor"]);
        command.env("LOCKSTEP_STORE_URL", self.url);
        command.env("LOCKSTEP_KEYS_SECRETS", self.folder.join("secrets"));
        command.env("LOCKSTEP_NODES_LISTEN", self.relays.to_string());
        command.env("LOCKSTEP_NODES_ADDRESS", self.relays.to_string());
        command.output().unwrap()
    }

    /// What `lockstep doctor` says about the role of the node.
    fn role(&self) -> String {
        self.said("the role of this node").1
    }

    /// Whether a finding of `lockstep doctor` is fine, and what it says.
    fn said(&self, what: &str) -> (bool, String) {
        let output = self.doctor();
        let found: Json = serde_json::from_slice(&output.stdout).unwrap();
        let findings = found["findings"].as_array().unwrap();
        let finding = findings.iter().find(|one| one["what"] == what);
        let finding = finding.unwrap_or_else(|| panic!("{what}: {found}"));
        let said = finding["said"].as_str().unwrap().to_owned();
        (finding["fine"] == true, said)
    }
}

/// The same client at another node, with connections of its own.
fn at(client: &TestClient, node: &Child) -> TestClient {
    TestClient {
        token: client.token.clone(),
        id: client.id.clone(),
        ..TestClient::at(node.address)
    }
}

async fn weigh(client: &TestClient, day: u32) {
    let point = json!({
        "timestamp": format!("2026-03-{day:02}T07:00:00Z"), "type": "weight", "value": 70.5, "unit": "kg",
        "device": "scale",
    });
    let sent = client.post("/v1/sfdp/data", json!({ "data": [point] }));
    sent.await.ok();
}

/// Sends anonymous requests from the address 127.0.7.`n` on one connection; returns how many were refused with 429.
async fn refused_of(n: u8, node: &Child, requests: usize) -> usize {
    let request =
        |end| format!("GET /v1/sfdp/types HTTP/1.1\r\nHost: a\r\nConnection: {end}\r\n\r\n");
    let bytes = request("keep-alive").repeat(requests - 1) + &request("close");
    let mut stream = connect_from(n, node.address, bytes.as_bytes()).await;
    let mut answers = Vec::new();
    stream.read_to_end(&mut answers).await.unwrap();
    let answers = String::from_utf8_lossy(&answers);
    assert_eq!(answers.matches("HTTP/1.1 ").count(), requests, "{answers}");
    answers.matches("HTTP/1.1 429").count()
}

fn a_stopped_node_and_one_without_the_secrets_are_told(
    folder: &Path,
    url: &str,
    active: SocketAddr,
) {
    let stopped = Place::new(folder, 4, url);
    let said = stopped.role();
    assert!(said.contains("no process of this node"), "{said}");
    assert!(said.contains(&active.to_string()), "{said}");
    assert!(stopped.said(COMPARED[0]).0);
    assert!(!stopped.data().exists());

    let elsewhere = tempfile::tempdir().unwrap();
    let said = Place::new(elsewhere.path(), 5, url).refusal();
    assert!(said.contains("keys.check is missing"), "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_nodes_answer_as_one_and_another_one_takes_over_after_a_kill() {
    let Some(server) = variable("LOCKSTEP_TEST_POSTGRES") else {
        println!("skipped: LOCKSTEP_TEST_POSTGRES is not set");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let url = format!(
        "{server}?options=-csearch_path%3Dlockstep_server_nodes_{}",
        std::process::id()
    );
    let places = [1, 2, 3].map(|number| Place::new(folder.path(), number, &url));
    // The first one creates the tables and the keys.
    let [first, second, third] = places.each_ref().map(Place::start);
    assert!(places[0].role().starts_with("active since"));
    for place in &places[1..] {
        let said = place.role();
        assert!(said.contains(&places[0].relays.to_string()), "{said}");
        for compared in COMPARED {
            let (is_fine, said) = place.said(compared);
            assert!(is_fine, "{compared}: {said}");
        }
    }

    a_stopped_node_and_one_without_the_secrets_are_told(folder.path(), &url, places[0].relays);

    let admin = first.admin().await;
    for (node, day) in [(&first, 1), (&second, 2), (&third, 3)] {
        weigh(&at(&admin, node), day).await;
        let found = at(&admin, node).get(WEIGHTS).await.ok();
        assert_eq!(found["total"], day, "{found}");
        let ready = TestClient::at(node.address).get("/readyz").await.ok();
        assert_eq!(ready["writable"], true, "{ready}");
    }

    // The limit is that of the client, not of the node that relays.
    let limits = json!({ "limits": { "anonymous": ANONYMOUS } });
    admin.patch("/v1/admin/settings", limits).await.ok();
    assert_eq!(refused_of(1, &second, ANONYMOUS).await, 0);
    assert!(refused_of(1, &third, ANONYMOUS).await > 0);
    assert_eq!(refused_of(2, &third, ANONYMOUS).await, 0);

    let new = json!({
        "username": "ada", "email": "ada@example.org", "password": PASSWORD, "role": "user", "tier": "enterprise",
    });
    admin.post("/v1/admin/users", new).await.ok();
    let ada = TestClient::at(third.address)
        .signed_in("ada", PASSWORD)
        .await;
    let path = format!("/v1/admin/users/{}", ada.id);
    let suspended = json!({ "status": "suspended" });
    at(&admin, &second).patch(&path, suspended).await.ok();
    ada.get(WEIGHTS).await.refused(401, "AUTH_ERROR");

    // `kill -9`, and requests that arrive while no node works.
    let killed = tokio::task::spawn_blocking(move || drop(first));
    let read = async {
        let (second, third) = (at(&admin, &second), at(&admin, &third));
        let both = tokio::join!(answered(&second), answered(&third));
        for found in [both.0, both.1] {
            assert_eq!(found["total"], 3, "{found}");
        }
        weigh(&second, 4).await;
        assert_eq!(third.get(WEIGHTS).await.ok()["total"], 4);
    };
    killed.await.unwrap();
    let in_time = tokio::time::timeout(Duration::from_secs(10), read).await;
    assert!(
        in_time.is_ok(),
        "{:?} {:?}",
        second.printed(),
        third.printed()
    );
    ada.get(WEIGHTS).await.refused(401, "AUTH_ERROR");

    // The killed one comes back and waits, and an orderly end hands over, too.
    let first = places[0].start();
    let roles = places.each_ref().map(Place::role);
    let active = roles.iter().filter(|role| role.starts_with("active since"));
    assert_eq!(active.count(), 1, "{roles:?}");
    let nodes = [first, second, third];
    let (mut ended, mut left) = (Vec::new(), Vec::new());
    for (node, role) in nodes.into_iter().zip(&roles) {
        match role.starts_with("active since") {
            true => ended.push(node),
            false => left.push(node),
        }
    }
    for node in ended {
        let ending = tokio::task::spawn_blocking(move || node.end());
        let (is_success, log) = ending.await.unwrap();
        assert!(is_success, "{log:?}");
    }
    let found = answered(&at(&admin, &left[0])).await;
    assert_eq!(found["total"], 4, "{found}");
    drop(left);
    let url: PostgresUrl = url.parse().unwrap();
    url.schema_of_keys().unwrap().remove_schema().unwrap();
    url.remove_schema().unwrap();
}

/// A start while `doctor` runs has to find the data directory free.
#[test]
fn doctor_on_a_node_that_does_not_run_leaves_its_data_directory_alone() {
    let folder = tempfile::tempdir().unwrap();
    let url = "postgres://me:secret@127.0.0.1:1/d?sslmode=disable";
    let place = Place::new(folder.path(), 1, url);
    let said = place.role();
    assert!(said.contains("the active node is not known"), "{said}");
    assert!(said.contains("no PostgreSQL listens"), "{said}");
    assert!(!place.data().exists());
}

/// A supervisor would give up a node that ends each time.
#[test]
fn a_node_waits_for_a_database_that_starts() {
    let folder = tempfile::tempdir().unwrap();
    let gate = Gate::closed_before(String::new());
    let url = format!("postgres://me:secret@{}/d?sslmode=disable", gate.address);
    let node = Place::new(folder.path(), 1, &url).start();
    for _ in 0..TRIES {
        gate.refused.recv_timeout(Duration::from_secs(60)).unwrap();
    }
    let (is_success, log) = node.end();
    assert!(is_success, "{log:?}");
    for said in [
        "this node cannot work now",
        "this node cannot wait for the lock",
    ] {
        let lines: Vec<_> = log.iter().filter(|line| line.contains(said)).collect();
        assert!(
            lines.len() == 1 && lines[0].contains("57P03"),
            "{said}: {log:?}"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_started_without_its_database_takes_over_when_it_is_back() {
    let Some(server) = variable("LOCKSTEP_TEST_POSTGRES") else {
        println!("skipped: LOCKSTEP_TEST_POSTGRES is not set");
        return;
    };
    let named = server.split_once('@').map(|(_, rest)| rest);
    let named = named.and_then(|rest| rest.split('/').next());
    let Some(named) = named.filter(|named| named.contains(':')) else {
        println!("skipped: LOCKSTEP_TEST_POSTGRES names no host and port");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let direct = format!(
        "{server}?options=-csearch_path%3Dlockstep_server_gate_{}",
        std::process::id()
    );
    let gate = Gate::closed_before(named.to_owned());
    let through = direct.replacen(named, &gate.address.to_string(), 1);
    let first = Place::new(folder.path(), 1, &direct).start();
    let place = Place::new(folder.path(), 2, &through);
    let second = place.start();
    gate.refused.recv_timeout(Duration::from_secs(60)).unwrap();
    assert!(place.role().contains("knows no active node"));

    let killed = tokio::task::spawn_blocking(move || drop(first));
    killed.await.unwrap();
    gate.open();
    // The connection waits until the node has taken over.
    let admin = second.admin().await;
    weigh(&admin, 1).await;
    assert!(place.role().starts_with("active since"));
    drop(second);
    let url: PostgresUrl = direct.parse().unwrap();
    url.schema_of_keys().unwrap().remove_schema().unwrap();
    url.remove_schema().unwrap();
}

/// Starts a node whose database does not answer; returns what it says as it ends.
fn said_without_a_database(folder: &Path, variables: &[(&str, &str)]) -> String {
    let mut command = lockstep(&folder.join("data"));
    command.arg("serve");
    command.env(
        "LOCKSTEP_STORE_URL",
        "postgres://me:secret@127.0.0.1:1/d?sslmode=disable",
    );
    command.env("LOCKSTEP_NODES_LISTEN", "127.0.0.1:0");
    command.env("LOCKSTEP_NODES_ADDRESS", "node1:8444");
    command.envs(variables.iter().copied());
    let output = command.output().unwrap();
    assert!(!output.status.success());
    String::from_utf8(output.stderr).unwrap()
}

/// At a takeover it would be too late.
#[test]
fn a_node_reads_the_files_of_its_settings_before_it_waits() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    let said = said_without_a_database(
        folder.path(),
        &[
            ("LOCKSTEP_MQTT_BROKER", "mqtt://127.0.0.1:1"),
            ("LOCKSTEP_MQTT_PASSWORD_FILE", missing.to_str().unwrap()),
        ],
    );
    assert!(said.contains("mqtt.password_file"), "{said}");

    let (secrets, other) = (folder.path().join("secrets"), "03".repeat(32));
    std::fs::create_dir(&secrets).unwrap();
    let check = json!({ "vault": "01".repeat(16), "check": "02".repeat(32) });
    std::fs::write(secrets.join("keys.check"), check.to_string()).unwrap();
    let said = said_without_a_database(
        folder.path(),
        &[
            ("LOCKSTEP_KEYS_SECRETS", secrets.to_str().unwrap()),
            ("LOCKSTEP_ROOT_KEY", other.as_str()),
        ],
    );
    assert!(said.contains("this is not the root key"), "{said}");
}

/// Reads the weights. A connection that was relayed to the killed node, or that waited in vain, is tried again.
async fn answered(client: &TestClient) -> Json {
    loop {
        let request = client.request(reqwest::Method::GET, WEIGHTS);
        if let Ok(answer) = client.try_send(request).await {
            return answer.ok();
        }
    }
}

/// No other node can reach tables in a file.
#[test]
fn nodes_without_a_database_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = lockstep(&folder.path().join("data"));
    command.arg("serve");
    command.env("LOCKSTEP_NODES_LISTEN", "127.0.0.1:0");
    command.env("LOCKSTEP_NODES_ADDRESS", "node1:8444");
    let output = command.output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        !output.status.success() && said.contains("set store.url"),
        "{said}"
    );
}

#[tokio::test]
async fn clients_are_spread_over_the_nodes_of_a_server() {
    let app = TestApp::start().await;
    let mut addresses = BTreeSet::new();
    for _ in 0..3 {
        let client = app.anonymous();
        client.get("/readyz").await.ok();
        addresses.insert(client.address);
    }
    let nodes = if variable(NODES).is_some() { 3 } else { 1 };
    assert_eq!(addresses.len(), nodes, "{addresses:?}");
}

/// A test that was renamed would run with standbys again.
#[test]
fn tests_on_one_node_exist() {
    let mut command = Command::new(std::env::current_exe().unwrap());
    let listed = command.arg("--list").output().unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    for (name, _) in ON_ONE_NODE {
        let is_there = listed.lines().any(|line| line.starts_with(*name));
        assert!(is_there, "{name}");
    }
}
