//! What the command line does with a data directory, and what each of it gives back.

use std::path::{Path, PathBuf};

use lockstep_accounts::credential::ApiKeys;
use lockstep_accounts::operations::{Accounts, Filter, Maker, NewApiKey};
use lockstep_accounts::password::Password;
use lockstep_accounts::user::{NewUser, User};
use lockstep_fitness::operations::{Owner, accept_rows, damage, export, import, points};
use lockstep_formats::export::Format;
use lockstep_store::id::UserId;
use lockstep_store::{Actor, Entry, Status, StoreError};
use lockstep_vault::{KeyPaths, RootSource, Vault};
use lockstep_web::caller::Scopes;
use lockstep_web::{ApiError, AppState, IdempotencyKey, Paging, Role, Tier};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use tokio::sync::mpsc::Sender;

use crate::app;
use crate::data::DataDir;

pub mod backup;
pub mod demo;
pub mod doctor;
pub mod scrub;
pub mod serve;
pub mod verify;

/// A command for whoever holds the data directory.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Command {
    /// Make an account.
    UserCreate {
        /// Its name.
        username: String,
        /// Its address.
        email: String,
        /// Its role.
        role: Role,
        /// Its tier.
        tier: Tier,
        /// Its password.
        password: String,
    },
    /// List accounts.
    UserList,
    /// Set a password, end every sign-in and revoke every API key.
    UserSetPassword {
        /// The account.
        username: String,
        /// The new password.
        password: String,
        /// Whether API keys are spared.
        #[serde(default)]
        keep_api_keys: bool,
    },
    /// Give an account whose key is lost a new one.
    UserReplaceLostKey {
        /// Its id or its name.
        account: String,
        /// Whether the operator accepts that what was sealed under the lost key is lost.
        accept_loss: bool,
    },
    /// Make an API key.
    KeyCreate {
        /// Whose.
        username: String,
        /// What it is called.
        name: String,
        /// What it is narrowed to.
        scopes: Vec<String>,
    },
    /// Walk the audit chain.
    AuditVerify {
        /// A checkpoint that was kept elsewhere, as `auditCheckpoint` gave it.
        checkpoint: Option<String>,
    },
    /// Sign the audit chain's head, and give the checkpoint.
    AuditCheckpoint,
    /// Import a recording.
    Import {
        /// For whom.
        username: String,
        /// Which file, from the root.
        file: PathBuf,
        /// Whose rows, where the file holds several people.
        participant: Option<String>,
    },
    /// Export an account's points.
    Export {
        /// Whose.
        username: String,
        /// Into which file, from the root; must not exist.
        file: PathBuf,
        /// `csv`, `omh` or `fhir`.
        format: String,
        /// From when on.
        from: Option<String>,
        /// Up to when.
        to: Option<String>,
        /// Only this type.
        kind: Option<String>,
        /// Only this device.
        device: Option<String>,
    },
    /// Copy the store into a new folder.
    BackupCreate {
        /// Which folder, from the root.
        folder: PathBuf,
    },
    /// Say that the clock is right.
    ClockConfirm,
    /// Replace the key that the platform signs with.
    AttestationRotate,
    /// Look at the store's health.
    Doctor,
    /// Open everything that is stored.
    Scrub,
    /// Accept the stored rows of an account, although they are not the ones last written.
    AcceptRows {
        /// The account's id, as a scrub names it.
        account: UserId,
    },
}

/// How far a command is.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Step {
    /// Units done.
    pub done: u64,
    /// Units in all.
    pub total: u64,
}

/// Carries a command out; an error is a sentence for whoever typed it.
pub async fn execute(
    state: &AppState,
    command: Command,
    steps: &Sender<Step>,
) -> Result<Json, String> {
    let said = |fault: ApiError| match fault.log {
        Some(log) => format!("{} ({log})", fault.message),
        None => fault.message.into_owned(),
    };
    let accounts = Accounts::new(state.clone());
    match command {
        Command::UserCreate {
            username,
            email,
            role,
            tier,
            password,
        } => {
            let new = NewUser::new(&username, &email, role, tier).map_err(said)?;
            let password = Password::given(password);
            let made = accounts
                .create(Actor::system(), new, password, IdempotencyKey::default())
                .await;
            let user = made.map_err(said)?;
            Ok(json!({ "id": user.id, "username": user.username }))
        }
        Command::UserList => users(&accounts).await.map_err(said),
        Command::UserSetPassword {
            username,
            password,
            keep_api_keys,
        } => {
            let api_keys = match keep_api_keys {
                true => ApiKeys::Keep,
                false => ApiKeys::Revoke,
            };
            let password = Password::given(password);
            let set = accounts.set_password(Actor::system(), username.clone(), password, api_keys);
            let revoked = set.await.map_err(said)?;
            Ok(json!({
                "username": username, "sessionsRevoked": revoked.sessions,
                "apiKeysRevoked": revoked.api_keys,
            }))
        }
        Command::UserReplaceLostKey {
            account,
            accept_loss,
        } => replace_lost_key(state, &accounts, account, accept_loss).await,
        Command::KeyCreate {
            username,
            name,
            scopes,
        } => {
            let user = accounts.named(username).await.map_err(said)?;
            let scopes = Scopes::new(scopes).map_err(said)?;
            let new = NewApiKey {
                name,
                scopes,
                expires_at: None,
            };
            let maker = Maker {
                user: user.id,
                actor: Actor::system(),
                credential: None,
            };
            let made = accounts.create_api_key(maker, new, IdempotencyKey::default());
            let (key, token) = made.await.map_err(said)?;
            Ok(json!({ "id": key.id, "key": token.reveal() }))
        }
        Command::AuditVerify { checkpoint } => {
            let vault = Vault::of(state).map_err(said)?;
            let kept = checkpoint.as_ref().map(String::as_bytes);
            let verdict = vault.verify_audit(kept).await?;
            serde_json::to_value(verdict).map_err(|error| error.to_string())
        }
        Command::AuditCheckpoint => {
            let vault = Vault::of(state).map_err(said)?;
            let newest = vault
                .checkpoint()
                .await
                .map_err(|error| error.to_string())?;
            let newest = newest.ok_or("there is no audit entry yet")?;
            serde_json::to_value(newest).map_err(|error| error.to_string())
        }
        Command::Import {
            username,
            file,
            participant,
        } => {
            let user = accounts.named(username).await.map_err(said)?;
            import(state, &user, file, participant, steps).await
        }
        Command::Export {
            username,
            file,
            format,
            from,
            to,
            kind,
            device,
        } => {
            let user = accounts.named(username).await.map_err(said)?;
            let owner = Owner {
                user: user.id,
                actor: Actor::system(),
            };
            let query = points::Query {
                start: from,
                end: to,
                kind,
                device,
            };
            let format = Format::named(&format).ok_or("the format must be csv, omh or fhir")?;
            let written = export::into_file(state, owner, query, format, &file).await;
            let export::Exported { count, skipped } = written.map_err(said)?;
            Ok(json!({ "count": count, "file": file, "skippedPoints": skipped }))
        }
        Command::BackupCreate { folder } => backup::create(state, &folder, steps).await,
        Command::ClockConfirm => {
            let vault = Vault::of(state).map_err(said)?;
            let confirmed = vault.confirm_clock().await;
            let report = confirmed.map_err(|error| error.to_string())?;
            Ok(json!({ "now": report.now.to_string() }))
        }
        Command::AttestationRotate => {
            let vault = Vault::of(state).map_err(said)?;
            let rotated = vault.rotate_attestation().await;
            let rotation = rotated.map_err(|error| error.to_string())?;
            let (old, new) = (&rotation.by_old.key, &rotation.by_new.key);
            Ok(json!({ "old": old, "new": new, "rotation": rotation }))
        }
        Command::Doctor => doctor::examine(state).await,
        Command::Scrub => scrub::run(state, steps).await,
        Command::AcceptRows { account } => {
            accept_rows(state, &account).await.map_err(said)?;
            Ok(json!({ "accepted": account }))
        }
    }
}

/// Gives an account whose key is lost a new one, and sets aside what was sealed under the lost key.
async fn replace_lost_key(
    state: &AppState,
    accounts: &Accounts,
    account: String,
    accept_loss: bool,
) -> Result<Json, String> {
    if !accept_loss {
        return Err(
            "everything that was sealed under the lost key is lost for good, also where the right \
             keys.db is found later. If that is accepted: --accept-loss"
                .to_owned(),
        );
    }
    let said = |fault: ApiError| fault.log.unwrap_or_else(|| fault.message.into_owned());
    let user = match account.parse::<UserId>() {
        Ok(id) => id,
        Err(_) => accounts.named(account).await.map_err(said)?.id,
    };
    let vault = Vault::of(state).map_err(said)?;
    let keys = vault.replace_lost_key(&user, &Actor::system()).await;
    let keys = keys.map_err(said)?;
    let points = damage::set_aside_lost(state, &user).await.map_err(said)?;
    let names = lockstep_accounts::forget_lost_names(state, &user).await;
    let names = names.map_err(said)?;
    Ok(json!({ "account": user, "keysLost": keys, "pointsLost": points, "namesLost": names }))
}

/// Goes on with a store or a `keys.db` that is older than the other, and says how the keys agree then.
pub async fn accept_rollback(data: &DataDir, place: &KeyPaths) -> Result<Json, String> {
    let report = app::accept_rollback(data.database(), place).await;
    let report = report.map_err(|error| error.to_string())?;
    let lost = match report.lost_accounts.is_empty() {
        true => String::new(),
        false => format!(". {}", doctor::how_to_repair(&report.lost_accounts)),
    };
    let next = format!(
        "accepted: {} keys open, {} are missing, {} are unknown to lockstep.db (kept, not used), {} are \
         damaged{lost}",
        report.open,
        report.missing.len(),
        report.unknown.len(),
        report.damaged.len()
    );
    Ok(json!({
        "open": report.open, "missing": report.missing, "unknown": report.unknown,
        "damaged": report.damaged, "lostAccounts": report.lost_accounts, "next": next,
    }))
}

/// Replaces the root key of a held directory by the one in a file, and says what is left to do.
pub async fn replace_root(
    data: &DataDir,
    place: &KeyPaths,
    file: &Path,
    generate: bool,
) -> Result<Json, String> {
    if !data.database().exists() {
        return Err(format!("there is no store in {}", data.path().display()));
    }
    let opened = app::state(data.database(), place, Default::default()).await;
    let state = opened.map_err(|error| error.to_string())?;
    let replaced = match Vault::of(&state) {
        Ok(vault) => vault.replace_root(file, generate).await,
        Err(fault) => return Err(fault.message.into_owned()),
    };
    app::close(&state).await;
    replaced.map_err(|error| error.to_string())?;
    // Proven before anybody throws the old one away.
    let new = KeyPaths {
        root: RootSource::File(file.to_owned()),
        ..place.clone()
    };
    let state = app::state(data.database(), &new, Default::default())
        .await
        .map_err(|error| format!("with the new root key: {error}"))?;
    let opened = match Vault::of(&state) {
        Ok(vault) => {
            // The epochs' keys of before are known to whoever has the old root key and their file.
            let begun = vault.begin_epoch().await;
            match begun.map_err(|fault| fault.log.unwrap_or(fault.message.into_owned())) {
                Ok(()) => vault.verify().await,
                Err(reason) => Err(reason),
            }
        }
        Err(fault) => Err(fault.message.into_owned()),
    };
    let noted = note_new_root(&state).await;
    let attester = match Vault::of(&state) {
        Ok(vault) => vault.attester().key().fingerprint().to_string(),
        Err(fault) => return Err(fault.message.into_owned()),
    };
    app::close(&state).await;
    let keys = opened.and_then(|keys| noted.map(|()| keys))?;
    let next = format!(
        "the root key is the one in {0} now, and {keys} keys open with it. Next: `keys.file = \"{0}\"`, \
         or wherever yours comes from; a backup, since older ones open nothing any more; then destroy \
         the old root key. The platform signs with a new key, which the old one signed: tell those who \
         check its documents the fingerprint {attester}",
        file.display()
    );
    Ok(json!({ "file": file, "keys": keys, "attester": attester, "next": next }))
}

async fn note_new_root(state: &AppState) -> Result<(), String> {
    let noted = state.db.write("vault.root.replace", |tx| {
        tx.audit(&Entry {
            actor: &Actor::system(),
            action: "root_key.replace",
            component: "vault",
            status: Status::Success,
            details: "the root key was replaced".to_owned(),
            metadata: Json::Null,
        })
    });
    noted
        .await
        .map(drop)
        .map_err(|error: StoreError| error.to_string())
}

async fn import(
    state: &AppState,
    user: &User,
    file: PathBuf,
    participant: Option<String>,
    steps: &Sender<Step>,
) -> Result<Json, String> {
    let owner = Owner {
        user: user.id.clone(),
        actor: Actor::system(),
    };
    let (steps, mut told) = (steps.clone(), 0);
    let progress = move |done: u64, total: u64| {
        if done >= told {
            told = done + total / 200;
            // Whoever watches may be slow or gone; the import goes on.
            let _ = steps.try_send(Step { done, total });
        }
    };
    let name = file.file_name().map(|name| name.to_string_lossy());
    let about = import::About {
        name: name.map(std::borrow::Cow::into_owned),
        participant,
        ..import::About::default()
    };
    let imported = match import::Source::file(&file) {
        Ok(source) => import::import(state, owner, source, about, progress).await,
        Err(fault) => Err(fault),
    };
    let imported = imported.map_err(|fault| format!("{}: {}", file.display(), fault.message))?;
    let activities: Vec<Json> = imported
        .activities
        .iter()
        .map(|activity| {
            json!({
                "name": activity.name, "sport": activity.sport,
                "start": activity.start.to_string(),
                "durationSeconds": activity.duration_seconds, "records": activity.records,
            })
        })
        .collect();
    let skipped: Vec<Json> = imported
        .skipped
        .iter()
        .map(|one| json!({ "what": one.what, "count": one.count, "reason": one.reason }))
        .collect();
    Ok(json!({
        "processedCount": imported.count, "newCount": imported.new,
        "format": imported.format.to_string(), "activities": activities,
        "errors": imported.errors, "skipped": skipped,
    }))
}

async fn users(accounts: &Accounts) -> Result<Json, ApiError> {
    let mut all = Vec::new();
    let mut paging = Paging {
        page: 1,
        limit: 100,
    };
    loop {
        let (users, total) = accounts.users(Filter::default(), paging).await?;
        all.extend(users.iter().map(|user| {
            json!({
                "id": user.id, "username": user.username, "email": user.email,
                "role": user.role, "status": user.status, "tier": user.tier,
                "lastActive": user.last_active.map(|at| at.to_string()),
                "datastreams": user.counts.datastreams,
            })
        }));
        if all.len() as u64 >= total || users.is_empty() {
            return Ok(Json::Array(all));
        }
        paging.page += 1;
    }
}
