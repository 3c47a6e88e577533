//! Single bits of `keys.db` that flip: each costs its own key, or the start is refused with the reason.

use super::*;
use crate::keyring::flips;
use crate::operations::maintenance::round;
use crate::store::keys::ColumnValue;

/// The permitted damage of a flipped bit in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cost {
    /// The start is refused, or nothing is lost: the column identifies the file.
    Identity,
    /// The keys of the first account at most.
    Account,
    /// One key at most.
    Key,
    /// Nothing: the column is checked against another value, or is only a time.
    Nothing,
}

const COLUMNS: &[(&str, &str, Cost)] = &[
    ("vault", "id", Cost::Identity),
    ("kek", "version", Cost::Identity),
    ("kek", "wrapped", Cost::Identity),
    ("platform_key", "name", Cost::Identity),
    ("platform_key", "version", Cost::Nothing),
    ("platform_key", "wrapped", Cost::Identity),
    ("pairing", "id", Cost::Identity),
    ("pairing", "store", Cost::Identity),
    ("pairing", "acts", Cost::Identity),
    ("pairing", "seen_seq", Cost::Identity),
    ("pairing", "seen_hash", Cost::Identity),
    ("pairing", "clock_at", Cost::Nothing),
    ("pairing", "complete", Cost::Nothing),
    ("pairing", "secrets", Cost::Identity),
    ("account_key", "account", Cost::Account),
    ("account_key", "epoch", Cost::Nothing),
    ("account_key", "wrapped", Cost::Account),
    ("secret", "key_id", Cost::Key),
    ("secret", "account", Cost::Key),
    ("secret", "wrapped", Cost::Key),
    ("secret", "created_at", Cost::Nothing),
    ("destroyed", "digest", Cost::Nothing),
    ("destroyed", "at", Cost::Nothing),
    ("rotation", "number", Cost::Nothing),
    ("rotation", "kek", Cost::Identity),
    ("rotation", "rotation", Cost::Nothing),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flipped_bit_costs_its_own_key_and_is_named() {
    let fixture = Fixture::new().await;
    fixture
        .vault
        .platform_keys()
        .rotate_attestation()
        .await
        .unwrap();
    let mut made = vec![fixture.encrypt(b"61 bpm").await];
    let fixture = with_another_account(fixture, &mut made).await;
    fixture.close().await;
    let folder = fixture.folder.path().to_owned();
    let whole = std::fs::read(folder.join("keys.db")).unwrap();
    let store = std::fs::read(folder.join("lockstep.db")).unwrap();
    let mut columns = flips::columns(&folder).await;
    // The tables of storage counts, of counted lists, of figures and of nodes: they have no rows in `keys.db`.
    let unused = [
        "account_usage.",
        "active_node.",
        "counted_entry.",
        "counted_group.",
        "figure.",
    ];
    columns.retain(|column| !unused.iter().any(|table| column.starts_with(table)));
    columns.sort();
    let mut rows: Vec<String> = COLUMNS
        .iter()
        .map(|(table, column, _)| format!("{table}.{column}"))
        .collect();
    rows.sort();
    assert_eq!(columns, rows, "every column has its row here");
    for (table, column, cost) in COLUMNS {
        for bit in [0_u32, 5, 77, 203] {
            restore(&folder, &whole, &store);
            let said = format!("{table}.{column}, bit {bit}");
            if !flips::flip(&folder, table, column, bit).await {
                continue;
            }
            let paths = KeyPaths::usual(&folder);
            let vault = match open(&paths, &fixture.clock).await {
                Ok(vault) => vault,
                Err(error) => {
                    assert_eq!(*cost, Cost::Identity, "{said}: {error}");
                    assert!(error.to_string().len() > 20, "{said}: {error}");
                    continue;
                }
            };
            let report = vault.key_examination().report().await.unwrap();
            let lost = report.missing.len() + report.damaged.len();
            let most = match cost {
                Cost::Identity | Cost::Nothing => 0,
                // The account's key-encryption key, and the one key under it.
                Cost::Account => 2,
                Cost::Key => 1,
            };
            assert!(lost <= most, "{said}: {report:?}");
            assert_eq!(report.open as usize, 4 - lost, "{said}: {report:?}");
            if matches!(cost, Cost::Account | Cost::Key) {
                assert!(lost > 0, "{said} is seen: {report:?}");
            }
            // The vault serves the other account, and destroys no key.
            let _ = round(&vault).await;
            let mut readable = 0;
            for (owner, made) in [&fixture.ada, &other_owner(&made)].into_iter().zip(&made) {
                let opened = decrypt(&vault, owner, &made.envelope);
                readable += u32::from(opened.await.is_ok());
            }
            assert!(readable > u32::from(most == 0), "{said}");
            vault.close().await;
            vault.ctx().db.close().await;
        }
    }
}

fn restore(folder: &Path, keys: &[u8], store: &[u8]) {
    for (name, bytes) in [("keys.db", keys), ("lockstep.db", store)] {
        for end in ["-wal", "-shm"] {
            let _ = std::fs::remove_file(folder.join(format!("{name}{end}")));
        }
        std::fs::write(folder.join(name), bytes).unwrap();
    }
}

fn other_owner(made: &[Encrypted]) -> Owner {
    Owner::system(made[1].key.user.clone())
}

/// A second account with a key of its own; and a destruction that is remembered.
async fn with_another_account(fixture: Fixture, made: &mut Vec<Encrypted>) -> Fixture {
    let bob = UserId::generate(fixture.clock.now(), &SystemEntropy);
    let fixture = Fixture {
        ada: Owner::system(bob),
        ..fixture
    };
    made.push(fixture.encrypt(b"61 bpm").await);
    let ada = made[0].key.user.clone();
    // Both accounts have data under their own keys; the store names these keys too.
    for user in [&ada, &fixture.ada.user] {
        fixture.vault.account_keys(user).await.unwrap();
    }
    let carol = UserId::generate(fixture.clock.now(), &SystemEntropy);
    fixture.vault.account_keys(&carol).await.unwrap();
    fixture
        .vault
        .destruction()
        .destroy_account(&carol)
        .await
        .unwrap();
    let erase = move |tx: &mut Tx<'_>| crate::store::erase(tx, &carol);
    fixture.tamper(erase).await;
    Fixture {
        ada: Owner::system(ada),
        ..fixture
    }
}

/// Columns of `keys.db` that hold one row each, a value that they cannot hold, and whether the vault opens.
const UNREADABLE: &[(&str, &str, &str, bool)] = &[
    ("pairing", "clock_at", "'x'", true),
    ("pairing", "complete", "'x'", true),
    ("pairing", "acts", "'x'", false),
    ("pairing", "seen_seq", "'x'", false),
    ("pairing", "seen_hash", "'x'", false),
    ("pairing", "store", "'x'", false),
    ("pairing", "id", "'x'", false),
    ("pairing", "secrets", "'x'", false),
    ("vault", "id", "'x'", false),
    ("kek", "version", "'x'", false),
    ("kek", "wrapped", "'x'", false),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unreadable_column_of_the_bond_is_told_with_file_and_remedy() {
    let fixture = Fixture::new().await;
    let made = fixture.encrypt(b"61 bpm").await;
    fixture.vault.clock().confirm().await.unwrap();
    fixture.close().await;
    let folder = fixture.folder.path().to_owned();
    let paths = KeyPaths::usual(&folder);
    let whole = std::fs::read(folder.join("keys.db")).unwrap();
    let store = std::fs::read(folder.join("lockstep.db")).unwrap();
    for (table, column, value, opens) in UNREADABLE {
        restore(&folder, &whole, &store);
        let set = ColumnValue {
            table,
            column,
            value,
        };
        flips::set(&folder, set, None).await;
        match open(&paths, &fixture.clock).await {
            Ok(vault) => {
                assert!(opens, "{table}.{column}");
                let opened = decrypt(&vault, &fixture.ada, &made.envelope).await;
                assert!(opened.is_ok(), "{table}.{column}");
                vault.close().await;
                vault.ctx().db.close().await;
            }
            Err(error) => {
                let said = error.to_string();
                assert!(!opens, "{table}.{column}: {said}");
                assert!(said.contains("keys.db: "), "{said}");
                assert!(
                    said.contains(&format!("{table}, column {column}")),
                    "{said}"
                );
                assert!(said.contains("`lockstep backup restore FOLDER`"), "{said}");
            }
        }
    }
    // The remedy is the original file.
    restore(&folder, &whole, &store);
    let vault = open(&paths, &fixture.clock).await.unwrap();
    let damage = |tx: &mut Tx<'_>| tampering::set_pairing(tx, "clock_at", "'x'");
    vault.ctx().db.write("test.tamper", damage).await.unwrap();
    vault.close().await;
    vault.ctx().db.close().await;
    let vault = open(&paths, &fixture.clock).await.unwrap();
    let opened = decrypt(&vault, &fixture.ada, &made.envelope).await;
    assert!(opened.is_ok(), "the store's time is taken as absent");
    vault.close().await;
    vault.ctx().db.close().await;
}
