//! Creation of a claim: commit to the days, sign and chain the root, prove.

use lockstep_documents::Record;
use lockstep_documents::claims::{
    Claim, ClaimBasis, DAY_MS, MAX_DAYS, Proof, ProofSystem, ROOT, RootRecord, Statement, circuit,
    date, public_inputs, ranges,
};
use lockstep_documents::signed_root::hex;
use lockstep_seal::{Context, KeyName, Mode as SealMode, Origin, Purpose, Sealing, open, seal};
use lockstep_store::StoreError;
use lockstep_store::clock::entropy_array;
use lockstep_store::id::UserId;
use lockstep_vault::at_rest::blinding;
use lockstep_vault::key::{KeySlot, Mode};
use lockstep_vault::material::Material;
use lockstep_vault::roots::{
    self as rows, AttestedRoot, CommittedData, CommittedDays, DaySpan, NewRoot,
};
use lockstep_web::app_state::BoxedFuture;
use lockstep_web::{ApiError, Owner, free_text};
use lockstep_zk::ark_ec::pairing::Pairing;
use lockstep_zk::ark_ff::PrimeField;
use lockstep_zk::circuits::{BetweenInputs, Hasher, Kind, Point, Series};
use lockstep_zk::machine::Inputs;
use lockstep_zk::{CurveName, field, on_curve};
use serde_json::Value as Json;
use zeroize::Zeroizing;

use crate::claims::{DailyValues, UnchangedCheck};
use crate::encryption::Encryption;
use crate::operations::refusal;

impl Encryption {
    /// Proves a claim over days. A series claimed before, with the same values, sources and omissions,
    /// keeps its root. Other series are committed to, signed and chained. `unchanged` is called in the
    /// transaction that signs.
    ///
    /// # Errors
    /// A false claim: the error names the first offending day, never the value. Invalid parameters. A
    /// conflict if the points have changed since they were read.
    pub fn claim(
        self,
        owner: Owner,
        daily: DailyValues,
        claim: Claim,
        unchanged: UnchangedCheck,
    ) -> BoxedFuture<Result<Proof, ApiError>> {
        // A caller that awaits an `async fn` compiles its body. The box keeps set-ups and proofs of four curves in
        // this crate, at its level of optimization.
        Box::pin(self.claim_of(owner, daily, claim, unchanged))
    }

    async fn claim_of(
        self,
        owner: Owner,
        daily: DailyValues,
        claim: Claim,
        unchanged: UnchangedCheck,
    ) -> Result<Proof, ApiError> {
        check_claim(&daily, &claim)?;
        let curve = claim.system.curve_of_root();
        let signed = match self.committed_days(&owner, &daily, curve).await? {
            CommitmentState::Signed(signed) => *signed,
            CommitmentState::New(root) => {
                self.commit_days(&owner, &daily, *root, unchanged).await?
            }
        };
        let SignedDays {
            root,
            attested,
            block,
        } = signed;
        let statement = Statement::new(&claim, &root, hex(&attested.digest));
        let system = claim.system;
        let days = ClaimedDays {
            kind: circuit(root.count),
            record_digest: attested.digest,
            daily,
            claim,
            root,
            block,
        };
        match system {
            ProofSystem::Bulletproofs => {
                let proof = self.prove_ranges(&owner, &statement, days).await?;
                self.transparent_document(statement, proof, attested.signed)
            }
            ProofSystem::Pairing { scheme, curve } => {
                let proven = self.prove_days(&owner, scheme, curve, days).await?;
                self.pairing_document(statement, (scheme, curve), proven, attested.signed)
            }
        }
    }

    async fn prove_ranges(
        &self,
        owner: &Owner,
        statement: &Statement,
        days: ClaimedDays,
    ) -> Result<Json, ApiError> {
        let (statement, mut rng) = (statement.clone(), self.rng());
        self.pool()
            .run(&owner.user, move |_| {
                ranges::prove(
                    (&days.daily.values, &days.block),
                    &days.claim,
                    (&statement, days.record_digest),
                    &mut rng,
                )
                .map_err(refusal)
            })
            .await
    }

    /// The signed root of the days, or the fields of a new root.
    async fn committed_days(
        &self,
        owner: &Owner,
        daily: &DailyValues,
        curve: CurveName,
    ) -> Result<CommitmentState, ApiError> {
        let new = daily
            .record(curve)
            .ok_or_else(|| ApiError::invalid("startDate", "is outside the calendar"))?;
        let (user, metric, span) = (owner.user.clone(), daily.metric.clone(), span(daily));
        let known = self
            .ctx()
            .db
            .read::<_, StoreError, _>("vault.roots", move |tx| {
                rows::over(tx, &user, &metric, span, curve)
            })
            .await?;
        let attester = self.attester().key().fingerprint().to_string();
        for attested in known.into_iter().filter(|it| it.signed.key == attester) {
            let Ok(record) = serde_json::from_str::<Record<RootRecord>>(&attested.signed.record)
            else {
                continue;
            };
            let root = record.body;
            // A root of an earlier format has no commitments: a new one is created.
            if !root.is_alike(&new) || root.commitments.is_none() {
                continue;
            }
            // A root under an unusable key cannot be opened again: a new one is created.
            if let Ok((block, values)) = self.opened_days(owner, &attested, &root.root).await
                && values == daily.values
            {
                return Ok(CommitmentState::Signed(Box::new(SignedDays {
                    root,
                    attested,
                    block,
                })));
            }
        }
        Ok(CommitmentState::New(Box::new(new)))
    }

    /// Commits to the days, and signs and chains their root. `new` has no link, root and commitments yet.
    async fn commit_days(
        &self,
        owner: &Owner,
        daily: &DailyValues,
        new: RootRecord,
        unchanged: UnchangedCheck,
    ) -> Result<SignedDays, ApiError> {
        let curve = new.curve;
        let block: Block = Zeroizing::new(entropy_array(&*self.ctx().entropy));
        let (day_values, with, kind) = (daily.clone(), block.clone(), new.kind);
        let (root, commitments) = self
            .pool()
            .run(&owner.user, move |_| {
                let commitments = ranges::commitments(&day_values.values, &with);
                let root =
                    on_curve!(curve, E => root_of::<<E as Pairing>::ScalarField>(&day_values, kind, &with));
                Ok((root?, commitments))
            })
            .await?;
        let days = CommittedDays {
            metric: daily.metric.clone(),
            span: span(daily),
            envelope: self.sealed_days(owner, daily, &block, &root).await?,
        };
        let element = decimal_bytes(curve, &root)
            .ok_or_else(|| ApiError::internal("a computed root is not a field element"))?;
        let (encryption, account) = (self.clone(), owner.clone());
        let new = RootRecord {
            root,
            commitments: Some(commitments),
            ..new
        };
        self.ctx()
            .db
            .write::<_, ApiError, _>("vault.root.attest", move |tx| {
                if !unchanged(tx)? {
                    return Err(ApiError::conflict(
                        "the points of these days have changed since they were read: send the request again",
                    ));
                }
                let link = encryption.signed_roots().next_link(tx, &account.user)?;
                let number = link.number;
                let root = RootRecord {
                    owner: link.owner,
                    number: number.unsigned_abs(),
                    previous: link.previous,
                    ..new.clone()
                };
                let contradicts = |basis: &ClaimBasis| !root.is_consistent_with(basis);
                if root.basis.as_ref().is_none_or(contradicts) {
                    return Err(ApiError::internal(
                        "the statements of a root about its devices and blocks contradict each other",
                    ));
                }
                let is_late = |basis: &ClaimBasis| !basis.is_dated_before(tx.now());
                if root.basis.as_ref().is_some_and(is_late) {
                    return Err(ApiError::internal(
                        "a root says that changes were counted, or the time zone changed, after it was signed",
                    ));
                }
                let new = NewRoot {
                    format: ROOT,
                    record: &root,
                    number,
                    root: element,
                    curve,
                    data: CommittedData::Days(&days),
                };
                let attested = encryption.signed_roots().append(tx, &account, &new)?;
                Ok(SignedDays {
                    root,
                    attested,
                    block: block.clone(),
                })
            })
            .await
    }

    /// The values of days and what blinds them, under the owner's key.
    async fn sealed_days(
        &self,
        owner: &Owner,
        daily: &DailyValues,
        block: &Block,
        root: &str,
    ) -> Result<Vec<u8>, ApiError> {
        let loaded = self
            .mode_keys()
            .current(owner, KeySlot::usual(Mode::Zk))
            .await?;
        let Material::Shared(key) = &loaded.material else {
            return Err(ApiError::internal("no shared key for ZK"));
        };
        let mut plain = Zeroizing::new(block.to_vec());
        for value in daily.values.iter() {
            plain.extend_from_slice(&value.to_be_bytes());
        }
        let sealing = Sealing {
            mode: SealMode::Zk,
            origin: Origin::Server,
            key_name: KeyName {
                id: loaded.record.id.to_bytes(),
                version: 1,
            },
            context: context(&owner.user, root),
            ext: b"",
        };
        seal(key, &sealing, &plain, &mut self.rng())
            .map_err(|error| ApiError::internal(error.to_string()))
    }

    async fn opened_days(
        &self,
        owner: &Owner,
        attested: &AttestedRoot,
        root: &str,
    ) -> Result<(Block, Zeroizing<Vec<i64>>), ApiError> {
        let damaged = || ApiError::internal("the stored opening of a signed root cannot be read");
        let envelope = &attested.days.as_ref().ok_or_else(damaged)?.envelope;
        let loaded = self.opener(owner, envelope, "statement").await?;
        let Material::Shared(key) = &loaded.material else {
            return Err(damaged());
        };
        let plain = open(key, envelope, &context(&owner.user, root)).map_err(|_| damaged())?;
        let (block, rest) = plain.split_first_chunk::<32>().ok_or_else(damaged)?;
        let (values, odd) = rest.as_chunks::<8>();
        if !odd.is_empty() {
            return Err(damaged());
        }
        let values = values.iter().map(|value| i64::from_be_bytes(*value));
        Ok((Zeroizing::new(*block), Zeroizing::new(values.collect())))
    }
}

/// The block key from which all blindings of a series are derived.
type Block = Zeroizing<[u8; 32]>;

/// Days whose root is signed.
struct SignedDays {
    root: RootRecord,
    attested: AttestedRoot,
    block: Block,
}

/// Whether days are committed to already.
enum CommitmentState {
    Signed(Box<SignedDays>),
    /// The record of a new root, without its link, root and commitments.
    New(Box<RootRecord>),
}

/// The days of a proof with what it is bound to.
pub(crate) struct ClaimedDays {
    pub(crate) kind: Kind,
    daily: DailyValues,
    claim: Claim,
    root: RootRecord,
    record_digest: [u8; 32],
    block: Block,
}

impl ClaimedDays {
    /// The named inputs of the circuit, bound to the proving key.
    pub(crate) fn inputs<F: PrimeField>(
        &self,
        key_digest: [u8; 32],
    ) -> Result<Inputs<F>, ApiError> {
        let series = Series::new(
            &Hasher::new(),
            points(&self.daily, &self.block),
            self.root.kind,
            self.root.scale,
            depth(self.kind),
        )
        .map_err(refusal)?;
        let public = public_inputs::<F>(
            &self.claim,
            &self.root,
            self.record_digest,
            self.kind,
            key_digest,
        )
        .ok_or_else(|| ApiError::internal("a computed root is not a field element"))?;
        let inputs = BetweenInputs {
            series: &series,
            from: self.root.first_time,
            to: self.root.last_time,
            min: self.claim.min.unwrap_or(i64::MIN),
            max: self.claim.max.unwrap_or(i64::MAX),
            statement: public[9],
        };
        inputs.inputs(depth(self.kind), 0).map_err(refusal)
    }
}

fn span(daily: &DailyValues) -> DaySpan {
    DaySpan {
        first: i64::from(daily.first_day),
        count: daily.values.len() as i64,
    }
}

/// Refuses an invalid claim and a false one.
fn check_claim(daily: &DailyValues, claim: &Claim) -> Result<(), ApiError> {
    if daily.values.is_empty() || daily.values.len() > MAX_DAYS {
        return Err(ApiError::invalid(
            "endDate",
            format!(
                "a claim covers 1 to {MAX_DAYS} days, not {}",
                daily.values.len()
            ),
        ));
    }
    for (name, length) in [
        ("audience", claim.audience.len()),
        ("nonce", claim.nonce.len()),
    ] {
        if length > MAX_BYTES {
            return Err(ApiError::invalid(
                name,
                format!("must be {MAX_BYTES} bytes at most"),
            ));
        }
    }
    free_text::one_line(&claim.audience).map_err(|reason| ApiError::invalid("audience", reason))?;
    if claim.expires_at.is_some_and(|at| at.0 <= 0) {
        return Err(ApiError::invalid("expiresAt", "must be after 1970"));
    }
    let (min, max) = (claim.min.unwrap_or(i64::MIN), claim.max.unwrap_or(i64::MAX));
    if min > max {
        return Err(ApiError::invalid(
            "statement.min",
            "is more than statement.max",
        ));
    }
    let outside = daily
        .values
        .iter()
        .position(|value| !(min..=max).contains(value));
    if let Some(place) = outside {
        let day = date(i64::from(daily.first_day) + place as i64).unwrap_or_default();
        let reason = format!("is false: on {day} the value is outside");
        return Err(ApiError::invalid("statement", reason));
    }
    Ok(())
}

/// The root of the days as a decimal number; `kind` is the number of metric and unit.
fn root_of<F: PrimeField>(
    daily: &DailyValues,
    kind: u64,
    block: &[u8; 32],
) -> Result<String, ApiError> {
    let points = points::<F>(daily, block);
    let depth = depth(circuit(points.len() as u64));
    let root = Series::root_of(&Hasher::new(), &points, kind, daily.decimals, depth);
    root.map(|root| field::to_decimal(&root)).map_err(refusal)
}

fn points<F: PrimeField>(daily: &DailyValues, block: &[u8; 32]) -> Vec<Point<F>> {
    let first = u64::from(daily.first_day.unsigned_abs());
    daily
        .values
        .iter()
        .enumerate()
        .map(|(place, value)| Point {
            value: *value,
            time: (first + place as u64) * DAY_MS,
            blinding: blinding(block, place as u64),
        })
        .collect()
}

fn depth(kind: Kind) -> u32 {
    match kind {
        Kind::Between { log, upper } => log + upper,
        _ => 0,
    }
}

/// The root's bytes, canonical, little-endian. Roots on curves above level 128 are longer.
fn decimal_bytes(curve: CurveName, root: &str) -> Option<[u8; 32]> {
    let bytes = on_curve!(curve, E => {
        field::to_bytes(&field::from_decimal::<<E as Pairing>::ScalarField>(root)?)
    });
    bytes.try_into().ok()
}

/// The context under which the opening of a root is sealed.
fn context<'a>(user: &'a UserId, root: &'a str) -> Context<'a> {
    Context {
        account: user.as_str().as_bytes(),
        purpose: Purpose::Named("root"),
        row: root.as_bytes(),
    }
}

/// The maximum number of bytes of the audience, and of the nonce.
const MAX_BYTES: usize = 256;
