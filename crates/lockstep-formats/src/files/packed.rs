//! Gzip files, and zip archives with one or several members, read front to back.

mod archive;
mod budget;

use std::io::{BufRead, BufReader, Read};

use flate2::bufread::MultiGzDecoder;

use self::budget::{Budget, CountingReader, LimitedReader};
use super::intake::{Intake, StopReason};
use super::{ReadFault, peek, read_plain};

/// Reads a file that may be packed.
pub(super) fn read<E>(
    reader: &mut dyn BufRead,
    intake: &mut Intake<'_, E>,
) -> Result<(), StopReason<E>> {
    let budget = Budget::default();
    let head = peek(reader)?;
    let reader: &mut dyn BufRead = &mut head.as_slice().chain(reader);
    let mut counted = CountingReader {
        inner: reader,
        budget: &budget,
    };
    if head.starts_with(archive::MEMBER) {
        return archive::read(&mut counted, 0, &budget, intake);
    }
    let outcome = member(&mut counted, &budget, intake);
    let reason = intake.options.name.and_then(archive::undocumented);
    match (outcome, reason) {
        // The name says more than the content, as in an archive.
        (Err(StopReason::Fault(ReadFault::Unrecognised { .. })), Some(reason)) => {
            let seen = Some(reason.to_owned());
            Err(StopReason::Fault(ReadFault::Unrecognised { seen }))
        }
        (outcome, _) => outcome,
    }
}

/// Reads a file that may be gzipped.
fn member<E>(
    reader: &mut dyn BufRead,
    budget: &Budget,
    intake: &mut Intake<'_, E>,
) -> Result<(), StopReason<E>> {
    let head = peek(reader)?;
    let reader: &mut dyn BufRead = &mut head.as_slice().chain(reader);
    if !head.starts_with(b"\x1f\x8b") {
        return read_plain(reader, intake);
    }
    let inflated = LimitedReader {
        inner: MultiGzDecoder::new(reader),
        budget,
    };
    read_plain(&mut BufReader::with_capacity(BUFFER, inflated), intake)
}

const BUFFER: usize = 64 << 10;
