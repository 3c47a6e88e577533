//! The capabilities wired to one router, and the layers every request passes.

use axum::Router;
use axum::extract::{Request, State};
use axum::http::Uri;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use lockstep_store::db::Options;
use lockstep_store::{Ctx, Db, Entropy, Migration, SystemClock, SystemEntropy};
use lockstep_vault::{Place, Vault, VaultError};
use lockstep_web::quota::Gate;
use lockstep_web::{Capability, Fault, House, Policy, Routes, gate, openapi, request};
use std::path::PathBuf;
use std::sync::Arc;
use tower_http::compression::CompressionLayer;
use tower_http::decompression::RequestDecompressionLayer;

use crate::probes;

/// Every capability, in the order of the floors.
pub const CAPABILITIES: &[&Capability] = &[
    &lockstep_accounts::CAPABILITY,
    &lockstep_vault::CAPABILITY,
    &lockstep_fitness::CAPABILITY,
];

/// Opens the store in `file` and stands the house on it. Blocks while the store is brought up to
/// date.
///
/// A root key that is not the one of `keys` fails here, before anything is written.
pub async fn house(file: PathBuf, keys: &Place, policy: Policy) -> Result<House, VaultError> {
    let clock = SystemClock::shared();
    let entropy: Arc<dyn Entropy> = Arc::new(SystemEntropy);
    let unlocked = lockstep_vault::unlock(keys, &entropy)?;
    let options = Options {
        file,
        readers: READERS,
        clock: clock.clone(),
        entropy: entropy.clone(),
    };
    let db = Db::open(options, &migrations())?;
    if policy.reserve_bytes > 0 {
        db.keep_reserve(policy.reserve_bytes);
    }
    let ctx = Ctx::new(db, clock, entropy).await?;
    let vault = unlocked.open(&ctx).await?;
    let identity = lockstep_accounts::IDENTITY;
    vault.bound(Gate::new(policy.quotas, identity.tier_of));
    Ok(House::with_parts(
        ctx,
        CAPABILITIES,
        identity,
        policy,
        vec![Arc::new(vault)],
    ))
}

/// Finishes what was begun and lets go of every file.
pub async fn close(house: &House) {
    house.db.close().await;
    if let Ok(vault) = Vault::of(house) {
        vault.close().await;
    }
}

/// Every migration, in the order of the floors.
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

/// Every route with its document; `with_figures` where `/metrics` stands beside the API.
#[must_use]
pub fn routes(house: &House, with_figures: bool) -> Routes {
    CAPABILITIES
        .iter()
        .fold(probes::routes(house, with_figures), |all, capability| {
            all.and((capability.routes)(house))
        })
}

/// The router with every layer, and the OpenAPI document of what it serves.
pub fn router(house: &House, with_figures: bool) -> (Router, utoipa::openapi::OpenApi) {
    let (router, document) = routes(house, with_figures).split();
    let document = openapi::finish(document, env!("CARGO_PKG_VERSION"));
    let page = utoipa_swagger_ui::SwaggerUi::new("/docs").url("/openapi.json", document.clone());
    let router = router
        .merge(page)
        .fallback(request::no_route)
        // The last one added is the first one passed.
        .layer(
            RequestDecompressionLayer::new()
                .no_br()
                .no_deflate()
                .pass_through_unaccepted(true),
        )
        .layer(from_fn_with_state(house.clone(), gate::gate))
        .layer(from_fn_with_state(house.clone(), bounded_head))
        .layer(from_fn_with_state(house.clone(), request::life))
        .layer(CompressionLayer::new().no_br().no_deflate());
    (router, document)
}

/// `/api/v1/…` is `/api/…`: area B is spoken at both.
#[must_use]
pub fn one_spelling(uri: &Uri) -> Option<Uri> {
    let rest = uri.path_and_query()?.as_str().strip_prefix("/api/v1/")?;
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(format!("/api/{rest}").parse().ok()?);
    Uri::from_parts(parts).ok()
}

/// Refuses an address or headers that are larger than anybody needs.
async fn bounded_head(State(house): State<House>, request: Request, next: Next) -> Response {
    let bounds = house.policy().bounds;
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
        return Fault::headers_too_large().into_response();
    }
    next.run(request).await
}

const READERS: usize = 4;
