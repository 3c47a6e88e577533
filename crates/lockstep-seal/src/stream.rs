//! Streaming: writes and reads the same envelopes as [`seal`](crate::seal) and
//! [`open`](crate::open).

use std::io::{self, Read, Write};

use rand_core::CryptoRng;
use zeroize::Zeroizing;

use crate::context::{Context, Sealing};
use crate::derive::{MessageKey, nonce};
use crate::envelope::{CHUNK_LEN, accept, begin, check_message_len};
use crate::error::{OpenError, SealError};
use crate::header::{FIXED_LEN, FixedFields, Header, Suite, TAG_LEN};
use crate::key::Key;
use crate::primitives::{Platform, Primitives};
use crate::recipient::{PrivateKey, PublicKey};

/// Seals the bytes written to it. Call [`finish`](Self::finish) to complete the envelope: without
/// that it does not open.
pub struct SealWriter<W: Write> {
    out: W,
    key: MessageKey<Platform>,
    /// Plaintext of the current chunk. A full chunk is kept until more bytes follow or the message
    /// ends.
    plain: Zeroizing<Vec<u8>>,
    sealed: Vec<u8>,
    chunk: u64,
    /// Set after an error of `out` or a message that is too long, because the state of the output
    /// is then unknown.
    failed: bool,
}

impl<W: Write> SealWriter<W> {
    /// Begins an envelope and writes its header to `out`.
    ///
    /// # Errors
    /// Errors of `out`. An error of kind `InvalidInput` that contains a [`SealError`], if the
    /// extension or the context is too long.
    pub fn new(
        out: W,
        key: &Key,
        sealing: &Sealing<'_>,
        rng: &mut impl CryptoRng,
    ) -> io::Result<Self> {
        let suite = Suite::Shared(key.cipher());
        Self::begin(out, key, suite, &[], sealing, rng)
    }

    /// Begins an envelope to a public key, like [`new`](Self::new).
    ///
    /// # Errors
    /// As in [`new`](Self::new).
    pub fn to_recipient(
        out: W,
        recipient: &PublicKey,
        sealing: &Sealing<'_>,
        rng: &mut impl CryptoRng,
    ) -> io::Result<Self> {
        let (key, encapsulated) = recipient.encapsulate(rng).map_err(refused)?;
        let suite = Suite::Recipient(recipient.kem());
        Self::begin(out, &key, suite, &encapsulated, sealing, rng)
    }

    fn begin(
        mut out: W,
        key: &Key,
        suite: Suite,
        encapsulated: &[u8],
        sealing: &Sealing<'_>,
        rng: &mut impl CryptoRng,
    ) -> io::Result<Self> {
        let (header, key) =
            begin::<Platform>(key.mac(), suite, encapsulated, sealing, rng).map_err(refused)?;
        out.write_all(&header)?;
        Ok(Self {
            out,
            key,
            plain: Zeroizing::new(Vec::with_capacity(CHUNK_LEN)),
            sealed: Vec::new(),
            chunk: 0,
            failed: false,
        })
    }

    /// Writes the last chunk and flushes.
    ///
    /// # Errors
    /// Errors of the inner writer. `BrokenPipe` if an earlier write failed.
    pub fn finish(mut self) -> io::Result<W> {
        self.write_chunk(true)?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn write_chunk(&mut self, last: bool) -> io::Result<()> {
        if self.failed {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        self.failed = true;
        let len = self.chunk * CHUNK_LEN as u64 + self.plain.len() as u64;
        check_message_len(len).map_err(refused)?;
        self.sealed.resize(self.plain.len() + TAG_LEN, 0);
        Platform::seal(
            &self.key.cipher,
            nonce(self.chunk, last),
            &self.plain,
            &mut self.sealed,
        );
        self.out.write_all(&self.sealed)?;
        self.plain.clear();
        self.chunk += 1;
        self.failed = false;
        Ok(())
    }
}

impl<W: Write> Write for SealWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.is_empty() {
            return Ok(0);
        }
        // A full chunk is kept back until more bytes show that it is not the last.
        if self.plain.len() == CHUNK_LEN {
            self.write_chunk(false)?;
        }
        let taken = bytes.len().min(CHUNK_LEN - self.plain.len());
        self.plain.extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    /// Flushes the completed chunks. The current chunk is kept back.
    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Reads the header from the front of `from` and returns its bytes for [`Header::parse`]. The
/// header names the key that [`OpenReader::new`] needs. Reads and allocates at most a maximum
/// header, about 64 KiB.
///
/// # Errors
/// Errors of `from`. An error of kind `InvalidData` that contains an [`OpenError`], if the bytes
/// are not a valid header.
pub fn read_header(from: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut fixed = [0; FIXED_LEN];
    read_exactly(from, &mut fixed)?;
    let ext_len = usize::from(FixedFields::parse(&fixed).map_err(not_opened)?.ext_len);
    let mut header = vec![0; FIXED_LEN + ext_len];
    header[..FIXED_LEN].copy_from_slice(&fixed);
    read_exactly(from, &mut header[FIXED_LEN..])?;
    Header::parse(&header).map_err(not_opened)?;
    Ok(header)
}

/// Opens the envelope that it reads. Each chunk is released after it has opened. The end is
/// reported only after the last chunk has opened and no bytes follow. A truncated message ends with
/// an error, never with `Ok(0)`.
pub struct OpenReader<R: Read> {
    from: R,
    key: MessageKey<Platform>,
    /// A sealed chunk and one more byte, which shows whether the chunk is the last.
    sealed: Vec<u8>,
    plain: Zeroizing<Vec<u8>>,
    released: usize,
    chunk: u64,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Reading,
    Ended,
    Failed,
}

impl<R: Read> OpenReader<R> {
    /// Continues after [`read_header`], with the bytes that it returned.
    ///
    /// # Errors
    /// [`OpenError`] if the header does not match the key or the context.
    pub fn new(
        from: R,
        header: &[u8],
        key: &Key,
        context: &Context<'_>,
    ) -> Result<Self, OpenError> {
        let header = Header::parse(header)?;
        if header.suite != Suite::Shared(key.cipher()) {
            return Err(OpenError);
        }
        Self::begin(from, &header, key, context)
    }

    /// Continues like [`new`](Self::new), with the private key of the recipient.
    ///
    /// # Errors
    /// As in [`new`](Self::new).
    pub fn as_recipient(
        from: R,
        header: &[u8],
        recipient: &PrivateKey,
        context: &Context<'_>,
    ) -> Result<Self, OpenError> {
        let header = Header::parse(header)?;
        if header.suite != Suite::Recipient(recipient.kem()) {
            return Err(OpenError);
        }
        let key = recipient.decapsulate(header.encapsulated)?;
        Self::begin(from, &header, &key, context)
    }

    fn begin(
        from: R,
        header: &Header<'_>,
        key: &Key,
        context: &Context<'_>,
    ) -> Result<Self, OpenError> {
        Ok(Self {
            from,
            key: accept::<Platform>(key.mac(), header, context)?,
            sealed: Vec::with_capacity(CHUNK_LEN + TAG_LEN + 1),
            plain: Zeroizing::new(Vec::new()),
            released: 0,
            chunk: 0,
            state: State::Reading,
        })
    }

    fn read_chunk(&mut self) -> io::Result<()> {
        const FULL: usize = CHUNK_LEN + TAG_LEN;
        let wanted = (FULL + 1 - self.sealed.len()) as u64;
        // After an interruption or an error of the source, the bytes read so far are kept for the
        // next call.
        self.from
            .by_ref()
            .take(wanted)
            .read_to_end(&mut self.sealed)?;
        let last = self.sealed.len() <= FULL;
        let len = self.sealed.len().min(FULL);
        if len < TAG_LEN || (len == TAG_LEN && self.chunk > 0) {
            return self.fail();
        }
        let plain_len = len - TAG_LEN;
        if check_message_len(self.chunk * CHUNK_LEN as u64 + plain_len as u64).is_err() {
            return self.fail();
        }
        self.plain.resize(plain_len, 0);
        self.released = 0;
        let nonce = nonce(self.chunk, last);
        if !Platform::open(
            &self.key.cipher,
            nonce,
            &self.sealed[..len],
            &mut self.plain,
        ) {
            return self.fail();
        }
        self.sealed.drain(..len);
        self.chunk += 1;
        if last {
            self.state = State::Ended;
        }
        Ok(())
    }

    fn fail(&mut self) -> io::Result<()> {
        self.state = State::Failed;
        self.plain = Zeroizing::new(Vec::new());
        self.released = 0;
        Err(not_opened(OpenError))
    }
}

impl<R: Read> Read for OpenReader<R> {
    /// Returns an error of kind `InvalidData` that contains an [`OpenError`], from the first chunk
    /// that does not open. Errors of the inner reader are returned unchanged.
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        while self.released == self.plain.len() {
            match self.state {
                State::Reading => self.read_chunk()?,
                State::Ended => return Ok(0),
                State::Failed => return Err(not_opened(OpenError)),
            }
        }
        let unread = &self.plain[self.released..];
        let len = unread.len().min(out.len());
        out[..len].copy_from_slice(&unread[..len]);
        self.released += len;
        Ok(len)
    }
}

fn read_exactly(from: &mut impl Read, into: &mut [u8]) -> io::Result<()> {
    from.read_exact(into).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => not_opened(OpenError),
        _ => error,
    })
}

fn refused(error: SealError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, error)
}

fn not_opened(error: OpenError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}

#[cfg(test)]
mod tests;
