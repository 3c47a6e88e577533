//! A long answer, handed over in pieces as the client takes them.
//!
//! Every page is charged to the account that asked, from the moment when it is ready until its last byte is sent or
//! dropped. A client that does not read therefore holds its own budget, and nothing that is not counted.

use std::time::Duration;

use axum::body::{Body, Bytes};
use futures_util::StreamExt;
use futures_util::stream::unfold;
use lockstep_store::id::UserId;
use lockstep_store::{QueueOwner, WriteCheck};
use tokio::sync::mpsc;

use crate::api_error::ApiError;
use crate::app_state::AppState;
use crate::budget::AnswerLease;

/// A piece of an answer, in order. [`AnswerPiece::End`] follows the last piece; a channel that ends without it
/// signals an incomplete answer.
#[derive(Debug, PartialEq, Eq)]
enum AnswerPiece {
    /// Bytes of the answer.
    Bytes(Bytes),
    /// The answer is complete.
    End,
}

/// Begins a long answer. It is charged to the account of the current task; a task without an account charges `user`.
/// It ends early once the request has lost its rights.
#[must_use]
pub fn begin(state: &AppState, user: &UserId) -> (PieceSender, AnswerPieces) {
    let lease = match QueueOwner::current() {
        QueueOwner::Account(asking) => state.answer_lease(&asking),
        QueueOwner::System | QueueOwner::Anonymous => state.answer_lease(user),
    };
    let (pieces, taken) = mpsc::channel(MAX_BUFFERED_PIECES);
    let rights = WriteCheck::current().map(|check| (state.clone(), check));
    let sender = PieceSender {
        pieces,
        lease,
        rights,
    };
    (sender, AnswerPieces(taken))
}

/// The sending half of a long answer.
pub struct PieceSender {
    pieces: mpsc::Sender<AnswerPiece>,
    /// Holds nothing: each page has a lease of its own.
    lease: AnswerLease,
    /// The rights of the request; `None` outside of a request.
    rights: Option<(AppState, WriteCheck)>,
}

/// Memory of the account's budget for a page.
#[derive(Debug)]
pub struct PageRoom(#[expect(dead_code, reason = "only its drop has an effect")] AnswerLease);

/// A page with its memory.
struct ChargedPage {
    bytes: Vec<u8>,
    #[expect(dead_code, reason = "only its drop has an effect")]
    room: PageRoom,
}

impl AsRef<[u8]> for ChargedPage {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl PieceSender {
    /// Takes memory for a page, and reduces the page to the size that it needs.
    ///
    /// # Errors
    /// 503 while the budget is spent.
    pub fn room(&self, page: &mut Vec<u8>) -> Result<PageRoom, ApiError> {
        self.lease.sibling(self.charge_of(page)).map(PageRoom)
    }

    /// Reduces a page to the size that it needs, and returns the bytes to charge.
    fn charge_of(&self, page: &mut Vec<u8>) -> usize {
        page.shrink_to_fit();
        // The answer's encoder is charged to the same budget: a page that needs all of it would wait for itself.
        page.capacity().min(self.lease.limit() / 2)
    }

    /// Takes memory for a page as soon as the budget has it; waits a minute at most.
    ///
    /// # Errors
    /// The budget stays spent.
    pub async fn room_in_time(&self, page: &mut Vec<u8>) -> Result<PageRoom, ApiError> {
        let room = self.lease.sibling_in_time(self.charge_of(page));
        let waited = tokio::time::timeout(CLIENT_IDLE_TIMEOUT, room).await;
        waited
            .map_err(|_| {
                ApiError::internal(
                    "no memory for a page: the answers that are open use the whole budget",
                )
            })?
            .map(PageRoom)
    }

    /// Sends a page in pieces. A slow client is served as long as it takes a piece before the idle timeout. The memory
    /// is released when the last piece was sent.
    ///
    /// # Errors
    /// The client takes no piece, is gone, or has lost the rights of its request.
    pub async fn send(&self, page: Vec<u8>, room: PageRoom) -> Result<(), ClientGone> {
        if let Some((state, check)) = &self.rights
            && !state.keeps_rights(check.clone()).await
        {
            tracing::info!("an answer ended: its request lost its rights");
            return Err(ClientGone);
        }
        let mut rest = Bytes::from_owner(ChargedPage { bytes: page, room });
        while !rest.is_empty() {
            let piece = rest.split_to(rest.len().min(PIECE_BYTES));
            self.hand_over(AnswerPiece::Bytes(piece)).await?;
        }
        Ok(())
    }

    /// Marks the answer as complete.
    ///
    /// # Errors
    /// The client takes no piece, or is gone.
    pub async fn end(&self) -> Result<(), ClientGone> {
        self.hand_over(AnswerPiece::End).await
    }

    async fn hand_over(&self, piece: AnswerPiece) -> Result<(), ClientGone> {
        match tokio::time::timeout(CLIENT_IDLE_TIMEOUT, self.pieces.send(piece)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(ClientGone),
        }
    }
}

/// The client takes no more pieces, or may not have them.
#[derive(Debug, PartialEq, Eq)]
pub struct ClientGone;

/// The receiving half of a long answer.
#[derive(Debug)]
pub struct AnswerPieces(mpsc::Receiver<AnswerPiece>);

impl AnswerPieces {
    /// Returns a body that takes the next piece when the client has taken the last.
    pub fn into_body(self) -> Body {
        let pieces = unfold(Some(self.0), |pieces| async move {
            let mut pieces = pieces?;
            match pieces.recv().await {
                Some(AnswerPiece::Bytes(bytes)) => Some((Ok(bytes), Some(pieces))),
                Some(AnswerPiece::End) => None,
                None => {
                    let broken = std::io::Error::other("the answer was interrupted");
                    Some((Err(broken), None))
                }
            }
        });
        // Compression layers poll again after the end.
        Body::from_stream(pieces.fuse())
    }
}

/// The number of pieces buffered for the client.
const MAX_BUFFERED_PIECES: usize = 2;
const PIECE_BYTES: usize = 64 << 10;
/// The maximum time in which the client takes no piece.
const CLIENT_IDLE_TIMEOUT: Duration = Duration::from_secs(60);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{BodyBudget, BudgetLimits, Payer};

    /// Returns the halves of an answer to an account with a budget of 16 pieces.
    fn answer() -> (BodyBudget, PieceSender, AnswerPieces) {
        let budget = BodyBudget::new(BudgetLimits {
            account_bytes: 16 * PIECE_BYTES,
            ..BudgetLimits::default()
        });
        let user = "usr_01h455vb4pex5vsknk084sn02q".parse().unwrap();
        let lease = AnswerLease(budget.lease(Payer::Account(user)));
        let (pieces, taken) = mpsc::channel(MAX_BUFFERED_PIECES);
        let sender = PieceSender {
            pieces,
            lease,
            rights: None,
        };
        (budget, sender, AnswerPieces(taken))
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_reads_nothing_is_disconnected() {
        let (budget, pieces, AnswerPieces(mut taken)) = answer();
        let mut page = vec![7; 5 * PIECE_BYTES + 1];
        let room = pieces.room(&mut page).unwrap();
        assert_eq!(pieces.send(page, room).await, Err(ClientGone));
        // The sent pieces arrive, but no end marker follows.
        drop(pieces);
        for _ in 0..MAX_BUFFERED_PIECES {
            assert_eq!(budget.held_bytes(), 5 * PIECE_BYTES + 1);
            let bytes = AnswerPiece::Bytes(vec![7; PIECE_BYTES].into());
            assert_eq!(taken.recv().await, Some(bytes));
        }
        assert_eq!(taken.recv().await, None);
        assert_eq!(budget.held_bytes(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_reads_slowly_receives_everything() {
        let (budget, pieces, AnswerPieces(mut taken)) = answer();
        let mut page = vec![7; 9 * PIECE_BYTES + 1];
        let room = pieces.room(&mut page).unwrap();
        let given = page.clone();
        let giving = tokio::spawn(async move { pieces.send(given, room).await });
        let mut got = Vec::new();
        loop {
            tokio::time::sleep(CLIENT_IDLE_TIMEOUT * 9 / 10).await;
            match taken.recv().await {
                Some(AnswerPiece::Bytes(bytes)) => got.extend(bytes),
                Some(AnswerPiece::End) | None => break,
            }
        }
        assert_eq!(giving.await.unwrap(), Ok(()));
        assert_eq!(got, page);
        assert_eq!(budget.held_bytes(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn a_page_waits_for_memory_until_others_are_taken() {
        let (budget, pieces, AnswerPieces(mut taken)) = answer();
        let mut page = vec![7; 2 * PIECE_BYTES];
        let room = pieces.room(&mut page).unwrap();
        pieces.send(page, room).await.unwrap();
        // A page counts for half of the budget at most.
        let mut large = vec![8; 15 * PIECE_BYTES];
        let half = pieces.room(&mut large).unwrap();
        assert_eq!(budget.held_bytes(), 10 * PIECE_BYTES);
        assert!(pieces.room(&mut large).is_err());
        let waiting = async {
            let room = pieces.room_in_time(&mut large).await.unwrap();
            assert_eq!(budget.held_bytes(), 16 * PIECE_BYTES);
            drop(room);
            drop(half);
        };
        let taking = async {
            for _ in 0..2 {
                drop(taken.recv().await);
            }
        };
        tokio::join!(waiting, taking);
        // Without room, the answer is given up in the end.
        let held = [(); 2].map(|()| pieces.room(&mut large).unwrap());
        assert!(pieces.room_in_time(&mut large).await.is_err());
        drop(held);
    }
}
