//! Finds unusual sign-ins of an account in the audit log.

use std::collections::BTreeSet;
use std::time::Duration;

use lockstep_store::Timestamp;
use lockstep_store::audit::log::{Filter, LogEntry};
use lockstep_web::{ApiError, AppState, Caller, Paging, Permission};
use serde_json::Value as Json;

use super::audit_log::{self, Log};

/// The unusual sign-ins of an account.
#[derive(Debug)]
pub(crate) struct SignInReport {
    /// The start of the examined time.
    pub(crate) since: Timestamp,
    /// The number of sign-ins that were examined.
    pub(crate) examined: u64,
    /// Whether older entries of that time were not examined.
    pub(crate) is_incomplete: bool,
    /// The unusual ones, the newest first.
    pub(crate) findings: Vec<Finding>,
}

/// The reason why a sign-in, or an attempt, is unusual.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FindingKind {
    /// A sign-in from a network from which the account did not sign in before.
    NewNetwork,
    /// Several wrong codes after the right password within an hour.
    WrongCodes,
    /// A sign-in with a recovery code in place of one of the authenticator app.
    RecoveryCode,
    /// A refresh token was used twice: two clients had it.
    ReplayedToken,
}

/// An unusual sign-in or attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) kind: FindingKind,
    /// The time, or that of the last of several attempts.
    pub(crate) at: Timestamp,
    /// The number of attempts; 1 for a sign-in.
    pub(crate) count: u64,
    /// The digest of the network of a sign-in.
    pub(crate) network: Option<String>,
}

/// Examines the sign-ins of the caller, or of another account for a caller who may read the audit log.
///
/// # Errors
/// Another account and no permission for the audit log; 503 while the index of the audit log is being built.
pub(crate) async fn unusual(
    state: &AppState,
    caller: &Caller,
    user: Option<String>,
) -> Result<SignInReport, ApiError> {
    let user = user.unwrap_or_else(|| caller.user.to_string());
    let is_own = user == caller.user.as_str();
    if !is_own && !Permission::ReadAdministration.granted_to(caller.role) {
        return Err(ApiError::permission_denied(
            "the sign-ins of another account need the permission for the audit log: leave `user` out",
        ));
    }
    let now = state.clock.now();
    let since = now.minus(EXAMINED);
    let filter = Filter {
        component: Some("accounts".to_owned()),
        actor: None,
        range: Some((since, now)),
        ..Filter::default()
    };
    let paging = Paging {
        page: 1,
        limit: MAX_ENTRIES,
    };
    let log = audit_log::read(state, caller.actor(), filter, Some(user), paging).await?;
    let Log { page, .. } = log;
    let mut acts: Vec<Act> = page.entries.iter().filter_map(Act::of).collect();
    acts.reverse();
    let is_sign_in = |act: &&Act| matches!(act.kind, ActKind::SignIn { .. });
    Ok(SignInReport {
        since,
        examined: acts.iter().filter(is_sign_in).count() as u64,
        is_incomplete: page.has_uncounted || page.total > page.entries.len() as u64,
        findings: findings(&acts),
    })
}

/// An entry of the log about signing in.
#[derive(Clone, Debug)]
struct Act {
    at: Timestamp,
    kind: ActKind,
}

#[derive(Clone, Debug)]
enum ActKind {
    /// A sign-in; entries of earlier versions have no network.
    SignIn {
        network: Option<String>,
    },
    /// Wrong codes after the right password.
    WrongCodes(u64),
    RecoveryCode,
    ReplayedToken,
}

impl Act {
    fn of(entry: &LogEntry) -> Option<Self> {
        let metadata: Json = serde_json::from_str(&entry.metadata).unwrap_or_default();
        let kind = match entry.action.as_str() {
            "user.sign_in" => ActKind::SignIn {
                network: metadata["network"].as_str().map(str::to_owned),
            },
            "refused sign-in" => ActKind::WrongCodes(metadata["count"].as_u64().unwrap_or(1)),
            "user.totp.recovery" => ActKind::RecoveryCode,
            "user.refresh_replayed" => ActKind::ReplayedToken,
            _ => return None,
        };
        Some(Self { at: entry.at, kind })
    }
}

/// Returns the unusual sign-ins among acts, newest first. The acts are sorted by time, oldest first.
fn findings(acts: &[Act]) -> Vec<Finding> {
    let (mut found, mut networks) = (Vec::new(), BTreeSet::new());
    let one = |kind, at, network| Finding {
        kind,
        at,
        count: 1,
        network,
    };
    for act in acts {
        match &act.kind {
            ActKind::SignIn { network: None } | ActKind::WrongCodes(_) => {}
            ActKind::SignIn {
                network: Some(network),
            } => {
                let is_first = networks.is_empty();
                if networks.insert(network.as_str()) && !is_first {
                    found.push(one(FindingKind::NewNetwork, act.at, Some(network.clone())));
                }
            }
            ActKind::RecoveryCode => found.push(one(FindingKind::RecoveryCode, act.at, None)),
            ActKind::ReplayedToken => found.push(one(FindingKind::ReplayedToken, act.at, None)),
        }
    }
    found.extend(wrong_codes(acts));
    found.sort_by_key(|finding| std::cmp::Reverse(finding.at));
    found
}

/// Returns the series of wrong codes: attempts that follow each other within an hour.
fn wrong_codes(acts: &[Act]) -> Vec<Finding> {
    let mut series: Vec<Finding> = Vec::new();
    for act in acts {
        let ActKind::WrongCodes(count) = act.kind else {
            continue;
        };
        match series.last_mut() {
            Some(last) if act.at.minus(WITHIN) <= last.at => {
                last.at = act.at;
                last.count = last.count.saturating_add(count);
            }
            _ => series.push(Finding {
                kind: FindingKind::WrongCodes,
                at: act.at,
                count,
                network: None,
            }),
        }
    }
    series.retain(|series| series.count >= MIN_WRONG_CODES);
    series
}

/// The time that is examined: 90 days.
const EXAMINED: Duration = Duration::from_secs(90 * 86_400);
/// The maximum number of entries of the audit log that are examined, newest first.
const MAX_ENTRIES: u32 = 1000;
/// The wrong codes that are unusual. A person mistypes one or two.
const MIN_WRONG_CODES: u64 = 3;
/// The time between two wrong codes of a series.
const WITHIN: Duration = Duration::from_secs(3600);

#[cfg(test)]
mod tests {
    use super::*;

    fn at(minute: i64, kind: ActKind) -> Act {
        Act {
            at: Timestamp(minute * 60_000),
            kind,
        }
    }

    fn from(network: &str) -> ActKind {
        ActKind::SignIn {
            network: Some(network.to_owned()),
        }
    }

    #[test]
    fn what_is_unusual_is_found() {
        use FindingKind::{NewNetwork, RecoveryCode, ReplayedToken, WrongCodes};
        for (acts, expected) in [
            (vec![], vec![]),
            // The first network is not new, and entries of earlier versions have none.
            (
                vec![
                    at(0, ActKind::SignIn { network: None }),
                    at(1, from("a")),
                    at(2, from("a")),
                ],
                vec![],
            ),
            (
                vec![
                    at(1, from("a")),
                    at(2, from("b")),
                    at(3, from("b")),
                    at(4, from("a")),
                ],
                vec![(NewNetwork, 2, 1)],
            ),
            (
                vec![
                    at(1, ActKind::WrongCodes(2)),
                    at(70, ActKind::WrongCodes(2)),
                ],
                vec![],
            ),
            (
                vec![
                    at(1, ActKind::WrongCodes(2)),
                    at(60, ActKind::WrongCodes(1)),
                    at(61, from("a")),
                    at(120, ActKind::WrongCodes(4)),
                    at(400, ActKind::WrongCodes(3)),
                ],
                vec![(WrongCodes, 400, 3), (WrongCodes, 120, 7)],
            ),
            (
                vec![at(1, ActKind::RecoveryCode), at(2, ActKind::ReplayedToken)],
                vec![(ReplayedToken, 2, 1), (RecoveryCode, 1, 1)],
            ),
        ] {
            let found: Vec<_> = findings(&acts)
                .into_iter()
                .map(|it| (it.kind, it.at.0 / 60_000, it.count))
                .collect();
            assert_eq!(found, expected, "{acts:?}");
        }
    }
}
