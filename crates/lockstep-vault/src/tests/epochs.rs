//! The end of an epoch: an old epoch key is destroyed only after every account's key opened without it.

use super::*;
use crate::keyring::flips;
use crate::operations::maintenance::round;
use crate::store::keys::ColumnValue;

async fn another(fixture: &Fixture) -> Owner {
    Owner {
        user: UserId::generate(fixture.clock.now(), &SystemEntropy),
        actor: Actor::system(),
    }
}

async fn opens(vault: &Vault, owner: &Owner, made: &Encrypted) -> bool {
    let opened = decrypt(vault, owner, &made.envelope).await;
    opened.is_ok_and(|opened| *opened == *b"61 bpm")
}

/// The numbers of the epochs whose keys are on disk.
fn epochs(folder: &Path) -> Vec<i64> {
    let bytes = std::fs::read(folder.join("secrets/epochs.json")).unwrap();
    let read: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
    let all = read["epochs"].as_array().unwrap();
    all.iter()
        .map(|epoch| epoch["n"].as_i64().unwrap())
        .collect()
}

/// A closed fixture with a second account, and an envelope of that account.
async fn with_bob() -> (Fixture, Owner, Encrypted) {
    let fixture = Fixture::new().await;
    let bob = another(&fixture).await;
    let of_bob = encrypt(&fixture.vault, &bob, b"61 bpm").await.unwrap();
    fixture.encrypt(b"61 bpm").await;
    fixture.close().await;
    (fixture, bob, of_bob)
}

/// Ends the epoch twice, and checks that it is told and that the first epoch's key is kept.
async fn expect_the_old_epoch_is_kept(vault: &Vault, fixture: &Fixture, what: &str) {
    for _ in 0..2 {
        fixture.clock.pass(31);
        let told = round(vault)
            .await
            .err()
            .unwrap_or_else(|| panic!("{what}: it is told"));
        assert!(
            told.log.is_some_and(|log| log.contains("replace-lost-key")),
            "{what}"
        );
        assert!(epochs(fixture.folder.path()).contains(&1), "{what}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_old_epoch_ends_only_when_every_account_key_opens() {
    let (fixture, bob, _) = with_bob().await;
    let folder = fixture.folder.path();
    flips::damage_account(folder, bob.user.as_str()).await;
    let vault = open(&usual(folder), &fixture.clock).await.unwrap();
    assert_eq!(epochs(folder), [1]);
    expect_the_old_epoch_is_kept(&vault, &fixture, "a damaged key").await;
    let actor = Actor::system();
    vault.lost_keys().replace(&bob.user, &actor).await.unwrap();
    fixture.clock.pass(1);
    round(&vault).await.unwrap();
    assert_eq!(epochs(folder).len(), 1);
    vault.close().await;
    vault.ctx().db.close().await;
}

/// A row is absent, whichever table of the store names the account.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_key_that_is_missing_opens_after_it_is_put_back_whatever_epoch_began() {
    for has_sealed_data in [false, true] {
        let (fixture, bob, of_bob) = with_bob().await;
        let folder = fixture.folder.path();
        let paths = usual(folder);
        if has_sealed_data {
            let vault = open(&paths, &fixture.clock).await.unwrap();
            vault.account_keys(&bob.user).await.unwrap();
            vault.close().await;
            vault.ctx().db.close().await;
        }
        let removed = flips::remove_account(folder, bob.user.as_str()).await;
        let vault = open(&paths, &fixture.clock).await.unwrap();
        let report = vault.key_examination().report().await.unwrap();
        assert_eq!(report.lost_accounts, [bob.user.to_string()]);
        expect_the_old_epoch_is_kept(&vault, &fixture, "a missing key").await;
        vault.close().await;
        vault.ctx().db.close().await;
        flips::put_account_back(folder, bob.user.as_str(), removed).await;
        let vault = open(&paths, &fixture.clock).await.unwrap();
        assert!(opens(&vault, &bob, &of_bob).await, "{has_sealed_data}");
        round(&vault).await.unwrap();
        assert_eq!(epochs(folder).len(), 1);
        assert!(opens(&vault, &bob, &of_bob).await, "{has_sealed_data}");
        vault.close().await;
        vault.ctx().db.close().await;
    }
}

/// The column is not authenticated: `2` is the number of the next epoch.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_row_that_names_another_epoch_costs_nothing_and_is_repaired() {
    for value in ["2", "0", "99", "-1", "'x'", "x'ff'", "1.5"] {
        for turns in [false, true] {
            let (fixture, bob, of_bob) = with_bob().await;
            let folder = fixture.folder.path();
            let set = ColumnValue {
                table: "account_key",
                column: "epoch",
                value,
            };
            flips::set(folder, set, Some(bob.user.as_str())).await;
            let paths = usual(folder);
            let vault = open(&paths, &fixture.clock).await.unwrap();
            if turns {
                fixture.clock.pass(31);
                round(&vault).await.unwrap();
                assert_eq!(epochs(folder), [2], "{value}");
            }
            let report = vault.key_examination().report().await.unwrap();
            assert_eq!(report.lost_accounts, Vec::<String>::new(), "{value}");
            let refused = vault.lost_keys().replace(&bob.user, &Actor::system()).await;
            assert!(refused.is_err(), "{value}: nothing is lost");
            assert!(opens(&vault, &bob, &of_bob).await, "{value}");
            vault.close().await;
            vault.ctx().db.close().await;
            let row = flips::remove_account(folder, bob.user.as_str()).await;
            assert_eq!(row.epoch, Some(1 + u32::from(turns)), "{value}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_destruction_that_is_recorded_does_not_delay_the_end_of_an_epoch() {
    let (fixture, bob, _) = with_bob().await;
    let folder = fixture.folder.path();
    let vault = open(&usual(folder), &fixture.clock).await.unwrap();
    vault
        .destruction()
        .destroy_account(&bob.user)
        .await
        .unwrap();
    fixture.clock.pass(31);
    round(&vault).await.unwrap();
    assert_eq!(epochs(folder), [2]);
    vault.close().await;
    vault.ctx().db.close().await;
}

/// The record that prevents the creation of a destroyed key is kept as long as the key of an old epoch.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn destructions_are_remembered_while_an_old_epoch_is_kept() {
    let (fixture, bob, _) = with_bob().await;
    let folder = fixture.folder.path();
    let vault = open(&usual(folder), &fixture.clock).await.unwrap();
    vault
        .destruction()
        .destroy_account(&bob.user)
        .await
        .unwrap();
    vault.close().await;
    vault.ctx().db.close().await;
    flips::damage_account(folder, fixture.ada.user.as_str()).await;
    let vault = open(&usual(folder), &fixture.clock).await.unwrap();
    for _ in 0..6 {
        expect_the_old_epoch_is_kept(&vault, &fixture, "a damaged key").await;
    }
    assert!(
        vault
            .keyring()
            .was_destroyed(bob.user.as_str())
            .await
            .unwrap()
    );
    vault.close().await;
    vault.ctx().db.close().await;
}

/// The number of the KEK in the epochs' file is not authenticated either.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_epoch_key_that_the_file_gives_to_another_root_key_is_kept() {
    let (fixture, bob, of_bob) = with_bob().await;
    let folder = fixture.folder.path();
    let paths = usual(folder);
    let removed = flips::remove_account(folder, bob.user.as_str()).await;
    let vault = open(&paths, &fixture.clock).await.unwrap();
    expect_the_old_epoch_is_kept(&vault, &fixture, "a missing key").await;
    vault.close().await;
    vault.ctx().db.close().await;
    let path = folder.join("secrets/epochs.json");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut file: serde_json::Value = serde_json::from_str(&text).unwrap();
    file["epochs"][0]["kek"] = 3.into();
    std::fs::write(&path, file.to_string()).unwrap();
    let vault = open(&paths, &fixture.clock).await.unwrap();
    assert_eq!(epochs(folder), [1, 2, 3]);
    vault.close().await;
    vault.ctx().db.close().await;
    flips::put_account_back(folder, bob.user.as_str(), removed).await;
    // A key that does not open, and of which keys.db has no KEK, is damaged and not of another root key.
    let mut damaged = file.clone();
    let wrapped = damaged["epochs"][0]["wrapped"].as_str().unwrap();
    damaged["epochs"][0]["wrapped"] = wrapped.replace("A", "B").into();
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, damaged.to_string()).unwrap();
    let refused = open(&paths, &fixture.clock).await.err().unwrap();
    assert!(
        refused.to_string().contains("put the right one back"),
        "{refused}"
    );
    assert_eq!(
        std::fs::read(&path).unwrap(),
        damaged.to_string().into_bytes()
    );
    std::fs::write(&path, whole).unwrap();
    let vault = open(&paths, &fixture.clock).await.unwrap();
    assert!(opens(&vault, &bob, &of_bob).await);
    vault.close().await;
    vault.ctx().db.close().await;
}
