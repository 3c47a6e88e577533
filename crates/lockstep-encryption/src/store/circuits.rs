//! The SQL of circuits and of the keys of proofs.

use lockstep_documents::SignedRecord;
use lockstep_store::id::UserId;
use lockstep_store::{CountedColumns, Row, StorageUsage, StoreError, Tx, params};
use lockstep_zk::assurance::Setup;
use lockstep_zk::{CurveName, PairingScheme};

use crate::encryption::ProverName;

/// An uploaded circuit of an account.
pub(crate) struct Circuit {
    pub(crate) id: String,
    pub(crate) curve: CurveName,
    pub(crate) r1cs: Vec<u8>,
    pub(crate) zkey: Option<Vec<u8>>,
    /// The generator of witnesses from named inputs.
    pub(crate) wasm: Option<Vec<u8>>,
}

/// A verification key.
#[derive(Clone)]
pub(crate) struct VerifyingKey {
    /// The account of an uploaded circuit; `None` for a built-in circuit.
    pub(crate) owner: Option<UserId>,
    pub(crate) digest: [u8; 32],
    pub(crate) circuit: String,
    pub(crate) scheme: PairingScheme,
    pub(crate) curve: CurveName,
    /// The label at creation; reads return `ceremony` if it is `derived` and an administrator confirmed the
    /// digest.
    pub(crate) setup: Setup,
    /// snarkjs JSON.
    pub(crate) body: String,
    /// BLAKE2b-512 of the powers of tau that the key was verified with.
    pub(crate) ptau_hash: Option<Vec<u8>>,
}

pub(crate) fn circuit(tx: &Tx<'_>, user: &UserId, id: &str) -> Result<Option<Circuit>, StoreError> {
    tx.query_opt(
        "SELECT id, curve, r1cs, zkey, wasm FROM circuit WHERE user_id = ?1 AND id = ?2",
        params![user, id],
        |row| {
            Ok(Circuit {
                id: row.at(0)?,
                curve: row.parse(1)?,
                r1cs: row.at(2)?,
                zkey: row.at(3)?,
                wasm: row.at(4)?,
            })
        },
    )
}

/// The number of an account's circuits, this one not counted.
pub(crate) fn other_circuits(tx: &Tx<'_>, user: &UserId, id: &str) -> Result<u64, StoreError> {
    tx.query_one(
        "SELECT COUNT(*) FROM circuit WHERE user_id = ?1 AND id <> ?2",
        params![user, id],
        |row| row.at(0),
    )
}

pub(crate) fn insert_circuit(
    tx: &mut Tx<'_>,
    user: &UserId,
    circuit: &Circuit,
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO circuit(user_id, id, curve, r1cs, zkey, wasm, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         ON CONFLICT (user_id, id) DO UPDATE
            SET zkey = excluded.zkey, wasm = excluded.wasm, content_digest = NULL",
        params![
            user,
            &circuit.id,
            circuit.curve.name(),
            &circuit.r1cs,
            circuit.zkey.as_deref(),
            circuit.wasm.as_deref(),
            tx.now()
        ],
    )
    .map(drop)
}

/// Whether the account keeps this circuit.
pub(crate) fn has_circuit(tx: &Tx<'_>, user: &UserId, id: &str) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM circuit WHERE user_id = ?1 AND id = ?2",
        params![user, id],
        |row| row.at::<i64>(0),
    )?;
    Ok(found.is_some())
}

/// Removes a circuit with all its keys. Returns whether it existed.
pub(crate) fn remove_circuit(tx: &mut Tx<'_>, user: &UserId, id: &str) -> Result<bool, StoreError> {
    for sql in [
        "DELETE FROM proving_key WHERE user_id = ?1 AND name LIKE '%/' || ?2",
        // Without the inner SELECT, the planner reads all of the account's keys instead of the index by circuit.
        "DELETE FROM verifying_key WHERE user_id = ?1 AND digest IN
             (SELECT digest FROM verifying_key WHERE user_id = ?1 AND circuit = ?2)",
    ] {
        tx.execute(sql, params![user, id])?;
    }
    let removed = tx.execute(
        "DELETE FROM circuit WHERE user_id = ?1 AND id = ?2",
        params![user, id],
    )?;
    Ok(removed > 0)
}

/// A proving key that the platform created; for a built-in circuit, with the signed attestation.
pub(crate) struct ProvingKey {
    pub(crate) zkey: Vec<u8>,
    pub(crate) attestation: Option<SignedRecord>,
    /// The platform's seal of the bytes; `None` for a key that was stored before there were seals.
    pub(crate) seal: Option<Vec<u8>>,
}

/// The proving key of this name.
pub(crate) fn proving_key(
    tx: &Tx<'_>,
    name: &ProverName,
) -> Result<Option<ProvingKey>, StoreError> {
    tx.query_opt(
        "SELECT zkey, attestation, seal FROM proving_key WHERE user_id = ?1 AND name = ?2",
        params![user_id(name.owner.as_ref()), &name.text()],
        |row| {
            let attestation: Option<&str> = row.at(1)?;
            Ok(ProvingKey {
                zkey: row.at(0)?,
                // Without one that can be read, the key is set up again.
                attestation: attestation.and_then(|text| serde_json::from_str(text).ok()),
                seal: row.at(2)?,
            })
        },
    )
}

/// Stores the proving key and replaces an existing one.
pub(crate) fn keep_proving_key(
    tx: &mut Tx<'_>,
    name: &ProverName,
    key: &ProvingKey,
) -> Result<(), StoreError> {
    let attestation = key.attestation.as_ref().map(serde_json::to_string);
    let attestation = attestation
        .transpose()
        .map_err(|error| StoreError::Damaged(error.to_string()))?;
    tx.execute(
        "INSERT INTO proving_key(user_id, name, zkey, attestation, seal) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (user_id, name) DO UPDATE
            SET zkey = excluded.zkey, attestation = excluded.attestation, seal = excluded.seal,
                content_digest = NULL",
        params![
            user_id(name.owner.as_ref()),
            &name.text(),
            &key.zkey,
            attestation.as_deref(),
            key.seal.as_deref()
        ],
    )
    .map(drop)
}

/// Keeps a key; of one that is there already, the better of its two labels. Of the others for its
/// circuit, scheme and curve the oldest are forgotten: proofs under them are of an unknown key then.
pub(crate) fn keep_verifying_key(tx: &mut Tx<'_>, key: &VerifyingKey) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO verifying_key(user_id, digest, circuit, scheme, curve, setup, body, created_at,
            ptau_hash)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
         ON CONFLICT (user_id, digest) DO UPDATE
            SET setup = excluded.setup, ptau_hash = excluded.ptau_hash
            WHERE verifying_key.setup = 'wellformed'
                OR (verifying_key.setup = 'unverified' AND excluded.setup <> 'wellformed')",
        params![
            user_id(key.owner.as_ref()),
            &key.digest,
            &key.circuit,
            key.scheme.name(),
            key.curve.name(),
            key.setup.name(),
            &key.body,
            tx.now(),
            key.ptau_hash.as_deref()
        ],
    )?;
    tx.execute(
        "DELETE FROM verifying_key
         WHERE user_id = ?1 AND circuit = ?2 AND scheme = ?3 AND curve = ?4 AND digest <> ?5
            AND digest NOT IN (SELECT digest FROM verifying_key
                WHERE user_id = ?1 AND circuit = ?2 AND scheme = ?3 AND curve = ?4
                ORDER BY created_at DESC, digest LIMIT ?6)",
        params![
            user_id(key.owner.as_ref()),
            &key.circuit,
            key.scheme.name(),
            key.curve.name(),
            &key.digest,
            KEYS_OF_A_CIRCUIT
        ],
    )
    .map(drop)
}

/// The server creates new PGHR13 keys at each start.
const KEYS_OF_A_CIRCUIT: u32 = 32;

const COLUMNS: &str = "user_id, digest, circuit, scheme, curve,
    CASE WHEN setup = 'derived'
            AND EXISTS (SELECT 1 FROM ceremony WHERE ceremony.digest = verifying_key.digest)
        THEN 'ceremony' ELSE setup END,
    body, ptau_hash";

/// An account uses only its own uploaded keys. Keys that the server created can be used by every
/// account.
const IS_USABLE_SQL: &str = "(user_id IN (?1, '') OR setup = 'local')";
const OWN_FIRST_SQL: &str = "CASE user_id WHEN ?1 THEN 0 WHEN '' THEN 1 ELSE 2 END";

/// The column `user_id` of a key: empty for a built-in circuit.
fn user_id(owner: Option<&UserId>) -> &str {
    owner.map_or("", UserId::as_str)
}

fn key(row: &Row<'_>) -> Result<VerifyingKey, StoreError> {
    let owner = match row.at(0)? {
        "" => None,
        _ => Some(row.parse(0)?),
    };
    Ok(VerifyingKey {
        owner,
        digest: row.at(1)?,
        circuit: row.at(2)?,
        scheme: row.parse(3)?,
        curve: row.parse(4)?,
        setup: row.parse(5)?,
        body: row.at(6)?,
        ptau_hash: row.at(7)?,
    })
}

/// The key of this digest that the account may use: its own, or one made here, for whomever.
pub(crate) fn by_digest(
    tx: &Tx<'_>,
    user: &UserId,
    digest: &[u8; 32],
) -> Result<Option<VerifyingKey>, StoreError> {
    tx.query_opt(
        &format!(
            "SELECT {COLUMNS} FROM verifying_key WHERE digest = ?2 AND {IS_USABLE_SQL}
             ORDER BY {OWN_FIRST_SQL} LIMIT 1"
        ),
        params![user, digest],
        key,
    )
}

/// Whether a key of this digest is stored for an account, or for a built-in circuit.
pub(crate) fn knows(
    tx: &Tx<'_>,
    owner: Option<&UserId>,
    digest: &[u8; 32],
) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM verifying_key WHERE user_id = ?1 AND digest = ?2",
        params![user_id(owner), digest],
        |row| row.at::<i64>(0),
    )?;
    Ok(found.is_some())
}

/// The newest key of a circuit that the account may use, of a scheme and of a curve where one is
/// named: its own before one made here.
pub(crate) fn of_circuit(
    tx: &Tx<'_>,
    user: &UserId,
    circuit: &str,
    scheme: PairingScheme,
    curve: Option<CurveName>,
) -> Result<Option<VerifyingKey>, StoreError> {
    tx.query_opt(
        &format!(
            "SELECT {COLUMNS} FROM verifying_key WHERE circuit = ?2 AND scheme = ?3
                AND (?4 IS NULL OR curve = ?4) AND {IS_USABLE_SQL}
             ORDER BY {OWN_FIRST_SQL}, created_at DESC LIMIT 1"
        ),
        params![user, circuit, scheme.name(), curve.map(CurveName::name)],
        key,
    )
}

pub(crate) fn erase(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    for sql in [
        "DELETE FROM proving_key WHERE user_id = ?1 OR user_id = CAST(?1 AS BLOB)",
        "DELETE FROM verifying_key WHERE user_id = ?1 OR user_id = CAST(?1 AS BLOB)",
    ] {
        tx.execute(sql, params![user])?;
    }
    let sql = "DELETE FROM circuit WHERE user_id = ?1 OR user_id = CAST(?1 AS BLOB)";
    tx.execute(sql, params![user]).map(drop)
}

/// The stored bytes of an account.
pub(crate) fn usage(tx: &Tx<'_>, user: &UserId) -> Result<StorageUsage, StoreError> {
    StorageUsage::of_columns(tx, user, &COUNTED)
}

const COUNTED: [CountedColumns; 3] = [
    CountedColumns {
        table: "circuit",
        columns: &["r1cs", "zkey", "wasm"],
    },
    CountedColumns {
        table: "proving_key",
        columns: &["zkey"],
    },
    CountedColumns {
        table: "verifying_key",
        columns: &["body"],
    },
];
