//! Streams stored points as one long answer, page by page.
//!
//! Each page is a separate read, so a slow client holds no transaction, and an export is not a
//! snapshot. It ends at the latest point that existed at its beginning. A point that exists throughout
//! appears exactly once, and no point appears twice. For points that are added, removed or changed
//! during the export, each page shows the state at its read. Points whose key does not decrypt are left
//! out and counted beforehand. An export that cannot be finished is cut off and never looks complete.

use std::io;
use std::path::Path;

use lockstep_formats::export::{Exporter, Format, SkippedPoints};
use lockstep_points::operations::damage::set_aside;
use lockstep_points::store::{self, Filter, PageRun, Start, UnreadPoints};
use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{QueueOwner, StoreError, Timestamp, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::pieces::{self, AnswerPieces};
use lockstep_web::{ApiError, AppState, Caller, Owner};
use tokio::io::AsyncWriteExt;
use tokio::task::JoinError;

use super::activities::{self, Activity, Selection};
use super::query::Query;
use super::write_audit_and_event;

/// A started export.
#[derive(Debug)]
pub(crate) struct StartedExport {
    /// The suggested name of the file.
    pub(crate) name: String,
    /// The points that are left out, as of the beginning of the export.
    pub(crate) skipped: Vec<UnreadPoints>,
    /// The pieces of the export.
    pub(crate) pieces: AnswerPieces,
}

/// Starts an export for a caller. When this function returns, the query is valid and
/// the first page has been read.
///
/// The export ends early if the client takes no piece for a minute, and if the request loses its rights. A
/// credential that merely expires does not end a running export.
pub(crate) async fn begin(
    state: &AppState,
    caller: &Caller,
    query: Query,
    format: Format,
) -> Result<StartedExport, ApiError> {
    let mut pages = Pages::new(state, caller.user.clone(), query, format).await?;
    // The first page exists, even without points: it has the head of the file.
    let mut page = pages.next().await?.unwrap_or_default();
    let (name, skipped) = (pages.name(), std::mem::take(&mut pages.skipped));
    let (pieces, taken) = pieces::begin(state, &caller.user);
    let mut room = pieces.room(&mut page)?;
    let owner = QueueOwner::Account(caller.user.clone());
    tokio::spawn(owner.scope(async move {
        loop {
            if pieces.send(page, room).await.is_err() {
                return;
            }
            let following = async {
                let Some(mut page) = pages.next().await? else {
                    return Ok(None);
                };
                let room = pieces.room_in_time(&mut page).await?;
                Ok(Some((page, room)))
            };
            (page, room) = match following.await {
                Ok(Some(following)) => following,
                Ok(None) => break,
                Err(error) => return note_interruption(&error),
            };
        }
        // The client may have gone by now.
        let _ = pieces.end().await;
    }));
    Ok(StartedExport {
        name,
        skipped,
        pieces: taken,
    })
}

/// Starts an export of the activities of a range as a JSON array, newest first; `render` writes one activity.
/// It ends early like [`begin`].
///
/// # Errors
/// An invalid range; no memory for the first page.
pub(crate) async fn begin_activities(
    state: &AppState,
    caller: &Caller,
    mut selection: Selection,
    render: fn(Activity) -> Result<Vec<u8>, serde_json::Error>,
) -> Result<AnswerPieces, ApiError> {
    let user = caller.user.clone();
    let mut bytes = b"[".to_vec();
    let mut next = write_activities(state, &user, &selection, render, &mut bytes).await?;
    let (pieces, taken) = pieces::begin(state, &user);
    let mut room = pieces.room(&mut bytes)?;
    let (state, owner) = (state.clone(), QueueOwner::Account(user.clone()));
    tokio::spawn(owner.scope(async move {
        loop {
            if pieces.send(bytes, room).await.is_err() {
                return;
            }
            if next.is_none() {
                break;
            }
            selection.cursor = next;
            let following = async {
                let mut bytes = Vec::new();
                let next = write_activities(&state, &user, &selection, render, &mut bytes).await?;
                let room = pieces.room_in_time(&mut bytes).await?;
                Ok((bytes, room, next))
            };
            (bytes, room, next) = match following.await {
                Ok(following) => following,
                Err(error) => return note_interruption(&error),
            };
        }
        // The client may have gone by now.
        let _ = pieces.end().await;
    }));
    Ok(taken)
}

/// Writes a page of activities, and the end of the array after the last; returns the cursor of the next page.
async fn write_activities(
    state: &AppState,
    user: &UserId,
    selection: &Selection,
    render: fn(Activity) -> Result<Vec<u8>, serde_json::Error>,
    bytes: &mut Vec<u8>,
) -> Result<Option<String>, ApiError> {
    let page = activities::list(state, user.clone(), selection.clone(), AT_ONCE).await?;
    for activity in page.activities {
        if bytes != b"[" {
            bytes.push(b',');
        }
        let text = render(activity).map_err(|error| ApiError::internal(error.to_string()))?;
        bytes.extend(text);
    }
    if page.next.is_none() {
        bytes.push(b']');
    }
    Ok(page.next)
}

fn note_interruption(error: &ApiError) {
    tracing::error!(reason = error.log.as_deref(), "an export was interrupted");
}

/// The number of activities that an export reads at once.
const AT_ONCE: usize = 200;

/// An export that was written to its file.
#[derive(Clone, Debug)]
pub(crate) struct ExportedFile {
    /// The number of exported points.
    pub(crate) count: u64,
    /// The points that are left out, as of the beginning of the export.
    pub(crate) skipped: Vec<UnreadPoints>,
}

/// Exports into a file that must not exist; the file gets its name only when it is complete. If the export is dropped
/// before, no file is left.
pub(crate) async fn into_file(
    state: &AppState,
    owner: Owner,
    query: Query,
    format: Format,
    path: &Path,
) -> Result<ExportedFile, ApiError> {
    let unwritable = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            ApiError::invalid("file", "already exists: name a file that does not exist")
        }
        _ => ApiError::internal(format!("export: {error}")),
    };
    if path.exists() {
        return Err(unwritable(io::ErrorKind::AlreadyExists.into()));
    }
    let mut pages = Pages::new(state, owner.user.clone(), query, format).await?;
    // A temporary file in the same folder, readable only by this user and deleted if the export fails.
    let (file, kept) = tempfile::NamedTempFile::new_in(path.parent().unwrap_or(path))
        .map_err(unwritable)?
        .into_parts();
    let mut file = tokio::fs::File::from_std(file);
    while let Some(page) = pages.next().await? {
        file.write_all(&page).await.map_err(unwritable)?;
    }
    file.sync_all().await.map_err(unwritable)?;
    let (count, skipped) = (pages.exporter.points(), pages.skipped);
    let (state, path, format) = (state.clone(), path.to_owned(), format.name());
    // A separate task runs to its end even if the client disconnects: a named file always has its audit entry.
    let naming = tokio::spawn(async move {
        kept.persist_noclobber(&path)
            .map_err(|error| unwritable(error.error))?;
        let noting = state.db.write("points.export-note", move |tx| {
            let metadata = serde_json::json!({ "count": count, "format": format });
            write_audit_and_event(
                tx,
                &owner,
                "points.export",
                lockstep_web::counted(count, "point", "points"),
                metadata,
            )
        });
        let noted = noting.await;
        if noted.is_err() {
            // No entry names the file.
            tokio::fs::remove_file(&path).await.map_err(unwritable)?;
        }
        noted?;
        Ok::<(), ApiError>(())
    });
    let failed = |error: JoinError| ApiError::internal(format!("export: {error}"));
    naming.await.map_err(failed)??;
    Ok(ExportedFile { count, skipped })
}

/// The pages of an export.
struct Pages {
    state: AppState,
    account_keys: AccountKeys,
    filter: Filter,
    format: Format,
    exporter: Exporter,
    at: Timestamp,
    skipped: Vec<UnreadPoints>,
    start: Option<Start>,
    /// The last exported point.
    last: Option<LastPoint>,
}

impl Pages {
    async fn new(
        state: &AppState,
        user: UserId,
        query: Query,
        format: Format,
    ) -> Result<Self, ApiError> {
        let account_keys = super::account_keys(state, &user).await?;
        let asked = account_keys.clone();
        // Damage must be found before the first byte, which reports the points left out.
        set_aside(state, &account_keys).await?;
        let (filter, at, skipped) = state
            .db
            .read("export.begin", move |tx| {
                // Includes client-sealed points after the latest readable point.
                let skipped = store::unread(tx, &asked, &query.clone().filter(tx, &asked)?)?;
                let (filter, at) = bounded(tx, &asked, query)?;
                Ok::<_, ApiError>((filter, at, skipped))
            })
            .await?;
        let mut exporter = Exporter::new(format, user.as_str(), at.0);
        let left_out: Vec<SkippedPoints<'_>> = skipped.iter().map(left_out).collect();
        exporter.begin(&left_out);
        Ok(Self {
            state: state.clone(),
            account_keys,
            filter,
            format,
            exporter,
            at,
            skipped,
            start: Some(Start::Offset(0)),
            last: None,
        })
    }

    /// Returns the file name, for example `lockstep-2026-11-20.csv`, with the current date in UTC.
    fn name(&self) -> String {
        let at = self.at.to_string();
        format!("lockstep-{}.{}", &at[..10], self.format.extension())
    }

    /// Returns the next page; `None` after the last.
    async fn next(&mut self) -> Result<Option<Vec<u8>>, ApiError> {
        let Some(start) = self.start.take() else {
            return Ok(None);
        };
        let (account_keys, filter) = (self.account_keys.clone(), self.filter.clone());
        let limit = match self.format {
            Format::Csv => 16_384,
            // The rows of three record batches. A chunk of points that a page ends in is opened again for the next.
            Format::Arrow => 72_000,
            Format::OpenMHealth | Format::Fhir => 2048,
        };
        // The writer moves to the reader's thread and back.
        let empty = Exporter::new(self.format, self.account_keys.user().as_str(), self.at.0);
        let mut exporter = std::mem::replace(&mut self.exporter, empty);
        let mut last = self.last.take();
        // Damage found now was not reported at the beginning: the export is cut off, and the next
        // export reports it.
        let read = self
            .state
            .db
            .read::<_, StoreError, _>("export.page", move |tx| {
                let mut room = MAX_WITH_TEXTS;
                let write = |run: &PageRun<'_>| {
                    let given = last.as_ref().map_or(0, |last| last.given(run));
                    let rest = run.after(given);
                    let written = write_run(&mut exporter, &rest, &mut room);
                    if let Some(at) = rest.timestamps()[..written].last() {
                        let place = last.get_or_insert_default();
                        place.replace(*at, &run.series.kind, &run.series.device);
                    }
                    given + written
                };
                let next =
                    store::next_page_by_runs(tx, &account_keys, &filter, start, limit, write)?;
                Ok((exporter, next, last))
            });
        let (exporter, next, last) = read.await?;
        (self.exporter, self.last) = (exporter, last);
        self.start = next.map(Start::After);
        if self.start.is_none() {
            self.exporter.end();
        }
        Ok(Some(self.exporter.take()))
    }
}

/// Writes points and returns their number: all, by columns, if they have only times and values; otherwise at most `room`, by
/// which it is reduced.
fn write_run(exporter: &mut Exporter, run: &PageRun<'_>, room: &mut usize) -> usize {
    let all = run.timestamps().len();
    if let Some(parts) = run.plain() {
        parts.for_each(|points| exporter.plain_points(&points));
        return all;
    }
    let count = all.min(*room);
    *room -= count;
    let points = run.points().take(count);
    points.for_each(|(id, point)| exporter.point(id, &point));
    count
}

/// The maximum number of points of a page that can have metadata: a page of more would be long.
const MAX_WITH_TEXTS: usize = 24_000;

fn left_out(unread: &UnreadPoints) -> SkippedPoints<'_> {
    SkippedPoints {
        key: unread.key_id.as_ref().map(KeyId::as_str),
        status: unread.status,
        points: unread.points,
    }
}

/// The last point that the export contains.
#[derive(Default)]
struct LastPoint {
    at: i64,
    kind: String,
    device: String,
}

impl LastPoint {
    /// Returns how many points of a run are not after this one.
    fn given(&self, run: &PageRun<'_>) -> usize {
        let place = (self.at, self.kind.as_str(), self.device.as_str());
        let (kind, device) = (run.series.kind.as_str(), run.series.device.as_str());
        run.timestamps()
            .partition_point(|at| (*at, kind, device) <= place)
    }

    /// Stores a point; copies its texts only where they differ.
    fn replace(&mut self, at: i64, kind: &str, device: &str) {
        self.at = at;
        if self.kind != kind {
            kind.clone_into(&mut self.kind);
        }
        if self.device != device {
            device.clone_into(&mut self.device);
        }
    }
}

/// Returns the filter, bounded by the latest existing point: otherwise a client that keeps adding
/// points would extend the export without end.
fn bounded(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    query: Query,
) -> Result<(Filter, Timestamp), ApiError> {
    let mut filter = query.filter(tx, account_keys)?;
    let latest = store::latest(tx, account_keys.user())?.unwrap_or(Timestamp(0));
    filter.to = Some(filter.to.map_or(latest, |to| to.min(latest)));
    for (_, to) in filter.ends.values_mut() {
        *to = latest.0.min(*to);
    }
    Ok((filter, tx.now()))
}

#[cfg(test)]
mod tests {
    use lockstep_points::columns::Columns;
    use lockstep_points::store::Series;

    use super::*;

    #[test]
    fn only_points_that_can_have_metadata_take_room() {
        let series = Series {
            id: 1,
            kind: "heart_rate".to_owned(),
            device: "strap".to_owned(),
            mode: None,
            block: 0,
            gen_no: 0,
            open_since: None,
            total: 10,
            first: Timestamp(0),
            last: Timestamp(9),
        };
        let mut columns = Columns::default();
        for at in 0..10 {
            let metadata = (at == 5).then_some("{\"lap\":1}");
            columns.push(at, 60.0, "bpm", None, metadata);
        }
        let mut exporter = Exporter::new(Format::Arrow, "usr_x", 0);
        let mut room = 3;
        for (range, written, left) in [
            (0..5, 5, 3),
            (4..6, 2, 1),
            (4..10, 1, 0),
            (5..6, 0, 0),
            (6..10, 4, 0),
        ] {
            let run = PageRun {
                series: &series,
                columns: &columns,
                range: range.clone(),
            };
            let count = write_run(&mut exporter, &run, &mut room);
            assert_eq!((count, room), (written, left), "{range:?}");
        }
        assert_eq!(exporter.points(), 12);
    }
}
