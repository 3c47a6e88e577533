//! Recordings into points: read as a stream, stored in batches. What a batch stored stays stored;
//! sending the file again replaces the same points.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use lockstep_web::{Fault, House};
use tokio::runtime::Handle;

use super::{Owner, points::store_points};
use crate::columns::Batch;
use crate::files::{self, Activity, Format, MOST_ERRORS, Options, ReadFault};
use crate::store::registry;
use crate::upload::Upload;

/// What came of an import.
#[derive(Debug)]
pub struct Imported {
    /// What the file is.
    pub format: Format,
    /// Points that are on disk now.
    pub count: u64,
    /// The activities it holds.
    pub activities: Vec<Activity>,
    /// What could not be read, by name; at most 1000, then a count.
    pub errors: Vec<String>,
}

/// Imports a recording from a file. `progress` hears bytes read and bytes in all.
pub async fn import(
    house: &House,
    owner: Owner,
    path: &Path,
    participant: Option<String>,
    progress: impl FnMut(u64, u64) + Send + 'static,
) -> Result<Imported, Fault> {
    let unreadable = |error: std::io::Error| Fault::internal(format!("import: {error}"));
    let file = File::open(path).map_err(unreadable)?;
    let bytes = file.metadata().map_err(unreadable)?.len();
    let user = owner.user.clone();
    let zone = house
        .db
        .read::<_, lockstep_store::StoreError, _>("import.profile", move |tx| {
            Ok(registry::profile(tx, &user)?.zone())
        })
        .await?;
    let (house, now, handle) = (house.clone(), house.clock.now(), Handle::current());
    let work = tokio::task::spawn_blocking(move || {
        let options = Options {
            now,
            time_zone: zone,
            participant: participant.as_deref(),
        };
        let counted = Counted {
            file,
            read: 0,
            bytes,
            progress,
        };
        let mut reader = BufReader::with_capacity(BUFFER_BYTES, counted);
        read(&house, &owner, &handle, &mut reader, &options)
    });
    work.await
        .map_err(|error| Fault::internal(error.to_string()))?
}

fn read(
    house: &House,
    owner: &Owner,
    handle: &Handle,
    reader: &mut dyn std::io::BufRead,
    options: &Options<'_>,
) -> Result<Imported, Fault> {
    let mut batch = Batch::default();
    let mut count = 0;
    let mut sink = |point: crate::point::Point<'_>| {
        batch.push(&point);
        if batch.len() >= BATCH_POINTS {
            count += store(house, owner, handle, std::mem::take(&mut batch))?;
        }
        Ok(())
    };
    let report = files::read(reader, options, &mut sink).map_err(refusal)?;
    if !batch.is_empty() {
        count += store(house, owner, handle, batch)?;
    }
    let mut errors = report.errors;
    if report.further_errors > 0 {
        errors.truncate(MOST_ERRORS);
        errors.push(format!("and {} more", report.further_errors));
    }
    if count == 0 && !errors.is_empty() {
        let fault =
            Fault::processing("nothing of the file could be read: `details.errors` says why");
        return Err(fault.with_details(serde_json::json!({ "errors": errors })));
    }
    Ok(Imported {
        format: report.format,
        count,
        activities: report.activities,
        errors,
    })
}

fn store(house: &House, owner: &Owner, handle: &Handle, batch: Batch) -> Result<u64, Fault> {
    let (upload, owner) = (Upload::new(batch), owner.clone());
    handle.block_on(
        house
            .db
            .write("import.batch", move |tx| store_points(tx, &owner, &upload)),
    )
}

fn refusal(fault: ReadFault<Fault>) -> Fault {
    match fault {
        ReadFault::Sink(fault) => fault,
        ReadFault::ParticipantNeeded { .. } | ReadFault::NoSuchParticipant { .. } => {
            Fault::invalid("participant", fault.to_string())
        }
        ReadFault::Unrecognised { .. } | ReadFault::Inflates => {
            Fault::processing(fault.to_string())
        }
        ReadFault::Io(error) => Fault::internal(format!("import: {error}")),
    }
}

/// A file that says how far it was read.
struct Counted<P> {
    file: File,
    read: u64,
    bytes: u64,
    progress: P,
}

impl<P: FnMut(u64, u64)> Read for Counted<P> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.read += count as u64;
        (self.progress)(self.read, self.bytes);
        Ok(count)
    }
}

const BATCH_POINTS: usize = 100_000;
const BUFFER_BYTES: usize = 256 << 10;
