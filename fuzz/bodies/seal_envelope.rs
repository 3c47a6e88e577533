//! Any bytes as an envelope: parses the header, opens it with every kind of key, as a stream, and
//! unwraps it.

use std::io::Read;
use std::sync::LazyLock;

use lockstep_seal::{
    Cipher, Context, Header, Kem, Key, OpenReader, PrivateKey, Purpose, Suite, open,
    open_as_recipient, read_header, sealed_len, unwrap,
};

/// The context in which the seeds of the corpus are sealed.
pub(crate) const CONTEXT: Context<'static> = Context {
    account: b"usr_1",
    purpose: Purpose::Data,
    row: b"row",
};

static SHARED: LazyLock<[Key; 3]> = LazyLock::new(|| {
    [Cipher::Aes128Gcm, Cipher::Aes192Gcm, Cipher::Aes256Gcm]
        .map(|cipher| Key::from_bytes(cipher, &[0x42; 32]))
});

static PRIVATE: LazyLock<[PrivateKey; 2]> = LazyLock::new(|| {
    [Kem::XWing, Kem::MlKem1024P384]
        .map(|kem| PrivateKey::from_bytes(kem, &[0x42; 32]).expect("a seed has 32 bytes"))
});

/// Returns whether the envelope opened.
pub(crate) fn run(data: &[u8]) -> bool {
    let mut opened = None;
    for key in &*SHARED {
        let plaintext = open(key, data, &CONTEXT).ok();
        assert_eq!(
            streamed(key, data),
            plaintext.as_deref().map(<[u8]>::to_vec)
        );
        let _ = unwrap(key, data, CONTEXT.account, CONTEXT.row);
        opened = opened.or(plaintext);
    }
    for key in &*PRIVATE {
        opened = opened.or(open_as_recipient(key, data, &CONTEXT).ok());
    }
    let Ok(header) = Header::parse(data) else {
        assert!(opened.is_none());
        return false;
    };
    assert!(data.starts_with(header.bytes));
    assert_eq!(Suite::from_code(header.suite.code()), Some(header.suite));
    if let Some(plaintext) = &opened {
        let len = sealed_len(header.suite, header.ext.len(), plaintext.len() as u64);
        assert_eq!(len, data.len() as u64);
    }
    opened.is_some()
}

fn streamed(key: &Key, mut data: &[u8]) -> Option<Vec<u8>> {
    let header = read_header(&mut data).ok()?;
    let mut reader = OpenReader::new(data, &header, key, &CONTEXT).ok()?;
    let mut plaintext = Vec::new();
    reader.read_to_end(&mut plaintext).ok()?;
    Some(plaintext)
}
