//! `POST /v1/sfdp/proofs`.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use data_encoding::BASE64;
use lockstep_encryption::claims::{Claim, Proof, proof_system};
use lockstep_store::Timestamp;
use lockstep_web::jobs::{ResultOrJob, answer_once};
use lockstep_web::{ApiError, AppState, Area, Caller, LargeBody};
use serde::Deserialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::operations::metrics::DailyMetric;
use crate::operations::proofs::{self, ClaimRequest, DayRange};

/// The claim to prove about the caller's days.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schema(as = ProveDaysRequest)]
pub(super) struct ProveDaysRequest {
    statement: DailyBounds,
    /// The first day.
    #[schema(example = "2026-11-16")]
    start_date: String,
    /// The last day. Every day from the first to the last is claimed, and the last must be over.
    #[schema(example = "2026-11-22")]
    end_date: String,
    /// The verifier and the purpose; bound by the proof. `lockstep verify` requires it as
    /// `--audience`.
    #[serde(default)]
    #[schema(example = "insurance.example")]
    audience: String,
    /// A nonce chosen by the verifier, base64; bound by the proof, so that the claim convinces no
    /// other verifier. `lockstep verify` requires it as `--nonce`.
    nonce: Option<String>,
    /// The end of the claim's validity: RFC 3339.
    expires_at: Option<String>,
    /// `Bulletproofs` (default): no set-up, so the proof convinces strangers. `Groth16` or `PGHR13`: under a key
    /// that this installation created, for circuits of other programs.
    scheme: Option<String>,
    /// The curve of `Groth16` (default if only a curve is given) and `PGHR13`: `bls12-381` (default, about 126
    /// bits), `bn254` (about 100 bits: for snarkjs and blockchains).
    curve: Option<String>,
}

/// The claim about each day. Without bounds it claims that a value exists.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DailyBounds)]
pub(super) struct DailyBounds {
    /// `restingHeartRate`, `hrvRmssd`, `sleepDuration` or `steps`.
    #[schema(example = "restingHeartRate")]
    metric: String,
    /// The minimum, in the unit of the metric's point type.
    #[schema(value_type = Option<f64>, example = 40)]
    min: Option<Box<RawValue>>,
    /// The maximum of each daily value.
    #[schema(value_type = Option<f64>, example = 60)]
    max: Option<Box<RawValue>>,
}

/// Prove that a metric was within bounds on each day of a range, without revealing any day's value.
///
/// The points must be stored under mode ZK. The document names the contributing devices and the
/// counts of points that were deleted, replaced, implausible or unreadable. The request is refused if
/// the key of a point is suspended: resume the key first. Anyone can check the document offline with
/// `lockstep verify FILE`.
#[utoipa::path(post, path = "/v1/sfdp/proofs", tag = "Fitness data", operation_id = "proveDays",
    request_body = ProveDaysRequest,
    params(("Prefer" = Option<String>, Header, description = "`respond-async` runs the request as a job"),
        ("Idempotency-Key" = Option<String>, Header, description = "A repeated request returns the same job while the server stores the job")),
    responses((status = 200, description = "The claim's document, or the job that makes it: `GET /v1/jobs/{jobId}`", body = ResultOrJob<Proof>)))]
pub(super) async fn prove(
    State(state): State<AppState>,
    caller: Caller,
    headers: HeaderMap,
    LargeBody {
        body,
        idempotency_key,
    }: LargeBody<ProveDaysRequest>,
) -> Result<(HeaderMap, Json<ResultOrJob<Proof>>), ApiError> {
    let nonce = body.nonce.as_deref().unwrap_or_default();
    let nonce = BASE64.decode(nonce.as_bytes()).map_err(|error| {
        ApiError::invalid(
            "nonce",
            format!("must be base64 (RFC 4648, with padding): {error}"),
        )
    })?;
    let expires_at = body.expires_at.as_deref().map(str::parse).transpose();
    let expires_at = expires_at.map_err(|error: lockstep_store::clock::NotAMoment| {
        ApiError::invalid("expiresAt", error.to_string())
    })?;
    if expires_at.is_some_and(|at: Timestamp| at <= state.clock.now()) {
        return Err(ApiError::invalid("expiresAt", "must be in the future"));
    }
    let metric = DailyMetric::parse(&body.statement.metric)?;
    let request = ClaimRequest {
        metric,
        days: DayRange::parse(&body.start_date, &body.end_date)?,
        claim: Claim {
            min: metric.bound("statement.min", body.statement.min.as_deref())?,
            max: metric.bound("statement.max", body.statement.max.as_deref())?,
            audience: body.audience,
            nonce,
            expires_at,
            system: proof_system(body.scheme.as_deref(), body.curve.as_deref())?,
        },
    };
    let jobs = state.jobs().clone();
    let work = proofs::prove(state, caller.owner(), request);
    answer_once(
        &jobs,
        (Area::Fitness, &caller.user),
        &headers,
        &idempotency_key,
        work,
    )
    .await
}
