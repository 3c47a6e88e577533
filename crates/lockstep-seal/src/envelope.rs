//! Sealing and opening of an envelope in memory.

use rand_core::CryptoRng;
use subtle::ConstantTimeEq;

use crate::context::{Context, Sealing};
use crate::derive::{MessageKey, message_key, nonce};
use crate::error::{OpenError, SealError};
use crate::header::{
    CHUNK_LOG2, COMMITMENT_AT, FIXED_LEN, FixedFields, Header, MAX_EXT_LEN, MAX_MESSAGE_LEN, Suite,
    TAG_LEN, committed,
};
use crate::key::Key;
use crate::plaintext::{Plaintext, wipe};
use crate::primitives::{Platform, Primitives};

/// Seals `plaintext` under `key`. The message id comes from `rng`.
///
/// # Errors
/// [`SealError`] if the plaintext, the extension or the context is too long.
pub fn seal(
    key: &Key,
    sealing: &Sealing<'_>,
    plaintext: &[u8],
    rng: &mut impl CryptoRng,
) -> Result<Vec<u8>, SealError> {
    let mut envelope = Vec::new();
    seal_into(key, sealing, plaintext, rng, &mut envelope)?;
    Ok(envelope)
}

/// Seals like [`seal`] into an existing buffer and replaces its content. A reused buffer avoids
/// allocations and page faults, which take most of the time at 1 MiB. After an error the buffer is
/// empty.
///
/// # Errors
/// As in [`seal`].
pub fn seal_into(
    key: &Key,
    sealing: &Sealing<'_>,
    plaintext: &[u8],
    rng: &mut impl CryptoRng,
    envelope: &mut Vec<u8>,
) -> Result<(), SealError> {
    let suite = Suite::Shared(key.cipher());
    seal_with::<Platform>(key.mac(), suite, &[], sealing, plaintext, rng, envelope)
}

/// Returns the length in bytes of an envelope of `suite`. `ext_len` is the length of the extension
/// without the encapsulated key.
#[must_use]
pub fn sealed_len(suite: Suite, ext_len: usize, plaintext_len: u64) -> u64 {
    let header = FIXED_LEN + suite.encapsulated_len() + ext_len;
    header as u64 + plaintext_len + chunk_count(plaintext_len) * TAG_LEN as u64
}

/// Opens an envelope that [`seal`] created with this key and context.
///
/// # Errors
/// [`OpenError`] for every cause.
pub fn open(key: &Key, envelope: &[u8], context: &Context<'_>) -> Result<Plaintext, OpenError> {
    let mut plaintext = Vec::new();
    open_into(key, envelope, context, &mut plaintext)?;
    Ok(Plaintext::new(plaintext))
}

/// Opens like [`open`] into an existing buffer and replaces its content. After an error the buffer
/// is wiped and empty. No plaintext is released before the last chunk has opened.
///
/// # Errors
/// As in [`open`].
pub fn open_into(
    key: &Key,
    envelope: &[u8],
    context: &Context<'_>,
    plaintext: &mut Vec<u8>,
) -> Result<(), OpenError> {
    let opened = Header::parse(envelope).and_then(|header| {
        if header.suite != Suite::Shared(key.cipher()) {
            return Err(OpenError);
        }
        open_with::<Platform>(key.mac(), &header, envelope, context, plaintext)
    });
    if opened.is_err() {
        wipe(plaintext);
    }
    opened
}

/// Seals with the key of `mac`. `encapsulated` is the encapsulated key of a public-key suite,
/// stored before the caller's extension.
pub(crate) fn seal_with<P: Primitives>(
    mac: &P::Mac,
    suite: Suite,
    encapsulated: &[u8],
    sealing: &Sealing<'_>,
    plaintext: &[u8],
    rng: &mut impl CryptoRng,
    envelope: &mut Vec<u8>,
) -> Result<(), SealError> {
    let mut body = std::mem::take(envelope);
    let plaintext_len = plaintext.len() as u64;
    check_message_len(plaintext_len)?;
    let (header, key) = begin::<P>(mac, suite, encapsulated, sealing, rng)?;
    let count = chunk_count(plaintext_len);
    let len = header.len() + plaintext.len() + count as usize * TAG_LEN;
    body = resized(body, len);
    let (front, sealed) = body.split_at_mut(header.len());
    front.copy_from_slice(&header);
    let mut plain = plaintext.chunks(CHUNK_LEN);
    for (number, sealed) in (0..count).zip(sealed.chunks_mut(CHUNK_LEN + TAG_LEN)) {
        // Only the single chunk of an empty message has no plaintext.
        let plain = plain.next().unwrap_or_default();
        let last = number + 1 == count;
        P::seal(&key.cipher, nonce(number, last), plain, sealed);
    }
    *envelope = body;
    Ok(())
}

/// Creates a header with a fresh message id, and the message key.
pub(crate) fn begin<P: Primitives>(
    mac: &P::Mac,
    suite: Suite,
    encapsulated: &[u8],
    sealing: &Sealing<'_>,
    rng: &mut impl CryptoRng,
) -> Result<(Vec<u8>, MessageKey<P>), SealError> {
    let context = sealing
        .context
        .prefixes()
        .ok_or(SealError::ContextTooLong)?;
    let ext_len = encapsulated.len() + sealing.ext.len();
    let mut fixed = FixedFields {
        mode: sealing.mode,
        suite,
        origin: sealing.origin,
        key_name: sealing.key_name,
        message_id: [0; 24],
        // The commitment does not cover itself. It is written after it is computed.
        commitment: [0; 32],
        chunk_log2: CHUNK_LOG2,
        ext_len: u16::try_from(ext_len).map_err(|_| SealError::ExtensionTooLong {
            given: sealing.ext.len(),
            max: MAX_EXT_LEN - encapsulated.len(),
        })?,
    };
    rng.fill_bytes(&mut fixed.message_id);
    let mut header = Vec::with_capacity(FIXED_LEN + ext_len);
    fixed.write(&mut header);
    header.extend_from_slice(encapsulated);
    header.extend_from_slice(sealing.ext);
    let key = message_key::<P>(mac, suite, &fixed.message_id, committed(&header), &context);
    header[COMMITMENT_AT..COMMITMENT_AT + 32].copy_from_slice(&key.commitment);
    Ok((header, key))
}

/// Opens with the key of `mac`, into an existing buffer. `header` is the header of `envelope`.
/// After an error the buffer contains no plaintext of this envelope, but possibly earlier content.
pub(crate) fn open_with<P: Primitives>(
    mac: &P::Mac,
    header: &Header<'_>,
    envelope: &[u8],
    context: &Context<'_>,
    plaintext: &mut Vec<u8>,
) -> Result<(), OpenError> {
    let key = accept::<P>(mac, header, context)?;
    let sealed = &envelope[header.bytes.len()..];
    let count = sealed.len().div_ceil(CHUNK_LEN + TAG_LEN);
    // The last chunk contains its tag, and at least one byte of plaintext unless it is the only
    // chunk. Each message therefore has exactly one form.
    let last = sealed.chunks(CHUNK_LEN + TAG_LEN).next_back();
    let last_len = last.ok_or(OpenError)?.len();
    if last_len < TAG_LEN || (last_len == TAG_LEN && count > 1) {
        return Err(OpenError);
    }
    let len = sealed.len() - count * TAG_LEN;
    check_message_len(len as u64).map_err(|_| OpenError)?;
    let mut body = resized(std::mem::take(plaintext), len);
    let mut plain = body.chunks_mut(CHUNK_LEN);
    for (number, sealed) in (0..).zip(sealed.chunks(CHUNK_LEN + TAG_LEN)) {
        let plain = plain.next().unwrap_or_default();
        let last = number + 1 == count as u64;
        if !P::open(&key.cipher, nonce(number, last), sealed, plain) {
            wipe(&mut body);
            return Err(OpenError);
        }
    }
    *plaintext = body;
    Ok(())
}

/// Derives the key of a message, and checks that the header commits to it.
pub(crate) fn accept<P: Primitives>(
    mac: &P::Mac,
    header: &Header<'_>,
    context: &Context<'_>,
) -> Result<MessageKey<P>, OpenError> {
    let context = context.prefixes().ok_or(OpenError)?;
    let key = message_key::<P>(
        mac,
        header.suite,
        &header.message_id,
        header.committed(),
        &context,
    );
    if key.commitment.ct_eq(&header.commitment).into() {
        Ok(key)
    } else {
        Err(OpenError)
    }
}

/// Resizes a buffer that will be overwritten. Existing bytes are not zeroed, because that would
/// cost as much as sealing. Added bytes are zeroed.
fn resized(mut buffer: Vec<u8>, len: usize) -> Vec<u8> {
    if buffer.capacity() < len {
        wipe(&mut buffer);
        return vec![0; len];
    }
    buffer.resize(len, 0);
    buffer
}

pub(crate) fn check_message_len(given: u64) -> Result<(), SealError> {
    if given > MAX_MESSAGE_LEN {
        return Err(SealError::MessageTooLong {
            given,
            max: MAX_MESSAGE_LEN,
        });
    }
    Ok(())
}

/// Returns the number of chunks. An empty message has one chunk.
fn chunk_count(plaintext_len: u64) -> u64 {
    plaintext_len.div_ceil(CHUNK_LEN as u64).max(1)
}

/// Plaintext bytes in a full chunk.
pub(crate) const CHUNK_LEN: usize = 1 << CHUNK_LOG2;

#[cfg(test)]
mod tests;
