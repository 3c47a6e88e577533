//! Files with a secret.

use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use lockstep_store::regular_file;
use zeroize::Zeroizing;

/// Reads a secret from a regular file that no other user can open. What a service manager put into its directory of
/// credentials may be readable by the group: only this service can enter the directory.
///
/// # Errors
/// The text for the operator, without the path.
pub(super) fn read_secret(path: &Path) -> Result<Zeroizing<String>, String> {
    let failed = |error: std::io::Error| error.to_string();
    let file = regular_file::open(path).map_err(failed)?;
    let mode = file.metadata().map_err(failed)?.mode() & 0o777;
    let managed = super::credential().and_then(|credential| Some(credential.parent()?.to_owned()));
    let forbidden = match managed.as_deref() == path.parent() {
        true => SERVICE_MANAGER,
        false => OWNER_ALONE,
    };
    if mode & forbidden != 0 {
        return Err(format!(
            "other users of this machine can open it (mode {mode:03o}): run `chmod 600` on it, and treat its content as \
             disclosed"
        ));
    }
    // A text that grows would leave copies of the secret.
    let mut text = Zeroizing::new(String::with_capacity(MAX_BYTES + 1));
    let mut part = file.take(MAX_BYTES as u64 + 1);
    part.read_to_string(&mut text).map_err(failed)?;
    match text.len() > MAX_BYTES {
        true => Err(format!("is longer than {MAX_BYTES} bytes")),
        false => Ok(text),
    }
}

const OWNER_ALONE: u32 = 0o077;
const SERVICE_MANAGER: u32 = 0o037;
/// The maximum number of bytes of a file with a secret.
const MAX_BYTES: usize = 4096;
