//! The context to which an envelope is bound, in addition to its own bytes.

use crate::header::{KeyName, Mode, Origin};

/// The location and use of the plaintext. It is authenticated but not stored, so the opener must
/// supply the same context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context<'a> {
    /// The account to which the plaintext belongs.
    pub account: &'a [u8],
    /// The use of the plaintext.
    pub purpose: Purpose<'a>,
    /// The row, object or key that contains the plaintext. Empty if the plaintext belongs to no row.
    pub row: &'a [u8],
}

/// The use of a plaintext. An envelope with one use never opens with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose<'a> {
    /// Data of an account, encoded as `data`.
    Data,
    /// Another key, encoded as `wrap`.
    Wrap,
    /// Any other use, with a name from the caller. It is encoded as `:` and the name, so that it
    /// differs from `data` and `wrap`.
    Named(&'a str),
}

impl Context<'_> {
    /// Returns the associated data as seven slices. For account, purpose and row it contains the
    /// length (4 bytes, big-endian) and the bytes. The purpose has two slices, its mark and its
    /// name.
    ///
    /// Returns `None` if a field has 4 GiB or more.
    pub(crate) fn prefixes(&self) -> Option<ContextBytes<'_>> {
        let (mark, name) = match self.purpose {
            Purpose::Data => ("data", ""),
            Purpose::Wrap => ("wrap", ""),
            Purpose::Named(name) => (":", name),
        };
        let length = |len: usize| u32::try_from(len).ok().map(u32::to_be_bytes);
        Some(ContextBytes {
            account_len: length(self.account.len())?,
            account: self.account,
            purpose_len: length(mark.len().checked_add(name.len())?)?,
            mark: mark.as_bytes(),
            name: name.as_bytes(),
            row_len: length(self.row.len())?,
            row: self.row,
        })
    }
}

/// A [`Context`] as the slices that are hashed.
pub(crate) struct ContextBytes<'a> {
    account_len: [u8; 4],
    account: &'a [u8],
    purpose_len: [u8; 4],
    mark: &'a [u8],
    name: &'a [u8],
    row_len: [u8; 4],
    row: &'a [u8],
}

impl ContextBytes<'_> {
    pub(crate) fn parts(&self) -> [&[u8]; 7] {
        [
            &self.account_len,
            self.account,
            &self.purpose_len,
            self.mark,
            self.name,
            &self.row_len,
            self.row,
        ]
    }
}

/// The parameters of an envelope, except plaintext and key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sealing<'a> {
    /// The mode of protection of the plaintext.
    pub mode: Mode,
    /// The party that seals: the server, or a client that keeps its key.
    pub origin: Origin,
    /// The name of the key, with which the opener finds it. It is stored in the clear.
    pub key_name: KeyName,
    /// The location and use of the plaintext. It is authenticated but not stored.
    pub context: Context<'a>,
    /// The extension of the header, which contains the fields of a mode. It is stored in the clear
    /// and authenticated.
    pub ext: &'a [u8],
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(account: &[u8], purpose: Purpose<'_>, row: &[u8]) -> Vec<u8> {
        let context = Context {
            account,
            purpose,
            row,
        };
        context.prefixes().unwrap().parts().concat()
    }

    #[test]
    fn fields_are_length_prefixed_in_order() {
        assert_eq!(
            encoded(b"usr_1", Purpose::Data, b"r"),
            b"\0\0\0\x05usr_1\0\0\0\x04data\0\0\0\x01r"
        );
        assert_eq!(
            encoded(b"", Purpose::Named("index"), b""),
            b"\0\0\0\0\0\0\0\x06:index\0\0\0\0"
        );
    }

    #[test]
    fn different_contexts_have_different_encodings() {
        let all = [
            encoded(b"a", Purpose::Data, b"b"),
            encoded(b"ab", Purpose::Data, b""),
            encoded(b"", Purpose::Data, b"ab"),
            encoded(b"a", Purpose::Wrap, b"b"),
            encoded(b"a", Purpose::Named("wrap"), b"b"),
            encoded(b"a", Purpose::Named("data"), b"b"),
            encoded(b"a", Purpose::Named(""), b"b"),
        ];
        for (i, first) in all.iter().enumerate() {
            for second in &all[i + 1..] {
                assert_ne!(first, second);
            }
        }
    }
}
