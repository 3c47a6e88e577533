//! Proving and verifying: circuits by their names, keys by their digests, and what each proof is
//! worth.

use std::sync::Arc;

use lockstep_seal::MAGIC;
use lockstep_store::StoreError;
use lockstep_store::id::UserId;
use lockstep_web::Fault;
use lockstep_zk::ark_ff::PrimeField;
use lockstep_zk::assurance::Setup;
use lockstep_zk::circuits::{Circuit, Kind};
use lockstep_zk::formats::{compact, json, r1cs, zkey};
use lockstep_zk::machine::Inputs;
use lockstep_zk::r1cs::{R1cs, Witness};
use lockstep_zk::{Bls12_381, Bn254, Curve, groth16, pghr13};
use serde_json::Value;
use zeroize::Zeroizing;

use crate::material::Held;
use crate::operations::committed::{self, CurveName};
use crate::operations::keys::Owner;
use crate::operations::named::{MOST_ROWS, bounded, full_name, read_circuit};
use crate::operations::statement::{Asked, Given, refused, told};
use crate::operations::{cannot_be_opened, inputs, transparent};
use crate::pool::Cancel;
use crate::rng::Rng;
use crate::store::circuits::{self as rows, VerifyingKey};
use crate::vault::Vault;

/// A scheme of proofs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scheme {
    Groth16,
    Pghr13,
    Bulletproofs,
}

impl Scheme {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Groth16 => "Groth16",
            Self::Pghr13 => "PGHR13",
            Self::Bulletproofs => "Bulletproofs",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        [Self::Groth16, Self::Pghr13, Self::Bulletproofs]
            .into_iter()
            .find(|scheme| scheme.name().eq_ignore_ascii_case(name))
    }
}

/// How a proof and its public inputs are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// As snarkjs does.
    #[default]
    Json,
    /// As few bytes as they can be.
    Compact,
}

/// What is to be proven.
pub(crate) struct Prove {
    pub(crate) data: Zeroizing<Vec<u8>>,
    pub(crate) circuit: String,
    pub(crate) scheme: Scheme,
    /// None: the circuit's own, or the default.
    pub(crate) curve: Option<CurveName>,
    pub(crate) precision: Option<u8>,
    pub(crate) domain: String,
    pub(crate) nonce: Vec<u8>,
    pub(crate) encoding: Encoding,
}

/// A proof.
pub(crate) struct Proven {
    /// In the encoding that was asked for.
    pub(crate) proof: Vec<u8>,
    pub(crate) public: Vec<u8>,
    pub(crate) scheme: Scheme,
    /// None where there are no pairings.
    pub(crate) curve: Option<CurveName>,
    pub(crate) circuit: String,
    pub(crate) digest: Option<[u8; 32]>,
    pub(crate) setup: Setup,
    /// What opens its commitments: the owner's alone.
    pub(crate) opening: Option<Value>,
}

/// What a built-in circuit is to show of data at hand.
pub(crate) trait About: Send + 'static {
    /// Its named inputs, bound to the key they are proven with.
    fn inputs<F: PrimeField>(&self, key_digest: [u8; 32]) -> Result<Inputs<F>, Fault>;
}

/// A circuit that is asked for.
enum Named {
    Builtin(Kind),
    /// With its own proving key, where one was brought.
    Brought(Box<rows::Circuit>),
}

/// What a proof is made from.
pub(crate) enum Data {
    Given(Given),
    Witness(Zeroizing<Vec<u8>>),
    Committed(Arc<Held>, Vec<u8>),
}

/// A new key, to be kept before anything made with it is answered.
struct NewKey {
    name: String,
    zkey: Option<Vec<u8>>,
    verifying: VerifyingKey,
}

impl Vault {
    /// Makes a proof. A false statement is a fault.
    pub(crate) async fn prove(self, owner: Owner, asked: Prove) -> Result<Proven, Fault> {
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
                .run(&owner.user, move |_| transparent::prove(&asked, &mut rng))
                .await;
        }
        let named = self.named_circuit(&owner.user, &asked.circuit).await?;
        let curve = match &named {
            Named::Builtin(_) => asked.curve.unwrap_or_default(),
            Named::Brought(circuit) => {
                let own = CurveName::from_name(&circuit.curve).unwrap_or_default();
                if asked.curve.is_some_and(|curve| curve != own) {
                    return Err(refused(
                        "parameters.curve",
                        format!("the circuit is over {}", own.name()),
                    ));
                }
                own
            }
        };
        let data = if asked.data.starts_with(&MAGIC) {
            let held = self.opener(&owner, &asked.data, "data").await?;
            Data::Committed(held, asked.data.to_vec())
        } else if asked.data.starts_with(b"wtns") {
            Data::Witness(asked.data.clone())
        } else {
            let given = serde_json::from_slice(&asked.data).map_err(|error| {
                refused(
                    "data",
                    format!("must be base64 of a JSON object of named inputs, of a .wtns, or a ZK envelope: {error}"),
                )
            })?;
            Data::Given(given)
        };
        let name = key_name(&named, asked.scheme, curve);
        let stored = self.stored_key(&name).await?;
        let (vault, mut rng) = (self.clone(), self.rng());
        let (mut proven, new) = self
            .pool()
            .run(&owner.user, move |cancel| {
                let making = Making {
                    vault: &vault,
                    scheme: asked.scheme,
                    encoding: asked.encoding,
                    named: &named,
                    curve,
                    name: &name,
                    stored: stored.as_deref(),
                    cancel,
                };
                match curve {
                    CurveName::Bls12_381 => making.prove::<Bls12_381>(&asked, &data, &mut rng),
                    CurveName::Bn254 => making.prove::<Bn254>(&asked, &data, &mut rng),
                }
            })
            .await?;
        self.keep_key(new).await?;
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

    /// Proves a built-in circuit with inputs that are made once the digest of its key is known; with
    /// the verifying key in snarkjs JSON.
    pub(crate) async fn prove_about<A: About>(
        &self,
        user: &UserId,
        kind: Kind,
        scheme: Scheme,
        curve: CurveName,
        about: A,
    ) -> Result<(Proven, String), Fault> {
        bounded(kind)?;
        let named = Named::Builtin(kind);
        let name = key_name(&named, scheme, curve);
        let stored = self.stored_key(&name).await?;
        let (vault, mut rng) = (self.clone(), self.rng());
        let (proven, body, new) = self
            .pool()
            .run(user, move |cancel| {
                let making = Making {
                    vault: &vault,
                    scheme,
                    encoding: Encoding::Json,
                    named: &named,
                    curve,
                    name: &name,
                    stored: stored.as_deref(),
                    cancel,
                };
                match curve {
                    CurveName::Bls12_381 => making.about::<Bls12_381, A>(kind, &about, &mut rng),
                    CurveName::Bn254 => making.about::<Bn254, A>(kind, &about, &mut rng),
                }
            })
            .await?;
        self.keep_key(new).await?;
        Ok((proven, body))
    }

    async fn stored_key(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let name = name.to_owned();
        self.ctx()
            .db
            .read("vault.proving_key", move |tx| rows::proving_key(tx, &name))
            .await
    }

    /// Keeps a key before anything made with it is answered.
    async fn keep_key(&self, new: Option<NewKey>) -> Result<(), StoreError> {
        let Some(new) = new else {
            return Ok(());
        };
        self.ctx()
            .db
            .write("vault.proving_key.keep", move |tx| {
                if let Some(zkey) = &new.zkey {
                    rows::keep_proving_key(tx, &new.name, zkey)?;
                }
                rows::keep_verifying_key(tx, &new.verifying)
            })
            .await
    }

    async fn named_circuit(&self, user: &UserId, name: &str) -> Result<Named, Fault> {
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
            return Ok(Named::Brought(Box::new(circuit)));
        }
        let id = full_name(name)?;
        let of = user.clone();
        let found = self
            .ctx()
            .db
            .read::<_, StoreError, _>("vault.circuit", move |tx| rows::circuit(tx, &of, &id))
            .await?;
        found
            .map(|circuit| Named::Brought(Box::new(circuit)))
            .ok_or_else(|| refused("circuit", "no circuit of this digest was uploaded"))
    }
}

/// Everything a proof is made with.
struct Making<'a> {
    vault: &'a Vault,
    scheme: Scheme,
    encoding: Encoding,
    named: &'a Named,
    curve: CurveName,
    name: &'a str,
    stored: Option<&'a [u8]>,
    cancel: &'a Cancel,
}

impl Making<'_> {
    fn about<E: Curve, A: About>(
        &self,
        kind: Kind,
        about: &A,
        rng: &mut Rng,
    ) -> Result<(Proven, String, Option<NewKey>), Fault> {
        let circuit = Circuit::<E::ScalarField>::new(kind);
        self.cancel.check()?;
        let (key, new) = self.key::<E>(circuit.system(), rng)?;
        self.cancel.check()?;
        let inputs = about.inputs::<E::ScalarField>(key.digest())?;
        let witness = circuit.witness(&inputs).map_err(told)?;
        let proven = self.finish(&key, circuit.system(), &witness, None, rng)?;
        Ok((proven, key.body(), new))
    }

    fn prove<E: Curve>(
        &self,
        asked: &Prove,
        data: &Data,
        rng: &mut Rng,
    ) -> Result<(Proven, Option<NewKey>), Fault> {
        match self.named {
            Named::Builtin(kind) => {
                let circuit = Circuit::<E::ScalarField>::new(*kind);
                self.cancel.check()?;
                let (key, new) = self.key::<E>(circuit.system(), rng)?;
                self.cancel.check()?;
                let empty = Given::new();
                let about = Asked {
                    kind: *kind,
                    given: match data {
                        Data::Given(given) => given,
                        _ => &empty,
                    },
                    precision: asked.precision,
                    domain: &asked.domain,
                    nonce: &asked.nonce,
                    key_digest: key.digest(),
                };
                let prepared = match (data, kind) {
                    (Data::Given(_), _) => about.prepare::<E::ScalarField>(rng)?,
                    (Data::Committed(held, envelope), Kind::Aggregate { size }) => {
                        let (points, scale, depth) =
                            committed::points::<E::ScalarField>(held, envelope, self.curve)
                                .ok_or_else(|| cannot_be_opened("data"))?;
                        about.aggregate(*size, points, scale, u32::from(depth))?
                    }
                    (Data::Committed(..), _) => {
                        return Err(refused(
                            "circuit",
                            "of a ZK envelope aggregate:N is proven, N the leaves of its tree",
                        ));
                    }
                    (Data::Witness(_), _) => {
                        return Err(refused(
                            "data",
                            "a .wtns is for circuits of one's own: the built-in ones take named inputs",
                        ));
                    }
                };
                let witness = circuit.witness(&prepared.inputs).map_err(told)?;
                self.finish(&key, circuit.system(), &witness, prepared.opening, rng)
                    .map(|proven| (proven, new))
            }
            Named::Brought(circuit) => {
                let system: R1cs<E::ScalarField> = r1cs::read(&circuit.r1cs).map_err(told)?;
                let witness = inputs::witness(&system, circuit.wasm.as_deref(), data)?;
                self.cancel.check()?;
                if let Some(bytes) = &circuit.zkey {
                    if self.scheme != Scheme::Groth16 {
                        return Err(refused("parameters.scheme", "a .zkey is for Groth16"));
                    }
                    let key = zkey::read::<E>(bytes).map_err(told)?;
                    let going_on = || self.cancel.check().is_ok();
                    let proof = groth16::prove_with_key_while(&key, &witness, rng, &going_on);
                    self.cancel.check()?;
                    let proof = proof.map_err(told)?;
                    return Ok((
                        Proven {
                            proof: self.encoding.groth16(&proof),
                            public: self.encoding.public(&witness.public(system.public())),
                            scheme: Scheme::Groth16,
                            curve: Some(self.curve),
                            circuit: circuit.id.clone(),
                            digest: Some(key.verifying.digest()),
                            setup: Setup::Wellformed,
                            opening: None,
                        },
                        None,
                    ));
                }
                let (key, new) = self.key::<E>(&system, rng)?;
                self.finish(&key, &system, &witness, None, rng)
                    .map(|proven| (proven, new))
            }
        }
    }

    /// The circuit's key: held, stored, or made here and now.
    fn key<E: Curve>(
        &self,
        system: &R1cs<E::ScalarField>,
        rng: &mut Rng,
    ) -> Result<(Key<E>, Option<NewKey>), Fault> {
        if system.rows.len() > MOST_ROWS {
            return Err(refused(
                "circuit",
                format!(
                    "has {} rows, {MOST_ROWS} are proven at most",
                    system.rows.len()
                ),
            ));
        }
        let going_on = || self.cancel.check().is_ok();
        let (key, zkey) = match self.scheme {
            Scheme::Groth16 => {
                if let Some(key) = self.vault.prover::<groth16::ProvingKey<E>>(self.name) {
                    return Ok((Key::Groth16(key), None));
                }
                if let Some(stored) = self.stored {
                    let key = zkey::read::<E>(stored).map_err(|error| {
                        Fault::internal(format!("a proving key of ours: {error}"))
                    })?;
                    let key = Arc::new(key);
                    self.vault.remember_prover(self.name, Arc::clone(&key));
                    return Ok((Key::Groth16(key), None));
                }
                let key = groth16::setup_while::<E>(system, rng, &going_on);
                self.cancel.check()?;
                let key = Arc::new(key.map_err(told)?);
                let zkey = zkey::write(&key);
                self.vault.remember_prover(self.name, Arc::clone(&key));
                (Key::Groth16(key), Some(zkey))
            }
            Scheme::Pghr13 => {
                if let Some(key) = self.vault.prover::<pghr13::ProvingKey<E>>(self.name) {
                    return Ok((Key::Pghr13(key), None));
                }
                // Its proving key has no file format: each start makes its own, and keeps the
                // verifying half.
                let key = pghr13::setup_while::<E>(system, rng, &going_on);
                self.cancel.check()?;
                let key = Arc::new(key.map_err(told)?);
                self.vault.remember_prover(self.name, Arc::clone(&key));
                (Key::Pghr13(key), None)
            }
            Scheme::Bulletproofs => return Err(Fault::internal("no key for Bulletproofs")),
        };
        let verifying = VerifyingKey {
            user: String::new(),
            digest: key.digest(),
            circuit: self.named.id(),
            scheme: self.scheme.name().to_owned(),
            curve: self.curve.name().to_owned(),
            setup: Setup::Local.name().to_owned(),
            body: key.body(),
        };
        let new = NewKey {
            name: self.name.to_owned(),
            zkey,
            verifying,
        };
        Ok((key, Some(new)))
    }

    fn finish<E: Curve>(
        &self,
        key: &Key<E>,
        system: &R1cs<E::ScalarField>,
        witness: &Witness<E::ScalarField>,
        opening: Option<Value>,
        rng: &mut Rng,
    ) -> Result<Proven, Fault> {
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
            scheme: self.scheme,
            curve: Some(self.curve),
            circuit: self.named.id(),
            digest: Some(key.digest()),
            setup: Setup::Local,
            opening,
        })
    }
}

impl Encoding {
    fn groth16<E: Curve>(self, proof: &groth16::Proof<E>) -> Vec<u8> {
        match self {
            Self::Json => json::write_proof(proof).into_bytes(),
            Self::Compact => compact::write_proof(proof),
        }
    }

    fn pghr13<E: Curve>(self, proof: &pghr13::Proof<E>) -> Vec<u8> {
        match self {
            Self::Json => json::write_pghr13_proof(proof).into_bytes(),
            Self::Compact => compact::write_pghr13_proof(proof),
        }
    }

    fn public<F: PrimeField>(self, values: &[F]) -> Vec<u8> {
        match self {
            Self::Json => json::write_public(values).into_bytes(),
            Self::Compact => compact::write_public(values),
        }
    }
}

/// A key of either scheme.
enum Key<E: Curve> {
    Groth16(Arc<groth16::ProvingKey<E>>),
    Pghr13(Arc<pghr13::ProvingKey<E>>),
}

impl<E: Curve> Key<E> {
    fn digest(&self) -> [u8; 32] {
        match self {
            Self::Groth16(key) => key.verifying.digest(),
            Self::Pghr13(key) => key.verifying.digest(),
        }
    }

    /// Its verifying half in snarkjs JSON.
    fn body(&self) -> String {
        match self {
            Self::Groth16(key) => json::write_verifying_key(&key.verifying),
            Self::Pghr13(key) => json::write_pghr13_key(&key.verifying),
        }
    }
}

impl Named {
    fn id(&self) -> String {
        match self {
            Self::Builtin(kind) => kind.name(),
            Self::Brought(circuit) => circuit.id.clone(),
        }
    }
}

fn key_name(named: &Named, scheme: Scheme, curve: CurveName) -> String {
    format!("{}/{}/{}", scheme.name(), curve.name(), named.id())
}

pub(crate) fn setup_named(name: &str) -> Option<Setup> {
    [
        Setup::Wellformed,
        Setup::Local,
        Setup::Derived,
        Setup::Ceremony,
        Setup::Transparent,
    ]
    .into_iter()
    .find(|setup| setup.name() == name)
}
