//! Damaged rows of keys, and lost keys of accounts: each affects its own account only.

use super::*;
use crate::key::UnusableKeyReason;
use crate::operations::maintenance::round;
use crate::store::keys::ColumnValue;
use lockstep_web::api_error::ErrorKind;

/// A column of `encryption_key` and a value that it cannot hold.
const COLUMNS: &[(&str, &str)] = &[
    ("mode", "'weird'"),
    ("scheme", "'weird'"),
    ("level", "7"),
    ("level", "'weird'"),
    ("custody", "'weird'"),
    ("status", "'weird'"),
    ("resume", "'weird'"),
    ("current", "'weird'"),
    ("exported", "'weird'"),
    ("public", "'weird'"),
    ("created_at", "'weird'"),
    ("expires_at", "'weird'"),
    ("destroy_at", "'weird'"),
    ("stopped", "'weird'"),
];

async fn another(fixture: &Fixture) -> Owner {
    Owner {
        user: UserId::generate(fixture.clock.now(), &SystemEntropy),
        actor: Actor::system(),
    }
}

async fn encrypted(vault: &Vault, owner: &Owner) -> Result<Encrypted, ApiError> {
    encrypt(vault, owner, b"61 bpm").await
}

async fn opens(vault: &Vault, owner: &Owner, made: &Encrypted) -> bool {
    let opened = decrypt(vault, owner, &made.envelope).await;
    opened.is_ok_and(|opened| *opened == *b"61 bpm")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_key_row_costs_its_own_key_and_is_named_by_column() {
    let mut fixture = Fixture::new().await;
    let made = fixture.encrypt(b"61 bpm").await;
    let bob = another(&fixture).await;
    for (column, value) in COLUMNS {
        let said = format!("{column} = {value}");
        let (id, set) = (made.key.id.clone(), said.clone());
        let original = tampering::set_key_column(column, value, &id);
        fixture.tamper(original).await;
        // The key is not in memory.
        fixture = fixture.again().await;
        // Other accounts' keys are created, rotated by time and used.
        let of_bob = encrypted(&fixture.vault, &bob).await.unwrap();
        assert!(opens(&fixture.vault, &bob, &of_bob).await, "{set}");
        fixture.clock.pass(91);
        round(&fixture.vault)
            .await
            .unwrap_or_else(|error| panic!("{said}: {:?}", error.log));
        let rotated = fixture
            .vault
            .mode_keys()
            .record(&bob.user, &of_bob.key.id)
            .await
            .unwrap();
        assert_ne!(rotated.status, Status::Active, "{said}");
        fixture.vault.key_examination().report().await.unwrap();
        let db = &fixture.vault.ctx().db;
        let (_, damaged) = db
            .read("test.check", crate::store::check_keys)
            .await
            .unwrap();
        let [row] = &damaged[..] else {
            panic!("{said}: {damaged:?}");
        };
        assert_eq!(row.row, id.as_str(), "{said}");
        assert_eq!(row.account.as_deref(), Some(made.key.user.as_str()));
        assert!(
            row.reason
                .contains(&format!("encryption_key, column {column}")),
            "{row:?}"
        );
        assert!(!row.reason.contains("weird"), "{row:?}");
        // The account's keys open, and report that data under this key must wait.
        let account_keys = fixture.vault.account_keys(&made.key.user).await.unwrap();
        let (asked, key) = (account_keys.clone(), id.clone());
        let stopped =
            db.read::<_, StoreError, _>("test.stopped", move |tx| asked.stopped(tx, &key));
        assert_eq!(
            stopped.await.unwrap(),
            Some(UnusableKeyReason::Damaged),
            "{said}"
        );
        fixture.tamper(tampering::put_key_column_back(&id)).await;
    }
    fixture = fixture.again().await;
    assert!(fixture.reads(&made).await, "nothing was lost");
}

/// The states of `keys.db` in which an account's key is lost.
#[derive(Clone, Copy, Debug)]
enum LostKeyState {
    /// The file is older than the account.
    Older,
    /// Its row does not open.
    Flipped,
    /// A column of its row has this value.
    Column(&'static str, &'static str),
}

const LOST: &[LostKeyState] = &[
    LostKeyState::Older,
    LostKeyState::Flipped,
    LostKeyState::Column("wrapped", "'x'"),
    LostKeyState::Column("wrapped", "x''"),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_account_key_is_told_and_replaced_with_consent_alone() {
    for lost in LOST {
        let fixture = Fixture::new().await;
        let of_ada = fixture.encrypt(b"61 bpm").await;
        let older = fixture.folder.path().join("older.db");
        let fixture = fixture.again().await;
        fixture.close().await;
        std::fs::copy(fixture.folder.path().join("keys.db"), &older).unwrap();
        let fixture = fixture.again().await;
        let bob = another(&fixture).await;
        let of_bob = encrypted(&fixture.vault, &bob).await.unwrap();
        fixture.vault.account_keys(&bob.user).await.unwrap();
        fixture.close().await;
        let paths = KeyPaths::usual(fixture.folder.path());
        let vault = match lost {
            LostKeyState::Older => {
                std::fs::copy(&older, fixture.folder.path().join("keys.db")).unwrap();
                assert!(open(&paths, &fixture.clock).await.is_err());
                open_as(&paths, &fixture.clock, true).await.unwrap()
            }
            LostKeyState::Flipped => {
                let user = bob.user.to_string();
                crate::keyring::flips::damage_account(fixture.folder.path(), &user).await;
                open(&paths, &fixture.clock).await.unwrap()
            }
            LostKeyState::Column(column, value) => {
                let set = ColumnValue {
                    table: "account_key",
                    column,
                    value,
                };
                let (folder, user) = (fixture.folder.path(), bob.user.as_str());
                crate::keyring::flips::set(folder, set, Some(user)).await;
                open(&paths, &fixture.clock)
                    .await
                    .unwrap_or_else(|error| panic!("{lost:?}: {error}"))
            }
        };
        let report = vault.key_examination().report().await.unwrap();
        assert_eq!(report.lost_accounts, [bob.user.to_string()], "{lost:?}");
        // The error states the reason and names no key.
        for error in [
            encrypted(&vault, &bob).await.map(drop).unwrap_err(),
            vault.account_keys(&bob.user).await.map(drop).unwrap_err(),
        ] {
            assert_eq!(error.kind, ErrorKind::Encryption, "{error}");
            assert!(error.message.contains("operator"), "{error}");
            assert!(!error.message.contains(bob.user.as_str()), "{error}");
        }
        // Other accounts continue, also in the next epoch.
        assert!(opens(&vault, &fixture.ada, &of_ada).await);
        fixture.clock.pass(31);
        vault.clock().confirm().await.unwrap();
        // The epoch does not end, and this is told.
        assert!(round(&vault).await.is_err(), "{lost:?}");
        assert!(opens(&vault, &fixture.ada, &of_ada).await);
        // Nothing that opens is replaced.
        let actor = Actor::system();
        let refused = vault.lost_keys().replace(&fixture.ada.user, &actor).await;
        assert_eq!(refused.unwrap_err().kind, ErrorKind::Conflict);
        let nobody = another(&fixture).await;
        let refused = vault.lost_keys().replace(&nobody.user, &actor).await;
        assert_eq!(refused.unwrap_err().kind, ErrorKind::NotFound);
        assert_eq!(
            vault.lost_keys().replace(&bob.user, &actor).await.unwrap(),
            1
        );
        let entries = vault.checkpoints().verify_chain(None).await.unwrap();
        assert_eq!(entries.broken, None);
        let again = encrypted(&vault, &bob).await.unwrap();
        assert!(opens(&vault, &bob, &again).await);
        assert!(!opens(&vault, &bob, &of_bob).await);
        let lost_key = vault
            .mode_keys()
            .record(&bob.user, &of_bob.key.id)
            .await
            .unwrap();
        assert_eq!(lost_key.status, Status::Destroyed);
        fixture.clock.pass(1);
        round(&vault).await.unwrap();
        vault.close().await;
        vault.ctx().db.close().await;
        let vault = open(&paths, &fixture.clock).await.unwrap();
        let report = vault.key_examination().report().await.unwrap();
        assert_eq!(
            (report.lost_accounts.len(), report.missing.len()),
            (0, 0),
            "{report:?}"
        );
        assert_eq!(
            (report.damaged.len(), report.unknown.len()),
            (0, 0),
            "{report:?}"
        );
        assert!(opens(&vault, &bob, &again).await);
        assert!(opens(&vault, &fixture.ada, &of_ada).await);
        vault.close().await;
        vault.ctx().db.close().await;
    }
}
