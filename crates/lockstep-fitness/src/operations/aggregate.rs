//! Sums, means and variances over a range. Over blocks of mode FHE they are computed on the ciphertexts
//! and the total alone is decrypted; over everything else, as sums of the same whole numbers.

use std::collections::BTreeMap;
use std::ops::Range;

use lockstep_store::Tx;
use lockstep_store::id::KeyId;
use lockstep_vault::rest::Totals;
use lockstep_vault::{ClientAnswer, Ring, Vault};
use lockstep_web::{Fault, House};
use serde_json::json;

use super::points::Query;
use super::{Owner, note, ring};
use crate::catalogue::{self, Conversion};
use crate::columns::Columns;
use crate::store::sum::{self, Made};
use crate::store::{self, Filter, Unread, client};

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Σ v.
    Sum,
    /// Σ v / count.
    Mean,
    /// Σ (v − mean)² / count: of the whole population.
    Variance,
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Aggregate {
    /// The number, in [`Aggregate::unit`] (squared, of a variance); none of no points.
    pub value: Option<f64>,
    /// The type's own unit; of an unknown type the one its points came in.
    pub unit: Option<String>,
    /// Decimals every value was rounded to first.
    pub decimals: u8,
    /// Points it is of.
    pub count: u64,
    /// Of these, those whose values were never decrypted one by one.
    pub encrypted: u64,
    /// Blocks these lie in.
    pub blocks: u64,
    /// What was passed over.
    pub skipped: Vec<Unread>,
    /// Totals over blocks of its owner's own custody, which they alone can decrypt.
    pub sealed: Vec<(KeyId, ClientAnswer)>,
}

/// Computes `operation` over the points of a type that the query means.
///
/// # Errors
/// A query that cannot be meant; points of an unknown type in several units; a total that passes 127
/// bits.
pub async fn aggregate(
    house: &House,
    owner: Owner,
    operation: Operation,
    query: Query,
) -> Result<Aggregate, Fault> {
    let ring = ring(house, &owner.user).await?;
    let reading = ring.clone();
    let (filter, keys) = house
        .db
        .read("aggregate.keys", move |tx| {
            let filter = query.filter(tx, &reading)?;
            let keys = sum::keys(tx, reading.user(), &filter)?;
            let mut open = Vec::with_capacity(keys.len());
            for key in keys {
                if reading.stopped(tx, &key)?.is_none() {
                    open.push(key);
                }
            }
            Ok::<(Filter, Vec<KeyId>), Fault>((filter, open))
        })
        .await?;
    let kind = filter
        .kind
        .clone()
        .ok_or_else(|| Fault::invalid("type", "is required"))?;
    let summing = Vault::of(house)?.summing(&ring, &keys).await?;
    let computing = kind.clone();
    let (totals, made, unit, skipped, sealed) = house
        .db
        .read("aggregate", move |tx| {
            if sum::keys(tx, ring.user(), &filter)?
                .iter()
                .any(|key| !summing.knows(key) && matches!(ring.stopped(tx, key), Ok(None)))
            {
                return Err(Fault::conflict("a key changed meanwhile: ask again"));
            }
            let mut plain = Plain::new(&computing, operation);
            let mut sums = summing.start(operation == Operation::Variance);
            let made = sum::add(tx, &ring, &filter, &mut sums, |points, meant| {
                plain.add(points, meant)
            })?;
            let mut totals = sums.finish()?;
            plain.join(&mut totals)?;
            let mut skipped = store::unread(tx, &ring, &filter)?;
            let sealed = sealed(tx, &ring, &filter)?;
            skipped.retain(|unread| !sealed.contains_key(&unread.key_id));
            Ok::<_, Fault>((totals, made, plain.unit, skipped, sealed))
        })
        .await?;
    let form = catalogue::fixed_point(&kind);
    let what = match operation {
        Operation::Sum => lockstep_vault::Aggregate::Sum,
        Operation::Mean => lockstep_vault::Aggregate::Mean,
        Operation::Variance => lockstep_vault::Aggregate::Variance,
    };
    let mut answers = Vec::with_capacity(sealed.len());
    for (key, blocks) in sealed {
        let vault = Vault::of(house)?;
        let answer = vault
            .aggregate_blocks(&owner.user, &key, blocks, what)
            .await?;
        answers.push((key, answer));
    }
    let value = value(operation, &totals, &form)?;
    let Made { encrypted, blocks } = made;
    house
        .db
        .write("aggregate.note", move |tx| {
            note(
                tx,
                &owner,
                "points.aggregate",
                format!("a total over {} points", totals.count),
                json!({ "count": totals.count, "encrypted": encrypted, "blocks": blocks }),
            )
        })
        .await?;
    let unit = catalogue::kind(&kind).map_or(unit, |kind| Some(kind.unit.to_owned()));
    Ok(Aggregate {
        value,
        unit,
        decimals: form.decimals,
        count: totals.count,
        encrypted,
        blocks,
        skipped,
        sealed: answers,
    })
}

type Parts = Vec<(Vec<u8>, Range<usize>)>;

/// The blocks of their owner's custody that a filter means, by key, and which of their values.
fn sealed(tx: &Tx<'_>, ring: &Ring, filter: &Filter) -> Result<BTreeMap<KeyId, Parts>, Fault> {
    let heads = client::heads(tx, ring.user(), filter, 0, usize::MAX)?;
    if heads.len() > MOST_SEALED {
        return Err(Fault::invalid(
            "startDate",
            format!(
                "the range holds {} blocks of your own custody, {MOST_SEALED} are added at most: \
                 narrow it",
                heads.len()
            ),
        ));
    }
    let mut all = BTreeMap::<KeyId, Parts>::new();
    for head in heads {
        let block = client::open(tx, ring, head)?;
        let from = filter
            .from
            .map_or(0, |from| block.moments.partition_point(|at| *at < from.0));
        let to = filter.to.map_or(block.moments.len(), |to| {
            block.moments.partition_point(|at| *at <= to.0)
        });
        if from < to {
            let parts = all.entry(block.head.key).or_default();
            parts.push((block.envelope, from..to));
        }
    }
    Ok(all)
}

/// They are in memory together, up to 600 KB each.
const MOST_SEALED: usize = 128;

/// Points that are not computed on as ciphertexts.
struct Plain<'k> {
    kind: &'k str,
    squares: bool,
    totals: Totals,
    unit: Option<String>,
}

impl<'k> Plain<'k> {
    fn new(kind: &'k str, operation: Operation) -> Self {
        Self {
            kind,
            squares: operation == Operation::Variance,
            totals: Totals::default(),
            unit: None,
        }
    }

    fn add(&mut self, points: &Columns, meant: Range<usize>) -> Result<(), Fault> {
        let form = catalogue::fixed_point(self.kind);
        let scale = 10_f64.powi(i32::from(form.decimals));
        let is_known = catalogue::kind(self.kind).is_some();
        let mut start = 0;
        for run in points.units() {
            let end = run.end as usize;
            let part = meant.start.max(start)..meant.end.min(end);
            start = end;
            if part.is_empty() {
                continue;
            }
            let how = catalogue::conversion(self.kind, &run.unit).unwrap_or(Conversion::Same);
            let unit = self.unit.get_or_insert_with(|| run.unit.to_string());
            if !is_known && *unit != *run.unit {
                return Err(Fault::invalid(
                    "type",
                    format!(
                        "{} is not in the catalogue and its points come in several units, which \
                         cannot be added: narrow the range or the device",
                        self.kind
                    ),
                ));
            }
            for value in &points.values()[part] {
                // What has no canonical value, a pace of nothing, takes no part.
                let Some(canonical) = how.apply(*value) else {
                    continue;
                };
                let whole = (canonical * scale).round();
                if whole.abs() > 1e30 {
                    return Err(too_large());
                }
                let whole = whole as i128 - i128::from(form.offset);
                self.totals.count += 1;
                self.totals.sum = self.totals.sum.checked_add(whole).ok_or_else(too_large)?;
                if self.squares {
                    let square = whole.checked_mul(whole);
                    self.totals.squares = square
                        .and_then(|square| self.totals.squares.checked_add(square))
                        .ok_or_else(too_large)?;
                }
            }
        }
        Ok(())
    }

    fn join(&self, totals: &mut Totals) -> Result<(), Fault> {
        totals.count += self.totals.count;
        let add = |one: i128, other: i128| one.checked_add(other).ok_or_else(too_large);
        totals.sum = add(totals.sum, self.totals.sum)?;
        totals.squares = add(totals.squares, self.totals.squares)?;
        Ok(())
    }
}

/// The number that was asked for, of whole numbers without their offset.
fn value(
    operation: Operation,
    totals: &Totals,
    form: &catalogue::FixedPoint,
) -> Result<Option<f64>, Fault> {
    let n = i128::from(totals.count);
    if n == 0 {
        return Ok((operation == Operation::Sum).then_some(0.0));
    }
    let unit = 10_f64.powi(i32::from(form.decimals));
    let shifted = i128::from(form.offset)
        .checked_mul(n)
        .and_then(|shift| totals.sum.checked_add(shift))
        .ok_or_else(too_large)?;
    Ok(Some(match operation {
        Operation::Sum => shifted as f64 / unit,
        Operation::Mean => shifted as f64 / n as f64 / unit,
        Operation::Variance => {
            // n·Σv² − (Σv)², over n²: an offset common to all values cancels.
            let numerator = n
                .checked_mul(totals.squares)
                .zip(totals.sum.checked_mul(totals.sum))
                .and_then(|(squares, square)| squares.checked_sub(square))
                .ok_or_else(too_large)?;
            numerator as f64 / n as f64 / n as f64 / unit / unit
        }
    }))
}

fn too_large() -> Fault {
    Fault::invalid(
        "startDate",
        "the total over this range passes 127 bits: narrow it",
    )
}
