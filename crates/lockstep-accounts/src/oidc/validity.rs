//! The start of the validity of an ID token, which the library does not compare with the clock.

use data_encoding::BASE64URL_NOPAD;
use lockstep_store::Timestamp;
use openidconnect::ClaimsVerificationError;
use openidconnect::core::{CoreIdToken, CoreIdTokenClaims};
use serde::Deserialize;
use zeroize::Zeroizing;

/// Refuses a token that is issued or begins to be valid later than now. The provider's clock may be ahead by
/// [`MAX_CLOCK_SKEW_MS`]. The signature was checked before.
pub(super) fn ensure_begun(
    id_token: &CoreIdToken,
    claims: &CoreIdTokenClaims,
    now: Timestamp,
) -> Result<(), ClaimsVerificationError> {
    let refused = |reason: &str| Err(ClaimsVerificationError::Other(reason.to_owned()));
    let latest = now.0.saturating_add(MAX_CLOCK_SKEW_MS);
    if claims.issue_time().timestamp_millis() > latest {
        return refused("it is issued in the future (iat): compare the clocks of both servers");
    }
    let Some(start) = start_of_validity(id_token) else {
        return refused("the start of its validity (nbf) is not a number");
    };
    if start
        .nbf
        .is_some_and(|start| start * 1000.0 > latest as f64)
    {
        return refused("it is not valid yet (nbf): compare the clocks of both servers");
    }
    Ok(())
}

/// Returns the claim `nbf`, which the library does not read; `None` if it is not a number.
fn start_of_validity(id_token: &CoreIdToken) -> Option<StartClaim> {
    let token = Zeroizing::new(id_token.to_string());
    let payload = BASE64URL_NOPAD.decode(token.split('.').nth(1)?.as_bytes());
    serde_json::from_slice(&Zeroizing::new(payload.ok()?)).ok()
}

/// The start of the validity of a token, in seconds (RFC 7519, section 4.1.5).
#[derive(Deserialize)]
struct StartClaim {
    nbf: Option<f64>,
}

/// The longest time by which the clock of a provider may be ahead of this server's.
const MAX_CLOCK_SKEW_MS: i64 = 60_000;
