//! Wrapping of keys with another key: an envelope with the purpose `wrap`.

use rand_core::CryptoRng;

use crate::cipher::Cipher;
use crate::context::{Context, Purpose, Sealing};
use crate::envelope::{open, seal};
use crate::error::{OpenError, SealError};
use crate::header::{KeyName, Mode, Origin, Suite};
use crate::key::Key;

/// Wraps `key` with the key `under`, whose name is `under_name`, for `account` and the key record
/// `row`. Returns an envelope of purpose [`Purpose::Wrap`], which opens with no other purpose.
///
/// Use [`seal`] with that purpose for secrets that are not a [`Key`], such as private keys.
///
/// # Errors
/// Only [`SealError::ContextTooLong`].
pub fn wrap(
    under: &Key,
    under_name: KeyName,
    account: &[u8],
    row: &[u8],
    key: &Key,
    rng: &mut impl CryptoRng,
) -> Result<Vec<u8>, SealError> {
    let sealing = Sealing {
        mode: Mode::AtRest,
        origin: Origin::Server,
        key_name: under_name,
        context: wrap_context(account, row),
        // The extension contains the cipher of the wrapped key.
        ext: &Suite::Shared(key.cipher()).code().to_be_bytes(),
    };
    seal(under, &sealing, key.expose(), rng)
}

/// Unwraps an envelope that [`wrap`] created with the same key, account and row.
///
/// # Errors
/// [`OpenError`] for every cause.
pub fn unwrap(under: &Key, wrapped: &[u8], account: &[u8], row: &[u8]) -> Result<Key, OpenError> {
    let bytes = open(under, wrapped, &wrap_context(account, row))?;
    let bytes: &[u8; 32] = (*bytes).try_into().map_err(|_| OpenError)?;
    let ext = crate::Header::parse(wrapped)?.ext;
    Ok(Key::from_bytes(wrapped_cipher(ext)?, bytes))
}

fn wrap_context<'a>(account: &'a [u8], row: &'a [u8]) -> Context<'a> {
    Context {
        account,
        purpose: Purpose::Wrap,
        row,
    }
}

fn wrapped_cipher(ext: &[u8]) -> Result<Cipher, OpenError> {
    let code = ext.try_into().map_err(|_| OpenError)?;
    match Suite::from_code(u16::from_be_bytes(code)) {
        Some(Suite::Shared(cipher)) => Ok(cipher),
        _ => Err(OpenError),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{CONTEXT, DeterministicRng, SEALING};

    #[test]
    fn a_key_unwraps_only_for_its_account_and_row() {
        let name = SEALING.key_name;
        let under = Key::generate(Cipher::Aes256Gcm, &mut DeterministicRng(1));
        for cipher in [Cipher::Aes128Gcm, Cipher::Aes192Gcm, Cipher::Aes256Gcm] {
            let key = Key::generate(cipher, &mut DeterministicRng(2));
            let wrapped =
                wrap(&under, name, b"usr", b"row", &key, &mut DeterministicRng(3)).unwrap();
            assert_eq!(unwrap(&under, &wrapped, b"usr", b"row"), Ok(key));
            assert_eq!(unwrap(&under, &wrapped, b"usr", b"r0w"), Err(OpenError));
            assert_eq!(unwrap(&under, &wrapped, b"us", b"row"), Err(OpenError));
            let other = Key::generate(Cipher::Aes256Gcm, &mut DeterministicRng(4));
            assert_eq!(unwrap(&other, &wrapped, b"usr", b"row"), Err(OpenError));
            for bit in 0..wrapped.len() * 8 {
                let mut bad = wrapped.clone();
                bad[bit / 8] ^= 1 << (bit % 8);
                assert_eq!(unwrap(&under, &bad, b"usr", b"row"), Err(OpenError));
            }
        }
    }

    #[test]
    fn data_does_not_unwrap_and_keys_do_not_open_as_data() {
        let under = Key::generate(Cipher::Aes256Gcm, &mut DeterministicRng(1));
        let key = Key::generate(Cipher::Aes256Gcm, &mut DeterministicRng(2));
        let Context { account, row, .. } = CONTEXT;
        let wrapped = wrap(
            &under,
            SEALING.key_name,
            account,
            row,
            &key,
            &mut DeterministicRng(3),
        )
        .unwrap();
        assert_eq!(open(&under, &wrapped, &CONTEXT), Err(OpenError));
        let sealed = seal(&under, &SEALING, key.expose(), &mut DeterministicRng(3)).unwrap();
        assert_eq!(unwrap(&under, &sealed, account, row), Err(OpenError));
    }

    /// These envelopes open with the right purpose, but do not contain a key.
    #[test]
    fn another_length_or_an_unknown_cipher_is_refused() {
        let under = Key::generate(Cipher::Aes256Gcm, &mut DeterministicRng(1));
        for (ext, secret, opens) in [
            (&[0, 3][..], &[7; 32][..], true),
            (&[0, 3], &[7; 31], false),
            (&[0, 3], &[7; 33], false),
            (&[0, 4], &[7; 32], false),
            (&[0x0A, 1], &[7; 32], false),
            (&[3], &[7; 32], false),
            (&[], &[7; 32], false),
        ] {
            let context = wrap_context(b"usr", b"row");
            let sealing = Sealing {
                context,
                ext,
                ..SEALING
            };
            let wrapped = seal(&under, &sealing, secret, &mut DeterministicRng(3)).unwrap();
            assert_eq!(unwrap(&under, &wrapped, b"usr", b"row").is_ok(), opens);
        }
    }
}
