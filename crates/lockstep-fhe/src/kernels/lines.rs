//! Memory in lines of 64 bytes, so that a vector load never crosses a cache line.

use std::ops::{Deref, DerefMut};

use zeroize::Zeroize;

/// A fixed number of words whose first lies on a 64-byte boundary.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct Lines(Vec<Line>);

#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Line(pub(crate) [u64; Line::WORDS]);

impl Line {
    pub(crate) const WORDS: usize = 8;
}

impl Lines {
    /// `words` zeros; `words` is a multiple of eight, as every ring degree is.
    pub(crate) fn zeros(words: usize) -> Self {
        assert_eq!(words % Line::WORDS, 0, "a ring degree is a multiple of 8");
        Self(vec![Line::default(); words / Line::WORDS])
    }

    /// A copy of `words`.
    pub(crate) fn from_words(words: &[u64]) -> Self {
        let mut lines = Self::zeros(words.len());
        lines.copy_from_slice(words);
        lines
    }
}

impl Deref for Lines {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        // SAFETY: `Line` is `repr(C)` with one field of eight words and no padding (64 bytes, align
        // 64), so `len` lines are `8·len` initialised words, borrowed as long as `self` is.
        #[expect(unsafe_code, reason = "a view of lines as words")]
        unsafe {
            std::slice::from_raw_parts(self.0.as_ptr().cast(), self.0.len() * Line::WORDS)
        }
    }
}

impl DerefMut for Lines {
    fn deref_mut(&mut self) -> &mut [u64] {
        // SAFETY: as above; the borrow is exclusive because `self` is.
        #[expect(unsafe_code, reason = "a view of lines as words")]
        unsafe {
            std::slice::from_raw_parts_mut(self.0.as_mut_ptr().cast(), self.0.len() * Line::WORDS)
        }
    }
}

impl Zeroize for Lines {
    fn zeroize(&mut self) {
        self.deref_mut().zeroize();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_aligned_and_kept() {
        let words: Vec<u64> = (0..64).collect();
        let mut lines = Lines::from_words(&words);
        assert_eq!(&*lines, &words[..]);
        assert_eq!(lines.as_ptr() as usize % 64, 0);
        lines.zeroize();
        assert_eq!(&*lines, &[0; 64][..]);
    }
}
