//! The binding of an envelope beyond its own bytes.

use crate::header::{KeyName, Mode, Origin};

/// The location of the plaintext. It is authenticated, not stored: the opener must supply the same context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context<'a> {
    /// The account the plaintext belongs to.
    pub account: &'a [u8],
    /// What the plaintext is for.
    pub purpose: Purpose<'a>,
    /// The row, object or key that contains the plaintext; empty if there is none.
    pub row: &'a [u8],
}

/// The use of a plaintext, so that an envelope of one kind never opens as another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose<'a> {
    /// Data of an account. Encoded as `data`.
    Data,
    /// Another key. Encoded as `wrap`.
    Wrap,
    /// Any other use, by a name of the caller. Encoded as `:` and the name, so that no name collides with
    /// the two above.
    Named(&'a str),
}

impl Context<'_> {
    /// The associated data: for account, purpose and row its length (4 bytes, big-endian) and the
    /// bytes themselves, as five to seven slices in that order.
    ///
    /// `None` where a part is 4 GiB or longer.
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

/// A [`Context`] in the form that is hashed.
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

/// The parameters of an envelope besides the plaintext and the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sealing<'a> {
    /// The protection the plaintext is under.
    pub mode: Mode,
    /// The sealing party: the server, or a client that keeps its key.
    pub origin: Origin,
    /// The key's name, so that the opener finds it. Stored in the clear.
    pub key_name: KeyName,
    /// The location of the plaintext. Authenticated, not stored.
    pub context: Context<'a>,
    /// The extension of the header, in the clear and authenticated: the fields of a mode.
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
    fn length_prefixed_in_order() {
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
    fn no_two_contexts_read_the_same() {
        let all = [
            encoded(b"a", Purpose::Data, b"b"),
            encoded(b"ab", Purpose::Data, b""),
            encoded(b"", Purpose::Data, b"ab"),
            encoded(b"a", Purpose::Wrap, b"b"),
            encoded(b"a", Purpose::Named("wrap"), b"b"),
            encoded(b"a", Purpose::Named("data"), b"b"),
            encoded(b"a", Purpose::Named(""), b"b"),
        ];
        for (i, one) in all.iter().enumerate() {
            for other in &all[i + 1..] {
                assert_ne!(one, other);
            }
        }
    }
}
