//! Memory in lines of 64 bytes, so that a vector load never crosses a cache line.
//!
//! Polynomials are so large that the allocator returns them to the operating system each time. The
//! page faults of the next allocation cost more than the arithmetic. Each thread therefore keeps some
//! megabytes of recently dropped memory. Secret content is zeroised before it is dropped.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::ops::{Deref, DerefMut};

use zeroize::{DefaultIsZeroes, Zeroize};

/// A fixed number of words, aligned to 64 bytes.
#[derive(Default, PartialEq, Eq)]
pub(crate) struct AlignedWords(Vec<CacheLine>);

/// Maximum number of bytes that a thread keeps.
const MAX_POOL_BYTES: usize = 24 << 20;

thread_local! {
    static POOL: RefCell<Pool> = const { RefCell::new(Pool { free: VecDeque::new(), bytes: 0 }) };
}

/// Memory for reuse, least recently used first.
struct Pool {
    free: VecDeque<Vec<CacheLine>>,
    bytes: usize,
}

impl Pool {
    fn take(&mut self, lines: usize) -> Option<Vec<CacheLine>> {
        let index = self.free.iter().rposition(|memory| memory.len() == lines)?;
        self.bytes -= lines * size_of::<CacheLine>();
        self.free.remove(index)
    }

    fn keep(&mut self, memory: Vec<CacheLine>) {
        let bytes = memory.len() * size_of::<CacheLine>();
        if bytes == 0 || bytes > MAX_POOL_BYTES {
            return;
        }
        self.free.push_back(memory);
        self.bytes += bytes;
        while self.bytes > MAX_POOL_BYTES {
            let oldest = self.free.pop_front().map_or(0, |memory| memory.len());
            self.bytes -= oldest * size_of::<CacheLine>();
        }
    }
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct CacheLine(pub(crate) [u64; CacheLine::WORDS]);

/// Words are zeroised by lines, because one volatile write of a line takes less time than eight.
impl DefaultIsZeroes for CacheLine {}

impl CacheLine {
    pub(crate) const WORDS: usize = 8;
}

impl AlignedWords {
    /// Returns `words` zeros. `words` is a multiple of eight, as every ring degree is.
    pub(crate) fn zeros(words: usize) -> Self {
        let mut lines = Self::stale(words);
        lines.0.fill(CacheLine::default());
        lines
    }

    /// Returns `words` words of arbitrary content. The content is not secret. Callers overwrite all
    /// of it.
    pub(crate) fn stale(words: usize) -> Self {
        assert_eq!(
            words % CacheLine::WORDS,
            0,
            "a ring degree is a multiple of 8"
        );
        let lines = words / CacheLine::WORDS;
        let pooled = POOL.try_with(|pool| pool.borrow_mut().take(lines)).ok();
        Self(
            pooled
                .flatten()
                .unwrap_or_else(|| vec![CacheLine::default(); lines]),
        )
    }

    /// Returns a copy of `words`.
    pub(crate) fn from_words(words: &[u64]) -> Self {
        let mut lines = Self::stale(words.len());
        lines.copy_from_slice(words);
        lines
    }
}

impl Clone for AlignedWords {
    fn clone(&self) -> Self {
        Self::from_words(self)
    }
}

impl Drop for AlignedWords {
    fn drop(&mut self) {
        let memory = std::mem::take(&mut self.0);
        // While a thread ends, its pool may no longer exist. The memory is then freed normally.
        let _ = POOL.try_with(|pool| pool.borrow_mut().keep(memory));
    }
}

impl Deref for AlignedWords {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        // SAFETY: `CacheLine` is `repr(C)` with one field of eight words and no padding (64 bytes, align
        // 64). `len` lines are therefore `8·len` initialised words, borrowed as long as `self` is.
        #[expect(unsafe_code, reason = "a view of lines as words")]
        unsafe {
            std::slice::from_raw_parts(self.0.as_ptr().cast(), self.0.len() * CacheLine::WORDS)
        }
    }
}

impl DerefMut for AlignedWords {
    fn deref_mut(&mut self) -> &mut [u64] {
        // SAFETY: as above. The borrow is exclusive because `self` is borrowed mutably.
        #[expect(unsafe_code, reason = "a view of lines as words")]
        unsafe {
            std::slice::from_raw_parts_mut(
                self.0.as_mut_ptr().cast(),
                self.0.len() * CacheLine::WORDS,
            )
        }
    }
}

impl Zeroize for AlignedWords {
    fn zeroize(&mut self) {
        self.0.as_mut_slice().zeroize();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_aligned_and_zeroised() {
        let words: Vec<u64> = (0..64).collect();
        let mut lines = AlignedWords::from_words(&words);
        assert_eq!(&*lines, &words[..]);
        assert_eq!(lines.as_ptr() as usize % 64, 0);
        lines.zeroize();
        assert_eq!(&*lines, &[0; 64][..]);
    }

    #[test]
    fn memory_is_reused_and_zeroed() {
        let first = AlignedWords::from_words(&[7; 4096]);
        let address = first.as_ptr();
        drop(first);
        let second = AlignedWords::zeros(4096);
        assert_eq!(second.as_ptr(), address);
        assert_eq!(&*second, &[0; 4096][..]);
        let many: Vec<AlignedWords> = (0..3).map(|_| AlignedWords::zeros(1 << 20)).collect();
        drop(many);
        POOL.with(|pool| assert!(pool.borrow().bytes <= MAX_POOL_BYTES));
    }
}
