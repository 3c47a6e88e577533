//! Tokens: `lk_<kind>_`, 256 random bits and their CRC32 in base32. The store holds a SHA-256 hash.

use std::fmt;

use data_encoding::{BASE32_NOPAD, Encoding};
use lockstep_store::Entropy;
use sha2::{Digest, Sha256};
use zeroize::{Zeroize, ZeroizeOnDrop};

/// The purpose of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// Authenticates requests for an hour.
    Access,
    /// Obtains the next pair of tokens, once.
    Refresh,
    /// An API key: authenticates requests until it expires or is removed.
    ApiKey,
    /// Opens one socket, once.
    Ticket,
    /// The cookie of the web console: authenticates its requests until it expires.
    Console,
}

/// A token in clear text; shown to its owner once, never printed by accident.
#[derive(Zeroize, ZeroizeOnDrop)]
pub(crate) struct Token(String);

/// The stored hash of a token: enough to recognise the token, not to reconstruct it.
pub(crate) type Hash = [u8; 32];

impl Token {
    /// Generates a random token.
    #[must_use]
    pub(crate) fn generate(kind: TokenKind, entropy: &dyn Entropy) -> Self {
        let mut bytes = [0; 36];
        entropy.fill(&mut bytes[..32]);
        let checksum = crc32fast::hash(&bytes[..32]).to_be_bytes();
        bytes[32..].copy_from_slice(&checksum);
        let token = Self(format!("lk_{}_{}", kind.name(), base32().encode(&bytes)));
        bytes.zeroize();
        token
    }

    /// Returns the text, for the one response that shows it.
    #[must_use]
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }

    /// Returns the hash that the store keeps.
    #[must_use]
    pub(crate) fn hash(&self) -> Hash {
        Sha256::digest(self.0.as_bytes()).into()
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// Returns the kind and the hash of a token's text, or `None` if the text cannot be a token.
///
/// The hash is looked up by equality in an index. It covers 256 random bits, so the time of a
/// look-up reveals nothing that helps to forge a token.
#[must_use]
pub(crate) fn read(text: &str) -> Option<(TokenKind, Hash)> {
    let (kind, digits) = text.strip_prefix("lk_")?.split_once('_')?;
    let kind = TokenKind::ALL
        .into_iter()
        .find(|known| known.name() == kind)?;
    let bytes = base32().decode(digits.as_bytes()).ok()?;
    let (random, checksum) = bytes.split_at_checked(32)?;
    (checksum == crc32fast::hash(random).to_be_bytes())
        .then(|| (kind, Sha256::digest(text.as_bytes()).into()))
}

impl TokenKind {
    const ALL: [Self; 5] = [
        Self::Access,
        Self::Refresh,
        Self::ApiKey,
        Self::Ticket,
        Self::Console,
    ];

    /// Returns the kind's part of the token, which is also its name in the store.
    #[must_use]
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Access => "at",
            Self::Refresh => "rt",
            Self::ApiKey => "ak",
            Self::Ticket => "wt",
            Self::Console => "cs",
        }
    }
}

/// RFC 4648 base32 in lower case, so that a token has one spelling and only letters and digits.
fn base32() -> &'static Encoding {
    static LOWER: std::sync::LazyLock<Encoding> = std::sync::LazyLock::new(|| {
        let mut specification = BASE32_NOPAD.specification();
        specification.symbols.make_ascii_lowercase();
        specification
            .encoding()
            .expect("lower-case letters and digits are 32 symbols")
    });
    &LOWER
}

#[cfg(test)]
mod tests {
    use super::*;
    use lockstep_store::SystemEntropy;

    #[test]
    fn known_again_and_only_whole() {
        for kind in TokenKind::ALL {
            let token = Token::generate(kind, &SystemEntropy);
            assert_eq!(read(token.reveal()), Some((kind, token.hash())));
            assert_eq!(format!("{token:?}"), "Token(…)");
            let text = token.reveal();
            for end in 0..text.len() {
                assert_eq!(read(&text[..end]), None, "{end} characters");
            }
            for index in 0..text.len() {
                let mut other = text.to_owned().into_bytes();
                other[index] = if other[index] == b'a' { b'b' } else { b'a' };
                let other = String::from_utf8(other).unwrap();
                // The kind's letters may name another kind; the checksum does not cover them.
                if index > 4 {
                    assert_eq!(read(&other), None, "character {index}");
                }
            }
            assert_eq!(read(&text.to_uppercase()), None);
            assert_eq!(read(&format!("{text}a")), None);
        }
        assert_eq!(read("Bearer x"), None);
        assert_eq!(read("lk_at_"), None);
    }
}
