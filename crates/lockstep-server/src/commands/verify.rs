//! `verify FILE`: checks a signed document without a server.
//!
//! A claim with an audience or a nonce was made for one verifier: it is refused unless the caller expects the
//! same audience and nonce.

mod chain_file;

use std::path::Path;
use std::process::ExitCode;

use crate::args;
use crate::output::{note, out, outln};
use lockstep_documents::rotation::Chain;
use lockstep_documents::{
    AttestationKey, Content, MAX_BYTES, VerificationError, VerificationPolicy, VerifiedDocument,
    answered, verify,
};
use lockstep_store::SystemClock;
use lockstep_web::subcommand::read_file;
use serde::{Deserialize, Serialize};

/// Verifies the document and prints the result. The exit code is 0 if it is valid, 1 if it is not, and 2 if
/// it cannot be read. Of several documents in one answer, each must be valid.
#[must_use]
pub(crate) fn run(asked: args::Verify, as_json: bool) -> ExitCode {
    let args::Verify {
        file,
        attester,
        key,
        chain,
        expected,
    } = asked;
    let trust = VerificationPolicy {
        attester,
        now: Some(expected.at.unwrap_or_else(|| SystemClock::shared().now())),
        as_of: expected.at,
        audience: expected.audience,
        nonce: expected.nonce,
        accept_proof_1: expected.accept_proof_1,
        ..VerificationPolicy::default()
    };
    // A chain alone must name its signer too, because every key signs itself.
    let anchor = chain.as_deref().filter(|_| attester.is_none());
    let asked = key
        .as_deref()
        .or(anchor)
        .map(public_key)
        .transpose()
        .map_err(VerificationError::Unreadable)
        .and_then(|key| {
            let chain = chain.as_deref().map(rotations).transpose()?;
            let bytes = read(&file).map_err(VerificationError::Unreadable)?;
            let trust = VerificationPolicy {
                key,
                chain,
                ..trust
            };
            Ok((answered(&bytes)?, trust))
        });
    let judged = match asked {
        Ok((documents, _)) if documents.is_empty() => {
            let none = "it contains no document".to_owned();
            vec![Err(VerificationError::NotADocument(none))]
        }
        Ok((documents, trust)) => documents
            .iter()
            .map(|document| verify(document, &trust))
            .collect(),
        Err(error) => vec![Err(error)],
    };
    for one in &judged {
        report(&file, one, as_json);
    }
    let ends = judged.iter().map(|one| match one {
        Ok(_) => 0,
        Err(VerificationError::Refused(_)) => REFUSED,
        Err(VerificationError::Unreadable(_) | VerificationError::NotADocument(_)) => UNREADABLE,
    });
    ends.max().map_or(ExitCode::SUCCESS, ExitCode::from)
}

fn report(
    file: &Path,
    judged: &Result<VerifiedDocument<Content>, VerificationError>,
    as_json: bool,
) {
    match judged {
        _ if as_json => outln!("{}", for_programs(judged)),
        Ok(verified) => out!("{}", for_people(verified)),
        Err(error) => {
            note(&format!("lockstep: {}: {error}", file.display()));
        }
    }
}

/// Reads a document, or standard input for `-`.
fn read(path: &Path) -> Result<Vec<u8>, String> {
    read_file(path, MAX_BYTES as u64 + 1)
}

/// A public key as text, or as the API answers it.
fn public_key(path: &Path) -> Result<AttestationKey, String> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct KeyResponse {
        public_key: String,
    }
    let bytes = read(path)?;
    let text = match serde_json::from_slice::<KeyResponse>(&bytes) {
        Ok(answered) => answered.public_key,
        Err(_) => String::from_utf8_lossy(&bytes).into_owned(),
    };
    // A text file ends with a line feed.
    AttestationKey::from_base64(text.trim_ascii())
        .map_err(|error| format!("{}: {error}", path.display()))
}

/// The rotations of a key, as the API answers them.
fn rotations(path: &Path) -> Result<Chain, VerificationError> {
    let bytes = read(path).map_err(VerificationError::Unreadable)?;
    chain_file::read(&bytes)
}

/// The judgement in JSON.
#[derive(Serialize)]
struct VerificationReport<'a> {
    verified: bool,
    #[serde(flatten)]
    document: Option<&'a VerifiedDocument<Content>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

fn for_programs(judged: &Result<VerifiedDocument<Content>, VerificationError>) -> String {
    let judgement = VerificationReport {
        verified: judged.is_ok(),
        document: judged.as_ref().ok(),
        reason: judged.as_ref().err().map(ToString::to_string),
    };
    serde_json::to_string(&judgement).expect("texts and values are JSON")
}

fn for_people(verified: &VerifiedDocument<Content>) -> String {
    let VerifiedDocument {
        format,
        id,
        installation,
        at,
        attester,
        known_signer,
        says,
    } = verified;
    let holds = match says {
        Content::Claim(_) => "the proof and the signature of its subject are valid",
        Content::Record(_) => "the signature holds",
    };
    let mut text = format!("{holds}: {format} of installation {installation}, {at}\n  id: {id}\n");
    // The statement describes the counts of `basis` in words.
    for (name, value) in says.fields().iter().filter(|(name, _)| *name != "basis") {
        text.push_str(&format!("  {name}: {value}\n"));
    }
    text.push_str(&format!("signed by {}\n", attester.grouped()));
    text.push_str(if *known_signer {
        "which is the signer you named\n"
    } else {
        "anyone could have made this signature: compare the fingerprint with the platform's, which \
         `GET /v1/encryption/attestation-key` returns, or name it with --attester\n"
    });
    text
}

const REFUSED: u8 = 1;
const UNREADABLE: u8 = 2;
