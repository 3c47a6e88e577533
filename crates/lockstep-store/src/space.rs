//! Disk space: decides whether writes are accepted, and keeps a reserve for transactions that free
//! space.
//!
//! A full disk must not lock its owner out: reads need no write. Transactions that free space, or
//! that an operator needs to do so, run on the space of a reserve file that is deleted for them.

use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::error::StoreError;
use crate::no_follow::private_options;

/// The free space of a database file's folder.
#[derive(Debug)]
pub(crate) struct Space {
    folder: PathBuf,
    reserve: PathBuf,
    reserve_bytes: AtomicU64,
    is_full: AtomicBool,
}

impl Space {
    /// Watches the space next to a database file. On a full disk, the reserve of an earlier start
    /// is deleted at once.
    pub(crate) fn new(file: &Path) -> Self {
        let folder = file.parent().unwrap_or(Path::new(".")).to_owned();
        let space = Self {
            reserve: folder.join(RESERVE),
            folder,
            reserve_bytes: AtomicU64::new(0),
            is_full: AtomicBool::new(false),
        };
        let is_tight = free_bytes(&space.folder).is_some_and(|free| free < MIN_FREE_BYTES);
        if is_tight && space.reserve.exists() {
            space.ran_out();
        }
        space
    }

    /// Keeps a reserve of `bytes` bytes from now on.
    pub(crate) fn keep_reserve(&self, bytes: u64) {
        self.reserve_bytes.store(bytes, Ordering::Relaxed);
        let needed = self.missing_bytes() + MIN_FREE_BYTES;
        let has_room = free_bytes(&self.folder).is_none_or(|free| free >= needed);
        if self.is_full() || !has_room || !self.fill() {
            self.ran_out();
        }
    }

    /// Checks that copies of `bytes` bytes each fit into these folders. Those that are on this disk must leave the reserve and
    /// [`COPY_MARGIN_BYTES`] for writes.
    ///
    /// # Errors
    /// [`StoreError::NoRoom`].
    pub(crate) fn ensure_room_for_copies(
        &self,
        folders: &[&Path],
        bytes: u64,
    ) -> Result<(), StoreError> {
        let copies = folders
            .iter()
            .filter(|folder| self.is_on_disk(folder))
            .count() as u64;
        match copies {
            0 => Ok(()),
            _ => self.ensure_free(
                bytes
                    .saturating_mul(copies)
                    .saturating_add(COPY_MARGIN_BYTES),
            ),
        }
    }

    /// Checks whether a copy that is being written into this folder may grow: other writes may have used the margin.
    ///
    /// # Errors
    /// [`StoreError::NoRoom`].
    pub(crate) fn ensure_room_while_copying(&self, folder: &Path) -> Result<(), StoreError> {
        match self.is_on_disk(folder) {
            false => Ok(()),
            true => self.ensure_free(2 * MIN_FREE_BYTES),
        }
    }

    /// Checks that there are `bytes` free bytes beside the reserve. Without a reserve, nothing is kept free.
    fn ensure_free(&self, bytes: u64) -> Result<(), StoreError> {
        if self.reserve_bytes.load(Ordering::Relaxed) == 0 {
            return Ok(());
        }
        let needed = bytes.saturating_add(self.missing_bytes());
        match free_bytes(&self.folder) {
            Some(free) if free < needed => Err(StoreError::NoRoom {
                path: self.folder.clone(),
                free: free / MEBIBYTE,
                needed: needed.div_ceil(MEBIBYTE),
            }),
            _ => Ok(()),
        }
    }

    /// Returns the bytes that the reserve lacks.
    fn missing_bytes(&self) -> u64 {
        let kept = std::fs::symlink_metadata(&self.reserve).map_or(0, |reserve| reserve.len());
        let reserve = self.reserve_bytes.load(Ordering::Relaxed);
        reserve.saturating_sub(kept)
    }

    fn is_on_disk(&self, folder: &Path) -> bool {
        let device = |path: &Path| std::fs::metadata(path).ok().map(|about| about.dev());
        device(folder).is_some_and(|other| device(&self.folder) == Some(other))
    }

    /// Returns the size of the disk; `None` if the file system does not report it.
    pub(crate) fn disk_use(&self) -> Option<DiskUse> {
        DiskUse::of(&self.folder)
    }

    /// Whether the disk is full.
    pub(crate) fn is_full(&self) -> bool {
        self.is_full.load(Ordering::Relaxed)
    }

    /// Whether a transaction may run now.
    pub(crate) fn admits(&self, transaction: &str) -> bool {
        !self.is_full() || frees(transaction)
    }

    /// Checks the disk: deletes the reserve before the space runs out, and recreates it when there
    /// is space again.
    pub(crate) fn check_disk(&self) {
        let Some(free) = free_bytes(&self.folder) else {
            return;
        };
        let reserve = self.reserve_bytes.load(Ordering::Relaxed);
        if self.is_full() {
            if free >= reserve + 2 * MIN_FREE_BYTES && self.fill() {
                self.is_full.store(false, Ordering::Relaxed);
                tracing::info!("the disk has space again: writes continue");
            }
        } else if reserve > 0 && free < MIN_FREE_BYTES {
            self.ran_out();
        }
    }

    /// Records that the disk is full, and deletes the reserve.
    pub(crate) fn ran_out(&self) {
        if self.is_full.swap(true, Ordering::Relaxed) {
            return;
        }
        tracing::error!(
            folder = %self.folder.display(),
            "the disk is full: only reads, deletions and sign-ins work until space is freed"
        );
        // A missing reserve needs no handling.
        let _ = std::fs::remove_file(&self.reserve);
    }

    /// Creates the reserve if it is missing or too short.
    fn fill(&self) -> bool {
        let bytes = self.reserve_bytes.load(Ordering::Relaxed);
        if bytes == 0 {
            return true;
        }
        let filled = fill(&self.reserve, bytes);
        if let Err(error) = &filled {
            tracing::warn!(%error, "the reserve file for a full disk cannot be created");
            let _ = std::fs::remove_file(&self.reserve);
        }
        // Only a full disk counts: a file system may refuse for other reasons, and the largest file size of the process may be
        // smaller than the reserve.
        !filled.is_err_and(|error| error.kind() == std::io::ErrorKind::StorageFull)
    }
}

/// Whether a transaction frees space, or is needed to do so.
fn frees(transaction: &str) -> bool {
    FREEING.contains(&transaction)
}

/// Writes zeros that really allocate space: a sparse file would not. Follows no symbolic link.
fn fill(path: &Path, bytes: u64) -> std::io::Result<()> {
    let mut file = private_options().open(path)?;
    if file.metadata()?.len() == bytes {
        return Ok(());
    }
    file.set_len(0)?;
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{FallocateFlags, fallocate};
        match fallocate(&file, FallocateFlags::empty(), 0, bytes) {
            Ok(()) => return Ok(()),
            Err(rustix::io::Errno::OPNOTSUPP) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let zeros = vec![0; 1 << 20];
    let mut left = bytes;
    while left > 0 {
        let part = left.min(zeros.len() as u64);
        file.write_all(&zeros[..usize::try_from(part).unwrap_or(zeros.len())])?;
        left -= part;
    }
    Ok(())
}

/// Returns the free bytes for this process; `None` if the file system does not report them.
fn free_bytes(folder: &Path) -> Option<u64> {
    let found = rustix::fs::statvfs(folder).ok()?;
    Some(found.f_bavail.saturating_mul(found.f_frsize))
}

/// The size of a disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiskUse {
    /// Bytes of the disk, without those that only the system may use.
    pub total: u64,
    /// Bytes that this process may still use.
    pub free: u64,
}

impl DiskUse {
    /// Returns the share of the disk that is used, in percent.
    #[must_use]
    pub fn percent(self) -> f64 {
        let used = self.total.saturating_sub(self.free);
        100.0 * used as f64 / self.total.max(1) as f64
    }

    /// Returns the size of the disk that holds a folder; `None` if the file system does not report it.
    #[must_use]
    pub fn of(folder: &Path) -> Option<Self> {
        let found = rustix::fs::statvfs(folder).ok()?;
        let kept = found.f_bfree.saturating_sub(found.f_bavail);
        let total = found.f_blocks.saturating_sub(kept);
        Some(Self {
            total: total.saturating_mul(found.f_frsize),
            free: found.f_bavail.saturating_mul(found.f_frsize),
        })
    }
}

/// The name of the reserve file next to the database.
const RESERVE: &str = "reserve";

/// The free space below which the disk counts as full.
const MIN_FREE_BYTES: u64 = 16 << 20;

/// The free space that a backup leaves beside the reserve, for writes while it is made.
const COPY_MARGIN_BYTES: u64 = 64 << 20;
const MEBIBYTE: u64 = 1 << 20;

/// Transactions that run on a full disk: they free space, end access, or are needed to do either. Those of nodes use no space of
/// this machine, and a node that works shows its sign of life with them.
const FREEING: &[&str] = &[
    "accounts.api_key.delete",
    "accounts.change",
    "accounts.change_password",
    "accounts.credential.revoke",
    "accounts.credentials.revoke",
    "accounts.delete",
    "accounts.delete.again",
    "accounts.delete.audit",
    "accounts.delete.begin",
    "accounts.delete.own",
    "accounts.delete.receipt",
    "accounts.forget",
    "accounts.identity.unlink",
    "accounts.redeem",
    "accounts.refresh",
    "accounts.revoke",
    "accounts.set_password",
    "accounts.sign_in",
    "accounts.ticket",
    "accounts.totp.change",
    "accounts.totp.reset",
    "activity.delete",
    "admin.audit_index.remove",
    "admin.audit_index.reset",
    "agents.chat.delete",
    "agents.chat.remove",
    "agents.delete",
    "agents.forget_lost",
    "agents.run.decide",
    "agents.undeploy",
    "agents.workflow.delete",
    "agents.workflow.remove_runs",
    "aggregate.note",
    "datasets.abandon",
    "datasets.clean_up",
    "datasets.delete",
    "datasets.forget_lost",
    "datasets.remove",
    "days.forget_part",
    "devices.expire_commands",
    "devices.fail_commands",
    "devices.forget_commands",
    "devices.forget_lost",
    "devices.repair_uadm",
    "devices.revoke",
    "devices.rotate_password",
    "import.discard",
    "import.forget",
    "import.forget_batches",
    "import.undo",
    "import.undo_activities",
    "import.undo_begin",
    "import.undo_reset",
    "insights.forget",
    "insights.lost",
    "keys.attest.forget",
    "keys.destroy",
    "keys.destroy_account",
    "keys.see",
    "market.forget",
    "market.forget.lost",
    "market.forget.unsold",
    "market.listing.withdraw",
    "market.refund",
    "market.release",
    "market.token.abandon",
    "market.token.withdraw",
    "nodes.claim",
    "nodes.life",
    "nodes.withdraw",
    "points.delete",
    "points.delete_moments",
    "points.lost",
    "points.set_aside",
    "server.forget",
    "store.overwrite_unused",
    "store.remove_portion",
    "store.shrink",
    "vault.account.destroy.record",
    "vault.account.name",
    "vault.ceremony.unpin",
    "vault.circuit.remove",
    "vault.key.change",
    "vault.key.destroy",
    "vault.key.destroy.record",
    "webhooks.change",
    "webhooks.delete",
    "webhooks.drop_events",
    "webhooks.forget",
    "webhooks.forget_account",
    "webhooks.forget_deliveries",
    "webhooks.forget_lost",
    "webhooks.rotate",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reserve_is_deleted_and_recreated() {
        let folder = tempfile::tempdir().unwrap();
        let reserve = folder.path().join(RESERVE);
        let space = Space::new(&folder.path().join("a.db"));
        assert!(!reserve.exists());
        space.keep_reserve(1 << 20);
        assert_eq!(std::fs::metadata(&reserve).unwrap().len(), 1 << 20);
        assert!(space.admits("points.upload"));
        space.ran_out();
        assert!(!reserve.exists() && space.is_full());
        assert!(!space.admits("points.upload") && space.admits("points.delete"));
        // This machine's disk is not really full.
        space.check_disk();
        assert!(reserve.exists() && !space.is_full());
        // A reserve of another size is recreated.
        let space = Space::new(&folder.path().join("a.db"));
        space.keep_reserve(2 << 20);
        assert_eq!(std::fs::metadata(&reserve).unwrap().len(), 2 << 20);
        assert!(!space.is_full());
    }

    #[test]
    fn copies_leave_the_reserve_and_a_margin() {
        let folder = tempfile::tempdir().unwrap();
        let (here, elsewhere) = (folder.path(), Path::new("/proc"));
        let space = Space::new(&here.join("a.db"));
        let free = free_bytes(here).unwrap();
        let fits = |folders: &[&Path], bytes| space.ensure_room_for_copies(folders, bytes).is_ok();
        // An operator who keeps no reserve keeps nothing free.
        assert!(fits(&[here], 2 * free));
        space.keep_reserve(1 << 20);
        assert!(fits(&[here, here], 1 << 20));
        assert!(!fits(&[here], 2 * free));
        assert!(!fits(&[here, here, here], free / 2));
        assert!(fits(&[elsewhere], 2 * free));
        space.ensure_room_while_copying(here).unwrap();
        // A disk without its reserve.
        space.keep_reserve(u64::MAX / 4);
        assert!(!fits(&[here], 1));
        assert!(fits(&[elsewhere], 1));
        let refused = space.ensure_room_while_copying(here).unwrap_err();
        assert!(refused.to_string().contains("MiB free"), "{refused}");
        space.ensure_room_while_copying(elsewhere).unwrap();
    }

    #[test]
    fn a_link_in_the_place_of_the_reserve_is_not_followed() {
        let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (reserve, file) = (folder.path().join(RESERVE), elsewhere.path().join("file"));
        std::fs::write(&file, "foreign").unwrap();
        std::os::unix::fs::symlink(&file, &reserve).unwrap();
        let space = Space::new(&folder.path().join("a.db"));
        space.keep_reserve(1 << 20);
        assert_eq!(std::fs::read(&file).unwrap(), b"foreign");
        assert!(!space.is_full());
    }
}
