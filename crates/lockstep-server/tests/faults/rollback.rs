//! F6 and F7: a file is missing, empty or older than the other, the root key is wrong, or the clock
//! jumps. The start is refused without any change, or irreversible acts wait; every key still
//! opens.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use lockstep_server::app::{CAPABILITIES, extensions, migrations};
use lockstep_store::db::Options;
use lockstep_store::{Clock, Ctx, Db, Entropy, SystemClock, SystemEntropy, Timestamp};
use lockstep_vault::{KeyPaths, Vault};
use lockstep_web::{AppState, Policy};
use serde_json::{Value as Json, json};

use crate::Figure;
use crate::app::{ADMIN_PASSWORD, TestClient};
use crate::child;
use crate::clock::{self, jobs};
use crate::cuts::serve;

/// The machine's clock, off by some milliseconds.
pub(crate) struct OffsetClock {
    pub(crate) truth: Arc<dyn Clock>,
    pub(crate) by: AtomicI64,
}

impl Clock for OffsetClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.truth.now().0 + self.by.load(Ordering::SeqCst))
    }

    fn monotonic(&self) -> Duration {
        self.truth.monotonic()
    }
}

/// A data directory with keys, and earlier copies of both files.
pub(crate) struct RollbackFixture {
    folder: tempfile::TempDir,
    earlier: tempfile::TempDir,
    now: tempfile::TempDir,
    envelopes: Vec<(Json, &'static str)>,
}

const FILES: [&str; 2] = ["lockstep.db", "keys.db"];

impl RollbackFixture {
    async fn new() -> Self {
        let mut scene = Self {
            folder: tempfile::tempdir().unwrap(),
            earlier: tempfile::tempdir().unwrap(),
            now: tempfile::tempdir().unwrap(),
            envelopes: Vec::new(),
        };
        for (data, mode) in [("b25jZQ==", "Basic"), ("dHdpY2U=", "ZK")] {
            let server = serve(scene.folder.path()).await.unwrap();
            let admin = TestClient::at(server.address);
            let admin = admin.signed_in("admin", ADMIN_PASSWORD).await;
            let body = json!({ "data": data, "mode": mode });
            let made = admin.post("/v1/encryption/encrypt", body).await.ok();
            scene.envelopes.push((made["encryptedData"].clone(), data));
            server.stop().await;
            let copies = if mode == "Basic" {
                &scene.earlier
            } else {
                &scene.now
            };
            for file in FILES {
                std::fs::copy(scene.folder.path().join(file), copies.path().join(file)).unwrap();
            }
        }
        scene
    }

    fn path(&self, file: &str) -> std::path::PathBuf {
        self.folder.path().join(file)
    }

    fn put_back(&self) {
        for file in FILES {
            for end in ["-wal", "-shm"] {
                let _ = std::fs::remove_file(self.path(&format!("{file}{end}")));
            }
            std::fs::copy(self.now.path().join(file), self.path(file)).unwrap();
        }
    }

    fn bytes(&self) -> Vec<Option<Vec<u8>>> {
        let all = [
            "lockstep.db",
            "keys.db",
            "keys.check",
            "secrets/epochs.json",
        ];
        all.iter()
            .map(|file| std::fs::read(self.path(file)).ok())
            .collect()
    }

    /// Asserts that a start is refused. Returns its error output, and whether all files stayed
    /// unchanged.
    fn refused(&self, what: &str) -> (String, bool) {
        let before = self.bytes();
        let args = ["serve", "--listen", "127.0.0.1:0"];
        let output = child::run(self.folder.path(), &args, "");
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success(), "{what}: {stderr}");
        (stderr, self.bytes() == before)
    }

    fn accepts(&self) {
        let args = ["backup", "accept-rollback"];
        let output = child::run(self.folder.path(), &args, "");
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{stderr}");
    }

    /// Asserts that every ciphertext opens.
    async fn assert_all_open(&self, what: &str) {
        let server = serve(self.folder.path()).await;
        let server = server.unwrap_or_else(|error| panic!("{what}: {error}"));
        let admin = TestClient::at(server.address);
        let admin = admin.signed_in("admin", ADMIN_PASSWORD).await;
        for (envelope, data) in &self.envelopes {
            let body = json!({ "encryptedData": envelope });
            let opened = admin.post("/v1/encryption/decrypt", body).await.ok();
            assert_eq!(opened["data"], *data, "{what}");
        }
        server.stop().await;
    }

    /// Opens the platform with another clock, without a socket.
    async fn under(&self, clock: &Arc<OffsetClock>) -> (AppState, Vault) {
        self.under_policy(clock, Policy::default()).await
    }

    pub(crate) async fn under_policy(
        &self,
        clock: &Arc<OffsetClock>,
        policy: Policy,
    ) -> (AppState, Vault) {
        let entropy: Arc<dyn Entropy> = Arc::new(SystemEntropy);
        let clock: Arc<dyn Clock> = clock.clone();
        let unlocked =
            lockstep_vault::unlock(&KeyPaths::usual(self.folder.path()), &entropy).unwrap();
        let options = Options {
            file: self.path("lockstep.db"),
            postgres: None,
            readers: 2,
            clock: Arc::clone(&clock),
            entropy: Arc::clone(&entropy),
        };
        let db = Db::open(options, &migrations()).unwrap();
        let ctx = Ctx::new(db, clock, entropy).await.unwrap();
        let vault = unlocked.open(&ctx).await.unwrap();
        let app_state = AppState::with_extensions(
            ctx,
            CAPABILITIES,
            lockstep_accounts::IDENTITY,
            policy,
            extensions(&vault),
        );
        (app_state, vault)
    }
}

pub(crate) async fn root_keys() -> Vec<Figure> {
    use std::os::unix::fs::PermissionsExt;
    let scene = RollbackFixture::new().await;
    let root = scene.path("secrets/root.key");
    let right = std::fs::read(&root).unwrap();
    let mode = |mode| {
        let mode = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(&root, mode).unwrap();
    };
    let other = "ab".repeat(32);
    for (what, text, bits, expected) in [
        ("wrong", Some(other.as_bytes()), 0o600, "not the root key"),
        ("missing", None, 0o600, "root key is missing"),
        (
            "readable",
            Some(&*right),
            0o644,
            "other users of this machine can read it",
        ),
    ] {
        match text {
            Some(text) => {
                std::fs::write(&root, text).unwrap();
                mode(bits);
            }
            None => std::fs::remove_file(&root).unwrap(),
        }
        let (stderr, same) = scene.refused(what);
        assert!(stderr.contains(expected) && same, "{what}: {stderr}");
    }
    mode(0o600);
    let hour = 3_600_000;
    let clock = Arc::new(OffsetClock {
        truth: SystemClock::shared(),
        by: AtomicI64::new(0),
    });
    for by in [hour, -hour / 2] {
        clock.by.store(by, Ordering::SeqCst);
        let (app_state, vault) = scene.under(&clock).await;
        jobs(&app_state).await;
        // The keys of two accounts and of the administrator, whose names are sealed.
        assert_eq!(vault.backup().verify().await, Ok(3));
        lockstep_server::app::close(&app_state).await;
    }
    scene.assert_all_open("after all of these").await;
    vec![Figure {
        what: "F6 wrong, missing, readable root key; clock ± 1 h",
        target: "refused, 0 bytes changed; every key opens".to_owned(),
        seen: "3 refused with 0 bytes changed, 2 clocks served, 2 ciphertexts open".to_owned(),
    }]
}

async fn count_sessions(db: &Db) -> u64 {
    let read = db.read::<_, lockstep_store::StoreError, _>("test.sessions", |tx| {
        Ok(tx.row_counts()?["session"])
    });
    read.await.unwrap()
}

/// Counts the sign-ins of a closed store.
async fn sessions(file: &Path) -> u64 {
    let options = Options {
        file: file.to_owned(),
        postgres: None,
        readers: 1,
        clock: SystemClock::shared(),
        entropy: Arc::new(SystemEntropy),
    };
    let db = Db::open(options, &migrations()).unwrap();
    let count = count_sessions(&db).await;
    db.close().await;
    count
}

pub(crate) async fn rolled_back() -> Vec<Figure> {
    let scene = RollbackFixture::new().await;
    let mut refused = 0;
    for file in FILES {
        for what in ["missing", "empty", "older"] {
            let context = format!("{file} {what}");
            scene.put_back();
            match what {
                "missing" => std::fs::remove_file(scene.path(file)).unwrap(),
                "empty" => std::fs::write(scene.path(file), "").unwrap(),
                _ => {
                    let older = scene.earlier.path().join(file);
                    std::fs::copy(older, scene.path(file)).unwrap();
                }
            }
            for _ in 0..2 {
                let (stderr, same) = scene.refused(&context);
                assert!(stderr.contains(file), "{context}: {stderr}");
                let helps = ["back", "restore"].iter().any(|word| stderr.contains(word));
                assert!(helps, "{context}: {stderr}");
                assert!(same, "{context}: a file was changed");
                refused += 1;
            }
        }
    }
    // An operator continues with the older store. The newer key is kept and usable again with the
    // newer store.
    scene.put_back();
    let older = scene.earlier.path().join("lockstep.db");
    std::fs::copy(older, scene.path("lockstep.db")).unwrap();
    scene.accepts();
    unknown_keys(scene.folder.path(), 1);
    std::fs::copy(
        scene.now.path().join("lockstep.db"),
        scene.path("lockstep.db"),
    )
    .unwrap();
    let (stderr, same) = scene.refused("the newer store after the older one was used");
    assert!(stderr.contains("accept-rollback") && same, "{stderr}");
    scene.accepts();
    scene.assert_all_open("with the newer store again").await;
    scene.put_back();
    scene.assert_all_open("with the right files").await;
    let confirmed = child::run(scene.folder.path(), &["clock", "confirm"], "");
    assert!(confirmed.status.success());

    let day = 24 * 3_600_000;
    let mut jumps = 0;
    for running in [true, false] {
        for days in [40, -40] {
            let context = format!("a jump of {days} days, running: {running}");
            let clock = Arc::new(OffsetClock {
                truth: SystemClock::shared(),
                by: AtomicI64::new(0),
            });
            let before = scene.bytes()[3].clone();
            let sessions = sessions(&scene.path("lockstep.db")).await;
            assert!(sessions > 0, "at least one user is signed in");
            if !running {
                clock.by.store(days * day, Ordering::SeqCst);
            }
            let (app_state, vault) = scene.under(&clock).await;
            clock.by.store(days * day, Ordering::SeqCst);
            jobs(&app_state).await;
            assert_eq!(scene.bytes()[3], before, "{context}: the epoch ended");
            assert_eq!(
                count_sessions(&app_state.db).await,
                sessions,
                "{context}: sign-ins were ended"
            );
            assert_eq!(vault.backup().verify().await, Ok(3), "{context}");
            let report = vault.clock().state();
            let direction = if days > 0 { "ahead" } else { "behind" };
            assert!(
                report.sentence().contains(direction),
                "{context}: {report:?}"
            );
            // With the correct time the clock agrees with the trusted time again.
            clock.by.store(0, Ordering::SeqCst);
            jobs(&app_state).await;
            assert_eq!(
                vault.clock().state().state,
                lockstep_store::ClockState::Agrees,
                "{context}"
            );
            lockstep_server::app::close(&app_state).await;
            jumps += 1;
        }
    }
    scene.assert_all_open("after the jumps").await;
    let kept = clock::jumped(&scene).await;
    let lost = lost_store_is_restored(&scene).await;
    vec![Figure {
        what: "F7 empty, missing, older `lockstep.db` or `keys.db`; clock jumps of ± 40 days",
        target: "start refused or irreversible acts held; every key decrypts".to_owned(),
        seen: format!(
            "{refused} starts refused, {jumps} jumps held, every key opens afterwards; {kept}; {lost}"
        ),
    }]
}

/// Tests that a lost store is restored from a backup while the key file is newer.
async fn lost_store_is_restored(scene: &RollbackFixture) -> &'static str {
    let backup = scene.path("backup");
    let args = ["backup", "create", backup.to_str().unwrap()];
    let made = child::run(scene.folder.path(), &args, "");
    assert!(
        made.status.success(),
        "{}",
        String::from_utf8_lossy(&made.stderr)
    );
    let keys = std::fs::read(scene.path("keys.db")).unwrap().len();
    let server = serve(scene.folder.path()).await.unwrap();
    let admin = TestClient::at(server.address);
    let admin = admin.signed_in("admin", ADMIN_PASSWORD).await;
    let body = json!({ "data": "bmV3", "mode": "Basic", "parameters": { "scheme": "X-Wing" } });
    admin.post("/v1/encryption/encrypt", body).await.ok();
    server.stop().await;
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(scene.path(&format!("lockstep.db{end}")));
    }
    let args = ["backup", "restore", backup.to_str().unwrap()];
    let restored = child::run(scene.folder.path(), &args, "");
    let stderr = String::from_utf8_lossy(&restored.stderr).into_owned();
    assert!(restored.status.success(), "{stderr}");
    assert!(std::fs::read(scene.path("keys.db")).unwrap().len() >= keys);
    scene.assert_all_open("restored").await;
    unknown_keys(scene.folder.path(), 1);
    "a lost store restored with newer keys, 1 of them kept unused"
}

fn unknown_keys(folder: &Path, expected: usize) {
    let output = child::run(folder, &["--json", "doctor"], "");
    let found: Json = serde_json::from_slice(&output.stdout).unwrap();
    let findings = found["findings"].as_array().unwrap();
    let keys = findings
        .iter()
        .find(|finding| finding["what"] == "every key opens, and the store knows it");
    let detail = keys.unwrap()["said"].as_str().unwrap();
    let is_reported = detail.contains(&format!("; {expected} in keys.db are unknown"));
    assert!(is_reported, "{detail}");
}
