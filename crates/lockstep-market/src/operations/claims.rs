//! Claims of sellers: verified when they are attached to a token, and shown to buyers until they expire.

use std::sync::Arc;

use lockstep_documents::VerificationPolicy;
use lockstep_store::Tx;
use lockstep_store::id::{TokenId, UserId};
use lockstep_vault::Vault;
use lockstep_web::{ApiError, AppState, IdempotencyKey, Owner};
use serde_json::json;
use serde_json::value::RawValue;

use super::visible::visible;
use super::write_audit;
use crate::claim::{AttachedClaim, MAX_CLAIMS, VerifiedClaim, verified};
use crate::store;
use crate::token::{DataToken, Status};

/// The documents of a request, with the names of their fields.
pub(crate) type Documents = Vec<(String, Box<RawValue>)>;

/// Verified claims, with the names of their fields.
pub(super) type VerifiedClaims = Vec<(String, VerifiedClaim)>;

/// Verifies the documents of a request, off the threads that answer.
///
/// # Errors
/// The field whose document is invalid.
pub(super) async fn verify_all(
    state: &AppState,
    documents: Documents,
) -> Result<VerifiedClaims, ApiError> {
    if documents.is_empty() {
        return Ok(Vec::new());
    }
    let vault = Vault::of(state)?;
    let trust = VerificationPolicy {
        key: Some(vault.attester().key().clone()),
        chain: Some(vault.attester().chain()),
        now: Some(state.clock.now()),
        keys: Arc::clone(vault.verification_keys()),
        ..VerificationPolicy::default()
    };
    let check = move || {
        let each = documents.into_iter().map(|(field, document)| {
            let claim = verified(&field, &document, &trust)?;
            Ok((field, claim))
        });
        each.collect::<Result<VerifiedClaims, ApiError>>()
    };
    state.work().process("market.claims", check).await?
}

/// Attaches claims to a token in the transaction of the caller.
///
/// # Errors
/// A claim of another account, or about other days; more than [`MAX_CLAIMS`] claims.
pub(super) fn insert(
    tx: &mut Tx<'_>,
    vault: &Vault,
    token: &DataToken,
    claims: VerifiedClaims,
) -> Result<(), ApiError> {
    if claims.is_empty() {
        return Ok(());
    }
    let seller = vault.signed_roots().next_link(tx, &token.owner)?.owner;
    for (field, claim) in claims {
        let claim = claim.check(&field, &seller, &token.facts)?;
        store::claims::put(tx, (&token.owner, &token.id), &claim)?;
    }
    match store::claims::count(tx, &token.id)? > MAX_CLAIMS {
        true => Err(ApiError::conflict(format!(
            "a token has at most {MAX_CLAIMS} claims: offer another token"
        ))),
        false => Ok(()),
    }
}

/// Attaches a claim to a token of the caller that is not withdrawn.
///
/// # Errors
/// The token does not exist, or the document is not valid.
pub(crate) async fn attach(
    state: &AppState,
    owner: Owner,
    id: TokenId,
    document: Box<RawValue>,
    idempotency_key: IdempotencyKey,
) -> Result<Vec<AttachedClaim>, ApiError> {
    let (user, token_id) = (owner.user.clone(), id.clone());
    state
        .db
        .read("market.claim.token", move |tx| {
            owned_token(tx, &user, &token_id).map(drop)
        })
        .await?;
    let documents = vec![("claim".to_owned(), document)];
    let claims = verify_all(state, documents).await?;
    let (vault, quotas) = (Vault::of(state)?.clone(), state.quotas());
    let token_id = id.clone();
    state
        .db
        .write("market.claim.attach", move |tx| {
            idempotency_key.run(tx, &owner.user, |tx| {
                let token = owned_token(tx, &owner.user, &id)?;
                let bytes = claims.iter().map(|(_, claim)| claim.bytes()).sum();
                quotas.ensure_room(tx, &owner.user, bytes)?;
                insert(tx, &vault, &token, claims.clone())?;
                write_audit(
                    tx,
                    &owner,
                    "market.claim.attach",
                    format!("token {id}"),
                    json!({ "tokenId": id }),
                )?;
                Ok::<(), ApiError>(())
            })
        })
        .await?;
    state
        .db
        .read("market.claim.attached", move |tx| {
            Ok(store::claims::of_token(tx, &token_id)?)
        })
        .await
}

/// Returns a token of the caller that is not withdrawn.
fn owned_token(tx: &Tx<'_>, user: &UserId, id: &TokenId) -> Result<DataToken, ApiError> {
    let token = super::readable("token", store::tokens::by_id(tx, id))?;
    let token = token.filter(|token| token.owner == *user);
    let token = token.ok_or_else(|| ApiError::not_found("token"))?;
    match token.status {
        Status::Pending | Status::Active => Ok(token),
        Status::Expired | Status::Revoked => Err(ApiError::conflict(format!(
            "the token is {}: attach claims to a token that is for sale",
            token.status.as_str()
        ))),
    }
}

/// Returns the claims of a token that the caller may see.
///
/// # Errors
/// The token does not exist.
pub(crate) async fn list(
    state: &AppState,
    user: UserId,
    id: TokenId,
) -> Result<Vec<AttachedClaim>, ApiError> {
    let sells = state.active_check();
    state
        .db
        .read("market.claim.list", move |tx| {
            visible(tx, &user, &id, sells)?;
            Ok(store::claims::of_token(tx, &id)?)
        })
        .await
}
