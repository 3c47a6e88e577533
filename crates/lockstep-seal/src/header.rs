//! The header of an envelope. It is the only parser of the crate, and it accepts or rejects any
//! bytes without a panic.

use std::fmt;

use crate::cipher::Cipher;
use crate::error::OpenError;
use crate::kem::Kem;

/// The header of an envelope, borrowed from its bytes. All fields are authenticated and none is
/// secret. They are untrusted until the envelope has opened.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Header<'a> {
    /// The mode of protection of the plaintext.
    pub mode: Mode,
    /// The suite of the envelope.
    pub suite: Suite,
    /// The sealing party.
    pub origin: Origin,
    /// The name of the key that sealed the envelope.
    pub key_name: KeyName,
    /// A random value per message, from which the message key is derived.
    pub message_id: [u8; 24],
    /// The commitment to key, header and context.
    pub commitment: [u8; 32],
    /// Binary logarithm of the plaintext bytes in a chunk.
    pub chunk_log2: u8,
    /// The encapsulated key of a public-key suite. Empty for a symmetric suite.
    pub encapsulated: &'a [u8],
    /// The fields of a mode.
    pub ext: &'a [u8],
    /// The whole header as stored in the envelope; the chunks follow it.
    pub bytes: &'a [u8],
}

impl<'a> Header<'a> {
    /// Reads the header at the beginning of `envelope`. Ignores the bytes after it.
    ///
    /// # Errors
    /// [`OpenError`] if the bytes end too soon, or if a value is unknown: magic bytes, version,
    /// mode, suite, flags or chunk size.
    pub fn parse(envelope: &'a [u8]) -> Result<Self, OpenError> {
        let (fixed, rest) = envelope.split_first_chunk().ok_or(OpenError)?;
        let fixed = FixedFields::parse(fixed)?;
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

    /// Returns the header without the commitment, in two slices. The commitment covers these bytes.
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

/// See [`Header::committed`]. `header` is a complete header.
pub(crate) fn committed(header: &[u8]) -> [&[u8]; 2] {
    [&header[..COMMITMENT_AT], &header[COMMITMENT_AT + 32..]]
}

/// The fixed-length part of a header.
pub(crate) struct FixedFields {
    pub(crate) mode: Mode,
    pub(crate) suite: Suite,
    pub(crate) origin: Origin,
    pub(crate) key_name: KeyName,
    pub(crate) message_id: [u8; 24],
    pub(crate) commitment: [u8; 32],
    pub(crate) chunk_log2: u8,
    pub(crate) ext_len: u16,
}

impl FixedFields {
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

    /// Appends the bytes that [`FixedFields::parse`] reads.
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

/// Takes fixed-width fields from the front of [`FIXED_LEN`] bytes.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (field, rest) = self
            .0
            .split_first_chunk()
            .expect("the widths of the fields add up to FIXED_LEN, which the test `field_widths_add_up` checks");
        self.0 = rest;
        *field
    }
}

/// The name of a key: an identifier and the version of that key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeyName {
    /// The identifier of the key, 16 bytes such as a UUID.
    pub id: [u8; 16],
    /// The version of the key.
    pub version: u32,
}

/// The mode of protection of a plaintext. The envelope format is the same for all modes, but the
/// content differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Encryption at rest only.
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

/// The party that sealed an envelope: the lowest bit of the header's flags. The other bits are
/// zero.
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

/// The method of sealing an envelope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Suite {
    /// A shared key. Codes 0x0001, 0x0002, 0x0003.
    Shared(Cipher),
    /// A public key, with AES-256-GCM for the message. The high byte of the code is the number of
    /// the draft.
    ///
    /// Codes: 0x0A01 (X-Wing, draft-connolly-cfrg-xwing-kem-10) and 0x0302 (MLKEM1024-P384,
    /// draft-irtf-cfrg-concrete-hybrid-kems-03).
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

    /// Returns the code of the suite in the header.
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

    /// Returns the suite with this code.
    #[must_use]
    pub fn from_code(code: u16) -> Option<Self> {
        Self::ALL.into_iter().find(|suite| suite.code() == code)
    }

    /// Returns the cipher of the chunks.
    #[must_use]
    pub fn cipher(self) -> Cipher {
        match self {
            Self::Shared(cipher) => cipher,
            Self::Recipient(_) => Cipher::Aes256Gcm,
        }
    }

    /// Returns the number of bytes of the encapsulated key, with which the header's extension
    /// begins.
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
/// The version of the format, the fourth byte of every envelope.
pub const VERSION: u8 = 1;
/// Number of bytes in a header without its extension.
pub const FIXED_LEN: usize = 3 + 1 + 1 + 2 + 1 + 16 + 4 + 24 + 32 + 1 + 2;
/// The offset of the commitment.
pub(crate) const COMMITMENT_AT: usize = 3 + 1 + 1 + 2 + 1 + 16 + 4 + 24;
/// Binary logarithm of the plaintext bytes in a chunk, which is 64 KiB. Version 1 supports no other
/// size.
pub const CHUNK_LOG2: u8 = 16;
/// Number of bytes in an authentication tag. Each chunk ends with a tag.
pub const TAG_LEN: usize = 16;
/// Maximum number of bytes in the extension, including the encapsulated key of a public-key suite.
pub const MAX_EXT_LEN: usize = u16::MAX as usize;
/// Maximum number of bytes in a plaintext: 64 GiB.
pub const MAX_MESSAGE_LEN: u64 = 1 << 36;

#[cfg(test)]
mod tests {
    use super::*;

    fn fixed(suite: Suite, ext_len: u16) -> Vec<u8> {
        let mut bytes = Vec::new();
        FixedFields {
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
    fn field_widths_add_up() {
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
    fn each_suite_has_one_code() {
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
        for (position, value, what) in [
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
            bad[position] = value;
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
        fn no_bytes_panic_and_parsed_headers_round_trip(
            mut bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..2048),
            valid in proptest::bool::ANY,
        ) {
            if valid {
                let suite = Suite::ALL[bytes.first().copied().unwrap_or(0) as usize % 5];
                bytes.splice(..0, fixed(suite, 1200));
            }
            if let Ok(header) = Header::parse(&bytes) {
                let mut written = Vec::new();
                FixedFields {
                    mode: header.mode,
                    suite: header.suite,
                    origin: header.origin,
                    key_name: header.key_name,
                    message_id: header.message_id,
                    commitment: header.commitment,
                    chunk_log2: header.chunk_log2,
                    ext_len: u16::try_from(header.encapsulated.len() + header.ext.len()).unwrap(),
                }
                .write(&mut written);
                written.extend_from_slice(header.encapsulated);
                written.extend_from_slice(header.ext);
                assert_eq!(written, header.bytes);
            }
        }
    }
}
