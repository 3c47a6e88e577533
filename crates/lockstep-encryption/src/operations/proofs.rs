//! Proving and verifying: circuits by their names, keys by their digests, and what each proof is
//! worth.

use std::sync::Arc;

use lockstep_seal::MAGIC;
use lockstep_store::StoreError;
use lockstep_store::id::UserId;
use lockstep_vault::Owner;
use lockstep_vault::attest::Signed;
use lockstep_vault::rng::Rng;
use lockstep_web::ApiError;
use lockstep_web::jobs::Cancel;
use lockstep_zk::assurance::Setup;
use lockstep_zk::circuits::{Circuit, Kind};
use lockstep_zk::formats::{r1cs, zkey};
use lockstep_zk::r1cs::{R1cs, Witness};
use lockstep_zk::{Bls12_381, Bn254, Curve, groth16, pghr13};

use crate::encryption::Encryption;
use crate::operations::circuits::room;
use crate::operations::inputs::RunTime;
use crate::operations::named::{bounded, full_name, read_circuit};
use crate::operations::proof::{About, Context, Data, Given, Named, Prove, Proven, UNBOUND};
use crate::operations::provers::{Key, Wanted};
use crate::operations::statement::{Asked, Prepared};
use crate::operations::{bulletproofs, committed, inputs, refused, told};
use crate::scheme::{CurveName, Encoding, Scheme, setup_named};
use crate::store::circuits as rows;

impl Encryption {
    /// Makes a proof. A false statement is a fault.
    pub(crate) async fn prove(self, owner: Owner, asked: Prove) -> Result<Proven, ApiError> {
        if asked
            .expires_at
            .is_some_and(|at| at <= self.ctx().clock.now())
        {
            return Err(refused("parameters.expiresAt", "must be in the future"));
        }
        let pseudonym = match asked.bind_owner {
            true => Some(self.pseudonym(&owner).await?),
            false => None,
        };
        let mut proven = self.prove_of(owner, asked, pseudonym.clone()).await?;
        proven.owner = pseudonym;
        Ok(proven)
    }

    async fn prove_of(
        self,
        owner: Owner,
        asked: Prove,
        pseudonym: Option<String>,
    ) -> Result<Proven, ApiError> {
        if asked.scheme == Scheme::Bulletproofs {
            if asked.encoding == Encoding::Compact {
                return Err(refused(
                    "parameters.encoding",
                    "compact is for Groth16 and PGHR13: those of Bulletproofs are JSON",
                ));
            }
            let mut rng = self.rng();
            return self
                .pool()
                .run(&owner.user, move |_| {
                    let context = Context::of(&asked, pseudonym.as_deref());
                    bulletproofs::prove(&asked, &context, &mut rng)
                })
                .await;
        }
        let named = self.named_circuit(&owner.user, &asked.circuit).await?;
        let curve = curve_of(&named, &asked)?;
        let data = self.data_of(&owner, &asked).await?;
        let wanted = Wanted {
            named: Arc::new(named),
            scheme: asked.scheme,
            curve,
        };
        let mut proven = match curve {
            CurveName::Bls12_381 => {
                self.prove_on::<Bls12_381>(&owner, wanted, asked, data, pseudonym)
                    .await
            }
            CurveName::Bn254 => {
                self.prove_on::<Bn254>(&owner, wanted, asked, data, pseudonym)
                    .await
            }
        }?;
        if proven.setup == Setup::Wellformed
            && let Some(digest) = proven.digest
        {
            // Of a key that was brought: what was found out of it then.
            let known = self
                .ctx()
                .db
                .read::<_, StoreError, _>("vault.verifying_key", move |tx| {
                    rows::by_digest(tx, &owner.user, &digest)
                })
                .await?;
            let label = known.and_then(|key| setup_named(&key.setup));
            proven.setup = label.unwrap_or(Setup::Wellformed);
        }
        Ok(proven)
    }

    /// What the caller sent to be proven.
    async fn data_of(&self, owner: &Owner, asked: &Prove) -> Result<Data, ApiError> {
        Ok(if asked.data.starts_with(&MAGIC) {
            let held = self.opener(owner, &asked.data, "data").await?;
            Data::Committed(held, asked.data.to_vec())
        } else if asked.data.starts_with(b"wtns") {
            Data::Witness(asked.data.clone())
        } else {
            let given = lockstep_web::embedded_json(&asked.data).map_err(|error| {
                refused(
                    "data",
                    format!("must be base64 of a JSON object of named inputs, of a .wtns, or a ZK envelope: {error}"),
                )
            })?;
            Data::Given(given)
        })
    }

    async fn prove_on<E: Curve>(
        &self,
        owner: &Owner,
        wanted: Wanted,
        asked: Prove,
        data: Data,
        pseudonym: Option<String>,
    ) -> Result<Proven, ApiError> {
        match &*wanted.named {
            Named::Builtin(kind) => {
                let (kind, mut rng) = (*kind, self.rng());
                let prover = self.prover_of::<E>(owner, &wanted).await?;
                self.pool()
                    .run(&owner.user, move |cancel| {
                        let circuit = Circuit::<E::ScalarField>::new(kind);
                        cancel.check()?;
                        let context = Context::of(&asked, pseudonym.as_deref());
                        let about = (context, prover.key.digest());
                        let prepared = prepared::<E>(kind, &asked, &data, about, &mut rng)?;
                        let witness = circuit.witness(&prepared.inputs).map_err(told)?;
                        let making = Making {
                            wanted: &wanted,
                            encoding: asked.encoding,
                            cancel,
                        };
                        let mut proven =
                            making.finish(&prover.key, circuit.system(), &witness, &mut rng)?;
                        proven.opening = prepared.opening;
                        Ok(proven)
                    })
                    .await
            }
            Named::UploadedCircuit { .. } => {
                self.prove_brought::<E>(owner, wanted, asked, data).await
            }
        }
    }

    /// Of a circuit that was brought; its witness comes first: without one there is no key to make.
    async fn prove_brought<E: Curve>(
        &self,
        owner: &Owner,
        wanted: Wanted,
        asked: Prove,
        data: Data,
    ) -> Result<Proven, ApiError> {
        let (encoding, of, mut rng) = (asked.encoding, wanted.clone(), self.rng());
        let clock = self.ctx().clock.clone();
        let (system, witness, proven) = self
            .pool()
            .run(&owner.user, move |cancel| {
                let Named::UploadedCircuit { circuit, .. } = &*of.named else {
                    return Err(ApiError::internal("a built-in circuit that was brought"));
                };
                let system: R1cs<E::ScalarField> = r1cs::read(&circuit.r1cs).map_err(told)?;
                let time = RunTime::new(cancel, &*clock);
                let witness = inputs::witness(&system, circuit.wasm.as_deref(), &data, &time)?;
                cancel.check()?;
                let making = Making {
                    wanted: &of,
                    encoding,
                    cancel,
                };
                let proven = match &circuit.zkey {
                    None => None,
                    Some(zkey) => {
                        Some(making.with_its_own::<E>(zkey, &system, &witness, &mut rng)?)
                    }
                };
                Ok((system, witness, proven))
            })
            .await?;
        if let Some(proven) = proven {
            return Ok(proven);
        }
        let prover = self.prover_of::<E>(owner, &wanted).await?;
        let mut rng = self.rng();
        self.pool()
            .run(&owner.user, move |cancel| {
                let making = Making {
                    wanted: &wanted,
                    encoding,
                    cancel,
                };
                making.finish(&prover.key, &system, &witness, &mut rng)
            })
            .await
    }

    /// Proves a built-in circuit with inputs that are made once the digest of its key is known; with
    /// the verifying key in snarkjs JSON, and what was signed of it.
    pub(crate) async fn prove_about<A: About>(
        &self,
        owner: &Owner,
        kind: Kind,
        scheme: Scheme,
        curve: CurveName,
        about: A,
    ) -> Result<(Proven, String, Signed), ApiError> {
        bounded(kind)?;
        let wanted = Wanted {
            named: Arc::new(Named::Builtin(kind)),
            scheme,
            curve,
        };
        match curve {
            CurveName::Bls12_381 => {
                self.prove_about_on::<Bls12_381, A>(owner, kind, wanted, about)
                    .await
            }
            CurveName::Bn254 => {
                self.prove_about_on::<Bn254, A>(owner, kind, wanted, about)
                    .await
            }
        }
    }

    async fn prove_about_on<E: Curve, A: About>(
        &self,
        owner: &Owner,
        kind: Kind,
        wanted: Wanted,
        about: A,
    ) -> Result<(Proven, String, Signed), ApiError> {
        let prover = self.prover_of::<E>(owner, &wanted).await?;
        let mut rng = self.rng();
        self.pool()
            .run(&owner.user, move |cancel| {
                let circuit = Circuit::<E::ScalarField>::new(kind);
                cancel.check()?;
                let inputs = about.inputs::<E::ScalarField>(prover.key.digest())?;
                let witness = circuit.witness(&inputs).map_err(told)?;
                let making = Making {
                    wanted: &wanted,
                    encoding: Encoding::Json,
                    cancel,
                };
                let proven = making.finish(&prover.key, circuit.system(), &witness, &mut rng)?;
                let attestation = prover.attestation.clone();
                let attestation = attestation.ok_or_else(|| {
                    ApiError::internal("a built-in circuit's key that is not signed")
                })?;
                Ok((proven, prover.key.body(), attestation))
            })
            .await
    }

    async fn named_circuit(&self, user: &UserId, name: &str) -> Result<Named, ApiError> {
        if let Some(kind) = Kind::from_name(name) {
            bounded(kind)?;
            return Ok(Named::Builtin(kind));
        }
        if let Some(text) = name.strip_prefix("r1cs:") {
            let bytes = data_encoding::BASE64
                .decode(text.as_bytes())
                .map_err(|error| {
                    refused(
                        "circuit",
                        format!("r1cs: must be followed by base64: {error}"),
                    )
                })?;
            let read = move |_: &Cancel| read_circuit("circuit", bytes);
            let circuit = self.pool().run(user, read).await?;
            // Its key will be the account's, and count: better told before it is made.
            let (of, id) = (user.clone(), circuit.id.clone());
            let db = &self.ctx().db;
            db.read::<_, ApiError, _>("vault.circuits", move |tx| room(tx, &of, "circuit", &id))
                .await?;
            return Ok(Named::UploadedCircuit {
                circuit: Box::new(circuit),
                inline: true,
            });
        }
        let id = full_name(name)?;
        let of = user.clone();
        let found = self
            .ctx()
            .db
            .read::<_, StoreError, _>("vault.circuit", move |tx| rows::circuit(tx, &of, &id))
            .await?;
        found
            .map(|circuit| Named::UploadedCircuit {
                circuit: Box::new(circuit),
                inline: false,
            })
            .ok_or_else(|| refused("circuit", "no circuit of this digest was uploaded"))
    }
}

/// The curve to prove on.
fn curve_of(named: &Named, asked: &Prove) -> Result<CurveName, ApiError> {
    Ok(match named {
        Named::Builtin(_) => asked.curve.unwrap_or_default(),
        Named::UploadedCircuit { circuit, .. } => {
            let own = CurveName::from_name(&circuit.curve).unwrap_or_default();
            if asked.is_bound() {
                return Err(refused("parameters", UNBOUND));
            }
            if asked.curve.is_some_and(|curve| curve != own) {
                return Err(refused(
                    "parameters.curve",
                    format!("the circuit is over {}", own.name()),
                ));
            }
            own
        }
    })
}

/// The inputs of a built-in circuit, and what opens their commitments.
fn prepared<E: Curve>(
    kind: Kind,
    asked: &Prove,
    data: &Data,
    (context, key_digest): (Context<'_>, [u8; 32]),
    rng: &mut Rng,
) -> Result<Prepared<E::ScalarField>, ApiError> {
    let empty = Given::new();
    let about = Asked {
        kind,
        given: match data {
            Data::Given(given) => given,
            _ => &empty,
        },
        precision: asked.precision,
        context,
        key_digest,
    };
    match (data, kind) {
        (Data::Given(_), _) => about.prepare::<E::ScalarField>(rng),
        (Data::Committed(held, envelope), Kind::Aggregate { size }) => {
            let (points, scale, depth) = committed::points::<E::ScalarField>(
                held,
                envelope,
                asked.curve.unwrap_or_default(),
            )?;
            about.aggregate(size, points, scale, u32::from(depth))
        }
        (Data::Committed(..), _) => Err(refused(
            "circuit",
            "of a ZK envelope aggregate:N is proven, N the leaves of its tree",
        )),
        (Data::Witness(_), _) => Err(refused(
            "data",
            "a .wtns is for circuits of one's own: the built-in ones take named inputs",
        )),
    }
}

/// How a proof is made and written.
struct Making<'a> {
    wanted: &'a Wanted,
    encoding: Encoding,
    cancel: &'a Cancel,
}

impl Making<'_> {
    /// With the key that came with the circuit.
    fn with_its_own<E: Curve>(
        &self,
        zkey: &[u8],
        system: &R1cs<E::ScalarField>,
        witness: &Witness<E::ScalarField>,
        rng: &mut Rng,
    ) -> Result<Proven, ApiError> {
        if self.wanted.scheme != Scheme::Groth16 {
            return Err(refused("parameters.scheme", "a .zkey is for Groth16"));
        }
        let key = zkey::read::<E>(zkey).map_err(told)?;
        let going_on = || self.cancel.check().is_ok();
        let proof = groth16::prove_with_key_while(&key, witness, rng, &going_on);
        self.cancel.check()?;
        Ok(Proven {
            proof: self.encoding.groth16(&proof.map_err(told)?),
            public: self.encoding.public(&witness.public(system.public())),
            scheme: Scheme::Groth16,
            curve: Some(self.wanted.curve),
            circuit: self.wanted.named.id(),
            digest: Some(key.verifying.digest()),
            setup: Setup::Wellformed,
            owner: None,
            opening: None,
        })
    }

    fn finish<E: Curve>(
        &self,
        key: &Key<E>,
        system: &R1cs<E::ScalarField>,
        witness: &Witness<E::ScalarField>,
        rng: &mut Rng,
    ) -> Result<Proven, ApiError> {
        self.cancel.check()?;
        let encoding = self.encoding;
        let going_on = || self.cancel.check().is_ok();
        let proof = match key {
            Key::Groth16(key) => groth16::prove_while(key, system, witness, rng, &going_on)
                .map(|proof| encoding.groth16(&proof)),
            Key::Pghr13(key) => pghr13::prove_while(key, witness, rng, &going_on)
                .map(|proof| encoding.pghr13(&proof)),
        };
        self.cancel.check()?;
        Ok(Proven {
            proof: proof.map_err(told)?,
            public: encoding.public(&witness.public(system.public())),
            scheme: self.wanted.scheme,
            curve: Some(self.wanted.curve),
            circuit: self.wanted.named.id(),
            digest: Some(key.digest()),
            setup: Setup::Local,
            owner: None,
            opening: None,
        })
    }
}
