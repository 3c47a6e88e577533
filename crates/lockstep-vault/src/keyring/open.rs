//! Opening of the keyring: the root key, the wrapped keys, the epochs' file and the store must belong together.
//!
//! All checks precede all writes: a refusal changes nothing.

use std::sync::atomic::AtomicI64;
use std::sync::{Arc, Mutex};

use lockstep_documents::rotation::Chain;
use lockstep_seal::{Cipher, Key, unwrap};
use lockstep_store::clock::entropy_array;
use lockstep_store::{Actor, Ctx, Db, Entry, Status, StoreError, Tx};
use serde_json::json;

use super::accounts::opened;
use super::digests;
use super::epochs::{self, Epoch};
use super::pairing::{Conflict, KeysSide, SecretCount, compare_files};
use super::replace::repair_platform_keys;
use super::{
    ATTEST, Kek, Keyring, MAC, MIGRATIONS, Macs, NEXT, READERS, first, lock, platform_key, wrapped,
};
use crate::attest::Attester;
use crate::locked::LockedMemory;
use crate::rng::Rng;
use crate::root::{
    Check, ERASED, KeyPaths, UnlockedRoot, VaultError, expect_unchanged, remove_unfinished,
    write_secret,
};
use crate::store::pairing::StoreSide;
use crate::store::{destructions, keys as rows, pairing as side, rotations};

/// The mode in which a keyring is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OpenMode {
    /// Refuse files that do not belong together.
    Usual,
    /// The operator accepts that one of the two files is older or another one. They are paired again; no
    /// key is destroyed.
    AcceptRollback,
}

/// The refusal of a store that names keys, without the file that proves the root key.
fn missing_files(paths: &KeyPaths) -> VaultError {
    let (keys, check) = (paths.keys(), paths.check());
    let missing = match keys.exists() {
        _ if paths.server.is_some() => {
            return VaultError::Torn(format!(
                "the store names keys, but {} is missing: keys.secrets must name the folder that all nodes of the \
                 installation use, with its files",
                check.display()
            ));
        }
        true => format!("{} is missing", check.display()),
        false => format!("{} and {} are missing", keys.display(), check.display()),
    };
    VaultError::Torn(format!(
        "the store names keys, but {missing}: put the right files back from the backup"
    ))
}

impl Keyring {
    /// Opens the keyring, or creates it at the first start.
    ///
    /// # Errors
    /// [`VaultError`]; in each case no key was changed.
    pub(crate) async fn open(
        unlocked: UnlockedRoot,
        ctx: &Ctx,
        opening: OpenMode,
    ) -> Result<Self, VaultError> {
        let UnlockedRoot {
            place, root, check, ..
        } = unlocked;
        let store = store_side(ctx, None).await?;
        if check.is_none() && (store.named || store.keys.is_some()) {
            return Err(missing_files(&place));
        }
        if check.is_none() {
            first::prepare(&place, &ctx.clock, &ctx.entropy).await?;
        }
        let db = open_db(&place, ctx).await?;
        expect_unchanged(&place, check.as_ref())?;
        let vault = installation(&db, ctx, &place, &root, check.as_ref()).await?;
        let pairing = check_pairing(&db, ctx, &place, opening).await?;

        let stored = db.read("keys.kek", rows::keks).await?;
        // There are two only while a root key is being replaced: the one that opens is the right one.
        let versions: Vec<u32> = stored.iter().map(|(version, _)| *version).collect();
        let kek = stored.into_iter().find_map(|(version, stored)| {
            let key = unwrap(&root, &stored, b"kek", version.to_string().as_bytes()).ok()?;
            let key = LockedMemory::new(key);
            Some(Kek { version, key })
        });
        let kek = kek.ok_or_else(|| match &check {
            Some(_) => VaultError::Torn(format!(
                "{}: the key-encryption key does not open, and the root key is the right one: it is damaged; {}",
                place.keys_place(),
                place.keys_remedy()
            )),
            None => VaultError::WrongRoot,
        })?;
        repair_platform_keys(&db, &kek, &place).await?;
        let macs = Macs::open(&db, &kek).await?;
        let digest = digests::open(&db, &kek, &mut Rng::new(&ctx.entropy)).await?;
        let attester = attester(&db, ctx, &kek, (&vault, pairing.stage), &place).await?;
        let (epochs, others) = read_epochs(&place, ctx, &db, &vault, (&kek, &versions)).await?;
        let keyring = Self {
            db,
            clock: Arc::clone(&ctx.clock),
            entropy: Arc::clone(&ctx.entropy),
            vault,
            kek,
            epochs: Mutex::new(epochs),
            turning: tokio::sync::Mutex::new(()),
            turn_delayed: Mutex::default(),
            // An earlier process may have wrapped keys just before its end.
            rewrapped_at: Mutex::new(ctx.clock.now()),
            accounts: Mutex::default(),
            macs,
            digest: LockedMemory::new(digest),
            attester,
            place,
            acts: AtomicI64::new(pairing.keys.acts),
            seen: Mutex::new(pairing.keys.seen),
        };
        // The store must have the rotations before the replaced seeds are removed.
        keyring.record_rotations(ctx).await?;
        keyring
            .put_in_order(&root, check.is_none(), versions.len() > 1, others)
            .await?;
        keyring.pair(ctx, &pairing.keys, pairing.accepted).await?;
        keyring.settle_rotations().await?;
        Ok(keyring)
    }

    /// Finishes an interrupted start or first start.
    async fn put_in_order(
        &self,
        root: &Key,
        first: bool,
        several: bool,
        others: bool,
    ) -> Result<(), VaultError> {
        let ours = !self.place.copy;
        if ours {
            let place = &self.place;
            for path in [place.epochs(), place.check(), place.secrets.join(ERASED)] {
                remove_unfinished(&path, &self.entropy)?;
            }
        }
        if ours && !self.place.epochs().exists() {
            let epochs = lock(&self.epochs).clone();
            self.write_epochs(&epochs)?;
        }
        if ours && (several || others) {
            self.forget_other_keks(others).await?;
        }
        // From here on the installation is bound to this root key.
        if first {
            let check = Check::new(&self.vault, root);
            write_secret(&self.place.check(), &check.text()?)?;
        }
        Ok(())
    }

    /// Records the identity of each file in the other. Each write is consistent by itself, in this order.
    async fn pair(
        &self,
        ctx: &Ctx,
        keys: &KeysSide,
        accepted: Option<Conflict>,
    ) -> Result<(), StoreError> {
        let store = store_side(ctx, None).await?;
        let id = match store.id {
            Some(id) => id,
            None => {
                let new = entropy_array::<16>(&*ctx.entropy);
                let identify = move |tx: &mut Tx<'_>| side::identify(tx, &new);
                ctx.db.write("vault.pair.identify", identify).await?
            }
        };
        if keys.store != Some(id) || accepted.is_some() {
            let head = store.head;
            self.db
                .write("keys.pair", move |tx| rows::pair(tx, &id, head))
                .await?;
            *lock(&self.seen) = head;
        }
        if store.keys != Some(keys.id) || accepted.is_some() {
            let (of, acts) = (keys.id, keys.acts);
            let conflict = accepted.map(|conflict| conflict.described(&self.place));
            let pair = move |tx: &mut Tx<'_>| {
                if let Some(accepted_conflict) = &conflict {
                    destructions::forget_intents(tx)?;
                    tx.audit(&Entry {
                        actor: &Actor::system(),
                        action: "keys.rollback.accept",
                        component: "vault",
                        status: Status::Warning,
                        details: format!("accepted by an operator: {accepted_conflict}"),
                        metadata: json!({ "acts": acts }),
                    })?;
                }
                side::pair(tx, &of, acts)
            };
            ctx.db.write("vault.pair", pair).await?;
        }
        self.db.write("keys.complete", rows::complete).await
    }
}

/// Opens the store of the wrapped keys.
async fn open_db(place: &KeyPaths, ctx: &Ctx) -> Result<Db, VaultError> {
    let unusable = |error: StoreError| match error {
        StoreError::File { .. }
        | StoreError::Full
        | StoreError::Migration(_)
        | StoreError::Postgres(_)
        | StoreError::Unavailable(_) => error.into(),
        error => VaultError::Torn(format!(
            "{}: cannot be read ({error}). No key was changed; {}",
            place.keys_place(),
            place.keys_remedy()
        )),
    };
    let options = place.options(READERS, &ctx.clock, &ctx.entropy);
    let db = Db::open(options, MIGRATIONS).map_err(unusable)?;
    let overwrite = db.write("keys.overwrite", rows::overwrite_removed);
    overwrite.await.map_err(unusable)?;
    Ok(db)
}

async fn store_side(ctx: &Ctx, seen: Option<super::ChainHead>) -> Result<StoreSide, StoreError> {
    ctx.db
        .read("vault.pairing", move |tx| side::side(tx, seen))
        .await
}

/// The id of the installation, as every file has it; created with the first keys if absent.
async fn installation(
    db: &Db,
    ctx: &Ctx,
    paths: &KeyPaths,
    root: &Key,
    check: Option<&Check>,
) -> Result<[u8; 16], VaultError> {
    if let Some(vault) = check.and_then(Check::vault) {
        let stored = db.read("keys.vault", rows::vault).await?;
        let named = ctx.db.read("vault.named", crate::store::vault).await?;
        if stored != Some(vault) || named.is_some_and(|named: [u8; 16]| named != vault) {
            return Err(VaultError::Torn(format!(
                "{}, keys.check and {} are not of one installation: put them back from one backup",
                paths.keys_name(),
                paths.store_name()
            )));
        }
        return Ok(vault);
    }
    let mut rng = Rng::new(&ctx.entropy);
    let vault = entropy_array::<16>(&*ctx.entropy);
    let id = entropy_array::<16>(&*ctx.entropy);
    let kek = Key::generate(Cipher::Aes256Gcm, &mut rng);
    let mac = Key::generate(Cipher::Aes256Gcm, &mut rng);
    let wrapped_kek = wrapped(root, 0, b"kek", b"1", &kek, &mut rng);
    let wrapped_mac = wrapped(&kek, 1, b"server", MAC.as_bytes(), &mac, &mut rng);
    db.write("keys.first", move |tx| {
        rows::insert_vault(tx, &vault)?;
        rows::insert_kek(tx, 1, &wrapped_kek)?;
        rows::insert_platform_key(tx, MAC, 1, &wrapped_mac)?;
        rows::insert_pairing(tx, &id, rows::Stage::First)
    })
    .await?;
    Ok(vault)
}

/// A pairing of `keys.db` with the store that may be opened.
struct CheckedPairing {
    keys: KeysSide,
    stage: rows::Stage,
    /// The rollback that an operator accepted.
    accepted: Option<Conflict>,
}

/// Reads the pairing record of `keys.db` and compares it with the store.
async fn check_pairing(
    db: &Db,
    ctx: &Ctx,
    paths: &KeyPaths,
    opening: OpenMode,
) -> Result<CheckedPairing, VaultError> {
    let read = |tx: &Tx<'_>| {
        let (used, secrets) = (rows::is_used(tx)?, rows::secret_rows(tx)?);
        Ok::<_, StoreError>((rows::pairing(tx)?, used, secrets))
    };
    let (pairing, used, secret_rows) = db.read("keys.pairing", read).await?;
    let pairing = match pairing {
        Some(pairing) => pairing,
        None => {
            // This `keys.db` was created before pairings existed.
            let id = entropy_array::<16>(&*ctx.entropy);
            let insert = move |tx: &mut Tx<'_>| rows::insert_pairing(tx, &id, rows::Stage::Older);
            db.write("keys.pairing.make", insert).await?;
            rows::Pairing::of_older(id)
        }
    };
    let keys = KeysSide {
        id: pairing.id,
        store: pairing.store,
        acts: pairing.acts,
        seen: pairing.seen,
        used,
        secrets: SecretCount {
            counted: pairing.secrets,
            rows: secret_rows,
        },
    };
    let store = store_side(ctx, keys.seen).await?;
    let accepted = match (compare_files(&keys, &store), opening) {
        (Ok(()), OpenMode::Usual) => None,
        (Err(conflict), OpenMode::Usual) => return Err(conflict.refusal(paths)),
        (Err(conflict), OpenMode::AcceptRollback) => Some(conflict),
        (Ok(()), OpenMode::AcceptRollback) => {
            return Err(VaultError::NothingToAccept);
        }
    };
    Ok(CheckedPairing {
        keys,
        stage: pairing.stage,
        accepted,
    })
}

/// The signer: the next key if a rotation was interrupted. This opening finishes the rotation.
async fn attester(
    db: &Db,
    ctx: &Ctx,
    kek: &Kek,
    (vault, stage): (&[u8; 16], rows::Stage),
    paths: &KeyPaths,
) -> Result<Attester, VaultError> {
    let seed = match platform_key(db, kek, NEXT).await? {
        Some(next) => next,
        None => attestation_seed(db, ctx, kek, stage, paths).await?,
    };
    let version = kek.version;
    let read = move |tx: &Tx<'_>| rows::rotations(tx, version);
    let (rows, _) = db.read::<_, StoreError, _>("keys.rotations", read).await?;
    // Both files contain the rotations: one of them may be damaged or older.
    let here = rotations::readable(rows);
    let there = ctx.db.read("vault.rotations", rotations::all).await?;
    let whole = [here, there]
        .into_iter()
        .filter(|known| Chain::new(known).is_ok());
    let known = whole.max_by_key(Vec::len).unwrap_or_default();
    Ok(Attester::new(seed, known, vault, &ctx.entropy))
}

/// The seed of the attestation key; created if `keys.db` is from before this key existed.
async fn attestation_seed(
    db: &Db,
    ctx: &Ctx,
    kek: &Kek,
    stage: rows::Stage,
    paths: &KeyPaths,
) -> Result<Key, VaultError> {
    if let Some(seed) = platform_key(db, kek, ATTEST).await? {
        return Ok(seed);
    }
    if stage == rows::Stage::Complete {
        return Err(VaultError::Torn(format!(
            "{}: the platform's key `{ATTEST}` is missing, and it was there: {}",
            paths.keys_place(),
            paths.keys_remedy()
        )));
    }
    let mut rng = Rng::new(&ctx.entropy);
    let seed = Key::generate(Cipher::Aes256Gcm, &mut rng);
    let (version, row) = (kek.version, ATTEST.as_bytes());
    let stored = wrapped(&kek.key, version, b"server", row, &seed, &mut rng);
    db.write("keys.attest.make", move |tx| {
        rows::insert_platform_key(tx, ATTEST, version, &stored)
    })
    .await?;
    Ok(seed)
}

/// The epoch keys under this KEK, and whether the file must be written again. Creates the first epoch if no
/// account has a key yet.
async fn read_epochs(
    paths: &KeyPaths,
    ctx: &Ctx,
    db: &Db,
    vault: &[u8; 16],
    (kek, versions): (&Kek, &[u32]),
) -> Result<(Vec<Epoch>, bool), VaultError> {
    let path = paths.epochs();
    match std::fs::read(&path) {
        Ok(bytes) => {
            let (epochs, others) = epochs::read(&bytes, &path, vault, (kek, versions))?;
            let known = epochs.clone();
            let count = move |tx: &Tx<'_>| accounts_by_epoch(tx, &known);
            let (known, unknown) = db.read::<_, StoreError, _>("keys.epochs", count).await?;
            // If most rows are under known epochs, a single unknown one is a damaged row and affects only that
            // account.
            if unknown > known {
                return Err(VaultError::Torn(format!(
                    "{} does not hold the epoch that {unknown} of {} accounts' keys are under: it and \
                     {} are of different times; put the right one back",
                    path.display(),
                    known + unknown,
                    paths.keys_name()
                )));
            }
            Ok((epochs, others))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            if db.read("keys.used", rows::is_used).await? {
                return Err(VaultError::Torn(format!(
                    "{} is missing: without it no account's keys open. No backup contains it; put it \
                     back from where you keep the root key",
                    path.display()
                )));
            }
            let key = Key::generate(Cipher::Aes256Gcm, &mut Rng::new(&ctx.entropy));
            let first = Epoch {
                n: 1,
                made: ctx.clock.now(),
                key: Arc::new(LockedMemory::new(key)),
            };
            Ok((vec![first], false))
        }
        Err(source) => Err(VaultError::File { path, source }),
    }
}

/// The number of account keys that name one of these epochs or open under one, and the number of those that
/// name another. A row whose epoch cannot be read and that does not open is in neither count; it is reported
/// where the account's key is read.
fn accounts_by_epoch(tx: &Tx<'_>, epochs: &[Epoch]) -> Result<(usize, usize), StoreError> {
    let (mut known, mut unknown) = (0, 0);
    for (account, stored) in rows::account_keys(tx)? {
        let is_named = epochs.iter().any(|epoch| stored.epoch == Some(epoch.n));
        if is_named || opened(epochs, &account, &stored).is_some() {
            known += 1;
        } else if stored.epoch.is_some() {
            unknown += 1;
        }
    }
    Ok((known, unknown))
}
