//! `/v1/admin/audit-logs`: read and verify. The links of the chain are in `audit_links.rs`.

use axum::Json;
use axum::extract::State;
use data_encoding::HEXLOWER;
use lockstep_documents::Document;
use lockstep_store::Status;
use lockstep_store::audit::log::{Filter, LogEntry};
use lockstep_store::id::UserId;
use lockstep_web::{ApiError, AppState, Area, Body, Caller, Paging};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashMap;
use utoipa::ToSchema;

use super::audit_links::AuditProof;
use crate::audit_log::{excluded_actions, range, words};
use crate::operations::audit_log::{self, Log};
use crate::operations::chain::{self, VerifiedChain};

/// The selection of audit log entries.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct AuditLogRequest {
    #[serde(default)]
    filters: AuditLogFilters,
    /// Words that an entry must contain, all of them, in any order: in its action, component, status,
    /// details, metadata or the id of its actor. `word*` finds every word that begins with `word`.
    #[schema(max_length = 500, example = "points.upload")]
    search_query: Option<String>,
    /// The page number, from 1.
    #[schema(minimum = 1, default = 1)]
    page: Option<u32>,
    /// The number of entries per page.
    #[schema(minimum = 1, maximum = 100, default = 20)]
    limit: Option<u32>,
    /// Whether each entry has a `proof`: the values with which its hash is computed again.
    #[serde(default)]
    #[schema(default = false)]
    proofs: bool,
}

/// Conditions that all entries of the page meet.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct AuditLogFilters {
    /// Only entries of this component.
    #[schema(example = "fitness")]
    component: Option<String>,
    /// Only entries with this status.
    status: Option<AuditStatus>,
    /// `day`, `week`, `month` or `year` before now, or `FROM/TO` with RFC 3339 times or dates in UTC.
    #[schema(example = "month")]
    date_range: Option<String>,
    /// Only entries of this actor: the id or the name of an account, `anonymous`, `owner`, `system` or `erased`. An account
    /// whose name is one of these four words is found by its id.
    #[schema(example = "system")]
    user: Option<String>,
    /// Only entries with other actions than these: at most 16 names, each as entries have it. With a `searchQuery`, among the
    /// newest 10 000 entries that contain the words.
    #[serde(default)]
    #[schema(max_items = 16, example = json!(["audit.read"]))]
    excluded_actions: Vec<String>,
}

/// The outcome of an action.
#[derive(Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum AuditStatus {
    /// Done.
    Success,
    /// Refused.
    Warning,
    /// Failed.
    Error,
}

impl AuditStatus {
    fn as_str(self) -> &'static str {
        match self {
            Self::Success => Status::Success.as_str(),
            Self::Warning => Status::Warning.as_str(),
            Self::Error => Status::Error.as_str(),
        }
    }
}

/// A page of the audit log.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AuditLogPage {
    /// The entries, newest first.
    logs: Vec<AuditLogEntry>,
    /// The number of entries that match; a search for words counts at most 10 000, of which `filters.excludedActions` are
    /// subtracted.
    total: u64,
    /// Whether more entries may match than `total`: a search for words stops counting at a limit, and on a full disk
    /// the newest entries are not indexed.
    has_uncounted: bool,
    /// The number of this page, from 1.
    page: u32,
    /// The maximum number of entries per page: the requested one or the default.
    limit: u32,
    /// The newest signed checkpoint of the chain, which `lockstep audit verify --checkpoint` accepts;
    /// null before the first.
    checkpoint: Option<Document>,
}

/// An entry of the audit log.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AuditLogEntry {
    /// The id of the entry, which begins with `aud_`.
    #[schema(example = "aud_01h455vb4pex5vsknk084sn02q")]
    id: String,
    /// The time of the entry, in UTC.
    #[schema(format = DateTime)]
    timestamp: String,
    /// The name of the action, in the form `object.verb`.
    #[schema(example = "points.upload")]
    action: String,
    /// The part of the platform that wrote the entry, for `filters.component`.
    #[schema(example = "fitness")]
    component: String,
    user: AuditActor,
    /// The object of the action or the reason for a refusal, in words: names and counts, never a health value.
    details: String,
    #[schema(value_type = AuditStatus)]
    status: String,
    /// Counts and names for programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    metadata: Option<Value>,
    /// The number of the entry in the chain, from 1.
    sequence: i64,
    /// The hash of the entry in the chain, in hexadecimal: it covers all earlier entries.
    hash: String,
    /// The values with which the hash is computed again; absent unless the request has `proofs`.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<AuditProof>,
}

/// The actor of an entry.
#[derive(Serialize, ToSchema)]
pub(crate) struct AuditActor {
    /// The account's id, `anonymous`, `system`, `erased`, or `owner` for the owner of an account who erases it.
    id: String,
    /// The account's user name now; empty for an actor without an account.
    name: String,
    /// The role at the time of the entry.
    role: String,
}

impl AuditLogEntry {
    fn new(entry: LogEntry, names: &HashMap<UserId, String>, with_proof: bool) -> Self {
        let proof = with_proof.then(|| AuditProof::new(&entry));
        let name = entry
            .actor
            .parse()
            .ok()
            .and_then(|id: UserId| names.get(&id));
        Self {
            id: entry.id,
            timestamp: entry.at.to_string(),
            action: entry.action,
            component: entry.component,
            user: AuditActor {
                name: name.cloned().unwrap_or_default(),
                id: entry.actor,
                role: entry.role,
            },
            details: entry.details,
            status: entry.status,
            metadata: serde_json::from_str(&entry.metadata).ok(),
            sequence: entry.seq,
            hash: HEXLOWER.encode(&entry.hash),
            proof,
        }
    }
}

/// The result of verifying the audit log.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AuditVerification {
    /// Whether every entry is unchanged and in its original position.
    intact: bool,
    /// The number of entries that were checked.
    entries: u64,
    /// The number of these whose content an erasure removed. Their place in the chain is checked.
    erased: u64,
    /// The first invalid entry; null if the log is intact.
    broken: Option<InvalidAuditEntry>,
    /// The newest signed checkpoint; null before the first. Entries after it can be cut off undetected.
    checkpoint: Option<AuditCheckpoint>,
    /// The time of the verification; at most a minute ago.
    #[schema(format = DateTime)]
    verified_at: String,
}

/// The first invalid entry of the audit log.
#[derive(Serialize, ToSchema)]
pub(crate) struct InvalidAuditEntry {
    /// The number of the entry in the chain, from 1.
    sequence: i64,
    /// The defect in words.
    #[schema(example = "its body was changed")]
    reason: String,
}

/// A signed checkpoint of the audit log.
#[derive(Serialize, ToSchema)]
pub(crate) struct AuditCheckpoint {
    /// The number of the checkpoint, from 1.
    number: i64,
    /// The last entry that it covers.
    sequence: i64,
    /// The time at which the platform signed the checkpoint, in UTC.
    #[schema(format = DateTime)]
    timestamp: String,
}

impl From<VerifiedChain> for AuditVerification {
    fn from(VerifiedChain { last, checkpoint }: VerifiedChain) -> Self {
        let verdict = last.verdict;
        Self {
            intact: verdict.broken.is_none(),
            entries: verdict.entries,
            erased: verdict.erased,
            broken: verdict.broken.map(|broken| InvalidAuditEntry {
                sequence: broken.seq,
                reason: broken.reason,
            }),
            checkpoint: checkpoint.map(|newest| AuditCheckpoint {
                number: newest.number,
                sequence: newest.head.seq,
                timestamp: newest.at.to_string(),
            }),
            verified_at: last.verified_at.to_string(),
        }
    }
}

/// Verify that the audit log is intact, from its first entry on, and the signatures of its checkpoints.
///
/// If the verification takes longer than 20 seconds, the response is 503. The verification continues, and a later
/// request returns its result.
#[utoipa::path(get, path = "/v1/admin/audit-logs/verification", tag = "Administration", operation_id = "verifyAuditLog",
    responses((status = 200, description = "The result of the verification", body = AuditVerification)))]
pub(super) async fn verify(
    State(state): State<AppState>,
    caller: Caller,
) -> Result<Json<AuditVerification>, ApiError> {
    let verified = chain::verify(&state, caller.actor()).await?;
    Ok(Json(AuditVerification::from(verified)))
}

/// Read the audit log.
///
/// Entries of the last second may be missing. Each read is recorded. The hashes of the entries and the
/// checkpoint show whether an entry was later changed, removed or moved.
#[utoipa::path(post, path = "/v1/admin/audit-logs", tag = "Administration", operation_id = "readAuditLog",
    request_body = AuditLogRequest,
    responses((status = 200, description = "A page of entries", body = AuditLogPage)))]
pub(super) async fn read(
    State(state): State<AppState>,
    caller: Caller,
    Body(body): Body<AuditLogRequest>,
) -> Result<Json<AuditLogPage>, ApiError> {
    let paging = Paging::new(Area::Administration, body.page, body.limit)?;
    let now = state.clock.now();
    let named = |text: Option<String>| text.filter(|text| !text.is_empty());
    for (parameter, value) in [
        ("filters.component", &body.filters.component),
        ("filters.user", &body.filters.user),
    ] {
        if value.as_ref().is_some_and(|value| value.contains('\0')) {
            return Err(ApiError::invalid(parameter, "contains a NUL character"));
        }
    }
    let filter = Filter {
        component: named(body.filters.component),
        status: body.filters.status.map(|status| status.as_str().to_owned()),
        actor: None,
        range: named(body.filters.date_range)
            .map(|text| range(&text, now))
            .transpose()?,
        excluded_actions: excluded_actions(body.filters.excluded_actions)?,
        words: words(&body.search_query.unwrap_or_default())?,
    };
    let user = named(body.filters.user);
    let log = audit_log::read(&state, caller.actor(), filter, user, paging).await?;
    let Log {
        page,
        names,
        checkpoint,
    } = log;
    Ok(Json(AuditLogPage {
        logs: page
            .entries
            .into_iter()
            .map(|entry| AuditLogEntry::new(entry, &names, body.proofs))
            .collect(),
        total: page.total,
        has_uncounted: page.has_uncounted,
        page: paging.page,
        limit: paging.limit,
        checkpoint,
    }))
}
