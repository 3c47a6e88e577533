//! Stored points as one long answer, page by page.
//!
//! Each page is a read of its own: whoever takes the answer slowly holds no transaction. So an export
//! is no snapshot. It ends at the latest point there was when it began; a point that is there from
//! beginning to end stands in it exactly once, and none stands in it twice; of what comes, goes or
//! changes meanwhile, each page has what is true when it is read. What lies under a key that does not
//! decrypt is left out and counted beforehand. What was begun and cannot be
//! finished breaks off, and never looks whole.

use std::io;
use std::path::Path;
use std::time::Duration;

use lockstep_formats::export::{Exporter, Format, LeftOut};
use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{QueueOwner, StoreError, Timestamp, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::{ApiError, AppState, Caller, Permission};
use tokio::io::AsyncWriteExt;
use tokio::sync::mpsc;

use super::damage::set_aside;
use super::{Owner, note, points::Query};
use crate::store::{self, Filter, Start, Unread};

/// A piece of an export, in order; [`Piece::End`] stands after the last. A channel that ends without
/// it broke off.
#[derive(Debug, PartialEq, Eq)]
pub enum Piece {
    /// Bytes of it.
    Bytes(Vec<u8>),
    /// It is whole.
    End,
}

/// An export that has begun: its name, and where its pieces come from.
#[derive(Debug)]
pub struct Begun {
    /// The name of a file that holds it.
    pub name: String,
    /// What is left out of it, as it was when it began.
    pub skipped: Vec<Unread>,
    /// Its pieces.
    pub pieces: mpsc::Receiver<Piece>,
}

/// Begins an export for a caller who holds `credential`. When this returns, what was asked has been
/// found good and the first page is read.
///
/// It ends early when nobody takes a piece for a minute, and when the credential no longer stands for
/// the account; that it merely has expired ends nothing that began before.
pub async fn begin(
    state: &AppState,
    caller: &Caller,
    credential: String,
    query: Query,
    format: Format,
) -> Result<Begun, ApiError> {
    let mut pages = Pages::new(state, caller.user.clone(), query, format).await?;
    let first = pages.next().await?;
    let (name, skipped) = (pages.name(), std::mem::take(&mut pages.skipped));
    let (pieces, taken) = mpsc::channel(PIECES);
    let (state, expires) = (state.clone(), caller.expires);
    let owner = QueueOwner::Account(caller.user.clone());
    tokio::spawn(owner.scope(async move {
        let mut page = first;
        while let Some(bytes) = page {
            if hand_over(&pieces, &bytes).await.is_err() {
                return;
            }
            if !is_still_authorized(&state, &credential, expires).await {
                return tracing::info!("an export ended: its credential was taken back");
            }
            page = match pages.next().await {
                Ok(page) => page,
                Err(fault) => {
                    return tracing::error!(reason = fault.log.as_deref(), "an export broke off");
                }
            };
        }
        // Whoever has gone by now has gone.
        let _ = tokio::time::timeout(IDLE, pieces.send(Piece::End)).await;
    }));
    Ok(Begun {
        name,
        skipped,
        pieces: taken,
    })
}

/// Whether the credential still stands for an account that may read.
async fn is_still_authorized(
    state: &AppState,
    credential: &str,
    expires: Option<Timestamp>,
) -> bool {
    if expires.is_some_and(|expires| expires <= state.clock.now()) {
        return true;
    }
    let caller = state.authenticate(credential).await;
    caller.is_ok_and(|caller| Permission::ReadOwn.granted_to(caller.role))
}

/// Hands a page over in pieces. A slow taker is waited for as long as they take something now and
/// then.
pub(super) async fn hand_over(pieces: &mpsc::Sender<Piece>, page: &[u8]) -> Result<(), Gone> {
    for piece in page.chunks(PIECE_BYTES) {
        let sent = pieces.send(Piece::Bytes(piece.to_vec()));
        match tokio::time::timeout(IDLE, sent).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) | Err(_) => return Err(Gone),
        }
    }
    Ok(())
}

/// Nobody takes the pieces.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Gone;

/// An export that is in its file.
#[derive(Clone, Debug)]
pub struct Exported {
    /// Points that are in it.
    pub count: u64,
    /// What is left out of it, as it was when it began.
    pub skipped: Vec<Unread>,
}

/// Exports into a file that must not exist; it has its name only when it is whole.
pub async fn into_file(
    state: &AppState,
    owner: Owner,
    query: Query,
    format: Format,
    path: &Path,
) -> Result<Exported, ApiError> {
    let unwritable = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            ApiError::invalid("file", "exists already: name one that does not")
        }
        _ => ApiError::internal(format!("export: {error}")),
    };
    if path.exists() {
        return Err(unwritable(io::ErrorKind::AlreadyExists.into()));
    }
    let mut pages = Pages::new(state, owner.user.clone(), query, format).await?;
    // Beside where it will be, readable by ourselves alone, gone if we do not finish.
    let (file, kept) = tempfile::NamedTempFile::new_in(path.parent().unwrap_or(path))
        .map_err(unwritable)?
        .into_parts();
    let mut file = tokio::fs::File::from_std(file);
    while let Some(page) = pages.next().await? {
        file.write_all(&page).await.map_err(unwritable)?;
    }
    file.sync_all().await.map_err(unwritable)?;
    kept.persist_noclobber(path)
        .map_err(|error| unwritable(error.error))?;
    let (count, skipped) = (pages.exporter.points(), pages.skipped);
    let format = format.name();
    state
        .db
        .write("points.export-note", move |tx| {
            let metadata = serde_json::json!({ "count": count, "format": format });
            note(
                tx,
                &owner,
                "points.export",
                format!("{count} points"),
                metadata,
            )
        })
        .await?;
    Ok(Exported { count, skipped })
}

/// The pages of an export.
struct Pages {
    state: AppState,
    account_keys: AccountKeys,
    filter: Filter,
    format: Format,
    exporter: Exporter,
    at: Timestamp,
    skipped: Vec<Unread>,
    start: Option<Start>,
    /// The last point given: time, type, device.
    last: Option<(i64, String, String)>,
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
        // Before its first byte, which says what is left out.
        set_aside(state, &account_keys).await?;
        let (filter, at, skipped) = state
            .db
            .read("export.begin", move |tx| {
                // Also what its owner sealed after the latest point that can be read.
                let skipped = store::unread(tx, &asked, &query.clone().filter(tx, &asked)?)?;
                let (filter, at) = bounded(tx, &asked, query)?;
                Ok::<_, ApiError>((filter, at, skipped))
            })
            .await?;
        let mut exporter = Exporter::new(format, user.as_str(), at.0);
        let left_out: Vec<LeftOut<'_>> = skipped.iter().map(left_out).collect();
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

    /// `lockstep-2026-11-20.csv`: the day it was made, in UTC.
    fn name(&self) -> String {
        let at = self.at.to_string();
        format!("lockstep-{}.{}", &at[..10], self.format.extension())
    }

    /// The next page; none after the last.
    async fn next(&mut self) -> Result<Option<Vec<u8>>, ApiError> {
        let Some(start) = self.start.take() else {
            return Ok(None);
        };
        let (account_keys, filter) = (self.account_keys.clone(), self.filter.clone());
        let limit = match self.format {
            Format::Csv => 16_384,
            Format::OpenMHealth | Format::Fhir => 2048,
        };
        // The writer travels to the reader's thread and back.
        let empty = Exporter::new(self.format, self.account_keys.user().as_str(), self.at.0);
        let mut exporter = std::mem::replace(&mut self.exporter, empty);
        let mut last = self.last.take();
        // Damage that is met now was not said at the beginning: the export breaks off, and the next one says it.
        let read = self
            .state
            .db
            .read::<_, StoreError, _>("export.page", move |tx| {
                let next = store::follow(tx, &account_keys, &filter, start, limit, |id, point| {
                    let place = (point.timestamp, point.kind, point.device);
                    let given = last.as_ref().is_some_and(|(at, kind, device)| {
                        place <= (*at, kind.as_str(), device.as_str())
                    });
                    if !given {
                        exporter.point(id, point);
                        keep(&mut last, place);
                    }
                    true
                })?;
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

fn left_out(unread: &Unread) -> LeftOut<'_> {
    LeftOut {
        key: unread.key_id.as_ref().map(KeyId::as_str),
        status: unread.status,
        points: unread.points,
    }
}

fn keep(last: &mut Option<(i64, String, String)>, (at, kind, device): (i64, &str, &str)) {
    let (last_at, last_kind, last_device) = last.get_or_insert_default();
    *last_at = at;
    if last_kind != kind {
        kind.clone_into(last_kind);
    }
    if last_device != device {
        device.clone_into(last_device);
    }
}

/// What is meant, up to the latest point there is now: who adds points all the time would else be
/// followed without an end.
fn bounded(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    query: Query,
) -> Result<(Filter, Timestamp), ApiError> {
    let mut filter = query.filter(tx, account_keys)?;
    let latest = store::latest(tx, account_keys.user())?.unwrap_or(Timestamp(0));
    filter.to = Some(filter.to.map_or(latest, |to| to.min(latest)));
    Ok((filter, tx.now()))
}

/// Pieces that wait to be taken.
pub(super) const PIECES: usize = 2;
const PIECE_BYTES: usize = 64 << 10;
/// How long nobody may take anything.
pub(super) const IDLE: Duration = Duration::from_secs(60);

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn who_takes_nothing_is_not_waited_for() {
        let (pieces, mut taken) = mpsc::channel(PIECES);
        let page = vec![7; 5 * PIECE_BYTES + 1];
        assert_eq!(hand_over(&pieces, &page).await, Err(Gone));
        // What was handed over is there, and nothing says that it is all.
        drop(pieces);
        for _ in 0..PIECES {
            let bytes = Piece::Bytes(vec![7; PIECE_BYTES]);
            assert_eq!(taken.recv().await, Some(bytes));
        }
        assert_eq!(taken.recv().await, None);
    }

    #[tokio::test(start_paused = true)]
    async fn who_takes_slowly_is_waited_for() {
        let (pieces, mut taken) = mpsc::channel(PIECES);
        let page = vec![7; 9 * PIECE_BYTES + 1];
        let given = page.clone();
        let giving = tokio::spawn(async move { hand_over(&pieces, &given).await });
        let mut got = Vec::new();
        loop {
            tokio::time::sleep(IDLE * 9 / 10).await;
            match taken.recv().await {
                Some(Piece::Bytes(bytes)) => got.extend(bytes),
                Some(Piece::End) | None => break,
            }
        }
        assert_eq!(giving.await.unwrap(), Ok(()));
        assert_eq!(got, page);
    }
}
