//! Alerts: rules whose condition is met, and the thresholds that no setting changes.

use std::time::Duration;

use lockstep_store::Timestamp;
use lockstep_store::id::{AlertId, UserId};

/// A rule that holds, or that held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Alert {
    pub(crate) id: AlertId,
    /// The name of the rule.
    pub(crate) rule: String,
    /// The object that the rule concerns; empty if it concerns the installation.
    pub(crate) subject: String,
    pub(crate) message: String,
    pub(crate) since: Timestamp,
    /// The last evaluation at which the rule held, to a minute.
    pub(crate) last_seen: Timestamp,
    /// `None` while the rule holds.
    pub(crate) ended_at: Option<Timestamp>,
    /// The account that acknowledged the alert, and when. The account is `None` after its erasure.
    pub(crate) acknowledged: Option<(Option<UserId>, Timestamp)>,
}

/// The alerts of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum AlertFilter {
    /// Rules that hold now.
    #[default]
    Active,
    /// Rules that held.
    Ended,
    /// Both.
    All,
}

/// The window of the rule `signins.failed`.
pub(crate) const SIGN_IN_WINDOW: Duration = Duration::from_secs(60);
/// The window of the rule `requests.failing`.
pub(crate) const ERROR_WINDOW: Duration = Duration::from_secs(300);
/// Fewer requests in the window are too few for a share.
pub(crate) const MIN_REQUESTS: u64 = 20;
/// The time between two verifications of the whole audit chain.
pub(crate) const CHAIN_VERIFIED_EVERY: Duration = Duration::from_secs(3600);
/// The share of a quota from which the rule `storage.quota` holds, in percent.
pub(crate) const QUOTA_PERCENT: u64 = 90;
/// The time between two counts of the accounts that are near a quota: it reads one row of each account.
pub(crate) const QUOTAS_COUNTED_EVERY: Duration = Duration::from_secs(60);
/// The maximum number of alerts of one rule at a time.
pub(crate) const MAX_SUBJECTS: usize = 100;
/// The alert rule about rules that cannot be evaluated: without it, their missing alerts would go unnoticed.
pub(crate) const UNEVALUATED: &str = "rules.failing";
/// The time for which a rule cannot be evaluated before [`UNEVALUATED`] holds.
pub(crate) const UNEVALUATED_AFTER: Duration = Duration::from_secs(60);
/// The interval at which the time of the last evaluation is stored.
pub(crate) const SEEN_EVERY: Duration = Duration::from_secs(60);
/// The time after which an alert that ended is deleted.
pub(crate) const KEPT: Duration = Duration::from_secs(90 * 24 * 3600);
