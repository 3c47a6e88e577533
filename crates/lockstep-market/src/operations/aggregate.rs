//! Answers over sold points that never show a point: sums, means and variances over calendar days.
//!
//! The atoms of every answer are cells: a calendar day in UTC of a series, with at least
//! [`MIN_CELL_POINTS`] points. No answer depends on a part of a cell, regardless of what buyers
//! combine: a difference of two answers is again a sum over whole cells. This holds across tokens and
//! buyers, because a cell that was offered once is never offered with other points ([`crate::snapshot`]
//! digests it). Answers over a series are counted for all buyers together; a repeated question is
//! answered from the first answer.

mod scan;

use std::collections::BTreeSet;

use data_encoding::HEXLOWER;
use lockstep_documents::Document;
use lockstep_documents::offers::{AGGREGATE, AggregateRecord, CellRecord};
use lockstep_encryption::Encryption;
use lockstep_formats::catalogue;
use lockstep_points::total::{Operation, PlainTotal, value};
use lockstep_store::id::{PurchaseId, TokenId};
use lockstep_store::{Timestamp, Tx};
use lockstep_values::Totals;
use lockstep_vault::at_rest::AadContext;
use lockstep_vault::{AccountKeys, Vault};
use lockstep_web::jobs::BatchSource;
use lockstep_web::{ApiError, AppState, IdempotencyKey, Owner};
use serde::{Deserialize, Serialize};

use self::scan::Scan;
use super::data;
use super::uses::consume_use;
use crate::purchase::{Purchase, UseName};
use crate::snapshot::CellName;
use crate::store;
use crate::token::{DAY_MILLIS, DataToken, MAX_ANSWERS, date_of};

pub(crate) use lockstep_documents::offers::MIN_CELL_POINTS;

/// A question.
#[derive(Clone, Debug)]
pub(crate) struct AggregateQuestion {
    pub(crate) token: TokenId,
    pub(crate) operation: Operation,
    pub(crate) kind: String,
    /// Only the cells of this device.
    pub(crate) device: Option<String>,
    /// Days since 1970, each once; `None` for every offered day.
    pub(crate) days: Option<Vec<i64>>,
    /// The party for which the document is made; `None` for the purchase.
    pub(crate) audience: Option<String>,
}

/// An answered question.
pub(crate) struct AnsweredQuestion {
    pub(crate) document: Document,
    pub(crate) remaining: u32,
}

/// The part of an answer that is stored with an idempotency key. A repeated request makes the same document from it and from the stored
/// value.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct GivenAnswer {
    purchase: PurchaseId,
    /// The number of the use.
    n: u32,
    /// The uses that were left after it.
    remaining: u32,
    /// The time that the document states.
    at: Timestamp,
}

/// The value of an answer, as it is sealed in the store.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Figure {
    value: f64,
    unit: Option<String>,
    count: u64,
    encrypted: u64,
}

/// The cells of a question, with the token and the purchase that it uses.
#[derive(Clone)]
struct Plan {
    token: DataToken,
    purchase: Purchase,
    cells: Vec<(CellName, u64)>,
    operation: Operation,
    kind: String,
}

/// Answers a question; the answer consumes one use of the purchase. A request that is repeated while that use can be
/// continued gets the same answer and consumes nothing.
///
/// # Errors
/// No purchase that can be used; a repeated request whose use is over; days that the token does not offer; a spent
/// budget; a stopped key of the seller, in which case nothing is consumed.
pub(crate) async fn answer(
    state: &AppState,
    buyer: Owner,
    question: AggregateQuestion,
    idempotency_key: IdempotencyKey,
) -> Result<AnsweredQuestion, ApiError> {
    let (user, asked) = (buyer.user.clone(), idempotency_key.clone());
    let audience = question.audience.clone();
    let sells = state.active_check();
    let plan = state
        .db
        .read("market.aggregate.plan", move |tx| {
            let (reader, id) = ((&user, sells), &question.token);
            let (token, purchase) = match asked.before::<GivenAnswer>(tx, &user)? {
                Some(GivenAnswer { purchase, n, .. }) => {
                    data::find_again(tx, reader, id, &UseName { purchase, n })?
                }
                None => data::find(tx, reader, id, None)?,
            };
            plan(tx, token, purchase, question)
        })
        .await?;
    let vault = Vault::of(state)?;
    let keys = vault.account_keys(&plan.token.owner).await?;
    let query = query_digest(&keys, &plan);
    let (reading, planned) = (keys.clone(), plan.clone());
    let known = state
        .db
        .read("market.aggregate.known", move |tx| {
            ensure_readable(tx, &reading, &planned)?;
            let known = earlier_answer(tx, &reading, &planned, &query)?;
            if known.is_none() {
                within_budget(tx, &planned)?;
            }
            Ok::<_, ApiError>(known)
        })
        .await?;
    let figure = match known {
        Some(figure) => figure,
        None => compute(state, &keys, &plan).await?,
    };
    let attester = vault.attester();
    state
        .db
        .write("market.aggregate.answer", move |tx| {
            ensure_readable(tx, &keys, &plan)?;
            // The first answer counts, if another request computed the same in the meantime.
            let figure = match earlier_answer(tx, &keys, &plan, &query)? {
                Some(first) => first,
                None => {
                    store_answer(tx, &keys, &plan, (&query, &figure))?;
                    figure.clone()
                }
            };
            let purchase = &plan.purchase;
            let given = idempotency_key.run(tx, &buyer.user, |tx| {
                let n = consume_use(tx, &buyer, &purchase.id)?;
                Ok(GivenAnswer {
                    purchase: purchase.id.clone(),
                    n,
                    remaining: purchase.allowed_uses - n,
                    at: tx.now(),
                })
            })?;
            // A request with the same key may have used another purchase since the question was planned.
            let of_purchase = || given.purchase.to_string();
            let audience = audience.clone().unwrap_or_else(of_purchase);
            let record = record(&plan, &figure, &audience);
            let signed = attester.attest(AGGREGATE, given.at, record);
            Ok(AnsweredQuestion {
                document: attester.document(AGGREGATE, signed),
                remaining: given.remaining,
            })
        })
        .await
}

/// Finds the cells that a question names.
fn plan(
    tx: &Tx<'_>,
    token: DataToken,
    purchase: Purchase,
    question: AggregateQuestion,
) -> Result<Plan, ApiError> {
    if !purchase.restrictions.is_aggregate_only() {
        return Err(ApiError::conflict(
            "the token is not aggregate-only: read its points at \
             GET /v1/sfdp/marketplace/tokens/{id}/data",
        ));
    }
    let mut cells = store::cells::cells(tx, &token.id, Some(&question.kind))?;
    let ensure_offered = |is_empty: bool, field: &str, what: &str| match is_empty {
        false => Ok(()),
        true => Err(ApiError::invalid(
            field,
            format!(
                "the token offers no day of this {what}: its certificate names those that it offers"
            ),
        )),
    };
    ensure_offered(cells.is_empty(), "type", "type")?;
    if let Some(device) = &question.device {
        cells.retain(|(name, _)| name.device == *device);
        ensure_offered(cells.is_empty(), "device", "type and device")?;
    }
    if let Some(days) = question.days {
        let offered: BTreeSet<i64> = cells.iter().map(|(name, _)| name.day).collect();
        for (nth, day) in days.iter().enumerate() {
            if !offered.contains(day) {
                return Err(ApiError::invalid(
                    &format!("days[{nth}]"),
                    format!(
                        "{} is not offered: the certificate names the days with at least {MIN_CELL_POINTS} \
                         points",
                        date_of(*day)
                    ),
                ));
            }
        }
        let days: BTreeSet<i64> = days.into_iter().collect();
        cells.retain(|(name, _)| days.contains(&name.day));
    }
    Ok(Plan {
        token,
        purchase,
        cells,
        operation: question.operation,
        kind: question.kind,
    })
}

/// The digest that identifies a question for every buyer and token: the operation and the cells, whose
/// content never changes.
fn query_digest(keys: &AccountKeys, plan: &Plan) -> [u8; 32] {
    let mut text = Vec::new();
    for (name, _) in &plan.cells {
        for part in [&name.kind, &name.device] {
            text.extend_from_slice(&(part.len() as u64).to_be_bytes());
            text.extend_from_slice(part.as_bytes());
        }
        text.extend_from_slice(&name.day.to_be_bytes());
    }
    let operation = name_of(plan.operation).as_bytes();
    keys.row_digests()
        .digest(QUERY_DIGEST_LABEL, &[operation, &text])
}

/// Refuses if a key of points that the question is about does not decrypt: a stored answer shows them, too.
fn ensure_readable(tx: &Tx<'_>, keys: &AccountKeys, plan: &Plan) -> Result<(), ApiError> {
    let mut checked = BTreeSet::new();
    for chunk in store::tokens::chunk_keys(tx, &plan.token.id)? {
        let is_meant = plan
            .token
            .facts
            .get(chunk.series as usize)
            .is_some_and(|facts| {
                !days_of(plan, (&facts.r#type, &facts.device), (chunk.t0, chunk.t1)).is_empty()
            });
        if !is_meant || !checked.insert(chunk.key.clone()) {
            continue;
        }
        if keys.stopped(tx, &chunk.key)?.is_some() {
            return Err(crate::snapshot::stopped());
        }
    }
    Ok(())
}

/// Returns the stored answer to a question; `None` for one that does not open: it is computed again from the same points.
fn earlier_answer(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    plan: &Plan,
    query: &[u8; 32],
) -> Result<Option<Figure>, ApiError> {
    let Some(sealed) = store::cells::answer(tx, &plan.token.owner, query)? else {
        return Ok(None);
    };
    let opened = keys.open_own(context(query), &sealed).ok();
    let figure = opened.and_then(|(plain, _)| serde_json::from_slice(&plain).ok());
    if figure.is_none() {
        tracing::error!(account = %plan.token.owner, "a stored answer is damaged and is computed again");
    }
    Ok(figure)
}

/// The series of a plan, each once.
fn series_of(plan: &Plan) -> BTreeSet<(&str, &str)> {
    let names = plan.cells.iter();
    names
        .map(|(name, _)| (name.kind.as_str(), name.device.as_str()))
        .collect()
}

fn within_budget(tx: &Tx<'_>, plan: &Plan) -> Result<(), ApiError> {
    for series in series_of(plan) {
        if store::cells::spent(tx, &plan.token.owner, series)? >= MAX_ANSWERS {
            return Err(ApiError::conflict(format!(
                "all buyers together got {MAX_ANSWERS} different answers over this series, which is the \
                    maximum: only earlier answers are repeated"
            )));
        }
    }
    Ok(())
}

/// Stores a new answer and counts it for each of its series.
fn store_answer(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    plan: &Plan,
    (query, figure): (&[u8; 32], &Figure),
) -> Result<(), ApiError> {
    within_budget(tx, plan)?;
    for series in series_of(plan) {
        store::cells::spend(tx, &plan.token.owner, series)?;
    }
    let plain = serde_json::to_vec(figure)
        .map_err(|error| ApiError::internal(format!("an answer: {error}")))?;
    let sealed = keys.seal(tx, None, context(query), b"", &plain)?;
    store::cells::keep_answer(tx, &plan.token.owner, query, &sealed)?;
    Ok(())
}

/// Computes a new answer: on the ciphertexts of homomorphic blocks, of which only the total is decrypted.
async fn compute(state: &AppState, keys: &AccountKeys, plan: &Plan) -> Result<Figure, ApiError> {
    let token = plan.token.id.clone();
    let under = state
        .db
        .read::<_, ApiError, _>("market.aggregate.keys", move |tx| {
            Ok(store::tokens::block_keys(tx, &token)?)
        })
        .await?;
    let encryption = Encryption::of(state)?;
    let summing = encryption.summing(keys, &under).await?;
    let mut scan = Scan {
        state: state.clone(),
        keys: keys.clone(),
        plan: plan.clone(),
        next: Some(0),
        plain: Some(PlainTotal::new(&plan.kind, plan.operation)),
        encrypted: 0,
    };
    let mut totals = Totals::default();
    if under.is_empty() {
        while scan.next_batch().await?.is_some() {}
    } else {
        let squares = plan.operation == Operation::Variance;
        totals = encryption
            .add_up(&plan.token.owner, (summing, squares), &mut scan)
            .await?;
    }
    let plain = scan
        .plain
        .ok_or_else(|| ApiError::internal("an aggregate lost its total"))?;
    plain.join(&mut totals)?;
    let expected: u64 = plan.cells.iter().map(|(_, count)| count).sum();
    if totals.count != expected {
        return Err(ApiError::processing(
            "some of these points have no value in the canonical unit of their type: leave their days out",
        ));
    }
    let figure = value(plan.operation, &totals, &catalogue::fixed_point(&plan.kind))?;
    Ok(Figure {
        value: figure.ok_or_else(|| ApiError::internal("an aggregate over no points"))?,
        unit: plain.unit(),
        count: totals.count,
        encrypted: scan.encrypted,
    })
}

/// The times of a plan's days of a series that overlap a chunk; adjacent days are one range.
fn days_of(plan: &Plan, (kind, device): (&str, &str), (t0, t1): (i64, i64)) -> Vec<(i64, i64)> {
    let mut ranges: Vec<(i64, i64)> = Vec::new();
    for (name, _) in &plan.cells {
        if name.kind != kind || name.device != device {
            continue;
        }
        let from = name.day * DAY_MILLIS;
        let to = from + DAY_MILLIS - 1;
        if to < t0 || from > t1 {
            continue;
        }
        match ranges.last_mut() {
            Some(last) if last.1 + 1 == from => last.1 = to,
            _ => ranges.push((from, to)),
        }
    }
    ranges
}

fn record(plan: &Plan, figure: &Figure, audience: &str) -> AggregateRecord {
    let of_kind = plan
        .token
        .facts
        .iter()
        .filter(|facts| facts.r#type == plan.kind);
    let mut roots = vec![HEXLOWER.encode(&plan.token.root)];
    roots.extend(of_kind.flat_map(|facts| facts.roots.iter().cloned()));
    let cells = plan.cells.iter().map(|(name, count)| CellRecord {
        device: name.device.clone(),
        day: date_of(name.day),
        count: *count,
    });
    AggregateRecord {
        token: plan.token.id.to_string(),
        operation: name_of(plan.operation).to_owned(),
        kind: plan.kind.clone(),
        unit: figure.unit.clone(),
        decimals: catalogue::fixed_point(&plan.kind).decimals,
        cells: cells.collect(),
        count: figure.count,
        encrypted: figure.encrypted,
        roots,
        value: figure.value,
        audience: audience.to_owned(),
    }
}

fn name_of(operation: Operation) -> &'static str {
    match operation {
        Operation::Sum => "sum",
        Operation::Mean => "mean",
        Operation::Variance => "variance",
    }
}

fn context(query: &[u8; 32]) -> AadContext<'_> {
    AadContext {
        what: "market.answer",
        row: query,
    }
}

const QUERY_DIGEST_LABEL: &str = "market query v1";
