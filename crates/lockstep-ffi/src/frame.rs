//! Frames: a JSON object followed by byte strings, each with its length.

/// A frame, split into its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame<'a> {
    /// The JSON object, in UTF-8.
    pub json: &'a str,
    /// The byte strings to which the JSON refers.
    pub parts: Vec<&'a [u8]>,
}

/// The reason why bytes are not a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FrameError {
    /// There is no part.
    #[error("a frame has at least one part")]
    Empty,
    /// The bytes end within a part or within its length.
    #[error("the frame ends within part {part}")]
    Truncated {
        /// The index of the part; the JSON is part 0.
        part: usize,
    },
    /// The first part is not UTF-8.
    #[error("the first part of a frame is JSON in UTF-8")]
    NotText,
    /// There are too many parts.
    #[error("a frame has at most {MAX_PARTS} parts")]
    TooManyParts,
}

impl<'a> Frame<'a> {
    /// Splits a frame. Allocates only the list of its parts.
    ///
    /// # Errors
    /// [`FrameError`].
    pub fn read(bytes: &'a [u8]) -> Result<Self, FrameError> {
        let mut rest = bytes;
        let mut parts = Vec::new();
        while !rest.is_empty() {
            if parts.len() == MAX_PARTS {
                return Err(FrameError::TooManyParts);
            }
            let truncated = FrameError::Truncated { part: parts.len() };
            let (length, after) = rest.split_first_chunk::<4>().ok_or(truncated)?;
            let length = u32::from_le_bytes(*length) as usize;
            let (part, after) = after.split_at_checked(length).ok_or(truncated)?;
            parts.push(part);
            rest = after;
        }
        if parts.is_empty() {
            return Err(FrameError::Empty);
        }
        let json = std::str::from_utf8(parts.remove(0)).map_err(|_| FrameError::NotText)?;
        Ok(Self { json, parts })
    }
}

/// Writes a frame. Returns `None` if a part has 4 GiB or more.
#[must_use]
pub fn write_frame<P: AsRef<[u8]>>(json: &str, parts: &[P]) -> Option<Vec<u8>> {
    let all = || std::iter::once(json.as_bytes()).chain(parts.iter().map(AsRef::as_ref));
    // Reserve all of it: a reallocation would leave a copy of secrets in freed memory.
    let mut frame = Vec::with_capacity(all().map(|part| 4 + part.len()).sum());
    for part in all() {
        frame.extend_from_slice(&u32::try_from(part.len()).ok()?.to_le_bytes());
        frame.extend_from_slice(part);
    }
    Some(frame)
}

/// The maximum number of parts, with the JSON.
pub(crate) const MAX_PARTS: usize = 1024;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_read_as_they_were_written() {
        let parts: [&[u8]; 3] = [b"", b"abc", &[0; 300]];
        let bytes = write_frame("{}", &parts).unwrap();
        assert_eq!(&bytes[..10], b"\x02\0\0\0{}\0\0\0\0");
        let frame = Frame::read(&bytes).unwrap();
        assert_eq!((frame.json, &frame.parts[..]), ("{}", &parts[..]));
    }

    #[test]
    fn truncated_frames_are_refused() {
        let bytes = write_frame("{}", &[&b"abc"[..], b"de"]).unwrap();
        let mut whole = 0;
        for length in 0..bytes.len() {
            let read = Frame::read(&bytes[..length]);
            // A frame that ends between two parts is a frame with fewer parts.
            if [6, 13].contains(&length) {
                whole += usize::from(read.is_ok());
            } else {
                assert!(read.is_err(), "{length}");
            }
        }
        assert_eq!(whole, 2);
    }

    #[test]
    fn other_bytes_are_refused() {
        let many = vec![0; 4 * (MAX_PARTS + 1)];
        for (bytes, error) in [
            (&b""[..], FrameError::Empty),
            (b"\x02\0\0", FrameError::Truncated { part: 0 }),
            (b"\xff\xff\xff\xff{}", FrameError::Truncated { part: 0 }),
            (b"\x01\0\0\0\xff", FrameError::NotText),
            (&many, FrameError::TooManyParts),
        ] {
            assert_eq!(Frame::read(bytes), Err(error));
        }
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(0u8..5, 0..64)) {
            if let Ok(frame) = Frame::read(&bytes) {
                proptest::prop_assert_eq!(write_frame(frame.json, &frame.parts), Some(bytes));
            }
        }
    }
}
