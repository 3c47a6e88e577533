//! `/v1/admin/sign-ins/unusual`.

use axum::Json;
use axum::extract::State;
use lockstep_web::{ApiError, AppState, Caller, Params};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::operations::sign_ins::{self, Finding, FindingKind, SignInReport};

/// The account whose sign-ins are examined.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct UnusualSignInsQuery {
    /// The id or the name of an account. Another account than the caller's needs the role `admin` or `auditor`. Default:
    /// the caller's account.
    user: Option<String>,
}

/// The unusual sign-ins of an account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UnusualSignIns {
    /// The start of the examined time: 90 days ago.
    #[schema(format = DateTime)]
    since: String,
    /// The number of sign-ins that were examined.
    sign_ins: u64,
    /// Whether older entries of that time were not examined: at most the newest 1000 are.
    incomplete: bool,
    /// The unusual sign-ins and attempts, the newest first; empty if none is unusual.
    findings: Vec<UnusualSignIn>,
}

/// An unusual sign-in, or a series of attempts.
#[derive(Serialize, ToSchema)]
pub(crate) struct UnusualSignIn {
    kind: UnusualSignInKind,
    /// The time, or that of the last of several attempts.
    #[schema(format = DateTime)]
    time: String,
    /// The number of attempts; 1 for a sign-in.
    count: u64,
    /// A keyed digest of the network of the sign-in; null for other findings. Addresses are not stored.
    #[schema(example = "3f9a0c51be7724d0")]
    network: Option<String>,
}

/// The reason why a sign-in is unusual.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum UnusualSignInKind {
    /// From a network from which the account did not sign in before: an IPv4 /24 or an IPv6 /48.
    NewNetwork,
    /// Three or more wrong codes after the right password, each within an hour after the one before.
    WrongCodes,
    /// With a recovery code.
    RecoveryCode,
    /// A refresh token was used twice, so that two clients had it. The sign-in was ended.
    ReplayedToken,
}

/// List the unusual sign-ins of an account.
///
/// The audit log of the last 90 days is examined. Attempts with a wrong password are recorded without an account and
/// are not among the findings; an administrator finds them in the audit log.
#[utoipa::path(get, path = "/v1/admin/sign-ins/unusual", tag = "Administration", operation_id = "listUnusualSignIns",
    params(UnusualSignInsQuery),
    responses((status = 200, description = "The unusual sign-ins, the newest first", body = UnusualSignIns)))]
pub(super) async fn unusual(
    State(state): State<AppState>,
    caller: Caller,
    Params(query): Params<UnusualSignInsQuery>,
) -> Result<Json<UnusualSignIns>, ApiError> {
    let user = query.user.filter(|user| !user.is_empty());
    if user.as_ref().is_some_and(|user| user.contains('\0')) {
        return Err(ApiError::invalid("user", "contains a NUL character"));
    }
    let report = sign_ins::unusual(&state, &caller, user).await?;
    Ok(Json(report.into()))
}

impl From<SignInReport> for UnusualSignIns {
    fn from(report: SignInReport) -> Self {
        Self {
            since: report.since.to_string(),
            sign_ins: report.examined,
            incomplete: report.is_incomplete,
            findings: report
                .findings
                .into_iter()
                .map(UnusualSignIn::from)
                .collect(),
        }
    }
}

impl From<Finding> for UnusualSignIn {
    fn from(finding: Finding) -> Self {
        Self {
            kind: match finding.kind {
                FindingKind::NewNetwork => UnusualSignInKind::NewNetwork,
                FindingKind::WrongCodes => UnusualSignInKind::WrongCodes,
                FindingKind::RecoveryCode => UnusualSignInKind::RecoveryCode,
                FindingKind::ReplayedToken => UnusualSignInKind::ReplayedToken,
            },
            time: finding.at.to_string(),
            count: finding.count,
            network: finding.network,
        }
    }
}
