//! Temporary files of requests: sealed, bounded, and removed with the process.
//!
//! Each file is sealed under its own random key, which is only in memory. The file has no name in the
//! directory. After a crash no file can be found or read.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};

use lockstep_seal::{
    Cipher, Context, Key, KeyName, Mode as SealMode, OpenReader, Origin, Purpose, SealWriter,
    Sealing, read_header,
};
use lockstep_store::id::UserId;
use lockstep_web::ApiError;

use crate::locked::LockedMemory;
use crate::rng::Rng;
use crate::sync::lock;

/// The limits of the spool, in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpoolLimits {
    /// Maximum bytes of an account.
    pub(crate) account: u64,
    /// Maximum bytes of all accounts together.
    pub(crate) total: u64,
}

/// The bytes currently in the spool.
#[derive(Clone, Default)]
pub(crate) struct SpoolUsage(Arc<Mutex<Bytes>>);

#[derive(Default)]
struct Bytes {
    total: u64,
    of: HashMap<UserId, u64>,
}

/// A spool file that is being written.
pub struct SpoolWriter {
    writer: SealWriter<File>,
    key: LockedMemory<Key>,
    claim: Claim,
}

/// A spool file, read from its beginning. Its bytes are released when it is dropped.
pub struct SpoolFile {
    reader: OpenReader<BufReader<File>>,
    #[cfg(test)]
    raw: File,
    bytes: u64,
    _claim: Claim,
}

/// The bytes of the spool that a file occupies.
struct Claim {
    spooled: SpoolUsage,
    user: UserId,
    limits: SpoolLimits,
    bytes: u64,
}

impl SpoolUsage {
    /// The bytes of an account in the spool.
    pub(crate) fn of(&self, user: &UserId) -> u64 {
        lock(&self.0).of.get(user).copied().unwrap_or(0)
    }
}

impl SpoolWriter {
    pub(crate) fn begin(
        spooled: SpoolUsage,
        user: &UserId,
        folder: &Path,
        limits: SpoolLimits,
        rng: &mut Rng,
    ) -> Result<Self, ApiError> {
        let file =
            tempfile::tempfile_in(folder).map_err(|error| ApiError::file("spool", &error))?;
        let key = LockedMemory::new(Key::generate(Cipher::Aes256Gcm, rng));
        let sealing = Sealing {
            mode: SealMode::AtRest,
            origin: Origin::Server,
            key_name: KeyName {
                id: [0; 16],
                version: 1,
            },
            context: context(user),
            ext: b"",
        };
        let writer = SealWriter::new(file, &key, &sealing, rng)
            .map_err(|error| ApiError::file("spool", &error))?;
        Ok(Self {
            writer,
            key,
            claim: Claim {
                spooled,
                user: user.clone(),
                limits,
                bytes: 0,
            },
        })
    }

    /// Adds bytes at the end.
    ///
    /// # Errors
    /// The file is larger than the spool may be; the spool is full, for the account or in total; the disk is
    /// full.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), ApiError> {
        self.claim.grow(bytes.len() as u64)?;
        self.writer
            .write_all(bytes)
            .map_err(|error| ApiError::file("spool", &error))
    }

    /// The number of bytes written.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.claim.bytes
    }

    /// Completes the file and opens it for reading.
    ///
    /// # Errors
    /// The file cannot be written or read.
    pub fn finish(self) -> Result<SpoolFile, ApiError> {
        let Self { writer, key, claim } = self;
        let file = |error: io::Error| ApiError::file("spool", &error);
        let mut sealed = writer.finish().map_err(file)?;
        #[cfg(test)]
        let raw = sealed.try_clone().map_err(file)?;
        sealed.rewind().map_err(file)?;
        let mut sealed = BufReader::with_capacity(BUFFER_BYTES, sealed);
        let header = read_header(&mut sealed).map_err(file)?;
        let reader = OpenReader::new(sealed, &header, &key, &context(&claim.user))
            .map_err(|error| ApiError::internal(format!("spool: {error}")))?;
        Ok(SpoolFile {
            reader,
            #[cfg(test)]
            raw,
            bytes: claim.bytes,
            _claim: claim,
        })
    }
}

impl SpoolFile {
    /// The number of bytes in the file.
    #[must_use]
    pub fn stored_bytes(&self) -> u64 {
        self.bytes
    }
}

impl Read for SpoolFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reader.read(buffer)
    }
}

impl Claim {
    fn grow(&mut self, bytes: u64) -> Result<(), ApiError> {
        let largest = self.limits.account.min(self.limits.total);
        if self.bytes + bytes > largest {
            return Err(ApiError::file_too_large(largest));
        }
        let mut all = lock(&self.spooled.0);
        let of = all.of.get(&self.user).copied().unwrap_or(0) + bytes;
        let total = all.total + bytes;
        if of > self.limits.account {
            return Err(ApiError::spool_full(
                "files of your account",
                self.limits.account,
            ));
        }
        if total > self.limits.total {
            return Err(ApiError::spool_full(
                "files of all accounts",
                self.limits.total,
            ));
        }
        all.of.insert(self.user.clone(), of);
        all.total = total;
        self.bytes += bytes;
        Ok(())
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        let mut all = lock(&self.spooled.0);
        all.total = all.total.saturating_sub(self.bytes);
        if let Some(of) = all.of.get_mut(&self.user) {
            *of = of.saturating_sub(self.bytes);
            if *of == 0 {
                all.of.remove(&self.user);
            }
        }
    }
}

fn context(user: &UserId) -> Context<'_> {
    Context {
        account: user.as_str().as_bytes(),
        purpose: Purpose::Named("spool"),
        row: b"",
    }
}

const BUFFER_BYTES: usize = 256 << 10;

#[cfg(test)]
mod tests {
    use super::*;
    use lockstep_store::{SystemEntropy, Timestamp};
    use lockstep_web::api_error::ErrorKind;

    fn begin(
        spooled: &SpoolUsage,
        user: &UserId,
        folder: &Path,
        limits: SpoolLimits,
    ) -> SpoolWriter {
        SpoolWriter::begin(
            spooled.clone(),
            user,
            folder,
            limits,
            &mut Rng::new(&entropy()),
        )
        .unwrap()
    }

    fn entropy() -> Arc<dyn lockstep_store::Entropy> {
        Arc::new(SystemEntropy)
    }

    /// The bytes on disk do not contain the plaintext, and the file is read back unchanged. A file that
    /// was changed ends in an error.
    #[test]
    fn files_are_sealed() {
        let folder = tempfile::tempdir().unwrap();
        let (spooled, user) = (
            SpoolUsage::default(),
            UserId::generate(Timestamp(0), &SystemEntropy),
        );
        let limits = SpoolLimits {
            account: 1 << 20,
            total: 1 << 20,
        };
        let canary = b"2026-01-31T06:30:00Z,heart_rate,142".repeat(20_000);
        for changed in [false, true] {
            let mut writer = begin(&spooled, &user, folder.path(), limits);
            for part in canary.chunks(1000) {
                writer.write(part).unwrap();
            }
            let mut file = writer.finish().unwrap();
            assert_eq!(file.stored_bytes(), canary.len() as u64);
            use std::os::unix::fs::FileExt;
            let mut stored = vec![0; file.raw.metadata().unwrap().len() as usize];
            file.raw.read_exact_at(&mut stored, 0).unwrap();
            assert!(stored.len() > canary.len());
            assert!(!stored.windows(10).any(|part| part == b"heart_rate"));
            if changed {
                let place = stored.len() as u64 - 1;
                let last = stored[stored.len() - 1] ^ 1;
                file.raw.write_all_at(&[last], place).unwrap();
            }
            let mut read = Vec::new();
            let outcome = file.read_to_end(&mut read);
            assert_eq!(outcome.is_err(), changed);
            assert_eq!(read == canary, !changed);
        }
        // A file has no name, and nothing of it is left.
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        assert!(lock(&spooled.0).of.is_empty());
    }

    #[test]
    fn bytes_are_bounded_for_an_account_and_for_all() {
        let folder = tempfile::tempdir().unwrap();
        let spooled = SpoolUsage::default();
        let user = |n: i64| UserId::generate(Timestamp(n), &SystemEntropy);
        let (ada, bob) = (user(0), user(1));
        let limits = SpoolLimits {
            account: 100,
            total: 150,
        };
        let mut first = begin(&spooled, &ada, folder.path(), limits);
        first.write(&[0; 60]).unwrap();
        let mut second = begin(&spooled, &ada, folder.path(), limits);
        let refused = second.write(&[0; 41]).unwrap_err();
        assert_eq!(refused.kind, ErrorKind::Unavailable);
        assert!(refused.retry_after.is_some());
        second.write(&[0; 40]).unwrap();
        // A file that never fits is not worth another attempt.
        let refused = second.write(&[0; 61]).unwrap_err();
        assert_eq!(refused.kind, ErrorKind::TooLarge);
        assert!(refused.retry_after.is_none());
        let mut third = begin(&spooled, &bob, folder.path(), limits);
        assert!(third.write(&[0; 51]).is_err());
        // A file that is read still takes up its bytes; a dropped one does not.
        let first = first.finish().unwrap();
        assert!(third.write(&[0; 51]).is_err());
        drop(first);
        third.write(&[0; 51]).unwrap();
        drop((second, third));
        assert_eq!(lock(&spooled.0).total, 0);
    }
}
