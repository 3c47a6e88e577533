//! Proving and verifying: circuits by their names, keys by their digests, and what each proof is
//! worth.

use std::sync::Arc;

use lockstep_documents::scheme::ProofScheme;
use lockstep_seal::MAGIC;
use lockstep_store::StoreError;
use lockstep_store::id::UserId;
use lockstep_vault::rng::Rng;
use lockstep_web::ApiError;
use lockstep_web::Owner;
use lockstep_web::jobs::Cancel;
use lockstep_zk::ark_ff::PrimeField;
use lockstep_zk::assurance::Setup;
use lockstep_zk::circuits::{Circuit, Kind};
use lockstep_zk::formats::{r1cs, zkey};
use lockstep_zk::r1cs::{R1cs, Witness};
use lockstep_zk::{Curve, CurveName, PairingScheme, field, groth16, on_curve};

use crate::encryption::Encryption;
use crate::operations::circuits::check_circuit_limit;
use crate::operations::claims::ClaimedDays;
use crate::operations::inputs::RunTime;
use crate::operations::named::{check_rows, full_name, read_circuit};
use crate::operations::proof::{
    AttestedProof, CallerInput, Context, CreatedProof, Data, NamedCircuit, Prove, UNBOUND,
};
use crate::operations::provers::{Key, RequestedKey};
use crate::operations::statement::{PreparedStatement, StatementInput};
use crate::operations::{bulletproofs, committed, inputs, refusal, refused};
use crate::scheme::{Encoding, PairingProof};
use crate::store::circuits as rows;

impl Encryption {
    /// Makes a proof. A false statement is an error.
    pub(crate) async fn prove(self, owner: Owner, asked: Prove) -> Result<CreatedProof, ApiError> {
        if asked
            .expires_at
            .is_some_and(|at| at <= self.ctx().clock.now())
        {
            return Err(refused("parameters.expiresAt", "must be in the future"));
        }
        let pseudonym = match asked.bind_owner {
            true => Some(self.signed_roots().pseudonym(&owner).await?),
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
    ) -> Result<CreatedProof, ApiError> {
        let ProofScheme::Pairing(scheme) = asked.scheme else {
            if let Some(level @ (192 | 256)) = asked.level {
                return Err(refused(
                    "parameters.securityLevel",
                    format!("Bulletproofs have level 128; for level {level} use Groth16 or PGHR13"),
                ));
            }
            if asked.encoding == Encoding::Compact {
                return Err(refused(
                    "parameters.encoding",
                    "compact is for Groth16 and PGHR13; Bulletproofs are JSON",
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
        };
        let named = self.named_circuit(&owner.user, &asked.circuit).await?;
        let curve = curve_of(&named, &asked)?;
        let data = self.data_of(&owner, &asked).await?;
        let wanted = RequestedKey {
            named: Arc::new(named),
            scheme,
            curve,
        };
        let mut proven = on_curve!(curve, E => {
            self.prove_on::<E>(&owner, wanted, asked, data, pseudonym)
                .await
        })?;
        if proven.setup == Setup::Wellformed
            && let Some(digest) = proven.digest
        {
            // The label of an uploaded key was determined at the upload.
            let known = self
                .ctx()
                .db
                .read::<_, StoreError, _>("vault.verifying_key", move |tx| {
                    rows::by_digest(tx, &owner.user, &digest)
                })
                .await?;
            proven.setup = known.map_or(Setup::Wellformed, |key| key.setup);
        }
        Ok(proven)
    }

    /// The data that the caller sent, by its form.
    async fn data_of(&self, owner: &Owner, asked: &Prove) -> Result<Data, ApiError> {
        Ok(if asked.data.starts_with(&MAGIC) {
            let key = self.opener(owner, &asked.data, "data").await?;
            Data::Committed(key, asked.data.to_vec())
        } else if asked.data.starts_with(b"wtns") {
            Data::Witness(asked.data.clone())
        } else {
            let given = lockstep_web::embedded_json(&asked.data).map_err(|error| {
                refused(
                    "data",
                    format!("must be base64 of a JSON object of named inputs, of a .wtns, or a ZK envelope: {error}"),
                )
            })?;
            Data::Inputs(given)
        })
    }

    async fn prove_on<E: Curve>(
        &self,
        owner: &Owner,
        wanted: RequestedKey,
        asked: Prove,
        data: Data,
        pseudonym: Option<String>,
    ) -> Result<CreatedProof, ApiError> {
        match &*wanted.named {
            NamedCircuit::Builtin(kind) => {
                let (kind, mut rng) = (*kind, self.rng());
                let prover = self.prover_of::<E>(owner, &wanted).await?;
                self.pool()
                    .run(&owner.user, move |cancel| {
                        let circuit = Circuit::<E::ScalarField>::new(kind);
                        cancel.check()?;
                        let context = Context::of(&asked, pseudonym.as_deref());
                        let bound = BoundCircuit {
                            kind,
                            context,
                            key_digest: prover.key.digest(),
                        };
                        let prepared = bound.prepare::<E>(&asked, &data, &mut rng)?;
                        let witness = circuit.witness(&prepared.inputs).map_err(refusal)?;
                        let making = ProofMethod {
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
            NamedCircuit::UploadedCircuit { .. } => {
                self.prove_uploaded::<E>(owner, wanted, asked, data).await
            }
        }
    }

    /// Proves an uploaded circuit. The witness comes first: without a witness no key is created.
    async fn prove_uploaded<E: Curve>(
        &self,
        owner: &Owner,
        wanted: RequestedKey,
        asked: Prove,
        data: Data,
    ) -> Result<CreatedProof, ApiError> {
        let (encoding, of, mut rng) = (asked.encoding, wanted.clone(), self.rng());
        let clock = self.ctx().clock.clone();
        let (system, witness) = match self
            .pool()
            .run(&owner.user, move |cancel| {
                let NamedCircuit::UploadedCircuit { circuit, .. } = &*of.named else {
                    return Err(ApiError::internal("a built-in circuit that was uploaded"));
                };
                let system: R1cs<E::ScalarField> = r1cs::read(&circuit.r1cs).map_err(refusal)?;
                let time = RunTime::new(cancel, &*clock);
                let witness = inputs::witness(&system, circuit.wasm.as_deref(), &data, &time)?;
                cancel.check()?;
                let making = ProofMethod {
                    wanted: &of,
                    encoding,
                    cancel,
                };
                Ok(match &circuit.zkey {
                    None => UploadedStep::Witness { system, witness },
                    Some(zkey) => UploadedStep::Proven(Box::new(
                        making.with_its_own::<E>(zkey, &system, &witness, &mut rng)?,
                    )),
                })
            })
            .await?
        {
            UploadedStep::Proven(proven) => return Ok(*proven),
            UploadedStep::Witness { system, witness } => (system, witness),
        };
        let prover = self.prover_of::<E>(owner, &wanted).await?;
        let mut rng = self.rng();
        self.pool()
            .run(&owner.user, move |cancel| {
                let making = ProofMethod {
                    wanted: &wanted,
                    encoding,
                    cancel,
                };
                making.finish(&prover.key, &system, &witness, &mut rng)
            })
            .await
    }

    /// Proves a claim about days, with the verification key and its attestation.
    pub(crate) async fn prove_days(
        &self,
        owner: &Owner,
        scheme: PairingScheme,
        curve: CurveName,
        days: ClaimedDays,
    ) -> Result<AttestedProof, ApiError> {
        check_rows(days.kind)?;
        let wanted = RequestedKey {
            named: Arc::new(NamedCircuit::Builtin(days.kind)),
            scheme,
            curve,
        };
        on_curve!(curve, E => self.prove_days_on::<E>(owner, wanted, days).await)
    }

    async fn prove_days_on<E: Curve>(
        &self,
        owner: &Owner,
        wanted: RequestedKey,
        days: ClaimedDays,
    ) -> Result<AttestedProof, ApiError> {
        let prover = self.prover_of::<E>(owner, &wanted).await?;
        let mut rng = self.rng();
        self.pool()
            .run(&owner.user, move |cancel| {
                let circuit = Circuit::<E::ScalarField>::new(days.kind);
                cancel.check()?;
                let inputs = days.inputs::<E::ScalarField>(prover.key.digest())?;
                let witness = circuit.witness(&inputs).map_err(refusal)?;
                let proof = prover
                    .key
                    .prove(circuit.system(), &witness, cancel, &mut rng)?;
                let public = witness.public(circuit.system().public());
                let attestation = prover.attestation.clone();
                Ok(AttestedProof {
                    circuit: wanted.named.id(),
                    proof: proof.to_value(),
                    public_inputs: public.iter().map(field::to_decimal).collect(),
                    verification_key: prover.key.to_value(),
                    key_digest: prover.key.digest(),
                    setup: Setup::Local,
                    attestation: attestation.ok_or_else(|| {
                        ApiError::internal("a built-in circuit's key that is not signed")
                    })?,
                })
            })
            .await
    }

    async fn named_circuit(&self, user: &UserId, name: &str) -> Result<NamedCircuit, ApiError> {
        if let Some(kind) = Kind::from_name(name) {
            check_rows(kind)?;
            return Ok(NamedCircuit::Builtin(kind));
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
            // The account will own the key, so its limit is checked before the key is created.
            let (owner, id) = (user.clone(), circuit.id.clone());
            let db = &self.ctx().db;
            db.read::<_, ApiError, _>("vault.circuits", move |tx| {
                check_circuit_limit(tx, &owner, "circuit", &id)
            })
            .await?;
            return Ok(NamedCircuit::UploadedCircuit {
                circuit: Box::new(circuit),
                inline: true,
            });
        }
        let id = full_name(name)?;
        let owner = user.clone();
        let found = self
            .ctx()
            .db
            .read::<_, StoreError, _>("vault.circuit", move |tx| rows::circuit(tx, &owner, &id))
            .await?;
        found
            .map(|circuit| NamedCircuit::UploadedCircuit {
                circuit: Box::new(circuit),
                inline: false,
            })
            .ok_or_else(|| refused("circuit", "no circuit of this digest was uploaded"))
    }
}

/// The curve to prove on.
fn curve_of(named: &NamedCircuit, asked: &Prove) -> Result<CurveName, ApiError> {
    let NamedCircuit::UploadedCircuit { circuit, .. } = named else {
        let curve = asked.curve.or(asked.level.and_then(CurveName::of_level));
        return at_level(curve.unwrap_or_default(), asked.level);
    };
    if asked.is_bound() {
        return Err(refused("parameters", UNBOUND));
    }
    match asked.curve {
        Some(curve) if curve != circuit.curve => Err(refused(
            "parameters.curve",
            format!("the circuit is over {}", circuit.curve),
        )),
        _ => at_level(circuit.curve, asked.level),
    }
}

/// The curve, if it is of the requested level. A level is never lowered.
fn at_level(curve: CurveName, level: Option<u16>) -> Result<CurveName, ApiError> {
    match level {
        Some(level) if level != curve.level() => Err(refused(
            "parameters.securityLevel",
            format!(
                "the proof would be on {curve}, a curve for level {}",
                curve.level()
            ),
        )),
        _ => Ok(curve),
    }
}

/// A built-in circuit, and what its statement is bound to.
struct BoundCircuit<'a> {
    kind: Kind,
    context: Context<'a>,
    key_digest: [u8; 32],
}

impl BoundCircuit<'_> {
    /// The inputs of the circuit, and the opening of their commitments.
    fn prepare<E: Curve>(
        &self,
        asked: &Prove,
        data: &Data,
        rng: &mut Rng,
    ) -> Result<PreparedStatement<E::ScalarField>, ApiError> {
        let empty = CallerInput::default();
        let statement = StatementInput {
            kind: self.kind,
            given: match data {
                Data::Inputs(given) => given,
                _ => &empty,
            },
            precision: asked.precision,
            context: self.context,
            key_digest: self.key_digest,
        };
        match (data, self.kind) {
            (Data::Inputs(_), _) => statement.prepare::<E::ScalarField>(rng),
            (Data::Committed(key, envelope), Kind::Aggregate { size }) => {
                let committed = committed::points::<E::ScalarField>(key, envelope, E::NAME)?;
                statement.aggregate(size, committed)
            }
            (Data::Committed(..), _) => Err(refused(
                "circuit",
                "a ZK envelope supports aggregate:N, where N is the number of leaves of its tree",
            )),
            (Data::Witness(_), _) => Err(refused(
                "data",
                "a .wtns is for uploaded circuits; built-in circuits take named inputs",
            )),
        }
    }
}

/// The first step of a proof of an uploaded circuit.
enum UploadedStep<F: PrimeField> {
    /// The circuit came with its key.
    Proven(Box<CreatedProof>),
    /// The key is still needed.
    Witness {
        system: R1cs<F>,
        witness: Witness<F>,
    },
}

/// The options for creating and encoding a proof.
struct ProofMethod<'a> {
    wanted: &'a RequestedKey,
    encoding: Encoding,
    cancel: &'a Cancel,
}

impl ProofMethod<'_> {
    /// The proving key that was uploaded with the circuit.
    fn with_its_own<E: Curve>(
        &self,
        zkey: &[u8],
        system: &R1cs<E::ScalarField>,
        witness: &Witness<E::ScalarField>,
        rng: &mut Rng,
    ) -> Result<CreatedProof, ApiError> {
        if self.wanted.scheme != PairingScheme::Groth16 {
            return Err(refused("parameters.scheme", "a .zkey is for Groth16"));
        }
        let going_on = || self.cancel.check().is_ok();
        let key = zkey::read_while::<E>(zkey, &going_on);
        self.cancel.check()?;
        let key = key.map_err(refusal)?;
        let proof = groth16::prove_with_key_while(&key, witness, rng, &going_on);
        self.cancel.check()?;
        let proof = PairingProof::Groth16(proof.map_err(refusal)?);
        let public = witness.public(system.public());
        Ok(self.proven(&proof, &public, key.verifying.digest(), Setup::Wellformed))
    }

    fn finish<E: Curve>(
        &self,
        key: &Key<E>,
        system: &R1cs<E::ScalarField>,
        witness: &Witness<E::ScalarField>,
        rng: &mut Rng,
    ) -> Result<CreatedProof, ApiError> {
        let proof = key.prove(system, witness, self.cancel, rng)?;
        let public = witness.public(system.public());
        Ok(self.proven(&proof, &public, key.digest(), Setup::Local))
    }

    fn proven<E: Curve>(
        &self,
        proof: &PairingProof<E>,
        public: &[E::ScalarField],
        key_digest: [u8; 32],
        setup: Setup,
    ) -> CreatedProof {
        CreatedProof {
            proof: proof.write(self.encoding),
            public: self.encoding.public(public),
            scheme: ProofScheme::Pairing(self.wanted.scheme),
            curve: Some(self.wanted.curve),
            circuit: self.wanted.named.id(),
            digest: Some(key_digest),
            setup,
            owner: None,
            opening: None,
        }
    }
}
