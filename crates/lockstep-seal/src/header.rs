//! The header of an envelope: the only parser in the crate, total over all byte strings.

use std::fmt;

use crate::error::OpenError;
use crate::key::Cipher;
use crate::recipient::Kem;

/// The header of an envelope, borrowed from its bytes. Its fields are untrusted before the envelope opens:
/// all are authenticated, none is secret.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Header<'a> {
    /// The protection the plaintext is under.
    pub mode: Mode,
    /// The suite of the envelope.
    pub suite: Suite,
    /// The sealing party.
    pub origin: Origin,
    /// The key it was sealed under.
    pub key_name: KeyName,
    /// Random for each message: the message's key is derived from it.
    pub message_id: [u8; 24],
    /// Commits to key, header and context.
    pub commitment: [u8; 32],
    /// Binary logarithm of the plaintext bytes in a chunk.
    pub chunk_log2: u8,
    /// The encapsulated key of a public-key suite; empty under a symmetric one.
    pub encapsulated: &'a [u8],
    /// The fields of a mode.
    pub ext: &'a [u8],
    /// The whole header as stored in the envelope; the chunks follow it.
    pub bytes: &'a [u8],
}

impl<'a> Header<'a> {
    /// Reads the header at the beginning of `envelope`; ignores the bytes after it.
    ///
    /// # Errors
    /// [`OpenError`] if the magic, the version, the mode, the suite, a flag or the chunk size is unknown,
    /// or if the bytes end too soon.
    pub fn parse(envelope: &'a [u8]) -> Result<Self, OpenError> {
        let (fixed, rest) = envelope.split_first_chunk().ok_or(OpenError)?;
        let fixed = Fixed::parse(fixed)?;
        let (tail, _) = rest
            .split_at_checked(usize::from(fixed.ext_len))
            .ok_or(OpenError)?;
        let (encapsulated, ext) = tail
            .split_at_checked(fixed.suite.encapsulated_len())
            .ok_or(OpenError)?;
        Ok(Self {
            mode: fixed.mode,
            suite: fixed.suite,
            origin: fixed.origin,
            key_name: fixed.key_name,
            message_id: fixed.message_id,
            commitment: fixed.commitment,
            chunk_log2: fixed.chunk_log2,
            encapsulated,
            ext,
            bytes: &envelope[..FIXED_LEN + tail.len()],
        })
    }

    /// The header without the commitment, in two pieces: the bytes that the commitment covers.
    pub(crate) fn committed(&self) -> [&'a [u8]; 2] {
        committed(self.bytes)
    }
}

impl fmt::Debug for Header<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Header")
            .field("mode", &self.mode)
            .field("suite", &self.suite)
            .field("origin", &self.origin)
            .field("key_name", &self.key_name)
            .field("chunk_log2", &self.chunk_log2)
            .field("ext_len", &self.ext.len())
            .finish_non_exhaustive()
    }
}

/// See [`Header::committed`]; `header` is a whole one.
pub(crate) fn committed(header: &[u8]) -> [&[u8]; 2] {
    [&header[..COMMITMENT_AT], &header[COMMITMENT_AT + 32..]]
}

/// The part of a header whose length is known beforehand.
pub(crate) struct Fixed {
    pub(crate) mode: Mode,
    pub(crate) suite: Suite,
    pub(crate) origin: Origin,
    pub(crate) key_name: KeyName,
    pub(crate) message_id: [u8; 24],
    pub(crate) commitment: [u8; 32],
    pub(crate) chunk_log2: u8,
    pub(crate) ext_len: u16,
}

impl Fixed {
    pub(crate) fn parse(bytes: &[u8; FIXED_LEN]) -> Result<Self, OpenError> {
        let mut fields = Fields(bytes);
        if fields.take() != MAGIC || fields.take() != [VERSION] {
            return Err(OpenError);
        }
        let [mode] = fields.take();
        let suite = u16::from_be_bytes(fields.take());
        let [flags] = fields.take();
        let fixed = Self {
            mode: Mode::from_byte(mode).ok_or(OpenError)?,
            suite: Suite::from_code(suite).ok_or(OpenError)?,
            origin: Origin::from_flags(flags).ok_or(OpenError)?,
            key_name: KeyName {
                id: fields.take(),
                version: u32::from_be_bytes(fields.take()),
            },
            message_id: fields.take(),
            commitment: fields.take(),
            chunk_log2: {
                let [chunk_log2] = fields.take();
                chunk_log2
            },
            ext_len: u16::from_be_bytes(fields.take()),
        };
        if fixed.chunk_log2 != CHUNK_LOG2
            || usize::from(fixed.ext_len) < fixed.suite.encapsulated_len()
        {
            return Err(OpenError);
        }
        Ok(fixed)
    }

    /// Appends the bytes that [`Fixed::parse`] reads.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&MAGIC);
        out.push(VERSION);
        out.push(self.mode as u8);
        out.extend_from_slice(&self.suite.code().to_be_bytes());
        out.push(self.origin as u8);
        out.extend_from_slice(&self.key_name.id);
        out.extend_from_slice(&self.key_name.version.to_be_bytes());
        out.extend_from_slice(&self.message_id);
        out.extend_from_slice(&self.commitment);
        out.push(self.chunk_log2);
        out.extend_from_slice(&self.ext_len.to_be_bytes());
    }
}

/// Fixed-width fields off the front of a [`FIXED_LEN`] byte array.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (field, rest) = self
            .0
            .split_first_chunk()
            .expect("the widths of the fields add up to FIXED_LEN: the test `widths`");
        self.0 = rest;
        *field
    }
}

/// The name of the sealing key: an identifier and the version of that key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeyName {
    /// The key's identifier: 16 bytes, a UUID for instance.
    pub id: [u8; 16],
    /// Its version.
    pub version: u32,
}

/// The protection of a plaintext. The envelope format is the same for all modes; its content differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Only the seal at rest.
    AtRest = 0,
    /// Authenticated encryption under a key of the account.
    Basic = 1,
    /// Homomorphic ciphertexts.
    Fhe = 2,
    /// Committed values, for zero-knowledge proofs.
    Zk = 3,
}

impl Mode {
    fn from_byte(byte: u8) -> Option<Self> {
        [Self::AtRest, Self::Basic, Self::Fhe, Self::Zk]
            .into_iter()
            .find(|mode| *mode as u8 == byte)
    }
}

/// The sealing party of an envelope: the lowest bit of the header's flags. The other bits are zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The server, which saw the plaintext.
    Server = 0,
    /// A client that keeps its key.
    Client = 1,
}

impl Origin {
    fn from_flags(flags: u8) -> Option<Self> {
        [Self::Server, Self::Client]
            .into_iter()
            .find(|origin| *origin as u8 == flags)
    }
}

/// How an envelope is sealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Suite {
    /// Under a shared key. Codes 0x0001, 0x0002, 0x0003.
    Shared(Cipher),
    /// To a public key, the message under AES-256-GCM. Codes 0x0A01 (X-Wing, as of
    /// draft-connolly-cfrg-xwing-kem-10) and 0x0302 (MLKEM1024-P384, as of
    /// draft-irtf-cfrg-concrete-hybrid-kems-03): the high byte is the number of the draft.
    Recipient(Kem),
}

impl Suite {
    const ALL: [Self; 5] = [
        Self::Shared(Cipher::Aes128Gcm),
        Self::Shared(Cipher::Aes192Gcm),
        Self::Shared(Cipher::Aes256Gcm),
        Self::Recipient(Kem::XWing),
        Self::Recipient(Kem::MlKem1024P384),
    ];

    /// The number of the suite in the header.
    #[must_use]
    pub fn code(self) -> u16 {
        match self {
            Self::Shared(Cipher::Aes128Gcm) => 0x0001,
            Self::Shared(Cipher::Aes192Gcm) => 0x0002,
            Self::Shared(Cipher::Aes256Gcm) => 0x0003,
            Self::Recipient(Kem::XWing) => 0x0A01,
            Self::Recipient(Kem::MlKem1024P384) => 0x0302,
        }
    }

    /// The suite of a number.
    #[must_use]
    pub fn from_code(code: u16) -> Option<Self> {
        Self::ALL.into_iter().find(|suite| suite.code() == code)
    }

    /// The cipher the chunks are under.
    #[must_use]
    pub fn cipher(self) -> Cipher {
        match self {
            Self::Shared(cipher) => cipher,
            Self::Recipient(_) => Cipher::Aes256Gcm,
        }
    }

    /// Bytes of encapsulated key at the beginning of the header's extension.
    #[must_use]
    pub fn encapsulated_len(self) -> usize {
        match self {
            Self::Shared(_) => 0,
            Self::Recipient(kem) => kem.encapsulated_len(),
        }
    }
}

/// The first three bytes of every envelope.
pub const MAGIC: [u8; 3] = *b"LKE";
/// The version of the format, the fourth byte.
pub const VERSION: u8 = 1;
/// Bytes of a header without its extension.
pub const FIXED_LEN: usize = 3 + 1 + 1 + 2 + 1 + 16 + 4 + 24 + 32 + 1 + 2;
/// The offset of the commitment.
pub(crate) const COMMITMENT_AT: usize = 3 + 1 + 1 + 2 + 1 + 16 + 4 + 24;
/// Binary logarithm of the plaintext bytes in a chunk: 64 KiB. Version 1 supports no other size.
pub const CHUNK_LOG2: u8 = 16;
/// Bytes of an authentication tag, one at the end of each chunk.
pub const TAG_LEN: usize = 16;
/// The maximum bytes of the extension, including the encapsulated key of a public-key suite.
pub const MAX_EXT_LEN: usize = u16::MAX as usize;
/// The longest plaintext: 64 GiB.
pub const MAX_MESSAGE_LEN: u64 = 1 << 36;

#[cfg(test)]
mod tests {
    use super::*;

    fn fixed(suite: Suite, ext_len: u16) -> Vec<u8> {
        let mut bytes = Vec::new();
        Fixed {
            mode: Mode::Basic,
            suite,
            origin: Origin::Client,
            key_name: KeyName {
                id: [7; 16],
                version: 9,
            },
            message_id: [8; 24],
            commitment: [5; 32],
            chunk_log2: CHUNK_LOG2,
            ext_len,
        }
        .write(&mut bytes);
        bytes
    }

    #[test]
    fn widths() {
        let mut bytes = fixed(Suite::Shared(Cipher::Aes256Gcm), 3);
        assert_eq!(bytes.len(), FIXED_LEN);
        assert_eq!(&bytes[COMMITMENT_AT..COMMITMENT_AT + 32], [5; 32]);
        bytes.extend_from_slice(b"extchunks");
        let header = Header::parse(&bytes).unwrap();
        assert_eq!(header.mode, Mode::Basic);
        assert_eq!(header.suite, Suite::Shared(Cipher::Aes256Gcm));
        assert_eq!(header.origin, Origin::Client);
        assert_eq!(header.key_name.version, 9);
        assert_eq!(header.ext, b"ext");
        assert_eq!(header.bytes.len(), FIXED_LEN + 3);
    }

    #[test]
    fn every_suite_by_its_code_and_no_other() {
        let known: Vec<u16> = (0..=u16::MAX)
            .filter(|code| Suite::from_code(*code).is_some())
            .collect();
        assert_eq!(known, [0x0001, 0x0002, 0x0003, 0x0302, 0x0A01]);
        for code in known {
            assert_eq!(Suite::from_code(code).unwrap().code(), code);
        }
    }

    #[test]
    fn unknown_values_and_short_bytes_are_refused() {
        let good = fixed(Suite::Shared(Cipher::Aes128Gcm), 0);
        assert!(Header::parse(&good).is_ok());
        for (at, value, what) in [
            (0, b'l', "magic"),
            (2, b'F', "magic"),
            (3, 0, "version"),
            (3, 2, "version"),
            (4, 4, "mode"),
            (4, 255, "mode"),
            (5, 1, "suite"),
            (6, 0, "suite"),
            (6, 4, "suite"),
            (7, 2, "flags"),
            (7, 0x80, "flags"),
            (FIXED_LEN - 3, 15, "chunk size"),
            (FIXED_LEN - 3, 255, "chunk size"),
            (FIXED_LEN - 1, 1, "extension longer than the bytes"),
        ] {
            let mut bad = good.clone();
            bad[at] = value;
            assert_eq!(Header::parse(&bad), Err(OpenError), "{what}");
        }
        for len in 0..good.len() {
            assert_eq!(Header::parse(&good[..len]), Err(OpenError), "{len}");
        }
        let short = fixed(Suite::Recipient(Kem::XWing), 1119);
        let short = [short, vec![0; 1119]].concat();
        assert_eq!(Header::parse(&short), Err(OpenError), "encapsulated key");
    }

    proptest::proptest! {
        #[test]
        fn no_bytes_panic_and_what_parses_writes_itself(
            mut bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..2048),
            valid in proptest::bool::ANY,
        ) {
            if valid {
                let suite = Suite::ALL[bytes.first().copied().unwrap_or(0) as usize % 5];
                bytes.splice(..0, fixed(suite, 1200));
            }
            if let Ok(header) = Header::parse(&bytes) {
                let mut again = Vec::new();
                Fixed {
                    mode: header.mode,
                    suite: header.suite,
                    origin: header.origin,
                    key_name: header.key_name,
                    message_id: header.message_id,
                    commitment: header.commitment,
                    chunk_log2: header.chunk_log2,
                    ext_len: u16::try_from(header.encapsulated.len() + header.ext.len()).unwrap(),
                }
                .write(&mut again);
                again.extend_from_slice(header.encapsulated);
                again.extend_from_slice(header.ext);
                assert_eq!(again, header.bytes);
            }
        }
    }
}
