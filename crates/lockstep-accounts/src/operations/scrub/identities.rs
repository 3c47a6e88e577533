//! Scrubs the identities at OpenID providers: opens each, and compares its digest.

use lockstep_store::StoreError;
use lockstep_vault::Vault;
use lockstep_web::api_error::ErrorKind;
use lockstep_web::capability::{Damage, ScrubResult};
use lockstep_web::{ApiError, AppState};

use crate::names::{self, Names};
use crate::store::identities::{self as rows, SealedIdentity};

/// Scrubs one portion of identities: those after this place. Returns the place of the next portion.
pub(super) async fn scrub(
    state: &AppState,
    after: &str,
) -> Result<(ScrubResult, Option<String>), ApiError> {
    let (user, provider) = after.split_once(' ').unwrap_or_default();
    let place = (user.to_owned(), provider.to_owned());
    let read = state
        .db
        .read::<_, StoreError, _>("scrub.identities", move |tx| {
            rows::after(tx, (&place.0, &place.1), None, super::PORTION)
        });
    let portion = read.await?;
    let last = portion.last();
    let next = last.map(|last| format!("{} {}", last.user, last.provider));
    let mut found = ScrubResult::default();
    let (index, check) = (Names::of(state)?.index(), Names::of(state)?.index().check());
    for identity in portion {
        found.rows += 1;
        let opened = match Vault::of(state)?.account_keys(&identity.user).await {
            // The account was erased since, or is being erased.
            Err(fault) if fault.kind == ErrorKind::NotFound => continue,
            Err(fault) if fault.kind == ErrorKind::Unavailable => return Err(fault),
            Err(fault) => Err(fault),
            Ok(keys) => names::open_identity(&keys, &identity.provider, &identity.sealed),
        };
        let digest = match opened {
            Ok(opened) => index.identity(&opened),
            Err(fault) => {
                let reason = fault.log.unwrap_or(fault.message.into_owned());
                let remedy = "the user removes it at POST /api/auth/identities/{provider}/unlink";
                let reason = format!("table identity, column sealed: {reason}; {remedy}");
                found.damaged.push(damage(&identity, reason));
                continue;
            }
        };
        if digest == identity.digest {
            continue;
        }
        let reason =
            "table identity, column digest: was not that of the sealed identity, and was replaced";
        found.repaired.push(damage(&identity, reason.to_owned()));
        let write = state
            .db
            .write::<_, StoreError, _>("scrub.identities.repair", move |tx| {
                rows::reindex(tx, &identity, &digest, &check)
            });
        write.await?;
    }
    Ok((found, next))
}

fn damage(identity: &SealedIdentity, reason: String) -> Damage {
    Damage {
        table: "identity".into(),
        account: Some(identity.user.to_string()),
        row: identity.provider.clone(),
        from: None,
        to: None,
        points: 0,
        reason,
    }
}
