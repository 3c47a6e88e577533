//! Evaluates the alert rules, and records when each condition starts and ends.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use lockstep_store::audit::InvalidEntry;
use lockstep_store::id::{AlertId, UserId};
use lockstep_store::outbox::PLATFORM;
use lockstep_store::{DiskUse, Entry, Event, EventKind, Status, StoreError, Tx};
use lockstep_vault::Vault;
use lockstep_web::capability::{AlertFinding, AlertRule};
use lockstep_web::{ApiError, AppState, Owner, Page, Paging, Quotas};
use serde_json::json;

use crate::alert::{
    Alert, AlertFilter, CHAIN_VERIFIED_EVERY, ERROR_WINDOW, KEPT, MAX_SUBJECTS, MIN_REQUESTS,
    QUOTA_PERCENT, QUOTAS_COUNTED_EVERY, SEEN_EVERY, SIGN_IN_WINDOW, UNEVALUATED,
    UNEVALUATED_AFTER,
};
use crate::events::{ALERT_ENDED, ALERT_STARTED};
use crate::memory::{AdminMemory, QuotaFindings};
use crate::store;

/// The rules of administration itself. Other capabilities name theirs in `CAPABILITY`.
pub(crate) const RULES: &[AlertRule] = &[
    AlertRule {
        name: "storage.disk",
        find: |state| Box::pin(async move { Ok(disk(&state)) }),
    },
    AlertRule {
        name: "storage.quota",
        find: |state| Box::pin(quotas(state)),
    },
    AlertRule {
        name: "signins.failed",
        find: |state| Box::pin(async move { Ok(sign_ins(&state)) }),
    },
    AlertRule {
        name: "requests.failing",
        find: |state| Box::pin(async move { Ok(failing(&state)) }),
    },
    AlertRule {
        name: "audit.broken",
        find: |state| Box::pin(chain(state)),
    },
    AlertRule {
        name: "backup.failed",
        find: |state| Box::pin(crate::backup::failed(state)),
    },
    AlertRule {
        name: "rows.damaged",
        find: |state| Box::pin(crate::damage::found(state)),
    },
];

/// Evaluates every rule. A rule that cannot be evaluated keeps its alerts, and is an alert of its own after
/// [`UNEVALUATED_AFTER`].
///
/// # Errors
/// The alerts cannot be written.
pub async fn evaluate(state: &AppState) -> Result<(), ApiError> {
    let mut failing = AdminMemory::of(state)?.evaluating.lock().await;
    let rules = state.capabilities().iter();
    let (mut found, mut unevaluated) = (HashMap::new(), Vec::new());
    for rule in rules.flat_map(|capability| capability.alerts) {
        match (rule.find)(state.clone()).await {
            Ok(mut findings) => {
                failing.remove(rule.name);
                findings.truncate(MAX_SUBJECTS);
                found.insert(rule.name, findings);
            }
            Err(error) => {
                let reason = error.log.unwrap_or_else(|| error.message.into_owned());
                tracing::warn!(
                    rule = rule.name,
                    reason,
                    "an alert rule cannot be evaluated"
                );
                let now = state.clock.monotonic();
                let since = *failing.entry(rule.name).or_insert(now);
                if now.saturating_sub(since) >= UNEVALUATED_AFTER {
                    unevaluated.push(unevaluated_rule(rule.name));
                }
            }
        }
    }
    found.insert(UNEVALUATED, unevaluated);
    let now = state.clock.now();
    let open = state
        .db
        .read::<_, StoreError, _>("admin.alerts.open", store::open);
    let changes = Changes::between(&open.await?, &found, now);
    if changes.is_empty() {
        return Ok(());
    }
    // A clock that is ahead would remove every ended alert.
    let may_forget = Vault::of(state)?.clock().may_act();
    let recorded = state.db.write("admin.alerts.record", move |tx| {
        changes.record(tx)?;
        if may_forget {
            let before = tx.now().minus(KEPT);
            store::forget(tx, before)?;
        }
        Ok::<_, StoreError>(())
    });
    Ok(recorded.await?)
}

fn unevaluated_rule(name: &str) -> AlertFinding {
    AlertFinding {
        subject: name.to_owned(),
        user: None,
        message: format!(
            "the rule {name} cannot be evaluated: its alerts neither start nor end. The log of the server names the \
             reason (`lockstep doctor`, `lockstep scrub`)"
        ),
    }
}

/// Verifies the whole audit chain with the next evaluation, however recently it was verified.
pub fn verify_chain_next(state: &AppState) {
    if let Ok(memory) = AdminMemory::of(state) {
        *memory.chain() = None;
    }
}

/// The differences between the alerts of the table and the findings of the rules.
#[derive(Clone, Default)]
struct Changes {
    started: Vec<(&'static str, AlertFinding)>,
    seen: Vec<(AlertId, String)>,
    ended: Vec<Alert>,
}

impl Changes {
    fn between(
        open: &[Alert],
        found: &HashMap<&'static str, Vec<AlertFinding>>,
        now: lockstep_store::Timestamp,
    ) -> Self {
        let mut changes = Self::default();
        let mut known = HashSet::new();
        for alert in open {
            // A rule that could not be evaluated, or that this version does not have.
            let Some(findings) = found.get(&*alert.rule) else {
                continue;
            };
            let mut findings = findings.iter();
            match findings.find(|finding| finding.subject == alert.subject) {
                None => changes.ended.push(alert.clone()),
                Some(finding) => {
                    known.insert((&*alert.rule, &*alert.subject));
                    if now.since(alert.last_seen) >= SEEN_EVERY || now < alert.last_seen {
                        let seen = (alert.id.clone(), finding.message.clone());
                        changes.seen.push(seen);
                    }
                }
            }
        }
        for (rule, findings) in found {
            let new = findings
                .iter()
                .filter(|finding| !known.contains(&(*rule, &*finding.subject)));
            changes
                .started
                .extend(new.map(|finding| (*rule, finding.clone())));
        }
        changes
    }

    fn is_empty(&self) -> bool {
        self.started.is_empty() && self.seen.is_empty() && self.ended.is_empty()
    }

    fn record(&self, tx: &mut Tx<'_>) -> Result<(), StoreError> {
        for (rule, finding) in &self.started {
            let id = AlertId::generate(tx.now(), tx.entropy());
            store::insert(tx, &id, rule, finding)?;
            let notice = AlertNotice {
                id: &id,
                rule,
                message: &finding.message,
            };
            notice.record(tx, ALERT_STARTED)?;
        }
        for (id, message) in &self.seen {
            store::mark_seen(tx, id, message)?;
        }
        for alert in &self.ended {
            store::end(tx, &alert.id)?;
            let notice = AlertNotice {
                id: &alert.id,
                rule: &alert.rule,
                message: &alert.message,
            };
            notice.record(tx, ALERT_ENDED)?;
        }
        Ok(())
    }
}

/// The content of the event and of the audit entry of an alert.
struct AlertNotice<'a> {
    id: &'a AlertId,
    rule: &'a str,
    message: &'a str,
}

impl AlertNotice<'_> {
    fn record(&self, tx: &mut Tx<'_>, kind: &'static EventKind) -> Result<(), StoreError> {
        let Self { id, rule, message } = *self;
        tx.audit(&Entry {
            actor: &lockstep_store::Actor::system(),
            action: kind.name(),
            component: COMPONENT,
            status: Status::Warning,
            details: message.to_owned(),
            metadata: json!({ "alertId": id, "type": rule }),
        })?;
        tx.event(&Event {
            user: PLATFORM,
            kind,
            payload: json!({ "alertId": id, "type": rule, "message": message }),
        })?;
        Ok(())
    }
}

/// Returns a page of alerts, the newest first, and the user names of the accounts that acknowledged them.
pub(crate) async fn list(
    state: &AppState,
    standing: AlertFilter,
    paging: Paging,
) -> Result<(Page<Alert>, HashMap<UserId, String>), ApiError> {
    let listed = state
        .db
        .read::<_, StoreError, _>("admin.alerts.list", move |tx| {
            store::list(tx, standing, paging)
        });
    let (entries, total) = listed.await?;
    let names = names(state, &entries).await?;
    Ok((Page { entries, total }, names))
}

async fn names(state: &AppState, alerts: &[Alert]) -> Result<HashMap<UserId, String>, ApiError> {
    let acknowledged = alerts
        .iter()
        .filter_map(|alert| alert.acknowledged.as_ref());
    let users: Vec<UserId> = acknowledged.filter_map(|(user, _)| user.clone()).collect();
    state.user_names(users).await
}

/// Acknowledges an alert: the first acknowledgement is kept. The alert stays until its rule no longer
/// holds.
///
/// # Errors
/// The alert does not exist.
pub(crate) async fn acknowledge(
    state: &AppState,
    owner: Owner,
    id: AlertId,
) -> Result<(Alert, HashMap<UserId, String>), ApiError> {
    let acknowledged = state.db.write("admin.alerts.acknowledge", move |tx| {
        if store::acknowledge(tx, &id, &owner.user)? {
            tx.audit(&Entry {
                actor: &owner.actor,
                action: "alert.acknowledge",
                component: COMPONENT,
                status: Status::Success,
                details: format!("alert {id}"),
                metadata: json!({ "alertId": id }),
            })?;
        }
        let alert = store::by_id(tx, &id)?;
        alert.ok_or_else(|| ApiError::not_found("alert"))
    });
    let alert = acknowledged.await?;
    let names = names(state, std::slice::from_ref(&alert)).await?;
    Ok((alert, names))
}

/// The disk is nearly full.
fn disk(state: &AppState) -> Vec<AlertFinding> {
    let limit = f64::from(state.settings().alerts.storage_percent);
    let used = state.db.disk_use().map(DiskUse::percent);
    let found = used.filter(|used| *used >= limit).map(|used| {
        AlertFinding::single(format!(
            "{used:.0} % of the disk that holds the store are used: free space, or move the data directory to a larger \
             disk"
        ))
    });
    found.into_iter().collect()
}

/// Accounts that have used up most of a quota. The accounts are counted once a minute, and after a change of the
/// settings.
async fn quotas(state: AppState) -> Result<Vec<AlertFinding>, ApiError> {
    let memory = AdminMemory::of(&state)?;
    let (now, settings) = (state.clock.monotonic(), state.settings());
    let is_current = |last: &QuotaFindings| {
        now.saturating_sub(last.at) < QUOTAS_COUNTED_EVERY && Arc::ptr_eq(&last.settings, &settings)
    };
    let last = memory.quotas().clone().filter(is_current);
    if let Some(last) = last {
        return Ok(last.found);
    }
    let found = near_quotas(&state).await?;
    *memory.quotas() = Some(QuotaFindings {
        at: now,
        settings,
        found: found.clone(),
    });
    Ok(found)
}

async fn near_quotas(state: &AppState) -> Result<Vec<AlertFinding>, ApiError> {
    let gate = state.quotas();
    let quotas = state.policy().quotas.changed_by(&state.settings().tiers);
    let thresholds = alert_thresholds(&quotas);
    let found = state.db.read::<_, StoreError, _>("admin.alerts.quotas", move |tx| {
        let mut found = Vec::new();
        store::accounts_over(tx, thresholds, |user| {
            let (_, quota) = gate.of(tx, &user)?;
            let used = lockstep_store::StorageUsage::of(tx, &user)?;
            let shares = [
                ("bytes", used.bytes, quota.bytes),
                ("series", used.series, quota.series),
                ("chunks", used.chunks, quota.chunks),
            ];
            let over = shares
                .into_iter()
                .find(|(_, used, limit)| *used > share(*limit));
            if let Some((name, used, limit)) = over {
                found.push(AlertFinding {
                    subject: user.to_string(),
                    message: format!(
                        "account {user} stores {used} of {limit} {name} of its quota: raise the quota of its tier, or \
                         let its owner delete data"
                    ),
                    user: Some(user),
                });
            }
            Ok(found.len() < MAX_SUBJECTS)
        })?;
        Ok(found)
    });
    Ok(found.await?)
}

/// Returns the counts from which an account of any tier may be over its share.
fn alert_thresholds(quotas: &Quotas) -> store::UsageThresholds {
    let tiers = [quotas.standard, quotas.premium, quotas.enterprise];
    let minimum =
        |of: fn(&lockstep_web::Quota) -> u64| share(tiers.iter().map(of).min().unwrap_or(u64::MAX));
    store::UsageThresholds {
        bytes: minimum(|quota| quota.bytes),
        series: minimum(|quota| quota.series),
        chunks: minimum(|quota| quota.chunks),
    }
}

fn share(limit: u64) -> u64 {
    limit / 100 * QUOTA_PERCENT + limit % 100 * QUOTA_PERCENT / 100
}

/// Many sign-ins fail.
fn sign_ins(state: &AppState) -> Vec<AlertFinding> {
    let now = state.clock.monotonic();
    let failed = state.recent().within(SIGN_IN_WINDOW, now).failed_sign_ins;
    let limit = u64::from(state.settings().alerts.failed_sign_ins);
    let found = (failed >= limit).then(|| {
        AlertFinding::single(format!(
            "{} failed within a minute: the log names their addresses; block them at the proxy or firewall",
            lockstep_web::counted(failed, "sign-in", "sign-ins")
        ))
    });
    found.into_iter().collect()
}

/// Many requests end with a server error.
fn failing(state: &AppState) -> Vec<AlertFinding> {
    let recent = state.recent().within(ERROR_WINDOW, state.clock.monotonic());
    let (requests, errors) = (recent.requests, recent.server_errors);
    let limit = u64::from(state.settings().alerts.error_percent);
    let holds = requests >= MIN_REQUESTS && errors * 100 >= requests * limit;
    let found = holds.then(|| {
        AlertFinding::single(format!(
            "{errors} of {requests} requests within five minutes ended with a server error: the log names the reason \
             of each"
        ))
    });
    found.into_iter().collect()
}

/// The audit chain is broken. The whole chain is verified only from time to time.
async fn chain(state: AppState) -> Result<Vec<AlertFinding>, ApiError> {
    let last = super::chain::verdict(&state, CHAIN_VERIFIED_EVERY).await?;
    let found = last.verdict.broken.map(|InvalidEntry { seq, reason }| {
        AlertFinding::single(format!(
            "the audit log does not hold from entry {seq} on: {reason}. Compare it with a backup and a checkpoint \
             (`lockstep audit verify`)"
        ))
    });
    Ok(found.into_iter().collect())
}

/// The component in the audit log.
const COMPONENT: &str = "administration";
