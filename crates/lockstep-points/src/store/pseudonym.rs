//! The public names of series.

use lockstep_store::id::UserId;
use sha2::{Digest, Sha256};

/// Returns the public name of a series: equal in all claims of the account, and meaningless otherwise.
pub fn pseudonym(user: &UserId, series: i64) -> String {
    let mut hash = Sha256::new();
    hash.update(b"lockstep series v1");
    hash.update(user.as_str());
    hash.update(series.to_be_bytes());
    let digest = hash.finalize();
    data_encoding::HEXLOWER.encode(&digest[..16])
}
