//! Faults of a PostgreSQL server and of the network to it, while clients upload. No acknowledged point is lost, each request
//! ends with its result or with an error that says when to try again, `doctor` names the cause, and afterwards the node goes on
//! without a restart.

use std::path::Path;
use std::time::Duration;

use lockstep_server::execution::Command;
use serde_json::json;

use crate::Figure;
use crate::app::TestClient;
use crate::child::Child;
use crate::cluster::{Cluster, Shutdown};
use crate::full::{Filler, Mount};
use crate::kill::ask;
use crate::link::{Link, Network};
use crate::uploads::{Uploads, pass_time};

/// A node, and the network to its database.
struct Scene<'a> {
    cluster: &'a Cluster,
    link: Link,
    child: Child,
    folder: tempfile::TempDir,
    key: String,
}

pub(crate) async fn figures(cluster: &Cluster) -> Vec<Figure> {
    let scene = Scene::open(cluster, "lockstep").await;
    let mut figures = Vec::new();
    for how in [Shutdown::Fast, Shutdown::Immediate] {
        figures.push(scene.restarted(how).await);
    }
    figures.push(scene.out_of_connections().await);
    let slow = Network::Slow(Duration::from_secs(2));
    for (network, what) in [
        (slow, "each message to PostgreSQL 2 s late, for 12 s"),
        (
            Network::Silent,
            "the network passes nothing on and ends no connection, for 12 s",
        ),
        (Network::Cut, "every connection ended and refused, for 12 s"),
    ] {
        figures.push(scene.network(network, what).await);
    }
    drop(scene);
    figures.push(full(cluster).await);
    figures
}

impl<'a> Scene<'a> {
    /// Starts a node on a database.
    async fn open(cluster: &'a Cluster, database: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let link = Link::to(cluster.port()).await;
        let url = Cluster::url_at(link.port, database, folder.path());
        let child = Child::start_with(folder.path(), &[("LOCKSTEP_STORE_URL", &*url)]);
        let admin = child.admin().await;
        let key = admin
            .post("/v1/api-keys", json!({ "name": "faults" }))
            .await;
        let key = key.ok()["key"].as_str().unwrap().to_owned();
        Self {
            cluster,
            link,
            child,
            folder,
            key,
        }
    }

    fn caller(&self) -> TestClient {
        TestClient::at(self.child.address).bearing(&*self.key)
    }

    async fn uploads(&self, devices: &'static str) -> Uploads {
        Uploads::begin(&self.caller(), devices).await
    }

    async fn restarted(&self, how: Shutdown) -> Figure {
        let (devices, what) = match how {
            Shutdown::Fast => ("fast", "PostgreSQL restarted (fast)"),
            Shutdown::Immediate => ("immediate", "PostgreSQL restarted (immediate)"),
        };
        let uploads = self.uploads(devices).await;
        self.cluster.stop(how);
        uploads.until_refused().await;
        self.is_not_ready().await;
        doctor_names(self.folder.path(), "not available").await;
        self.cluster.resume();
        uploads.end(&self.caller(), what).await
    }

    /// Other programs take every connection before the node opens its own again.
    async fn out_of_connections(&self) -> Figure {
        let uploads = self.uploads("connections").await;
        self.link.becomes(Network::Cut);
        uploads.until_refused().await;
        let held = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%'";
        // Three connections are kept for administrators. A session is refused while one of the node has not ended.
        let all = CONNECTIONS - 3;
        let mut others = Vec::new();
        let mut ticks = tokio::time::interval(Duration::from_millis(500));
        loop {
            let count: u32 = self.cluster.ask("postgres", held).parse().unwrap();
            if count >= all {
                break;
            }
            others.extend((count..all).map(|_| self.cluster.hold_session(600)));
            ticks.tick().await;
        }
        self.link.becomes(Network::Works);
        doctor_names(self.folder.path(), "raise max_connections").await;
        self.is_not_ready().await;
        self.cluster.ask(
            "postgres",
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%'
             AND pid <> pg_backend_pid()",
        );
        for other in &mut others {
            other.wait().unwrap();
        }
        let what = "every connection of PostgreSQL taken by others";
        uploads.end(&self.caller(), what).await
    }

    async fn network(&self, network: Network, what: &'static str) -> Figure {
        let devices = match network {
            Network::Slow(_) => "slow",
            Network::Silent => "silent",
            Network::Works | Network::Cut => "cut",
        };
        let uploads = self.uploads(devices).await;
        self.link.becomes(network);
        pass_time(FAULT).await;
        self.is_not_ready().await;
        doctor_names(self.folder.path(), "Nothing else was checked").await;
        self.link.becomes(Network::Works);
        uploads.end(&self.caller(), what).await
    }

    /// The process lives, and says within some seconds that it cannot serve requests.
    async fn is_not_ready(&self) {
        let anonymous = TestClient::at(self.child.address);
        anonymous.get("/healthz").await.ok();
        let probe = tokio::time::timeout(PROBE, anonymous.get("/readyz")).await;
        let probe = probe.expect("the probe is answered in time");
        probe.refused(503, "SERVER_ERROR");
        assert!(probe.header("retry-after").is_some(), "{probe}");
    }

    async fn until_not_writable(&self) {
        let anonymous = TestClient::at(self.child.address);
        let mut ticks = tokio::time::interval(Duration::from_millis(50));
        while anonymous.get("/readyz").await.ok()["writable"] != false {
            ticks.tick().await;
        }
    }
}

/// The tables are on a disk of their own, which fills up.
async fn full(cluster: &Cluster) -> Figure {
    let what = "the disk of PostgreSQL's tables full";
    let Some(disk) = Mount::make() else {
        println!("skipped: this process may not mount a file system");
        return Figure {
            what,
            target: "no acknowledged point lost".to_owned(),
            seen: "skipped: this process may not mount a file system".to_owned(),
        };
    };
    let space = disk.0.join("tables");
    std::fs::create_dir(&space).unwrap();
    for path in [&disk.0, &space] {
        cluster.own(path);
    }
    let place = space.display();
    for sql in [
        &*format!("CREATE TABLESPACE small LOCATION '{place}'"),
        "GRANT CREATE ON TABLESPACE small TO lockstep",
        "CREATE DATABASE small OWNER lockstep TABLESPACE small ENCODING 'UTF8' LOCALE 'C.UTF-8'
         TEMPLATE template0",
    ] {
        cluster.ask("postgres", sql);
    }
    let scene = Scene::open(cluster, "small").await;
    let caller = scene.caller();
    let uploads = scene.uploads("full").await;
    let filler = Filler(disk.0.join("filler"));
    filler.fill();
    uploads.until_refused().await;
    // Reads need no space.
    caller.get("/v1/sfdp/data?limit=1").await.ok();
    let says_so = scene.until_not_writable();
    let says_so = tokio::time::timeout(DOCTOR, says_so).await;
    says_so.expect("the probe says that nothing can be stored");
    std::fs::remove_file(&filler.0).unwrap();
    let figure = uploads.end(&caller, what).await;
    drop(scene);
    // The disk is taken away next.
    cluster.ask("postgres", "DROP DATABASE small WITH (FORCE)");
    cluster.ask("postgres", "DROP TABLESPACE small");
    figure
}

/// `doctor` ends within its time, and names the cause in the finding about the server.
async fn doctor_names(data: &Path, cause: &str) {
    let report = tokio::time::timeout(DOCTOR, ask(data, Command::Doctor)).await;
    let report = report.expect("doctor ends in time");
    let findings = report["findings"].as_array().unwrap();
    let finding = findings.iter().find(|finding| finding["what"] == ANSWERS);
    let finding = finding.unwrap_or_else(|| panic!("{report}"));
    assert_eq!(finding["fine"], false, "{report}");
    let said = finding["said"].as_str().unwrap();
    assert!(said.contains(cause), "{report}");
}

/// The connections of the server.
pub(crate) const CONNECTIONS: u32 = 40;
/// The finding of `doctor` about the server.
const ANSWERS: &str = "the PostgreSQL server answers in time";
/// How long the network fails.
const FAULT: Duration = Duration::from_secs(12);
/// The time within which the probe is answered.
const PROBE: Duration = Duration::from_secs(6);
/// The time within which `doctor` ends while the database does not answer.
const DOCTOR: Duration = Duration::from_secs(30);
