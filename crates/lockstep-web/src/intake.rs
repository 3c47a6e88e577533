//! Reads a request body as it arrives: bounded by its route, inflated in steps, and charged to a
//! budget before it is kept.

use std::future::poll_fn;
use std::net::{IpAddr, Ipv4Addr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::Extensions;
use axum::http::request::Parts;
use lockstep_store::id::UserId;

use crate::access::Role;
use crate::api_error::ApiError;
use crate::budget::{BodyBudget, Lease, Payer, RequestBytes};
use crate::inflate::Coding;
use crate::request_time::RequestTime;
use crate::unpacker::{TURN_WORK, Turn, Unpacker};
use crate::work::WorkQueues;

/// The size limit and the budget of a request's body. The gate puts it on the request. Until the
/// route's guard knows the caller, the limits of requests without a credential apply.
#[derive(Clone)]
pub(crate) struct Allowance {
    budget: BodyBudget,
    payer: Payer,
    /// Whether the caller is an administrator.
    has_reserve: bool,
    /// Leases of values parsed from the body, kept until the request is answered.
    parsed: Arc<Mutex<Vec<Lease>>>,
    held: RequestBytes,
}

impl Allowance {
    /// Creates the allowance of a request from `prefix` whose caller is not known.
    pub(crate) fn open(budget: BodyBudget, prefix: IpAddr) -> Self {
        Self {
            budget,
            payer: Payer::Address(prefix),
            has_reserve: false,
            parsed: Arc::default(),
            held: RequestBytes::default(),
        }
    }

    /// Raises the allowance to that of an account that may use the route.
    pub(crate) fn admit(&mut self, user: &UserId, role: Role) {
        self.payer = Payer::Account(user.clone());
        self.has_reserve = role == Role::Admin;
    }

    /// Returns the allowance of a request; without one, the request counts as from an unknown
    /// caller.
    fn of(extensions: &Extensions) -> Self {
        let unknown = || Self::open(BodyBudget::default(), IpAddr::V4(Ipv4Addr::UNSPECIFIED));
        extensions.get().cloned().unwrap_or_else(unknown)
    }

    fn is_open(&self) -> bool {
        matches!(self.payer, Payer::Address(_))
    }

    /// Returns an empty lease for the sender of the body.
    pub(crate) fn lease(extensions: &Extensions) -> Lease {
        Self::of(extensions).into_lease()
    }

    fn into_lease(self) -> Lease {
        let lease = self.budget.lease(self.payer);
        lease.with_reserve(self.has_reserve).of_request(&self.held)
    }

    /// Keeps a lease until the request is answered.
    pub(crate) fn keep(extensions: &Extensions, lease: Lease) {
        if let Some(allowance) = extensions.get::<Self>() {
            let mut parsed = allowance.parsed.lock();
            let parsed = parsed.as_mut().unwrap_or_else(PoisonError::get_mut);
            parsed.push(lease);
        }
    }
}

/// A body that is read piece by piece.
pub(crate) struct Intake {
    body: Body,
    is_packed: bool,
    /// The decoder of a compressed body; on a worker thread during a turn there.
    unpacker: Option<Box<Unpacker>>,
    work: Option<WorkQueues>,
    lease: Lease,
    time: Option<RequestTime>,
    limit: u64,
    received: u64,
    given: u64,
    /// The work of decoding since this task last yielded.
    since_yield: u64,
}

impl Intake {
    /// Prepares to read a body of at most `limit` bytes, before and after inflation; reads nothing
    /// yet.
    ///
    /// # Errors
    /// 415 for an unsupported coding, 413 for an announced length over the limit.
    pub(crate) fn new(parts: &Parts, body: Body, limit: u64) -> Result<Self, ApiError> {
        let allowance = Allowance::of(&parts.extensions);
        let coding = Coding::of(&parts.headers)?;
        let mut limit = limit;
        if allowance.is_open() {
            limit = limit.min(MAX_OPEN_BODY_BYTES as u64);
            if coding.is_some() {
                return Err(ApiError::unsupported_media(
                    "Content-Encoding: a request without a credential must send its body uncompressed",
                ));
            }
        }
        if body.size_hint().lower() > limit {
            return Err(too_large(limit));
        }
        Ok(Self {
            body,
            is_packed: coding.is_some(),
            unpacker: coding.map(Unpacker::new).transpose()?.map(Box::new),
            work: parts.extensions.get::<WorkQueues>().cloned(),
            lease: allowance.into_lease(),
            time: parts.extensions.get::<RequestTime>().cloned(),
            limit,
            received: 0,
            given: 0,
            since_yield: 0,
        })
    }

    /// Returns the announced length of the body in bytes, if any.
    pub(crate) fn announced(&self) -> Option<u64> {
        match self.is_packed {
            false => self.body.size_hint().exact(),
            true => None,
        }
    }

    /// Returns the next inflated piece, or `None` at the end. Pieces of a compressed body are at
    /// most [`PIECE_BYTES`](crate::unpacker::PIECE_BYTES) long.
    ///
    /// # Errors
    /// A body that ended early, arrived too slowly, is over its limit, or contradicts its headers.
    pub(crate) async fn next(&mut self) -> Result<Option<Bytes>, ApiError> {
        let piece = match self.is_packed {
            false => self.receive().await?,
            true => self.inflate().await?,
        };
        self.given += piece.as_ref().map_or(0, |piece| piece.len() as u64);
        if self.given > self.limit {
            return Err(too_large(self.limit));
        }
        Ok(piece)
    }

    /// Reads the whole body. The bytes are charged until the last clone of the returned value is
    /// dropped.
    ///
    /// # Errors
    /// As [`Intake::next`].
    pub(crate) async fn collect(mut self) -> Result<Bytes, ApiError> {
        let announced = self.announced();
        let mut lease = self.lease.another_of_request();
        // A body over the payer's limit never fits, so waiting would not help.
        lease.admits(announced.unwrap_or_default())?;
        // No buffer is longer than the announced body, however the bytes are cut into pieces.
        let longest = usize::try_from(announced.unwrap_or(self.limit)).unwrap_or(usize::MAX);
        let mut bytes = Vec::new();
        let first = announced.map_or(0, |_| longest.min(FIRST_BYTES));
        lease.resize(first)?;
        bytes.reserve_exact(first);
        while let Some(piece) = self.next().await? {
            let needed = bytes.len() + piece.len();
            if needed > bytes.capacity() {
                // Doubled, each byte is copied once on average. A body of unknown length could end at once, with
                // half of its buffer charged for nothing.
                let grown = match announced {
                    Some(_) => bytes.capacity() * 2,
                    None => bytes.capacity() + bytes.capacity() / 2,
                };
                let wanted = grown.min(longest).max(needed);
                lease.resize(wanted)?;
                bytes.reserve_exact(wanted - bytes.len());
            }
            bytes.extend_from_slice(&piece);
        }
        bytes.shrink_to_fit();
        lease.resize(bytes.capacity())?;
        Ok(Bytes::from_owner(LeasedBytes {
            bytes,
            _lease: lease,
        }))
    }

    /// Returns the next piece as it arrives.
    async fn receive(&mut self) -> Result<Option<Bytes>, ApiError> {
        let receiving = |receiving| {
            if let Some(time) = &self.time {
                time.receiving(receiving);
            }
        };
        receiving(true);
        let read = loop {
            // The route bounds the total time, and the server the time of each piece.
            let frame = poll_fn(|cx| Pin::new(&mut self.body).poll_frame(cx)).await;
            match frame {
                None => break Ok(None),
                Some(Err(error)) => {
                    break Err(reason(error).unwrap_or_else(ended_early));
                }
                Some(Ok(frame)) => {
                    // Trailers are ignored.
                    if let Ok(piece) = frame.into_data()
                        && !piece.is_empty()
                    {
                        break Ok(Some(piece));
                    }
                }
            }
        };
        receiving(false);
        let read = read?;
        self.received += read.as_ref().map_or(0, |piece| piece.len() as u64);
        // Members and frames may be empty.
        if self.received > self.limit {
            return Err(too_large(self.limit));
        }
        Ok(read)
    }

    async fn inflate(&mut self) -> Result<Option<Bytes>, ApiError> {
        loop {
            match self.turn().await? {
                Turn::Piece(piece) => return Ok(Some(piece)),
                Turn::Continues => {}
                Turn::Ended => return Ok(None),
                Turn::NeedsInput => {
                    let piece = self.receive().await?;
                    if let Some(unpacker) = &mut self.unpacker {
                        unpacker.feed(piece);
                    }
                }
            }
        }
    }

    /// Decodes for a turn: on a worker thread, unless the body is short.
    async fn turn(&mut self) -> Result<Turn, ApiError> {
        // An error has dropped the unpacker.
        let mut unpacker = self.unpacker.take().ok_or_else(ended_early)?;
        let work = self.work.as_ref().filter(|_| unpacker.is_long());
        let (unpacker, turn) = match work {
            Some(work) => {
                let turn = move || {
                    let turn = unpacker.turn();
                    (unpacker, turn)
                };
                work.process("body.inflate", turn).await?
            }
            None => {
                if self.since_yield >= TURN_WORK {
                    self.since_yield = 0;
                    tokio::task::yield_now().await;
                }
                let before = unpacker.work();
                let turn = unpacker.turn();
                self.since_yield += unpacker.work() - before;
                (unpacker, turn)
            }
        };
        let turn = turn?;
        let piece = match &turn {
            Turn::Piece(piece) => piece.len(),
            _ => 0,
        };
        self.lease.resize(unpacker.memory_bytes() + piece)?;
        self.unpacker = Some(unpacker);
        Ok(turn)
    }
}

/// Bytes with their lease of the budget.
struct LeasedBytes {
    bytes: Vec<u8>,
    _lease: Lease,
}

impl AsRef<[u8]> for LeasedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Returns the reason of this server for which a body ended with an error, if it is one.
fn reason(error: axum::Error) -> Option<ApiError> {
    let mut error = error.into_inner();
    loop {
        error = match error.downcast::<ApiError>() {
            Ok(own) => return Some(*own),
            // Each layer around a body wraps its error.
            Err(other) => other.downcast::<axum::Error>().ok()?.into_inner(),
        };
    }
}

fn too_large(limit: u64) -> ApiError {
    ApiError::too_large(usize::try_from(limit).unwrap_or(usize::MAX))
}

fn ended_early() -> ApiError {
    ApiError::invalid(
        "",
        "the body ended early, or its compression differs from Content-Encoding",
    )
}

/// The largest body of a request whose caller is not known; it must not be compressed.
pub(crate) const MAX_OPEN_BODY_BYTES: usize = 16 << 10;
/// The maximum number of bytes reserved for an announced length before any byte arrived.
const FIRST_BYTES: usize = 16 << 10;

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::convert::Infallible;
    use std::io::Write;
    use std::pin::pin;
    use std::task::{Context, Poll};

    use http_body::{Frame, SizeHint};
    use lockstep_store::SystemClock;
    use proptest::prelude::*;

    use super::*;
    use crate::api_error::ErrorKind;
    use crate::budget::BudgetLimits;

    /// A body of announced length that arrives in the given pieces.
    struct ScriptedBody(VecDeque<Bytes>);

    impl HttpBody for ScriptedBody {
        type Data = Bytes;
        type Error = Infallible;

        fn poll_frame(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
        ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
            Poll::Ready(self.0.pop_front().map(|piece| Ok(Frame::data(piece))))
        }

        fn size_hint(&self) -> SizeHint {
            SizeHint::with_exact(self.0.iter().map(|piece| piece.len() as u64).sum())
        }
    }

    proptest! {
        #[test]
        fn a_body_takes_at_most_its_announced_length(
            lengths in prop::collection::vec(1_usize..60_000, 1..12),
        ) {
            let total = lengths.iter().sum();
            let budget = BodyBudget::new(BudgetLimits {
                total_bytes: total,
                account_bytes: total,
                open_bytes: total,
            });
            let mut allowance = Allowance::open(budget.clone(), Ipv4Addr::LOCALHOST.into());
            allowance.admit(&format!("usr_{:026}", 1).parse().unwrap(), Role::User);
            let (mut parts, ()) = axum::http::Request::new(()).into_parts();
            parts.extensions.insert(allowance);
            let pieces = lengths.iter().map(|length| Bytes::from(vec![7; *length]));
            let body = Body::new(ScriptedBody(pieces.collect()));
            let intake = Intake::new(&parts, body, u64::MAX).unwrap();
            let collected = block_on(intake.collect());
            prop_assert!(collected.is_ok());
            let bytes = collected.unwrap_or_default();
            prop_assert_eq!((bytes.len(), budget.held_bytes()), (total, total));
            drop(bytes);
            prop_assert_eq!(budget.held_bytes(), 0);
        }
    }

    /// Returns the intake of an account's compressed body.
    fn packed(coding: &str, body: Body, limit: u64, work: Option<WorkQueues>) -> Intake {
        let request = axum::http::Request::builder().header("content-encoding", coding);
        let (mut parts, ()) = request.body(()).unwrap().into_parts();
        let mut allowance = Allowance::open(BodyBudget::default(), Ipv4Addr::LOCALHOST.into());
        allowance.admit(&format!("usr_{:026}", 1).parse().unwrap(), Role::User);
        parts.extensions.insert(allowance);
        if let Some(work) = work {
            parts.extensions.insert(work);
        }
        Intake::new(&parts, body, limit).unwrap()
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(bytes).unwrap();
        packer.finish().unwrap()
    }

    fn zstd(bytes: &[u8]) -> Vec<u8> {
        zstd::encode_all(bytes, 1).unwrap()
    }

    #[tokio::test]
    async fn tiny_members_and_frames_give_turns_to_other_tasks() {
        const MEMBERS: usize = 20_000;
        for (coding, member, length) in [
            ("gzip", gzip(b" "), MEMBERS),
            ("gzip", gzip(b""), 0),
            ("zstd", zstd(b" "), MEMBERS),
            ("zstd", zstd(b""), 0),
        ] {
            let body = || Body::from(member.repeat(MEMBERS));
            let mut collecting = pin!(packed(coding, body(), u64::MAX, None).collect());
            let mut turns = 0;
            let collected = poll_fn(|cx| {
                let polled = collecting.as_mut().poll(cx);
                turns += usize::from(polled.is_pending());
                polled
            });
            assert_eq!(collected.await.unwrap().len(), length, "{coding}");
            assert!(turns >= 20, "{coding} {length}: {turns}");
            // On worker threads.
            let queues = WorkQueues::new(&SystemClock::shared());
            let intake = packed(coding, body(), u64::MAX, Some(queues));
            assert_eq!(intake.collect().await.unwrap().len(), length, "{coding}");
        }
    }

    #[tokio::test]
    async fn a_body_is_bounded_also_if_its_members_are_empty() {
        for (coding, member) in [("gzip", gzip(b"")), ("zstd", zstd(b""))] {
            // Without an announced length.
            let pieces = vec![Ok::<_, Infallible>(Bytes::from(member)); 1000];
            let body = Body::from_stream(futures_util::stream::iter(pieces));
            let refused = packed(coding, body, 5000, None).collect().await;
            let kind = refused.err().map(|error| error.kind);
            assert_eq!(kind, Some(ErrorKind::TooLarge), "{coding}");
        }
    }

    #[test]
    fn a_long_body_is_inflated_on_worker_threads() {
        let mut unpacker = Unpacker::new(Coding::Gzip).unwrap();
        unpacker.feed(Some(gzip(b" ").repeat(MEMBERS_OF_A_TURN * 4).into()));
        assert!(!unpacker.is_long());
        let before = unpacker.work();
        let turn = unpacker.turn().unwrap();
        assert!(matches!(turn, Turn::Piece(piece) if piece.len() <= MEMBERS_OF_A_TURN));
        assert!((TURN_WORK..2 * TURN_WORK).contains(&(unpacker.work() - before)));
        assert!(unpacker.is_long());
        // The same holds for small pieces that arrive one by one.
        while !matches!(unpacker.turn().unwrap(), Turn::NeedsInput) {}
        assert!(!unpacker.is_long());
        unpacker.feed(Some(gzip(b" ").into()));
        assert!(unpacker.is_long());
    }

    /// More members of one byte than a turn decodes.
    const MEMBERS_OF_A_TURN: usize = 256;

    fn block_on<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap()
            .block_on(future)
    }
}
