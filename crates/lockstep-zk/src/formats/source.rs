//! Files that are read in parts.

use std::io::{self, Read, Seek, SeekFrom};

use crate::error::{Error, FileDefect, Format, Result};

/// What a file is read from: a [`File`](std::fs::File), or bytes in a [`Cursor`](std::io::Cursor).
pub trait Source: Read + Seek + Send {}

impl<T: Read + Seek + Send> Source for T {}

/// Returns the length of a file in bytes.
pub(super) fn length(source: &mut dyn Source, format: Format) -> Result<u64> {
    source
        .seek(SeekFrom::End(0))
        .map_err(|error| unreadable(format, &error))
}

/// Fills a buffer from a place of a file. The caller knows that the file has these bytes, so if they are missing, it has
/// become shorter.
pub(super) fn read_at(
    source: &mut dyn Source,
    format: Format,
    what: &'static str,
    at: u64,
    buffer: &mut [u8],
) -> Result<()> {
    source
        .seek(SeekFrom::Start(at))
        .and_then(|_| source.read_exact(buffer))
        .map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => Error::malformed(format, FileDefect::Changed { what }),
            _ => unreadable(format, &error),
        })
}

fn unreadable(format: Format, error: &io::Error) -> Error {
    Error::Unreadable {
        format,
        reason: error.to_string(),
    }
}
