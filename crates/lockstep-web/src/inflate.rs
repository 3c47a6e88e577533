//! `Content-Encoding`: decompression in steps, with bounded output, windows and ratios.
//!
//! Gzip members (RFC 1952, 2.2) and zstd frames (RFC 8878, 3) may follow each other, as both
//! formats allow. Trailing bytes that begin neither are an error, and so is an end within a member
//! or frame. Nothing is truncated silently.

use std::io::{self, BufRead, ErrorKind, Read};

use axum::http::{HeaderMap, header};
use flate2::bufread::MultiGzDecoder;
use zstd::zstd_safe::{DCtx, DParameter, InBuffer, OutBuffer};

use crate::api_error::ApiError;

/// The compression of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coding {
    /// `gzip` or `x-gzip`.
    Gzip,
    /// `zstd`.
    Zstd,
}

impl Coding {
    /// Returns the coding of a request's body, if any.
    ///
    /// # Errors
    /// A coding that is not supported, or several.
    pub(crate) fn of(headers: &HeaderMap) -> Result<Option<Self>, ApiError> {
        let mut values = headers.get_all(header::CONTENT_ENCODING).iter();
        let Some(value) = values.next() else {
            return Ok(None);
        };
        let name = value
            .to_str()
            .unwrap_or_default()
            .trim()
            .to_ascii_lowercase();
        match name.as_str() {
            "identity" if values.next().is_none() => Ok(None),
            "gzip" | "x-gzip" if values.next().is_none() => Ok(Some(Self::Gzip)),
            "zstd" if values.next().is_none() => Ok(Some(Self::Zstd)),
            _ => Err(ApiError::unsupported_media(
                "Content-Encoding: send gzip, zstd or none, once",
            )),
        }
    }
}

/// A decoder of one body.
pub(crate) struct Inflater {
    decoder: Decoder,
    consumed: u64,
    produced: u64,
    /// The calls of the decoder: at least one for each member or frame that is not empty.
    calls: u64,
}

enum Decoder {
    Gzip(Box<MultiGzDecoder<InputBuffer>>),
    Zstd {
        context: Box<DCtx<'static>>,
        /// Whether a frame has begun and not ended.
        is_within_frame: bool,
    },
}

/// Input that is not decoded yet; returns `WouldBlock` if more may follow.
#[derive(Default)]
struct InputBuffer {
    bytes: axum::body::Bytes,
    is_ended: bool,
}

impl Inflater {
    pub(crate) fn new(coding: Coding) -> Result<Self, ApiError> {
        let decoder = match coding {
            Coding::Gzip => Decoder::Gzip(Box::new(MultiGzDecoder::new(InputBuffer::default()))),
            Coding::Zstd => {
                let mut context = DCtx::create();
                context
                    .set_parameter(DParameter::WindowLogMax(MAX_WINDOW_LOG))
                    .map_err(|code| ApiError::internal(format!("zstd window: error {code}")))?;
                Decoder::Zstd {
                    context: Box::new(context),
                    is_within_frame: false,
                }
            }
        };
        Ok(Self {
            decoder,
            consumed: 0,
            produced: 0,
            calls: 0,
        })
    }

    /// Decodes from `input`, which is advanced, into `output`; returns the number of bytes written.
    /// Zero means that `input` is used up, or with `is_ended`, that the body is complete.
    ///
    /// # Errors
    /// 400 for bytes that are not of the coding or end early, 413 for a ratio over [`MAX_RATIO`].
    pub(crate) fn step(
        &mut self,
        input: &mut axum::body::Bytes,
        is_ended: bool,
        output: &mut [u8],
    ) -> Result<usize, ApiError> {
        let before = input.len();
        let wrote = match &mut self.decoder {
            Decoder::Gzip(decoder) => {
                self.calls += 1;
                *decoder.get_mut() = InputBuffer {
                    bytes: std::mem::take(input),
                    is_ended,
                };
                let wrote = match decoder.read(output) {
                    Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(0),
                    other => other.map_err(|_| damaged()),
                };
                *input = std::mem::take(&mut decoder.get_mut().bytes);
                wrote?
            }
            Decoder::Zstd {
                context,
                is_within_frame,
            } => {
                let frame = (&mut **context, is_within_frame, &mut self.calls);
                zstd_step(frame, input, is_ended, output)?
            }
        };
        self.consumed += (before - input.len()) as u64;
        self.produced += wrote as u64;
        let allowed = FREE_BYTES.max(self.consumed.saturating_mul(MAX_RATIO));
        if self.produced > allowed {
            return Err(ApiError::inflates_too_much(MAX_RATIO));
        }
        Ok(wrote)
    }

    /// Returns the work done so far, in units of about a nanosecond. Members and frames cost time also if little or
    /// nothing is in them.
    pub(crate) fn work(&self) -> u64 {
        self.produced + self.consumed * INPUT_WORK + self.calls * CALL_WORK
    }

    /// Returns the bytes of memory that the decoder holds: its state and its window.
    pub(crate) fn memory_bytes(&self) -> usize {
        match &self.decoder {
            Decoder::Gzip(_) => GZIP_STATE_BYTES,
            Decoder::Zstd { context, .. } => context.sizeof(),
        }
    }
}

fn zstd_step(
    (context, is_within_frame, calls): (&mut DCtx<'static>, &mut bool, &mut u64),
    input: &mut axum::body::Bytes,
    is_ended: bool,
    output: &mut [u8],
) -> Result<usize, ApiError> {
    let mut into = OutBuffer::around(output);
    loop {
        let mut from = InBuffer::around(input);
        let (read_before, wrote_before) = (input.len(), into.pos());
        *calls += 1;
        let hint = context
            .decompress_stream(&mut into, &mut from)
            .map_err(|_| damaged())?;
        let read = from.pos();
        let _ = input.split_to(read);
        let moved = read > 0 || into.pos() > wrote_before;
        // A hint of zero ends a frame; the next byte begins another frame.
        if hint == 0 && moved {
            *is_within_frame = false;
        } else if read > 0 {
            *is_within_frame = true;
        }
        if into.pos() > 0 {
            return Ok(into.pos());
        }
        if input.is_empty() || read_before == input.len() {
            return match is_ended && *is_within_frame {
                true => Err(damaged()),
                false => Ok(0),
            };
        }
    }
}

impl Read for InputBuffer {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(into)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for InputBuffer {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.bytes.is_empty() && !self.is_ended {
            return Err(ErrorKind::WouldBlock.into());
        }
        Ok(&self.bytes)
    }

    fn consume(&mut self, read: usize) {
        let _ = self.bytes.split_to(read);
    }
}

/// The error of a body that is not of its coding.
pub(crate) fn damaged() -> ApiError {
    ApiError::invalid(
        "",
        "the body ended early, or its compression differs from Content-Encoding: send complete gzip members \
         or zstd frames with a window of 8 MiB at most, and nothing after them",
    )
}

/// The largest ratio of inflated to received bytes (the figure that the API document states for
/// imports).
const MAX_RATIO: u64 = 200;
/// Inflated bytes below which the ratio is not checked: short, repetitive texts are harmless.
const FREE_BYTES: u64 = 64 << 10;
/// The work of a received byte, beside one for each inflated byte.
const INPUT_WORK: u64 = 16;
/// The work of a call of the decoder.
const CALL_WORK: u64 = 1024;
/// log2 of the largest zstd window, 8 MiB: the size that RFC 8878, 3.1.1.1.2, recommends to
/// support.
const MAX_WINDOW_LOG: u32 = 23;
/// The memory of a gzip decoder: a window of 32 KiB and its tables.
const GZIP_STATE_BYTES: usize = 48 << 10;

#[cfg(test)]
mod tests {
    use std::io::Write;

    use axum::body::Bytes;

    use super::*;
    use crate::api_error::ErrorKind;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        packer.write_all(bytes).unwrap();
        packer.finish().unwrap()
    }

    fn zstd(bytes: &[u8]) -> Vec<u8> {
        zstd::encode_all(bytes, 3).unwrap()
    }

    /// Builds a zstd frame whose header requires a window of 2^`log` bytes and that holds one raw byte.
    fn window(log: u8) -> Vec<u8> {
        let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0x00, (log - 10) << 3];
        // The last block: raw, one byte.
        frame.extend([0b1001, 0, 0, b'x']);
        frame
    }

    /// Inflates a body that arrives in pieces of `size`; returns the text or the kind of error.
    fn inflated(coding: Coding, packed: &[u8], size: usize) -> Result<Vec<u8>, ErrorKind> {
        let mut inflater = Inflater::new(coding).unwrap();
        let (mut all, mut output) = (Vec::new(), [0; 1000]);
        let mut feed = |mut piece: Bytes, is_ended| -> Result<(), ErrorKind> {
            loop {
                let step = inflater.step(&mut piece, is_ended, &mut output);
                match step.map_err(|error| error.kind)? {
                    0 => {
                        assert!(piece.is_empty(), "{coding:?}: input left over");
                        return Ok(());
                    }
                    wrote => all.extend(&output[..wrote]),
                }
            }
        };
        for piece in packed.chunks(size) {
            feed(Bytes::copy_from_slice(piece), false)?;
        }
        feed(Bytes::new(), true)?;
        Ok(all)
    }

    #[test]
    fn members_and_frames_follow_each_other_and_nothing_else_does() {
        let (a, b) = (
            b"the first part, ".as_slice(),
            b"the second part".as_slice(),
        );
        let both = [a, b].concat();
        for (coding, pack) in [
            (Coding::Gzip, gzip as fn(&[u8]) -> Vec<u8>),
            (Coding::Zstd, zstd),
        ] {
            let (one, two) = (pack(a), pack(b));
            let joined = [&one[..], &two].concat();
            for (packed, expected) in [
                (one.clone(), Ok(a.to_vec())),
                (joined.clone(), Ok(both.clone())),
                ([&one[..], &pack(b"")].concat(), Ok(a.to_vec())),
                ([&one[..], b"\0"].concat(), Err(ErrorKind::Invalid)),
                (
                    [&one[..], b"garbage of a longer kind"].concat(),
                    Err(ErrorKind::Invalid),
                ),
                (joined[..joined.len() - 1].to_vec(), Err(ErrorKind::Invalid)),
                (joined[..one.len() + 3].to_vec(), Err(ErrorKind::Invalid)),
                (one[..one.len() - 1].to_vec(), Err(ErrorKind::Invalid)),
                (one[..4].to_vec(), Err(ErrorKind::Invalid)),
                (
                    b"not packed at all, really".to_vec(),
                    Err(ErrorKind::Invalid),
                ),
            ] {
                for size in [1, 7, 4096] {
                    assert_eq!(
                        inflated(coding, &packed, size),
                        expected,
                        "{coding:?} {size}"
                    );
                }
            }
            // Gzip needs at least one member; an empty zstd body is valid.
            let empty = inflated(coding, b"", 1);
            assert!(
                matches!(empty, Err(ErrorKind::Invalid) | Ok(_)),
                "{empty:?}"
            );
        }
    }

    #[test]
    fn windows_are_bounded() {
        for (log, taken) in [
            (10, true),
            (20, true),
            (23, true),
            (24, false),
            (27, false),
            (31, false),
        ] {
            let read = inflated(Coding::Zstd, &window(log), 4096);
            assert_eq!(read.is_ok(), taken, "{log}: {read:?}");
            // The memory is known once the header is read.
            let mut inflater = Inflater::new(Coding::Zstd).unwrap();
            let mut input = Bytes::from(window(log));
            let _ = inflater.step(&mut input, false, &mut [0; 10]);
            let memory = inflater.memory_bytes();
            assert!(memory < 9 << 20, "{log}: {memory}");
            assert!(!taken || memory >= 1 << log, "{log}: {memory}");
        }
    }

    #[test]
    fn ratios_are_bounded() {
        let blank = vec![b' '; 4 << 20];
        let varied: Vec<u8> = (0..4_u32 << 20)
            .map(|n| (n.wrapping_mul(n) >> 13) as u8 & 63)
            .collect();
        let short = vec![b' '; 60 << 10];
        for (coding, pack) in [
            (Coding::Gzip, gzip as fn(&[u8]) -> Vec<u8>),
            (Coding::Zstd, zstd),
        ] {
            assert_eq!(
                inflated(coding, &pack(&blank), 4096),
                Err(ErrorKind::TooLarge)
            );
            // Many small members do not evade the ratio limit.
            let many = pack(&short).repeat(80);
            assert_eq!(inflated(coding, &many, 4096), Err(ErrorKind::TooLarge));
            assert_eq!(inflated(coding, &pack(&short), 4096).as_ref(), Ok(&short));
            assert_eq!(inflated(coding, &pack(&varied), 4096).as_ref(), Ok(&varied));
        }
    }

    #[test]
    fn codings_that_are_read() {
        for (values, expected) in [
            (&[][..], Some(None)),
            (&["gzip"], Some(Some(Coding::Gzip))),
            (&["X-GZIP"], Some(Some(Coding::Gzip))),
            (&[" zstd"], Some(Some(Coding::Zstd))),
            (&["identity"], Some(None)),
            (&["br"], None),
            (&["deflate"], None),
            (&[""], None),
            (&["gzip, gzip"], None),
            (&["gzip", "zstd"], None),
            (&["gzip", "gzip"], None),
            (&["identity", "gzip"], None),
        ] {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(header::CONTENT_ENCODING, value.parse().unwrap());
            }
            assert_eq!(Coding::of(&headers).ok(), expected, "{values:?}");
        }
    }
}
