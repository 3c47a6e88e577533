#![doc = include_str!("../README.md")]
//!
//! # Reading order
//!
//! Callers use [`Key`] and [`Sealing`]. `envelope.rs` seals and opens in memory, `stream.rs` while
//! reading and writing, `recipient.rs` with a public key. `wrap.rs` wraps other keys. `header.rs`
//! is the only parser, and `derive.rs` is the key schedule. `primitives.rs` selects AWS-LC or
//! RustCrypto.
#![forbid(unsafe_code)]

mod cipher;
mod context;
mod derive;
mod envelope;
mod error;
mod header;
mod kem;
mod key;
mod plaintext;
mod primitives;
mod recipient;
mod stream;
#[cfg(test)]
mod testing;
mod wrap;

pub use cipher::Cipher;
pub use context::{Context, Purpose, Sealing};
pub use envelope::{open, open_into, seal, seal_into, sealed_len};
pub use error::{OpenError, SealError};
pub use header::{
    CHUNK_LOG2, FIXED_LEN, Header, KeyName, MAGIC, MAX_EXT_LEN, MAX_MESSAGE_LEN, Mode, Origin,
    Suite, TAG_LEN, VERSION,
};
pub use kem::Kem;
pub use key::Key;
pub use plaintext::Plaintext;
pub use recipient::{PrivateKey, PublicKey, open_as_recipient, seal_to};
pub use stream::{OpenReader, SealWriter, read_header};
pub use wrap::{unwrap, wrap};
