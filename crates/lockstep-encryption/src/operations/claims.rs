//! Creation of a claim: commit to the days, sign and chain the root, prove.

use lockstep_seal::{Context, KeyName, Mode as SealMode, Origin, Purpose, Sealing, open, seal};
use lockstep_store::StoreError;
use lockstep_store::clock::entropy_array;
use lockstep_store::id::UserId;
use lockstep_vault::Owner;
use lockstep_vault::at_rest::blinding;
use lockstep_vault::document::Document;
use lockstep_vault::key::{Mode, Slot};
use lockstep_vault::material::Material;
use lockstep_vault::roots::{self as rows, Attested};
use lockstep_vault::roots::{New, Of};
use lockstep_vault::signed_root::hex;
use lockstep_web::ApiError;
use lockstep_zk::ark_ff::PrimeField;
use lockstep_zk::circuits::{BetweenInputs, Hasher, Kind, Point, Series};
use lockstep_zk::machine::Inputs;
use lockstep_zk::{field, scalar};
use serde_json::Value as Json;
use zeroize::Zeroizing;

use crate::claims::{
    CIRCUIT_KEY, Claim, DAY_MS, Daily, MAX_DAYS, PROOF, Proof, ROOT, RootRecord, Statement,
    Unchanged, date, proof,
};
use crate::encryption::Encryption;
use crate::operations::proof::About;
use crate::operations::told;
use crate::scheme::{CurveName, Scheme};

impl Encryption {
    /// Proves a claim over days. A series claimed before, with the same values, sources and omissions,
    /// keeps its root. Other series are committed to, signed and chained. `unchanged` is called in the
    /// transaction that signs.
    ///
    /// # Errors
    /// A false claim: the error names the first offending day, never the value. Invalid parameters. A
    /// conflict if the points have changed since they were read.
    pub async fn claim(
        self,
        owner: Owner,
        daily: Daily,
        claim: Claim,
        unchanged: Unchanged,
    ) -> Result<Proof, ApiError> {
        let (scheme, curve) = how(&claim)?;
        checked(&daily, &claim)?;
        let found = self.committed_days(&owner, &daily, curve).await?;
        let (root, attested, block) = match found {
            Ok(known) => known,
            Err(bare) => {
                self.commit_days(&owner, &daily, curve, bare, unchanged)
                    .await?
            }
        };
        let kind = proof::circuit(root.count);
        let about = AboutDays {
            daily,
            claim: claim.clone(),
            root: root.clone(),
            record_digest: attested.digest,
            block,
            kind,
        };
        let (proven, key, attestation) =
            self.prove_about(&owner, kind, scheme, curve, about).await?;
        let ours = |error: serde_json::Error| ApiError::internal(format!("JSON of ours: {error}"));
        let vk_digest = proven
            .digest
            .ok_or_else(|| ApiError::internal("a proof without a key"))?;
        let statement = Statement::new(&claim, &root, hex(&attested.digest));
        Ok(Proof {
            format: PROOF.to_owned(),
            id: Some(statement.id()),
            statement,
            circuit: proven.circuit,
            scheme: scheme.name().to_owned(),
            curve: curve.name().to_owned(),
            proof: serde_json::from_slice(&proven.proof).map_err(ours)?,
            public_inputs: serde_json::from_slice(&proven.public).map_err(ours)?,
            verification_key: serde_json::from_str(&key).map_err(ours)?,
            vk_digest: hex(&vk_digest),
            setup: proven.setup.name().to_owned(),
            assurance: proven.setup.assurance().to_owned(),
            key_attestation: Document::new(CIRCUIT_KEY, attestation, &self.attester()),
            attested_root: Document::new(ROOT, attested.signed, &self.attester()),
        })
    }

    /// The signed root of the days with its block key, or the fields of a new root.
    async fn committed_days(
        &self,
        owner: &Owner,
        daily: &Daily,
        curve: CurveName,
    ) -> Result<Result<(RootRecord, Attested, Block), RootRecord>, ApiError> {
        let bare = RootRecord::of(daily, curve.name(), String::new())
            .ok_or_else(|| ApiError::invalid("startDate", "is outside the calendar"))?;
        let (user, metric) = (owner.user.clone(), daily.metric.clone());
        let days = (i64::from(daily.first_day), daily.values.len() as i64);
        let known = self
            .ctx()
            .db
            .read::<_, StoreError, _>("vault.roots", move |tx| {
                rows::over(tx, &user, (&metric, curve.name()), days)
            })
            .await?;
        let attester = self.attester().key().fingerprint().to_string();
        for attested in known.into_iter().filter(|it| it.signed.key == attester) {
            let Ok(root) = read(&attested.signed.record) else {
                continue;
            };
            if !root.is_alike(&bare) {
                continue;
            }
            // A root under an unusable key cannot be opened again: a new one is created.
            if let Ok((block, values)) = self.opened_days(owner, &attested, &root.root).await
                && values == daily.values
            {
                return Ok(Ok((root, attested, block)));
            }
        }
        Ok(Err(bare))
    }

    async fn commit_days(
        &self,
        owner: &Owner,
        daily: &Daily,
        curve: CurveName,
        bare: RootRecord,
        unchanged: Unchanged,
    ) -> Result<(RootRecord, Attested, Block), ApiError> {
        let block: Block = Zeroizing::new(entropy_array(&*self.ctx().entropy));
        let (of, with) = (daily.clone(), block.clone());
        let root = self
            .pool()
            .run(&owner.user, move |_| match curve {
                CurveName::Bls12_381 => root_of::<scalar::Bls12_381>(&of, &with),
                CurveName::Bn254 => root_of::<scalar::Bn254>(&of, &with),
            })
            .await?;
        let envelope = self.sealed_days(owner, daily, &block, &root).await?;
        let element = decimal_bytes(curve, &root)
            .ok_or_else(|| ApiError::internal("a root of ours is no element"))?;
        let (encryption, of) = (self.clone(), owner.clone());
        let bare = RootRecord { root, ..bare };
        let days = (
            daily.metric.clone(),
            i64::from(daily.first_day),
            daily.values.len() as i64,
            envelope,
        );
        let (root, attested) = self
            .ctx()
            .db
            .write::<_, ApiError, _>("vault.root.attest", move |tx| {
                if !unchanged(tx)? {
                    return Err(ApiError::conflict(
                        "the points of these days have changed since they were read: send it again",
                    ));
                }
                let link = encryption.next_root(tx, &of.user)?;
                let number = link.number;
                let root = RootRecord {
                    owner: link.owner,
                    number: number.unsigned_abs(),
                    previous: link.previous,
                    ..bare.clone()
                };
                if root.basis.as_ref().is_none_or(|basis| !basis.fits(&root)) {
                    return Err(ApiError::internal(
                        "what a root says of its devices and blocks does not add up",
                    ));
                }
                let new = New {
                    format: ROOT,
                    body: root.body(),
                    number,
                    root: element,
                    curve: curve.name(),
                    of: Of::Days(days.clone()),
                };
                let attested = encryption.append_root(tx, (&of.user, &of.actor), new)?;
                Ok((root, attested))
            })
            .await?;
        Ok((root, attested, block))
    }

    /// The values of days and what blinds them, under the owner's key.
    async fn sealed_days(
        &self,
        owner: &Owner,
        daily: &Daily,
        block: &Block,
        root: &str,
    ) -> Result<Vec<u8>, ApiError> {
        let slot = Slot::new(Mode::Zk, None, None)
            .map_err(|no| ApiError::encryption_parameter(no.parameter, no.reason))?;
        let held = self.current(owner, slot).await?;
        let Material::Shared(key) = &held.material else {
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
                id: held.record.id.to_bytes(),
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
        attested: &Attested,
        root: &str,
    ) -> Result<(Block, Zeroizing<Vec<i64>>), ApiError> {
        let damaged = || ApiError::internal("the opening of a root of ours");
        let (_, _, _, envelope) = attested.days.as_ref().ok_or_else(damaged)?;
        let held = self.opener(owner, envelope, "statement").await?;
        let Material::Shared(key) = &held.material else {
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

/// The inputs of a proof over days.
struct AboutDays {
    daily: Daily,
    claim: Claim,
    root: RootRecord,
    record_digest: [u8; 32],
    block: Block,
    kind: Kind,
}

impl About for AboutDays {
    fn inputs<F: PrimeField>(&self, key_digest: [u8; 32]) -> Result<Inputs<F>, ApiError> {
        let series = Series::new(
            &Hasher::new(),
            points(&self.daily, &self.block),
            self.root.kind,
            self.root.scale,
            depth(self.kind),
        )
        .map_err(told)?;
        let about = (self.kind, key_digest);
        let public = proof::public_inputs::<F>(&self.claim, &self.root, self.record_digest, about)
            .ok_or_else(|| ApiError::internal("a root of ours"))?;
        let inputs = BetweenInputs {
            series: &series,
            from: self.root.first_time,
            to: self.root.last_time,
            min: self.claim.min.unwrap_or(i64::MIN),
            max: self.claim.max.unwrap_or(i64::MAX),
            statement: public[9],
        };
        inputs.inputs(depth(self.kind), 0).map_err(told)
    }
}

/// The scheme and the curve of a claim.
fn how(claim: &Claim) -> Result<(Scheme, CurveName), ApiError> {
    let scheme = match claim.scheme.as_deref() {
        None => Scheme::Groth16,
        Some(name) => Scheme::from_name(name)
            .ok_or_else(|| ApiError::invalid("scheme", "must be Groth16 or PGHR13"))?,
    };
    if scheme == Scheme::Bulletproofs {
        return Err(ApiError::invalid(
            "scheme",
            "Bulletproofs are about single commitments, not about the tree of a series: Groth16 or PGHR13",
        ));
    }
    let curve = match claim.curve.as_deref() {
        None => CurveName::default(),
        Some(name) => CurveName::from_name(name)
            .ok_or_else(|| ApiError::invalid("curve", "must be bls12-381 or bn254"))?,
    };
    Ok((scheme, curve))
}

/// Refuses an invalid claim and a false one.
fn checked(daily: &Daily, claim: &Claim) -> Result<(), ApiError> {
    if daily.values.is_empty() || daily.values.len() > MAX_DAYS {
        return Err(ApiError::invalid(
            "endDate",
            format!(
                "a claim is about 1 to {MAX_DAYS} days, {} are asked",
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
        let why = format!("is false: on {day} the value lies outside");
        return Err(ApiError::invalid("statement", why));
    }
    Ok(())
}

fn root_of<F: PrimeField>(daily: &Daily, block: &[u8; 32]) -> Result<String, ApiError> {
    let bare = RootRecord::of(daily, "", String::new())
        .ok_or_else(|| ApiError::internal("days that were in the calendar"))?;
    let points = points::<F>(daily, block);
    let depth = depth(proof::circuit(bare.count));
    let root = Series::root_of(&Hasher::new(), &points, bare.kind, daily.decimals, depth);
    root.map(|root| field::to_decimal(&root)).map_err(told)
}

fn points<F: PrimeField>(daily: &Daily, block: &[u8; 32]) -> Vec<Point<F>> {
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

/// The root's bytes, canonical, little-endian.
fn decimal_bytes(curve: CurveName, root: &str) -> Option<[u8; 32]> {
    let bytes = match curve {
        CurveName::Bls12_381 => field::to_bytes(&field::from_decimal::<scalar::Bls12_381>(root)?),
        CurveName::Bn254 => field::to_bytes(&field::from_decimal::<scalar::Bn254>(root)?),
    };
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

/// Parses a root record that this platform signed.
fn read(record: &str) -> Result<RootRecord, serde_json::Error> {
    let record: lockstep_vault::attest::Record = serde_json::from_str(record)?;
    serde_json::from_value(Json::Object(record.body))
}

/// The maximum number of bytes of the audience, and of the nonce.
const MAX_BYTES: usize = 256;
