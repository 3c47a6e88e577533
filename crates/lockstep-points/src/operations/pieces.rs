//! The pieces of a long answer, handed over as the client takes them.

use std::time::Duration;

use tokio::sync::mpsc;

/// A piece of an answer, in order. [`AnswerPiece::End`] follows the last piece; a channel that ends without it
/// signals an incomplete answer.
#[derive(Debug, PartialEq, Eq)]
pub enum AnswerPiece {
    /// Bytes of the answer.
    Bytes(Vec<u8>),
    /// The answer is complete.
    End,
}

/// Sends a page in pieces. A slow client is served as long as it takes a piece before the idle timeout.
pub async fn hand_over(pieces: &mpsc::Sender<AnswerPiece>, page: &[u8]) -> Result<(), ClientGone> {
    for piece in page.chunks(PIECE_BYTES) {
        let sent = pieces.send(AnswerPiece::Bytes(piece.to_vec()));
        match tokio::time::timeout(CLIENT_IDLE_TIMEOUT, sent).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) | Err(_) => return Err(ClientGone),
        }
    }
    Ok(())
}

/// The client no longer takes pieces.
#[derive(Debug, PartialEq, Eq)]
pub struct ClientGone;

/// The number of pieces buffered for the client.
pub const MAX_BUFFERED_PIECES: usize = 2;
const PIECE_BYTES: usize = 64 << 10;
/// The maximum time in which the client takes no piece.
pub const CLIENT_IDLE_TIMEOUT: Duration = Duration::from_secs(60);

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn who_takes_nothing_is_not_waited_for() {
        let (pieces, mut taken) = mpsc::channel(MAX_BUFFERED_PIECES);
        let page = vec![7; 5 * PIECE_BYTES + 1];
        assert_eq!(hand_over(&pieces, &page).await, Err(ClientGone));
        // The sent pieces arrive, but no end marker follows.
        drop(pieces);
        for _ in 0..MAX_BUFFERED_PIECES {
            let bytes = AnswerPiece::Bytes(vec![7; PIECE_BYTES]);
            assert_eq!(taken.recv().await, Some(bytes));
        }
        assert_eq!(taken.recv().await, None);
    }

    #[tokio::test(start_paused = true)]
    async fn who_takes_slowly_is_waited_for() {
        let (pieces, mut taken) = mpsc::channel(MAX_BUFFERED_PIECES);
        let page = vec![7; 9 * PIECE_BYTES + 1];
        let given = page.clone();
        let giving = tokio::spawn(async move { hand_over(&pieces, &given).await });
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
    }
}
