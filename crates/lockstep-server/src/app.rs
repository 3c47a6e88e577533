//! Wires the capabilities to one router, with the layers that every request passes.

use axum::Router;
use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Version, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use lockstep_config::StoreLocation;
use lockstep_console::Documents;
use lockstep_http::Bandwidth;
use lockstep_store::db::Options;
use lockstep_store::{Clock, Ctx, Db, Entropy, Migration, StoreError, SystemClock, SystemEntropy};
use lockstep_vault::root::UnlockedRoot;
use lockstep_vault::{KeyPaths, KeysReport, Vault, VaultError};
use lockstep_web::api_error::ErrorKind;
use lockstep_web::deprecation::Deprecations;
use lockstep_web::quota::QuotaGate;
use lockstep_web::{
    ApiError, AppState, Capability, Extension, Policy, Routes, Subcommand, answers, asyncapi,
    deprecation_notice, gate, jobs, openapi, pacing, request,
};
use std::path::Path;
use std::sync::Arc;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, Predicate as _};

use crate::audit_lines::LastPrinted;
use crate::probes;

/// Every capability, in dependency order. Devices come after points, whose migrations create their
/// table. A stored cursor of the scrub names a place in this order: a new capability comes last.
pub const CAPABILITIES: &[&Capability] = &[
    &lockstep_accounts::CAPABILITY,
    &lockstep_vault::CAPABILITY,
    &lockstep_encryption::CAPABILITY,
    &lockstep_points::CAPABILITY,
    &lockstep_devices::CAPABILITY,
    &lockstep_fitness::CAPABILITY,
    &lockstep_datasets::CAPABILITY,
    &lockstep_market::CAPABILITY,
    &lockstep_admin::CAPABILITY,
    &lockstep_agents::CAPABILITY,
];

/// The subcommands of every capability.
pub(crate) fn subcommands() -> impl Iterator<Item = &'static Subcommand> {
    CAPABILITIES.iter().flat_map(|capability| capability.cli)
}

/// Opens the store and builds the application state on it. Blocks while the store is migrated.
///
/// A root key that does not match `keys` fails here, before any write.
pub async fn state(
    place: impl Into<StoreLocation>,
    keys: &KeyPaths,
    policy: Policy,
) -> Result<AppState, VaultError> {
    state_at(place.into(), keys, policy, SystemClock::shared()).await
}

/// As [`state`], with the time of a clock.
///
/// # Errors
/// Those of [`state`].
pub(crate) async fn state_at(
    place: StoreLocation,
    keys: &KeyPaths,
    policy: Policy,
    clock: Arc<dyn Clock>,
) -> Result<AppState, VaultError> {
    let shown = match &place.postgres {
        None => format!("{} or keys.db beside it", place.file.display()),
        Some(url) => format!(
            "the PostgreSQL schema {} or {}",
            url.schema(),
            keys.keys_name()
        ),
    };
    let (unlocked, ctx) = open_root_key(place, keys, clock).await?;
    if policy.reserve_bytes > 0 {
        ctx.db.keep_reserve(policy.reserve_bytes);
    }
    let vault = match unlocked.open(&ctx).await {
        Ok(vault) => vault,
        Err(error) => {
            // Another try of this process needs the lock of the schema.
            ctx.db.close().await;
            return Err(match error {
                VaultError::Store(error) if error.is_corrupt() => damaged_pages(&shown, &error),
                error => error,
            });
        }
    };
    let identity = lockstep_accounts::IDENTITY;
    vault
        .quotas()
        .set(QuotaGate::new(policy.quotas, identity.tier_of));
    let state = AppState::with_extensions(ctx, CAPABILITIES, identity, policy, extensions(&vault));
    // Before the first request: without the index no account is found by its name.
    if let Err(fault) = lockstep_accounts::seal_names(&state).await {
        close(&state).await;
        let reason = fault.log.unwrap_or_else(|| fault.message.into_owned());
        let reason = format!(
            "names of accounts cannot be sealed: {reason}. Start again; the work continues where it stopped"
        );
        return Err(match fault.kind {
            ErrorKind::Unavailable => StoreError::Unavailable(reason).into(),
            _ => VaultError::Torn(reason),
        });
    }
    Ok(state)
}

/// Returns the values that the server and the capabilities hold in memory while the server runs.
#[must_use]
pub fn extensions(vault: &Vault) -> Vec<Extension> {
    let mut all: Vec<Extension> = vec![
        Arc::new(vault.clone()),
        Arc::new(Bandwidth::default()),
        Arc::new(LastPrinted::default()),
    ];
    for capability in CAPABILITIES {
        let of_capability = (capability.extensions)(&all);
        all.extend(of_capability);
    }
    all
}

/// Accepts a store and a `keys.db` of which one is older than the other as belonging together.
/// Returns the resulting agreement of the keys. Destroys no data.
pub async fn accept_rollback(
    place: impl Into<StoreLocation>,
    keys: &KeyPaths,
) -> Result<KeysReport, VaultError> {
    let (unlocked, ctx) = open_root_key(place.into(), keys, SystemClock::shared()).await?;
    let vault = unlocked.accept_rollback(&ctx).await?;
    let report = vault.key_examination().report().await;
    vault.close().await;
    ctx.db.close().await;
    report.map_err(|fault| VaultError::Torn(fault.log.unwrap_or(fault.message.into_owned())))
}

/// Opens the root key and the store that the keys belong to.
async fn open_root_key(
    place: StoreLocation,
    keys: &KeyPaths,
    clock: Arc<dyn Clock>,
) -> Result<(UnlockedRoot, Ctx), VaultError> {
    let entropy: Arc<dyn Entropy> = Arc::new(SystemEntropy);
    if place.postgres.is_some() {
        refuse_second_store(&place.file)?;
    }
    let unlocked = lockstep_vault::unlock(keys, &entropy)?;
    match &place.postgres {
        None => unlocked.expect_store(&place.file)?,
        Some(url) => unlocked.expect_tables(url.has_tables()?)?,
    }
    let file = place.file;
    let options = Options {
        file: file.clone(),
        postgres: place.postgres,
        readers: READERS,
        clock: clock.clone(),
        entropy: entropy.clone(),
    };
    let unusable = |error: StoreError| match error {
        StoreError::File { .. }
        | StoreError::Full
        | StoreError::Migration(_)
        | StoreError::Postgres(_)
        | StoreError::Unavailable(_) => error.into(),
        error => VaultError::Torn(format!(
            "{}: cannot be read ({error}). No key was destroyed. Put it back from the newest backup, or \
             restore into a fresh directory (`lockstep backup restore FOLDER`)",
            file.display()
        )),
    };
    let db = Db::open(options, &migrations()).map_err(unusable)?;
    let ctx = Ctx::new(db, clock, entropy).await.map_err(unusable)?;
    Ok((unlocked, ctx))
}

/// Refuses a `lockstep.db` beside a store on PostgreSQL: which of both is the newer one is not known, and erasures would
/// not reach the other. A crash during `migrate` leaves both.
fn refuse_second_store(file: &Path) -> Result<(), VaultError> {
    if std::fs::symlink_metadata(file).is_err() {
        return Ok(());
    }
    Err(VaultError::Torn(format!(
        "store.url names a database, and there is a store in {}, too. Nothing was changed. To move that store, run \
         `lockstep migrate --to postgres`; to complete an interrupted move, run the same `lockstep migrate` again; to go on \
         with the file, remove store.url; to go on with the database, move the file away",
        file.display()
    )))
}

/// The error of a database whose pages are damaged where the start reads them.
fn damaged_pages(shown: &str, error: &StoreError) -> VaultError {
    VaultError::Torn(format!(
        "{shown}: its pages are damaged ({error}). No key was destroyed. Put it back from the newest backup; files \
         can be restored into a fresh directory (`lockstep backup restore FOLDER`)"
    ))
}

/// Finishes running work and closes every file. The vault is closed first: it records in `keys.db`
/// how far the store is.
pub async fn close(state: &AppState) {
    if let Ok(vault) = Vault::of(state) {
        vault.close().await;
    }
    state.db.close().await;
}

/// Returns every migration, in dependency order of the capabilities.
#[must_use]
pub fn migrations() -> Vec<Migration> {
    let capabilities = CAPABILITIES
        .iter()
        .flat_map(|capability| capability.migrations);
    lockstep_web::idempotency::MIGRATIONS
        .iter()
        .chain(capabilities)
        .copied()
        .collect()
}

/// Returns every route with its document; `with_figures` adds `/metrics`.
#[must_use]
pub fn routes(state: &AppState, with_figures: bool) -> Routes {
    let general = probes::routes(state, with_figures).and(jobs::routes(state.jobs().clone()));
    CAPABILITIES.iter().fold(general, |all, capability| {
        all.and((capability.routes)(state))
    })
}

/// Returns the router with every layer.
pub fn router(state: &AppState, with_figures: bool) -> Router {
    let (router, mut document) = routes(state, with_figures).split();
    // A server does not start with a list that does not match the routes.
    let deprecated = &state.policy().deprecated;
    let deprecations = Deprecations::resolve(deprecated, &mut document).unwrap_or_default();
    let described = state.clone();
    router
        .fallback(request::no_route)
        .layer(from_fn_with_state(state.clone(), answers::charge_answers))
        // The fastest level: an encoder of the default level takes megabytes for each response.
        .layer(
            CompressionLayer::new()
                .no_br()
                .no_deflate()
                .quality(CompressionLevel::Fastest)
                .compress_when(DefaultPredicate::new().and(answers::may_compress)),
        )
        // These pages are not compressed for each request: any client may request them at any rate.
        .merge(lockstep_console::documents(move || {
            documents(&described, with_figures)
        }))
        .merge(lockstep_console::console())
        // The layer added last runs first.
        .layer(from_fn_with_state(
            state.clone(),
            gate::authenticate_and_limit,
        ))
        .layer(from_fn_with_state(
            (state.clone(), deprecations),
            deprecation_notice::announce,
        ))
        .layer(from_fn_with_state(state.clone(), checked_head))
        .layer(from_fn_with_state(
            state.clone(),
            pacing::pace_uncounted_answers,
        ))
        .layer(from_fn_with_state(state.clone(), request::request_log))
}

/// Makes the documents of every route; `with_figures` adds `/metrics`.
pub(crate) fn documents(state: &AppState, with_figures: bool) -> Documents {
    let (_, document) = routes(state, with_figures).split();
    let version = env!("CARGO_PKG_VERSION");
    let mut requests = openapi::finish(document, version, EXAMPLES, CAPABILITIES);
    // Marks the deprecated operations. A list that does not match the routes was refused at the start.
    let _ = Deprecations::resolve(&state.policy().deprecated, &mut requests);
    let events = asyncapi::document(&to_json(&requests), version, CAPABILITIES);
    Documents { requests, events }
}

/// Checks that the configured deprecations name routes of this server.
///
/// # Errors
/// The entry that names none, and the reason.
pub fn deprecations(state: &AppState) -> Result<(), String> {
    if state.policy().deprecated.is_empty() {
        return Ok(());
    }
    let (_, mut document) = routes(state, true).split();
    Deprecations::resolve(&state.policy().deprecated, &mut document).map(drop)
}

fn to_json(document: &utoipa::openapi::OpenApi) -> serde_json::Value {
    serde_json::to_value(document).unwrap_or_default()
}

/// Refuses an address or headers over the limits, and a request that does not name exactly one
/// host.
async fn checked_head(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let bounds = state.policy().bounds;
    let headers = request.headers();
    let bytes: usize = headers
        .iter()
        .map(|(name, value)| name.as_str().len() + value.len() + 4)
        .sum();
    let address = request
        .uri()
        .path_and_query()
        .map_or(0, |it| it.as_str().len());
    if bytes > bounds.header_bytes || headers.len() > bounds.headers || address > bounds.uri_bytes {
        return ApiError::headers_too_large().into_response();
    }
    if !names_one_host(request.version(), headers) {
        let reason = "must be sent once and name a host (RFC 9112, 3.2)";
        return ApiError::invalid("Host", reason).into_response();
    }
    next.run(request).await
}

/// Checks `Host` by RFC 9112, 3.2: exactly one in HTTP/1.1, never several, and empty or a host with
/// or without a port.
fn names_one_host(version: Version, headers: &HeaderMap) -> bool {
    let mut values = headers.get_all(header::HOST).iter();
    let Some(value) = values.next() else {
        return version != Version::HTTP_11;
    };
    let is_host = value.to_str().is_ok_and(|text| {
        text.is_empty() || (!text.contains('@') && text.parse::<Authority>().is_ok())
    });
    values.next().is_none() && is_host
}

const READERS: usize = 4;
/// Bodies of requests and responses by operation, recorded from this server by `cargo xtask gen`.
const EXAMPLES: &str = include_str!("../../../docs/api/examples.json");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_name_exactly_one_host() {
        for (version, hosts, passes) in [
            (Version::HTTP_11, &["localhost"][..], true),
            (Version::HTTP_11, &["127.0.0.1:8420"], true),
            (Version::HTTP_11, &["[::1]:8420"], true),
            (Version::HTTP_11, &[""], true),
            (Version::HTTP_11, &[], false),
            (Version::HTTP_11, &["a", "b"], false),
            (Version::HTTP_11, &["a", "a"], false),
            (Version::HTTP_11, &["a b"], false),
            (Version::HTTP_11, &["a/b"], false),
            (Version::HTTP_11, &["a, b"], false),
            (Version::HTTP_11, &["user@a"], false),
            (Version::HTTP_10, &[], true),
            (Version::HTTP_10, &["a", "b"], false),
            (Version::HTTP_2, &[], true),
            (Version::HTTP_2, &["a"], true),
            (Version::HTTP_2, &["a", "b"], false),
        ] {
            let mut headers = HeaderMap::new();
            for host in hosts {
                headers.append(header::HOST, host.parse().unwrap());
            }
            assert_eq!(
                names_one_host(version, &headers),
                passes,
                "{version:?} {hosts:?}"
            );
        }
    }
}
