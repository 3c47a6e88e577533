//! The keys on PostgreSQL: tests of the schema of the keys. The tests in [`AGAIN`] run once more with every vault on the
//! server, in a child process.

mod relocations;
mod starts;
mod turns;

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::process::Command;
use std::sync::Once;

use lockstep_store::PostgresUrl;
use lockstep_store::copy::{Changes, CopyReport};

use super::*;
use crate::keyring::relocation;
use crate::operations::maintenance::round;
use crate::root::{CHECK, KEYS, KEYS_MOVED};
use crate::tombstones::Tombstones;

/// The variable with the address of a server for tests.
const SERVER: &str = "LOCKSTEP_TEST_POSTGRES";
/// The variable that puts each vault of this process on that server.
const USED: &str = "LOCKSTEP_TEST_KEYS_ON_POSTGRES";
const PREFIX: &str = "lockstep_vault_test_";

/// The tests that need no files of the embedded engine, and no end of an epoch within the hour in which it began.
const AGAIN: &[&str] = &[
    "tests::epochs::an_epoch_key_that_the_file_gives_to_another_root_key_is_kept",
    "tests::epochs::an_old_epoch_ends_only_when_every_account_key_opens",
    "tests::epochs::destructions_are_remembered_while_an_old_epoch_is_kept",
    "tests::life_cycle::a_key_is_followed_when_its_time_is_over_and_what_is_under_it_stays_readable",
    "tests::life_cycle::a_secret_that_was_begun_and_never_named_is_removed_and_one_that_is_unknown_stays",
    "tests::life_cycle::an_erased_account_has_no_keys_and_gets_none",
    "tests::life_cycle::destruction_waits_seven_days_and_is_for_good",
    "tests::rotation::a_key_of_the_platform_that_names_another_kek_outlives_replacements",
    "tests::rotation::a_rotation_is_finished_also_where_the_row_of_the_old_seed_is_missing",
    "tests::rotation::a_rotation_that_was_cut_off_is_finished_by_the_next_opening",
];

#[expect(
    clippy::disallowed_methods,
    reason = "environment variables name the server for tests"
)]
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// The usual paths of a folder; on the server if this process puts its vaults there.
pub(crate) fn usual(folder: &Path) -> KeyPaths {
    match variable(USED) {
        None => KeyPaths::usual(folder),
        Some(_) => on_server(folder, &variable(SERVER).unwrap()),
    }
}

/// The paths of a folder, with schemas of their own on a server.
fn on_server(folder: &Path, server: &str) -> KeyPaths {
    let server: PostgresUrl = server.parse().unwrap();
    static CLEANED: Once = Once::new();
    CLEANED.call_once(|| remove_earlier(&server));
    let mut hasher = DefaultHasher::new();
    folder.hash(&mut hasher);
    let name = format!("{PREFIX}{}_{:016x}", std::process::id(), hasher.finish());
    let store = server.in_schema(&name).unwrap();
    KeyPaths::usual(folder).on_server(store.schema_of_keys().unwrap())
}

/// Removes the schemas of processes that have ended.
fn remove_earlier(server: &PostgresUrl) {
    for name in server.schemas(PREFIX).unwrap() {
        let process = name.trim_start_matches(PREFIX).split('_').next().unwrap();
        if !Path::new("/proc").join(process).exists() {
            server.in_schema(&name).unwrap().remove_schema().unwrap();
        }
    }
}

/// The schema of the store that these keys belong to; `None` for files.
pub(super) fn store_of(paths: &KeyPaths) -> Option<PostgresUrl> {
    let keys = paths.server.as_ref()?;
    let store = keys.schema().strip_suffix("_keys").unwrap();
    Some(keys.in_schema(store).unwrap())
}

/// An installation on the server, whose schemas are removed at the end.
struct Installation {
    folder: tempfile::TempDir,
    paths: KeyPaths,
    clock: Arc<LoadedKey>,
    ada: Owner,
}

impl Installation {
    /// `None`, with a line that says so, without a server.
    fn new() -> Option<Self> {
        let Some(server) = variable(SERVER) else {
            println!("skipped: {SERVER} is not set");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        let paths = on_server(folder.path(), &server);
        let clock = Arc::new(LoadedKey(
            AtomicI64::new(1_795_000_000_000),
            AtomicI64::new(0),
        ));
        let ada = Owner::system(UserId::generate(clock.now(), &SystemEntropy));
        Some(Self {
            folder,
            paths,
            clock,
            ada,
        })
    }

    fn keys(&self) -> &PostgresUrl {
        self.paths.server.as_ref().unwrap()
    }

    /// The same installation as another node sees it: another data directory, the same secrets.
    fn node(&self, data: &Path) -> KeyPaths {
        KeyPaths {
            data: data.to_owned(),
            ..self.paths.clone()
        }
    }

    async fn open(&self, paths: &KeyPaths) -> Vault {
        open(paths, &self.clock).await.unwrap()
    }

    async fn refusal(&self, paths: &KeyPaths) -> String {
        let refused = open(paths, &self.clock).await;
        refused.err().unwrap().to_string()
    }

    async fn reads(&self, vault: &Vault, made: &Encrypted) -> bool {
        let opened = decrypt(vault, &self.ada, &made.envelope).await;
        opened.is_ok_and(|opened| *opened == *b"61 bpm")
    }

    /// Opens the vault, seals under a key of ada, and closes it.
    async fn used(&self) -> Encrypted {
        let vault = self.open(&self.paths).await;
        let made = encrypt(&vault, &self.ada, b"61 bpm").await.unwrap();
        close(&vault).await;
        made
    }
}

impl Drop for Installation {
    fn drop(&mut self) {
        for schema in [store_of(&self.paths).unwrap(), self.keys().clone()] {
            // The next run removes what a failed test has left.
            drop(schema.remove_schema());
        }
    }
}

async fn close(vault: &Vault) {
    vault.close().await;
    vault.ctx().db.close().await;
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_node_with_the_same_secrets_opens_the_same_keys() {
    let Some(installation) = Installation::new() else {
        return;
    };
    let made = installation.used().await;
    // Nothing that another node needs is in the data directory.
    assert_eq!(names(installation.folder.path()), ["secrets"]);
    assert_eq!(
        names(&installation.paths.secrets),
        ["epochs.json", CHECK, "root.key"]
    );
    let other = tempfile::tempdir().unwrap();
    let vault = installation.open(&installation.node(other.path())).await;
    assert!(installation.reads(&vault, &made).await);
    let more = encrypt(&vault, &installation.ada, b"61 bpm").await.unwrap();
    close(&vault).await;
    assert_eq!(names(other.path()), Vec::<String>::new());
    let vault = installation.open(&installation.paths).await;
    assert!(installation.reads(&vault, &more).await);
    assert!(
        vault
            .key_examination()
            .check_pages()
            .await
            .unwrap()
            .is_empty()
    );
    close(&vault).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn destroyed_keys_on_a_server_are_gone_and_old_epochs_end_after_an_hour() {
    let Some(installation) = Installation::new() else {
        return;
    };
    let made = installation.used().await;
    let vault = installation.open(&installation.paths).await;
    let user = &installation.ada.user;
    vault.destruction().destroy_account(user).await.unwrap();
    assert!(!installation.reads(&vault, &made).await);
    let bob = Owner::system(UserId::generate(installation.clock.now(), &SystemEntropy));
    let of_bob = encrypt(&vault, &bob, b"61 bpm").await.unwrap();
    let epochs = || {
        let text = std::fs::read(installation.paths.epochs()).unwrap();
        let file: serde_json::Value = serde_json::from_slice(&text).unwrap();
        file["epochs"].as_array().unwrap().len()
    };
    installation.clock.pass(31);
    // Replicas may lack the keys that were just wrapped.
    for _ in 0..2 {
        round(&vault).await.unwrap();
        assert_eq!(epochs(), 2);
    }
    installation.clock.pass(1);
    round(&vault).await.unwrap();
    assert_eq!(epochs(), 1);
    assert!(decrypt(&vault, &bob, &of_bob.envelope).await.is_ok());
    close(&vault).await;
    let vault = installation.open(&installation.paths).await;
    assert!(!installation.reads(&vault, &made).await);
    let accounts = vault.keyring().accounts().await.unwrap();
    assert_eq!(accounts, [bob.user.to_string()]);
    close(&vault).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_on_a_server_are_refused_with_another_root_key_or_other_secrets() {
    let Some(installation) = Installation::new() else {
        return;
    };
    let made = installation.used().await;
    let secrets = &installation.paths.secrets;
    let before = names(secrets);
    let other_root = KeyPaths {
        root: RootSource::Variable(Zeroizing::new("ab".repeat(32))),
        ..installation.paths.clone()
    };
    let refused = installation.refusal(&other_root).await;
    assert!(refused.contains("not the root key"), "{refused}");
    assert_eq!(names(secrets), before);
    // A node whose folder of secrets is not mounted creates nothing in its place.
    let elsewhere = tempfile::tempdir().unwrap();
    let unmounted = KeyPaths {
        secrets: elsewhere.path().to_owned(),
        ..installation.paths.clone()
    };
    let refused = installation.refusal(&unmounted).await;
    assert!(refused.contains("root.key does not exist"), "{refused}");
    let unmounted = KeyPaths {
        root: RootSource::File(secrets.join("root.key")),
        ..unmounted
    };
    let refused = installation.refusal(&unmounted).await;
    assert!(refused.contains("keys.secrets must name"), "{refused}");
    assert_eq!(names(elsewhere.path()), Vec::<String>::new());
    let vault = installation.open(&installation.paths).await;
    assert!(installation.reads(&vault, &made).await);
    close(&vault).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_in_a_file_beside_a_store_on_a_server_are_refused() {
    let Some(installation) = Installation::new() else {
        return;
    };
    installation.used().await;
    let schema = installation.keys().schema().to_owned();
    let file = installation.folder.path().join(KEYS);
    std::fs::write(&file, "keys").unwrap();
    let refused = installation.refusal(&installation.paths).await;
    let is_named = |part: &str| assert!(refused.contains(part), "{refused}");
    is_named(&format!("the schema {schema} of the database holds keys"));
    is_named(&format!("{} holds keys, too", file.display()));
    // An earlier version kept the keys in the file, and the schema is not there.
    installation.keys().remove_schema().unwrap();
    let refused = installation.refusal(&installation.paths).await;
    assert!(
        refused.contains("Run `lockstep migrate --to postgres`") && refused.contains(&schema),
        "{refused}"
    );
    std::fs::remove_file(&file).unwrap();
    let refused = installation.refusal(&installation.paths).await;
    assert!(
        refused.contains(&format!("{schema} is missing or has no keys")),
        "{refused}"
    );
    assert!(!installation.keys().has_tables().unwrap());
}

/// The list would be hidden when the folder is mounted again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_erasure_is_not_recorded_outside_the_folder_of_the_installation() {
    let Some(installation) = Installation::new() else {
        return;
    };
    let vault = installation.open(&installation.paths).await;
    let elsewhere = tempfile::tempdir().unwrap();
    let unmounted = KeyPaths {
        secrets: elsewhere.path().to_owned(),
        ..installation.paths.clone()
    };
    let user = &installation.ada.user;
    let refused = Tombstones::record(&unmounted, vault.ctx(), user).unwrap_err();
    assert!(
        refused.to_string().contains("has no keys.check"),
        "{refused}"
    );
    assert_eq!(names(elsewhere.path()), Vec::<String>::new());
    Tombstones::record(&installation.paths, vault.ctx(), user).unwrap();
    assert!(Tombstones::read(&installation.paths).unwrap().holds(user));
    close(&vault).await;
}

/// A dump of one schema can be restored without the other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_schema_of_keys_that_was_rolled_back_is_refused() {
    let Some(installation) = Installation::new() else {
        return;
    };
    let made = installation.used().await;
    let folder = tempfile::tempdir().unwrap();
    let dump = installation.node(folder.path());
    relocation::copy_to_file(&dump).unwrap().unwrap();
    relocation::name_file(&dump).unwrap();
    let vault = installation.open(&installation.paths).await;
    let slot = KeySlot::usual(Mode::Zk);
    let making = vault.mode_keys().generate(
        &installation.ada,
        slot,
        Custody::Server,
        IdempotencyKey::default(),
    );
    making.await.unwrap();
    close(&vault).await;
    installation.keys().remove_schema().unwrap();
    relocation::copy_to_server(&dump).unwrap();
    for _ in 0..2 {
        let refused = installation.refusal(&installation.paths).await;
        let schema = installation.keys().schema();
        assert!(
            refused.contains(&format!(
                "the schema {schema} is older than the schema of store.url"
            )) && refused.contains("restore both schemas")
                && refused.contains("accept-rollback"),
            "{refused}"
        );
    }
    let vault = open_as(&installation.paths, &installation.clock, true).await;
    let vault = vault.unwrap();
    assert!(installation.reads(&vault, &made).await);
    let report = vault.key_examination().report().await.unwrap();
    assert!(!report.missing.is_empty(), "{:?}", report.missing);
    close(&vault).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_first_start_on_a_server_that_was_cut_off_begins_again() {
    let Some(installation) = Installation::new() else {
        return;
    };
    let vault = installation.open(&installation.paths).await;
    let first = vault.keyring().vault();
    vault.keyring().forget_pairing_for_a_test().await;
    close(&vault).await;
    store_of(&installation.paths)
        .unwrap()
        .remove_schema()
        .unwrap();
    std::fs::remove_file(installation.paths.check()).unwrap();
    let vault = installation.open(&installation.paths).await;
    assert_ne!(vault.keyring().vault(), first);
    let made = encrypt(&vault, &installation.ada, b"61 bpm").await.unwrap();
    assert!(installation.reads(&vault, &made).await);
    close(&vault).await;
}

/// The options of the store of closed keys.
fn store_options(paths: &KeyPaths, clock: &Arc<LoadedKey>) -> Options {
    Options {
        file: paths.data.join("lockstep.db"),
        postgres: store_of(paths),
        readers: 1,
        clock: clock.clone(),
        entropy: Arc::new(SystemEntropy),
    }
}

/// Copies the store of closed keys.
fn copy_store(from: &KeyPaths, to: &KeyPaths, clock: &Arc<LoadedKey>) {
    let (from, to) = (store_options(from, clock), store_options(to, clock));
    lockstep_store::copy::copy(&from, &to, crate::CAPABILITY.migrations, |_| {}).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_move_to_a_server_and_back_and_open_what_they_sealed() {
    let Some(installation) = Installation::new() else {
        return;
    };
    let (server, clock) = (&installation.paths, &installation.clock);
    let file = server.in_file();
    let vault = installation.open(&file).await;
    let made = encrypt(&vault, &installation.ada, b"61 bpm").await.unwrap();
    close(&vault).await;

    copy_store(&file, server, clock);
    let report = relocation::copy_to_server(server).unwrap();
    assert!(report.rows >= 6, "{report:?}");
    // A crash came here: the files are complete, and the server says what to do.
    let entropy: Arc<dyn Entropy> = Arc::new(SystemEntropy);
    assert!(unlock(&file, &entropy).is_ok());
    let refused = installation.refusal(server).await;
    assert!(
        refused.contains("To complete an interrupted move"),
        "{refused}"
    );
    assert_only_compared(&relocation::copy_to_server(server).unwrap(), &report);
    for _ in 0..2 {
        relocation::leave_file(server).unwrap();
    }
    let data = installation.folder.path();
    let there = names(data);
    assert!(
        there.contains(&KEYS_MOVED.to_owned())
            && !there.contains(&KEYS.to_owned())
            && !there.contains(&CHECK.to_owned()),
        "{there:?}"
    );
    let vault = installation.open(server).await;
    assert!(installation.reads(&vault, &made).await);
    let more = encrypt(&vault, &installation.ada, b"61 bpm").await.unwrap();
    close(&vault).await;

    // The files of before the move are not the newest ones.
    for name in ["lockstep.db", "lockstep.db-wal", "lockstep.db-shm"] {
        let _ = std::fs::remove_file(data.join(name));
    }
    copy_store(server, &file, clock);
    let back = relocation::copy_to_file(server).unwrap().unwrap();
    relocation::name_file(server).unwrap();
    // A crash came here.
    let again = relocation::copy_to_file(server).unwrap().unwrap();
    assert_only_compared(&again, &back);
    relocation::name_file(server).unwrap();
    relocation::leave_server(server).unwrap();
    let vault = installation.open(&file).await;
    assert!(installation.reads(&vault, &made).await);
    assert!(installation.reads(&vault, &more).await);
    close(&vault).await;
    // The schema is not in use any more.
    let error = relocation::copy_to_file(server).unwrap_err().to_string();
    assert!(error.contains(CHECK), "{error}");
}

/// Asserts that a repeated copy found the rows of the first one, and changed none.
fn assert_only_compared(again: &CopyReport, first: &CopyReport) {
    assert_eq!((again.tables, again.rows), (first.tables, first.rows));
    assert_eq!(again.changes, Changes::default());
}

#[test]
fn the_keyring_passes_its_tests_on_a_server() {
    if variable(SERVER).is_none() || variable(USED).is_some() {
        println!("skipped: {SERVER} is not set, or this is the run on it");
        return;
    }
    let again = Command::new(std::env::current_exe().unwrap())
        .env(USED, "1")
        .args(["--exact", "--test-threads", "2"])
        .args(AGAIN)
        .output()
        .unwrap();
    let shown = String::from_utf8_lossy(&again.stdout);
    assert!(again.status.success(), "{shown}");
    let passed = format!("{} passed", AGAIN.len());
    assert!(shown.contains(&passed), "{shown}");
}
