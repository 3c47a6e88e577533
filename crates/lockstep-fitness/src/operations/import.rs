//! Imports recordings as a stream and stores their points in batches. A stored batch stays stored;
//! importing the file again replaces the same points. Each import has a record, by which it can be undone.

use std::io::{BufReader, Read};
use std::path::Path;

use lockstep_formats::Point;
use lockstep_formats::files::{
    self, Activity, Format, MAX_ERRORS, Options, ReadFault, ReadReport, SkippedContent,
};
use lockstep_points::columns::Batch;
use lockstep_points::provenance::BatchTimes;
use lockstep_points::{
    IngestResult, MAX_BATCH_POINTS, StorageOptions, all_revoked, ingest_recorded,
};
use lockstep_store::id::{ActivityId, ImportId};
use lockstep_store::{QueueOwner, Tx, WriteCheck, regular_file};
use lockstep_vault::AccountKeys;
use lockstep_vault::at_rest::SpoolFile;
use lockstep_web::{ApiError, AppState, Owner};
use tokio::sync::mpsc;

use super::activity_writer::{ActivityRefusal, MAX_ACTIVITIES};
use super::day_rows;
use super::import_bounds::{Delivery, MAX_READ_HOURS, ReadBounds, Stopped};
use super::import_record::{self, Outcome};
use super::profile;

/// The properties of a file in addition to its bytes.
#[derive(Clone, Debug, Default)]
pub(crate) struct FileProperties {
    /// The file's name: some exports state their content only there.
    pub(crate) name: Option<String>,
    /// The participant whose rows are imported, if the file has several people.
    pub(crate) participant: Option<String>,
    /// The storage options of the points.
    pub(crate) options: StorageOptions,
}

/// The result of an import.
#[derive(Debug)]
pub(crate) struct ImportOutcome {
    /// The id of the import.
    pub(crate) id: ImportId,
    /// The format of the file.
    pub(crate) format: Format,
    /// The number of stored points.
    pub(crate) count: u64,
    /// The number of these points that are new at their device and millisecond.
    pub(crate) new: u64,
    /// The number of these points that are stored under a mode.
    pub(crate) under_mode: u64,
    /// The activities in the file.
    pub(crate) activities: Vec<Activity>,
    /// The stored activity of each; `None` for those that the account has no room for.
    pub(crate) activity_ids: Vec<Option<ActivityId>>,
    /// The errors in the file; at most 1000, then a count.
    pub(crate) errors: Vec<String>,
    /// Valid content that was skipped.
    pub(crate) skipped: Vec<SkippedContent>,
    /// The fields of the profile that the file completed.
    pub(crate) completed: Vec<&'static str>,
}

/// The bytes of a recording.
pub(crate) struct Source {
    reader: Box<dyn Read + Send>,
    bytes: u64,
}

impl Source {
    /// Opens a file of the command line's user.
    ///
    /// # Errors
    /// If the file cannot be opened, or is a folder, a pipe or a device: a pipe would wait for its writer, and a path
    /// like `/dev/fd/3` means another file in the server's process.
    pub(crate) fn file(path: &Path) -> std::io::Result<Self> {
        let file = regular_file::open(path)?;
        let bytes = file.metadata()?.len();
        Ok(Self {
            reader: Box::new(file),
            bytes,
        })
    }

    /// A received file in the spool.
    #[must_use]
    pub(crate) fn spooled(file: SpoolFile) -> Self {
        Self {
            bytes: file.stored_bytes(),
            reader: Box::new(file),
        }
    }
}

/// Imports a recording. Calls `progress` with the bytes read and the total bytes.
///
/// One thread reads the file. A task stores each batch ([`ingest_recorded`]) while the thread reads the next, so two
/// batches at most are in memory. An import that has begun is finished even if its client disconnects, but not if its
/// account is suspended or erased, if it is deleted, or if the file is read for [`MAX_READ_HOURS`].
///
/// # Errors
/// A file that cannot be read, or without any point that can be stored; too many imports; the errors of
/// [`ingest_recorded`].
pub(crate) async fn import(
    state: &AppState,
    owner: Owner,
    source: Source,
    about: FileProperties,
    progress: impl FnMut(u64, u64) + Send + 'static,
) -> Result<ImportOutcome, ApiError> {
    let importing = import_all(state.clone(), owner, source, about, progress);
    // A spawned task does not inherit the account, so it is passed explicitly.
    let importing = tokio::spawn(QueueOwner::current().scope(importing));
    let imported = importing.await;
    imported.map_err(|error| ApiError::internal(format!("import: {error}")))?
}

async fn import_all(
    state: AppState,
    owner: Owner,
    source: Source,
    about: FileProperties,
    progress: impl FnMut(u64, u64) + Send + 'static,
) -> Result<ImportOutcome, ApiError> {
    let id = import_record::begin(&state, &owner, about.name.clone()).await?;
    let read = read_and_store(&state, owner.clone(), &id, source, (about, progress)).await;
    let imported = match read {
        Ok((mut report, stored)) => {
            let (person, times) = (std::mem::take(&mut report.person), report.span);
            let finished = store_activities(&state, &owner, &id, report, stored).await;
            if finished.is_ok() {
                day_rows::note_times(&state, &owner.user, times);
            }
            match finished {
                Ok(imported) => Ok(ImportOutcome {
                    completed: profile::complete(&state, owner.clone(), person).await?,
                    ..imported
                }),
                Err(fault) => Err(fault),
            }
        }
        Err(fault) => Err(fault),
    };
    if imported.is_err()
        && let Err(fault) = import_record::discard_empty(&state, &owner, &id).await
    {
        tracing::debug!(log = fault.log, "an import without points stays listed");
    }
    imported
}

/// Reads a file and stores its points.
async fn read_and_store(
    state: &AppState,
    owner: Owner,
    id: &ImportId,
    source: Source,
    (about, progress): (FileProperties, impl FnMut(u64, u64) + Send + 'static),
) -> Result<(ReadReport, IngestResult), ApiError> {
    let Source { reader, bytes } = source;
    let now = state.clock.now();
    let (sender, batches) = mpsc::channel(1);
    let storing = store_all(state.clone(), owner, id.clone(), about.options, batches);
    let storing = tokio::spawn(QueueOwner::current().scope(storing));
    let clock = state.clock.clone();
    let work = state.work().import("import.read", move || {
        let bounds = ReadBounds::new(clock, sender);
        let options = Options {
            now: now.0,
            participant: about.participant.as_deref(),
            name: about.name.as_deref(),
        };
        let counted = CountingFile {
            reader,
            read: 0,
            bytes,
            progress,
            bounds: &bounds,
        };
        let mut reader = BufReader::with_capacity(BUFFER_BYTES, counted);
        let mut batches = Batches {
            batch: Batch::default(),
            bounds: &bounds,
        };
        let report = files::read(&mut reader, &options, &mut |point| batches.take(&point));
        if bounds.is_overdue() {
            return Err(ReadFault::Sink(Stopped::Overdue));
        }
        let report = report?;
        batches.hand_over().map_err(ReadFault::Sink)?;
        bounds.settle().map_err(ReadFault::Sink)?;
        Ok::<_, ReadFault<Stopped>>(report)
    });
    let report = work.await?;
    let stored = storing.await;
    let stored = stored.map_err(|error| ApiError::internal(format!("import: {error}")))?;
    match report {
        Ok(report) => Ok((report, stored?)),
        // The task that stores has the reason why it ended.
        Err(fault) => {
            stored?;
            Err(refusal(fault))
        }
    }
}

/// Stores batches as they come; ends at the first that cannot be stored, or when the import may not go on.
async fn store_all(
    state: AppState,
    owner: Owner,
    import: ImportId,
    options: StorageOptions,
    mut batches: mpsc::Receiver<Delivery>,
) -> Result<IngestResult, ApiError> {
    let mut all = IngestResult::default();
    while let Some((batch, stored)) = batches.recv().await {
        let Some(batch) = batch else {
            import_record::ensure_goes_on(&state, &owner, &import).await?;
            // The reader is gone if it has failed.
            let _ = stored.send(());
            continue;
        };
        let import = import.clone();
        let record = move |tx: &mut Tx<'_>, keys: &AccountKeys, batch_times: &[BatchTimes]| {
            import_record::record_batch(tx, keys, &import, batch_times)
        };
        let batch = (batch, options);
        WriteCheck::renew();
        let ingested = ingest_recorded(&state, owner.clone(), batch, record).await?;
        all.count += ingested.count;
        all.new += ingested.new;
        all.under_mode += ingested.under_mode;
        all.refused.add(ingested.refused);
        // The reader is gone if it has failed.
        let _ = stored.send(());
    }
    Ok(all)
}

/// Collects points on the reader's thread and hands them over in batches.
struct Batches<'b> {
    batch: Batch,
    bounds: &'b ReadBounds,
}

impl Batches<'_> {
    fn take(&mut self, point: &Point<'_>) -> Result<(), Stopped> {
        self.batch.push(point);
        if self.batch.len() >= MAX_BATCH_POINTS {
            self.hand_over()?;
        }
        Ok(())
    }

    /// Hands the collected points over.
    fn hand_over(&mut self) -> Result<(), Stopped> {
        let batch = std::mem::take(&mut self.batch);
        if batch.is_empty() {
            return Ok(());
        }
        self.bounds.pass(0)?;
        self.bounds.deliver(Some(batch))
    }
}

/// Stores the activities, and returns the result of an import from the reader's report and the stored
/// points.
async fn store_activities(
    state: &AppState,
    owner: &Owner,
    id: &ImportId,
    report: ReadReport,
    stored: IngestResult,
) -> Result<ImportOutcome, ApiError> {
    let mut errors = report.errors;
    let mut further = report.further_errors;
    let is_damaged = !errors.is_empty();
    let refused = &stored.refused;
    let omitted = |points: u64| lockstep_web::counted(points, "point is", "points are");
    for (device, points) in &refused.revoked {
        errors.push(format!(
            "device: {device:?} is revoked: {} left out; register it again and import the file again",
            omitted(*points)
        ));
    }
    for (reason, points) in &refused.unfit {
        errors.push(format!("{reason}: {} left out", omitted(*points)));
    }
    if errors.len() > MAX_ERRORS {
        further += (errors.len() - MAX_ERRORS) as u64;
        errors.truncate(MAX_ERRORS);
    }
    if further > 0 {
        errors.push(format!("and {further} more"));
    }
    let reported = errors.len() as u64 + further.saturating_sub(1);
    if stored.count == 0 && !refused.revoked.is_empty() && !is_damaged {
        return Err(all_revoked());
    }
    if stored.count == 0 && !errors.is_empty() {
        let fault = ApiError::processing(
            "no part of the file could be read: `details.errors` states the reasons",
        );
        return Err(fault.with_details(serde_json::json!({ "errors": errors })));
    }
    let outcome = Outcome {
        format: report.format,
        span: report.span,
        errors: reported,
    };
    let of_file = (report.activities.as_slice(), &stored);
    let results = import_record::finish(state, owner, id, outcome, of_file).await?;
    errors.extend(left_out(&results));
    Ok(ImportOutcome {
        id: id.clone(),
        format: report.format,
        count: stored.count,
        new: stored.new,
        under_mode: stored.under_mode,
        activities: report.activities,
        activity_ids: results.into_iter().map(Result::ok).collect(),
        errors,
        skipped: report.skipped,
        completed: Vec::new(),
    })
}

/// Returns a message for each reason why activities were left out, with their number.
fn left_out(results: &[Result<ActivityId, ActivityRefusal>]) -> Vec<String> {
    let reasons = results.iter().filter_map(|result| result.as_ref().err());
    let (many, full): (Vec<&ActivityRefusal>, Vec<&ActivityRefusal>) =
        reasons.partition(|reason| **reason == ActivityRefusal::Activities);
    let mut messages = Vec::new();
    for (count, limit) in [
        (
            many.len(),
            format!("an account has {MAX_ACTIVITIES} at most"),
        ),
        (full.len(), "the quota bytes is used up".to_owned()),
    ] {
        if count > 0 {
            messages.push(format!(
                "activities: {limit}: {count} are left out, their points are stored; delete others and import the file again"
            ));
        }
    }
    messages
}

fn refusal(fault: ReadFault<Stopped>) -> ApiError {
    match fault {
        ReadFault::Sink(Stopped::NotStored) => ApiError::internal("import: a batch was not stored"),
        ReadFault::Sink(Stopped::Overdue) => ApiError::processing(format!(
            "the file was read for {MAX_READ_HOURS} hours, and not to its end: what was stored of it stays. Divide the file and send \
             the parts; DELETE /v1/sfdp/imports/{{id}} removes what was stored"
        )),
        ReadFault::ParticipantNeeded { .. } | ReadFault::NoSuchParticipant { .. } => {
            ApiError::invalid("participant", fault.to_string())
        }
        ReadFault::Unrecognised { .. } | ReadFault::Inflates => {
            ApiError::processing(fault.to_string())
        }
        ReadFault::Io(error) => ApiError::internal(format!("import: {error}")),
    }
}

/// A file that reports the bytes read so far, and ends at the bounds.
struct CountingFile<'b, P> {
    reader: Box<dyn Read + Send>,
    read: u64,
    bytes: u64,
    progress: P,
    bounds: &'b ReadBounds,
}

impl<P: FnMut(u64, u64)> Read for CountingFile<'_, P> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.reader.read(buffer)?;
        let stopped = |reason| std::io::Error::other(format!("reading has ended: {reason:?}"));
        self.bounds.pass(count as u64).map_err(stopped)?;
        self.read += count as u64;
        (self.progress)(self.read, self.bytes);
        Ok(count)
    }
}

const BUFFER_BYTES: usize = 256 << 10;

#[cfg(test)]
mod tests;
