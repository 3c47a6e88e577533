//! The table of operations, and the call of one of them.

#[cfg(feature = "full")]
mod circuits;
#[cfg(feature = "documents")]
mod documents;
#[cfg(feature = "full")]
mod homomorphic;
#[cfg(feature = "full")]
mod machine;
#[cfg(feature = "verification")]
mod post_quantum;
#[cfg(feature = "full")]
mod proofs;
#[cfg(feature = "full")]
mod sealing;
#[cfg(feature = "verification")]
mod verification;

use serde_json::json;

use crate::answer::Answer;
use crate::cancellation::Cancellation;
use crate::failure::Failure;
#[cfg(feature = "verification")]
use crate::handles;
#[cfg(feature = "verification")]
use crate::request::HandleFields;
use crate::request::{Empty, Request};

/// Runs an operation on the frame of its request and returns the frame of its answer.
///
/// # Errors
/// [`Failure`], whose status and text cross the border.
pub fn call(operation: &[u8], request: &[u8], cancellation: u64) -> Result<Vec<u8>, Failure> {
    let run = TABLES
        .iter()
        .copied()
        .flatten()
        .find(|(name, _)| name.as_bytes() == operation)
        .map(|(_, run)| run)
        .ok_or_else(|| {
            let name: String = String::from_utf8_lossy(operation)
                .chars()
                .take(80)
                .collect();
            Failure::invalid(format!(
                "there is no operation {name:?}; `library` lists all operations"
            ))
        })?;
    let cancellation = Cancellation::of(cancellation)?;
    cancellation.ensure_active()?;
    let request = Request::read(request, cancellation)?;
    match run(&request) {
        Ok(answer) => answer.to_frame(),
        // Work that was interrupted fails with errors of many kinds.
        Err(failure) => Err(match request.cancellation.is_active() {
            true => failure,
            false => Failure::cancelled(),
        }),
    }
}

/// The names of all operations.
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLES.iter().copied().flatten().map(|(name, _)| *name)
}

/// An operation: its name and the function that runs it.
type Operation = (&'static str, fn(&Request<'_>) -> Result<Answer, Failure>);

const TABLES: &[&[Operation]] = &[
    LIBRARY,
    #[cfg(feature = "verification")]
    CLOSE,
    #[cfg(feature = "verification")]
    verification::OPERATIONS,
    #[cfg(feature = "documents")]
    documents::OPERATIONS,
    #[cfg(feature = "verification")]
    post_quantum::VERIFICATION,
    #[cfg(feature = "full")]
    post_quantum::OPERATIONS,
    #[cfg(feature = "full")]
    proofs::OPERATIONS,
    #[cfg(feature = "full")]
    circuits::OPERATIONS,
    #[cfg(feature = "full")]
    machine::OPERATIONS,
    #[cfg(feature = "full")]
    sealing::OPERATIONS,
    #[cfg(feature = "full")]
    homomorphic::OPERATIONS,
    #[cfg(test)]
    &[(PANICS, |_| panic!("as the test asked"))],
];

const LIBRARY: &[Operation] = &[("library", library)];
/// Operations without objects need none.
#[cfg(feature = "verification")]
const CLOSE: &[Operation] = &[("close", close)];

fn library(request: &Request<'_>) -> Result<Answer, Failure> {
    let Empty {} = request.fields()?;
    Ok(Answer::new()
        .with("version", env!("CARGO_PKG_VERSION"))
        .with("abiVersion", crate::ABI_VERSION)
        .with("operations", json!(names().collect::<Vec<_>>())))
}

#[cfg(feature = "verification")]
fn close(request: &Request<'_>) -> Result<Answer, Failure> {
    let HandleFields { handle } = request.fields()?;
    handles::close(handle)?;
    Ok(Answer::new())
}

/// An operation of the tests that panics.
#[cfg(test)]
pub(crate) const PANICS: &str = "panics";
