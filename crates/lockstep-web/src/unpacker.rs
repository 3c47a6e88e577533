//! Decodes a compressed body in turns of bounded work, also if its members and frames hold little or nothing.

use axum::body::Bytes;

use crate::api_error::ApiError;
use crate::inflate::{Coding, Inflater, damaged};

/// A decoder with the received bytes that are not decoded yet.
pub(crate) struct Unpacker {
    inflater: Inflater,
    packed: Bytes,
    is_ended: bool,
    /// Is kept for all turns: to clear it for each member or frame would cost more than to decode that.
    output: Box<[u8]>,
}

/// The outcome of a turn.
pub(crate) enum Turn {
    /// Decoded bytes, [`PIECE_BYTES`] at most.
    Piece(Bytes),
    /// The work of a turn is done; there are received bytes left.
    Continues,
    /// The received bytes are used up: [`Unpacker::feed`].
    NeedsInput,
    /// The body is complete.
    Ended,
}

impl Unpacker {
    pub(crate) fn new(coding: Coding) -> Result<Self, ApiError> {
        Ok(Self {
            inflater: Inflater::new(coding)?,
            packed: Bytes::new(),
            is_ended: false,
            output: vec![0; PIECE_BYTES].into_boxed_slice(),
        })
    }

    /// Takes the next received bytes, or with `None` the end of the body, after [`Turn::NeedsInput`].
    pub(crate) fn feed(&mut self, piece: Option<Bytes>) {
        match piece {
            Some(piece) => self.packed = piece,
            None => self.is_ended = true,
        }
    }

    /// Decodes until the output is full, the received bytes are used up, or the work of a turn is done.
    ///
    /// # Errors
    /// As [`Inflater::step`].
    pub(crate) fn turn(&mut self) -> Result<Turn, ApiError> {
        let end = self.inflater.work() + TURN_WORK;
        let (mut wrote, mut is_used_up) = (0, false);
        while wrote < self.output.len() && !is_used_up && self.inflater.work() < end {
            // A step goes on over empty members and frames until its input is used up.
            let length = self.packed.len().min(STEP_BYTES);
            let mut input = self.packed.slice(..length);
            let output = &mut self.output[wrote..];
            let step = self.inflater.step(&mut input, self.is_ended, output)?;
            if step == 0 && !input.is_empty() {
                return Err(damaged());
            }
            let _ = self.packed.split_to(length - input.len());
            wrote += step;
            is_used_up = step == 0 && self.packed.is_empty();
        }
        Ok(match (wrote, is_used_up, self.is_ended) {
            (1.., _, _) => Turn::Piece(Bytes::copy_from_slice(&self.output[..wrote])),
            (0, false, _) => Turn::Continues,
            (0, true, false) => Turn::NeedsInput,
            (0, true, true) => Turn::Ended,
        })
    }

    /// Returns the work done so far, in the units of [`Inflater::work`].
    pub(crate) fn work(&self) -> u64 {
        self.inflater.work()
    }

    /// Whether a turn is worth the way to a worker thread: the body took some time already, and more of it is here.
    pub(crate) fn is_long(&self) -> bool {
        self.inflater.work() >= TURN_WORK && !self.packed.is_empty()
    }

    /// Returns the bytes of memory that it holds.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.inflater.memory_bytes() + self.output.len()
    }
}

/// The maximum number of bytes decoded in one turn.
pub(crate) const PIECE_BYTES: usize = 64 << 10;
/// The work of a turn, a quarter of a millisecond.
pub(crate) const TURN_WORK: u64 = 256 << 10;
/// The maximum number of received bytes decoded in one step.
const STEP_BYTES: usize = 4 << 10;
