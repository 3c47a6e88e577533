//! A page of points as JSON, bounded in points and in bytes.
//!
//! A small page is one read and one body. A larger page is read in portions, each in its own
//! transaction, and sent as the client takes it. A slow client therefore holds no transaction and no
//! more memory than a portion. Points that change while such a page is sent appear as of the read of
//! their portion.

use lockstep_formats::Point;
use lockstep_formats::PointId;
use lockstep_formats::PointWriter;
use lockstep_store::id::UserId;
use lockstep_store::{QueueOwner, StoreError, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::pieces::{self, AnswerPieces, ClientGone, PageRoom, PieceSender};
use lockstep_web::{ApiError, AppState};

use super::account_keys;
use super::damage::read_points;
use crate::cursor::PageCursor;
use crate::store::{self, Filter, Start, UnreadPoints};

/// The body of a page: `{"data":[…],"total":…,"hasMore":…,"nextCursor":…,"skippedPoints":…}`. The last
/// field is present only if points are skipped.
#[derive(Debug)]
pub enum PageBody {
    /// The complete body.
    Whole(Vec<u8>),
    /// The pieces of the body, as they are read.
    Pieces(AnswerPieces),
}

/// Reads a page: at most `limit` points and at most [`MAX_PAGE_BYTES`] of JSON for them. `select` returns
/// the filter of the points, in the transaction that reads the first of them.
///
/// # Errors
/// The errors of `select`; no memory for the first portion. A failure after that breaks the body off.
pub async fn page(
    state: &AppState,
    user: UserId,
    select: impl FnOnce(&Tx<'_>, &AccountKeys) -> Result<Filter, ApiError> + Clone + Send + 'static,
    start: Start,
    limit: u64,
) -> Result<PageBody, ApiError> {
    let account_keys = account_keys(state, &user).await?;
    let reading = account_keys.clone();
    let read: Result<_, ApiError> = read_points(state, &account_keys, "points.page", move |tx| {
        let filter = select(tx, &reading)?;
        let mut portion = PagePortion::first(limit);
        let found = store::page(tx, &reading, &filter, start, limit, |id, point| {
            portion.take(id, point)
        })?;
        let mut page = PageProgress {
            skipped: store::unread(tx, &reading, &filter)?,
            filter,
            total: found.total,
            next: found.next,
            room: limit,
            written: 0,
            is_full: false,
        };
        let bytes = page.add(portion);
        Ok((page, bytes))
    })
    .await;
    let (page, mut bytes) = read?;
    if !page.goes_on() {
        bytes.extend(page.end()?);
        bytes.shrink_to_fit();
        return Ok(PageBody::Whole(bytes));
    }
    let (pieces, taken) = pieces::begin(state, &user);
    let room = pieces.room(&mut bytes)?;
    let state = state.clone();
    // A spawned task does not inherit the account, so it is passed explicitly.
    let owner = QueueOwner::current();
    tokio::spawn(owner.scope(async move {
        match send((&state, &account_keys), page, (bytes, room), &pieces).await {
            // The client took all pieces, or disconnected.
            Ok(Ok(()) | Err(ClientGone)) => {}
            Err(fault) => tracing::error!(reason = fault.log.as_deref(), "a page was interrupted"),
        }
    }));
    Ok(PageBody::Pieces(taken))
}

/// Sends a page portion by portion.
async fn send(
    (state, account_keys): (&AppState, &AccountKeys),
    mut page: PageProgress,
    (mut bytes, mut room): (Vec<u8>, PageRoom),
    pieces: &PieceSender,
) -> Result<Result<(), ClientGone>, ApiError> {
    loop {
        if pieces.send(bytes, room).await.is_err() {
            return Ok(Err(ClientGone));
        }
        if !page.goes_on() {
            return Ok(pieces.end().await);
        }
        (page, bytes) = next(state, account_keys, page).await?;
        if !page.goes_on() {
            bytes.extend(page.end()?);
        }
        room = pieces.room_in_time(&mut bytes).await?;
    }
}

/// Reads the next portion of a page.
async fn next(
    state: &AppState,
    account_keys: &AccountKeys,
    mut page: PageProgress,
) -> Result<(PageProgress, Vec<u8>), ApiError> {
    let Some(after) = page.next.clone() else {
        return Ok((page, Vec::new()));
    };
    let reading = account_keys.clone();
    let read: Result<_, StoreError> =
        read_points(state, account_keys, "points.page.portion", move |tx| {
            let mut portion = PagePortion::further(MAX_PAGE_BYTES - page.written);
            let start = Start::After(after);
            let found =
                store::next_page(tx, &reading, &page.filter, start, page.room, |id, point| {
                    portion.take(id, point)
                })?;
            // A portion without points ends where it began.
            if portion.points > 0 {
                page.next = found;
            }
            let bytes = page.add(portion);
            Ok((page, bytes))
        })
        .await;
    Ok(read?)
}

/// The state of an unfinished page.
#[derive(Clone)]
struct PageProgress {
    filter: Filter,
    total: u64,
    skipped: Vec<UnreadPoints>,
    /// The start of the next portion if points follow.
    next: Option<PageCursor>,
    /// The remaining number of points.
    room: u64,
    /// The bytes written so far.
    written: usize,
    /// Whether the next point does not fit into the page.
    is_full: bool,
}

impl PageProgress {
    fn goes_on(&self) -> bool {
        self.next.is_some() && self.room > 0 && !self.is_full
    }

    /// Adds a portion; returns its bytes.
    fn add(&mut self, portion: PagePortion) -> Vec<u8> {
        self.room -= portion.points;
        self.is_full = portion.page_is_full;
        let bytes = portion.writer.into_bytes();
        self.written += bytes.len();
        bytes
    }

    /// Returns the JSON text after the last point.
    fn end(&self) -> Result<Vec<u8>, ApiError> {
        let (total, has_more) = (self.total, self.next.is_some());
        let next = self
            .next
            .as_ref()
            .map_or_else(|| "null".to_owned(), |cursor| format!("\"{cursor}\""));
        let mut bytes = format!("],\"total\":{total},\"hasMore\":{has_more},\"nextCursor\":{next}")
            .into_bytes();
        if !self.skipped.is_empty() {
            bytes.extend(b",\"skippedPoints\":");
            serde_json::to_writer(&mut bytes, &self.skipped)
                .map_err(|error| ApiError::internal(error.to_string()))?;
        }
        bytes.push(b'}');
        Ok(bytes)
    }
}

/// The points of a page that are read in one transaction.
struct PagePortion {
    writer: PointWriter,
    points: u64,
    /// Whether a point of the page precedes the portion.
    follows: bool,
    /// The remaining bytes of the page.
    room: usize,
    page_is_full: bool,
}

impl PagePortion {
    fn first(limit: u64) -> Self {
        let about = POINT_BYTES * usize::try_from(limit).unwrap_or(0);
        let mut bytes = Vec::with_capacity(about.min(PORTION_BYTES));
        bytes.extend(b"{\"data\":[");
        Self {
            writer: PointWriter::after(bytes),
            points: 0,
            follows: false,
            room: MAX_PAGE_BYTES,
            page_is_full: false,
        }
    }

    fn further(room: usize) -> Self {
        Self {
            writer: PointWriter::after(Vec::with_capacity(PORTION_BYTES.min(room))),
            points: 0,
            follows: true,
            room,
            page_is_full: false,
        }
    }

    /// Writes a point; returns whether it fits.
    fn take(&mut self, id: PointId, point: &Point<'_>) -> bool {
        let before = self.writer.len();
        let is_first = !self.follows && self.points == 0;
        self.writer.write(is_first, id, point);
        self.page_is_full = !is_first && self.writer.len() > self.room;
        let portion_is_full = self.points > 0 && self.writer.len() > PORTION_BYTES;
        if self.page_is_full || portion_is_full {
            self.writer.truncate(before);
            return false;
        }
        self.points += 1;
        true
    }
}

/// The maximum bytes of a page's points as JSON.
const MAX_PAGE_BYTES: usize = 16 << 20;
/// The maximum bytes read in one transaction and buffered for a slow client.
const PORTION_BYTES: usize = 1 << 20;
/// The approximate bytes of a point as JSON.
const POINT_BYTES: usize = 128;
