//! Long-lived keys in pages that are never swapped out.

use std::ops::Deref;
use std::sync::Once;

/// A value in memory pages of its own, locked against swapping if the system's limit permits. On drop the
/// value is wiped, then the pages are unlocked, then freed. After the free, the allocator may have unmapped
/// the pages or given them to another value.
pub struct LockedMemory<T> {
    lock: Option<region::LockGuard>,
    /// `None` only during the drop.
    value: Box<Page<Option<T>>>,
}

/// Whole pages, so that unlocking a value does not unlock its neighbour.
#[repr(align(4096))]
struct Page<T>(T);

impl<T> LockedMemory<T> {
    pub(crate) fn new(value: T) -> Self {
        Self::filled(value, |_| {})
    }

    /// As [`LockedMemory::new`], but writes the value in its final place, so that no copy remains elsewhere.
    pub(crate) fn filled(empty: T, fill: impl FnOnce(&mut T)) -> Self {
        let mut value = Box::new(Page(Some(empty)));
        let lock = region::lock(&raw const *value, size_of::<Page<Option<T>>>());
        if let Err(error) = &lock {
            static WARNED_ONCE: Once = Once::new();
            WARNED_ONCE.call_once(|| {
                tracing::warn!(%error, "keys cannot be locked in memory: raise RLIMIT_MEMLOCK, or turn swap off");
            });
        }
        if let Some(value) = &mut value.0 {
            fill(value);
        }
        Self {
            lock: lock.ok(),
            value,
        }
    }
}

impl<T> Drop for LockedMemory<T> {
    fn drop(&mut self) {
        self.value.0 = None;
        self.lock = None;
    }
}

impl<T> Deref for LockedMemory<T> {
    type Target = T;

    fn deref(&self) -> &T {
        let value = self.value.0.as_ref();
        value.expect("only `drop` takes the value out")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The allocator unmaps so large a value as soon as it is freed.
    #[test]
    fn pages_are_unlocked_before_they_are_freed() {
        let value = LockedMemory::new([7_u8; 256 << 10]);
        assert!(value.iter().all(|byte| *byte == 7));
        drop(value);
    }

    /// Whether the page at an address is locked: its mapping has the flag `lo`.
    fn is_locked(address: usize) -> bool {
        let mappings = std::fs::read_to_string("/proc/self/smaps").unwrap();
        let mut is_here = false;
        for line in mappings.lines() {
            let range = line
                .split_once(' ')
                .and_then(|(range, _)| range.split_once('-'));
            let parsed = range.map(|ends| {
                let (begin, end) = ends;
                (
                    usize::from_str_radix(begin, 16),
                    usize::from_str_radix(end, 16),
                )
            });
            if let Some((Ok(begin), Ok(end))) = parsed {
                is_here = (begin..end).contains(&address);
            } else if is_here && let Some(flags) = line.strip_prefix("VmFlags:") {
                return flags.split_whitespace().any(|flag| flag == "lo");
            }
        }
        panic!("no mapping has the address {address:x}");
    }

    #[test]
    fn a_value_is_in_a_page_that_is_not_swapped() {
        let ordinary = Box::new(Page([7_u8; 64]));
        let value = LockedMemory::new([7_u8; 64]);
        if value.lock.is_none() {
            println!("skipped: RLIMIT_MEMLOCK allows no locked page");
            return;
        }
        assert!(is_locked(std::ptr::from_ref(&*value).addr()));
        assert!(!is_locked(std::ptr::from_ref(&*ordinary).addr()));
    }
}
