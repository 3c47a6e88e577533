//! `POST /v1/sfdp/proofs`.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use data_encoding::BASE64;
use lockstep_encryption::claims::{Claim, Proof};
use lockstep_store::Timestamp;
use lockstep_web::jobs::{Answer, answer_once};
use lockstep_web::{Area, Caller, Fault, House, Long};
use serde::Deserialize;
use utoipa::ToSchema;

use super::owner;
use crate::operations::proofs;

/// What to prove of one's own days.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schema(as = ProveDays)]
pub(super) struct Request {
    statement: Claimed,
    /// The first day.
    #[schema(example = "2026-11-16")]
    start_date: String,
    /// The last day: every one from first to last is claimed, and it must be over.
    #[schema(example = "2026-11-22")]
    end_date: String,
    /// Who is to be convinced, and of what: binds the proof. `lockstep verify` asks for it: `--audience`.
    #[serde(default)]
    #[schema(example = "insurance.example")]
    audience: String,
    /// Base 64, chosen by them: binds the proof, and makes it worthless to others. `lockstep verify` asks for
    /// it: `--nonce`.
    nonce: Option<String>,
    /// When the claim stops to hold: RFC 3339.
    expires_at: Option<String>,
    /// `Groth16` (default) or `PGHR13`.
    scheme: Option<String>,
    /// `bls12-381` (default, about 126 bits), `bn254` (about 100 bits: for snarkjs and chains).
    curve: Option<String>,
}

/// What is claimed of each day. Without bounds: that there is a value.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ClaimedOfEachDay)]
pub(super) struct Claimed {
    /// `restingHeartRate`, `hrvRmssd`, `sleepDuration` or `steps`.
    #[schema(example = "restingHeartRate")]
    metric: String,
    /// Least value, in the unit of the metric's type.
    #[schema(example = 40)]
    min: Option<f64>,
    /// Greatest value.
    #[schema(example = 60)]
    max: Option<f64>,
}

/// Prove that a metric was within bounds on each of some days, without showing any day's value. The
/// points must lie under mode ZK. The document says which devices the values are from, and how many points
/// were deleted, replaced, implausible, or could not be read. Points under a suspended key are refused: let
/// the key go on first. Anybody checks the answer alone: `lockstep verify FILE`.
#[utoipa::path(post, path = "/v1/sfdp/proofs", tag = "Fitness data", operation_id = "proveDays",
    request_body = Request,
    params(("Prefer" = Option<String>, Header, description = "`respond-async`: as a job"),
        ("Idempotency-Key" = Option<String>, Header, description = "Sent again: the same job, while that is known")),
    responses((status = 200, description = "The claim's document, or the job that makes it: `GET /v1/jobs/{jobId}`", body = Answer<Proof>)))]
pub(super) async fn prove(
    State(house): State<House>,
    caller: Caller,
    headers: HeaderMap,
    Long { body, once }: Long<Request>,
) -> Result<(HeaderMap, Json<Answer<Proof>>), Fault> {
    let nonce = body.nonce.as_deref().unwrap_or_default();
    let nonce = BASE64.decode(nonce.as_bytes()).map_err(|error| {
        Fault::invalid(
            "nonce",
            format!("must be base64 (RFC 4648, with padding): {error}"),
        )
    })?;
    let expires_at = body.expires_at.as_deref().map(str::parse).transpose();
    let expires_at = expires_at.map_err(|error: lockstep_store::clock::NotAMoment| {
        Fault::invalid("expiresAt", error.to_string())
    })?;
    if expires_at.is_some_and(|at: Timestamp| at <= house.clock.now()) {
        return Err(Fault::invalid("expiresAt", "must be in the future"));
    }
    let asked = proofs::Asked {
        metric: body.statement.metric,
        min: body.statement.min,
        max: body.statement.max,
        start: body.start_date,
        end: body.end_date,
        claim: Claim {
            audience: body.audience,
            nonce,
            expires_at,
            scheme: body.scheme,
            curve: body.curve,
            ..Claim::default()
        },
    };
    let jobs = house.jobs().clone();
    let work = proofs::prove(house, owner(&caller), asked);
    answer_once(&jobs, (Area::Fitness, &caller.user), &headers, &once, work).await
}
