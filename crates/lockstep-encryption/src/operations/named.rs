//! Resolves circuits by name, and limits their size.

use lockstep_web::ApiError;
use lockstep_zk::ark_ec::pairing::Pairing;
use lockstep_zk::circuits::Kind;
use lockstep_zk::formats::{json, r1cs};
use lockstep_zk::{CurveName, Error, Format, on_curve};
use sha2::{Digest, Sha256};

use crate::operations::refused;
use crate::store::circuits as rows;

/// Parses the circuit in `parameter`, determines its curve, and checks its size.
pub(crate) fn read_circuit(parameter: &str, bytes: Vec<u8>) -> Result<rows::Circuit, ApiError> {
    let id = format!("circuit:{}", json::hex(&Sha256::digest(&bytes)));
    let another = Error::Malformed {
        format: Format::R1cs,
        fault: lockstep_zk::FileDefect::WrongCurve,
    };
    let read = CurveName::ALL.into_iter().find_map(|curve| {
        let counts = on_curve!(curve, E => {
            r1cs::counts::<<E as Pairing>::ScalarField>(&bytes)
        });
        match counts {
            Err(error) if error == another => None,
            read => Some(read.map(|counts| (curve, counts))),
        }
    });
    let (
        curve,
        r1cs::Counts {
            rows,
            public,
            wires,
        },
    ) = read
        .unwrap_or_else(|| Err(another.clone()))
        .map_err(|error| refused(parameter, error.to_string()))?;
    // Public wires are rows of the key, and each wire has points in the key.
    for (what, found, most) in [
        ("rows and public wires", u64::from(rows) + public, MAX_ROWS),
        ("wires", u64::from(wires), MAX_WIRES),
    ] {
        if found > most as u64 {
            return Err(refused(
                parameter,
                format!("has {found} {what}, {most} are proven at most"),
            ));
        }
    }
    on_curve!(curve, E => r1cs::read::<<E as Pairing>::ScalarField>(&bytes).map(drop))
        .map_err(|error| refused(parameter, error.to_string()))?;
    Ok(rows::Circuit {
        id,
        curve,
        r1cs: bytes,
        zkey: None,
        wasm: None,
    })
}

/// The full name of a circuit; an `r1cs:` circuit is named by its digest.
pub(crate) fn full_name(name: &str) -> Result<String, ApiError> {
    if let Some(kind) = Kind::from_name(name) {
        return Ok(kind.name());
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
        return Ok(format!("circuit:{}", json::hex(&Sha256::digest(&bytes))));
    }
    let digest = name.strip_prefix("circuit:").filter(|digest| {
        digest.len() == 64
            && digest
                .bytes()
                .all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
    });
    digest.map(|_| name.to_owned()).ok_or_else(|| {
        refused(
            "circuit",
            "must be range, range:16, range:32, range:64, equality, commitment, membership (of depth \
             20), membership:N with N 1 to 32, set:N with N 2 to 64, aggregate:N with N a power of \
             two from 2 to 64, sum (Bulletproofs), circuit:<sha256> of an uploaded one, or \
             r1cs:<base64>",
        )
    })
}

/// Refuses circuits that would take minutes to build, by an estimate of the rows for each leaf.
pub(crate) fn check_rows(kind: Kind) -> Result<(), ApiError> {
    let rows = match kind {
        Kind::Aggregate { size } => size as usize * 700,
        Kind::Window { log, upper } | Kind::Between { log, upper } => {
            (800 << log) + 300 * upper as usize
        }
        _ => 0,
    };
    if rows > MAX_ROWS {
        return Err(refused(
            "circuit",
            format!(
                "{} has more than the {MAX_ROWS} rows that are proven",
                kind.name()
            ),
        ));
    }
    Ok(())
}

/// A key for this many rows takes some seconds to create.
pub(crate) const MAX_ROWS: usize = 1 << 16;
/// Most circuits have about as many wires as rows.
const MAX_WIRES: usize = 1 << 17;
