//! Reads XML: TCX, GPX and Apple Health, recognised by the root element.

use std::io::{BufRead, Read};

use super::intake::{Intake, StopReason};
use super::xml_scanner::{Scanner, StreamError, Tag, prologue};
use super::{Format, ReadFault, apple, gpx, tcx};

/// Reads TCX, GPX or Apple Health, recognised by the root element.
pub(super) fn read<E>(
    reader: &mut dyn BufRead,
    intake: &mut Intake<'_, E>,
) -> Result<(), StopReason<E>> {
    let head = match prologue::skip(reader) {
        Ok(head) => head,
        Err(StreamError::Damage(text)) => return Err(unrecognised(text)),
        Err(StreamError::Io(error)) => return Err(error.into()),
    };
    let mut reader = head.kept.as_slice().chain(reader);
    let mut scanner = Scanner::new(&mut reader, head.skipped);
    match scanner.next_tag() {
        Ok(Some(Tag::Open)) => {}
        Ok(_) => return Err(unrecognised("XML without an element".to_owned())),
        Err(StreamError::Damage(text)) => return Err(unrecognised(text)),
        Err(StreamError::Io(error)) => return Err(error.into()),
    }
    match scanner.name() {
        "TrainingCenterDatabase" => {
            intake.is(Format::Tcx);
            tcx::read(&mut scanner, intake)
        }
        "gpx" => {
            intake.is(Format::Gpx);
            gpx::read(&mut scanner, intake)
        }
        "HealthData" => {
            intake.is(Format::AppleHealth);
            apple::read(&mut scanner, intake)
        }
        other => Err(unrecognised(format!(
            "XML with the root element {:?}",
            other.chars().take(60).collect::<String>()
        ))),
    }
}

fn unrecognised<E>(seen: String) -> StopReason<E> {
    StopReason::Fault(ReadFault::Unrecognised { seen: Some(seen) })
}
