//! The request of a call: its JSON, its byte strings, and its cancellation.

use serde::Deserialize;

use crate::cancellation::Cancellation;
use crate::failure::Failure;
use crate::frame::Frame;

/// The parsed frame of a request.
#[derive(Debug)]
pub(crate) struct Request<'a> {
    frame: Frame<'a>,
    pub(crate) cancellation: Cancellation,
}

/// The reference of a field to a byte string of the frame.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ByteRange {
    #[serde(rename = "$part")]
    index: usize,
}

/// The fields of an operation without other fields.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Empty {}

/// The fields of an operation on a handle without other fields.
#[cfg(feature = "verification")]
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HandleFields {
    pub(crate) handle: u64,
}

impl<'a> Request<'a> {
    pub(crate) fn read(bytes: &'a [u8], cancellation: Cancellation) -> Result<Self, Failure> {
        let frame = Frame::read(bytes).map_err(Failure::invalid)?;
        if !frame.json.trim_start().starts_with('{') {
            return Err(Failure::invalid("the first part must be a JSON object"));
        }
        Ok(Self {
            frame,
            cancellation,
        })
    }

    /// The fields of the operation.
    pub(crate) fn fields<T: Deserialize<'a>>(&self) -> Result<T, Failure> {
        serde_json::from_str(self.frame.json).map_err(Failure::invalid)
    }

    /// The byte string to which a field refers.
    pub(crate) fn bytes(&self, part: ByteRange) -> Result<&'a [u8], Failure> {
        let bytes = self.frame.parts.get(part.index).copied();
        bytes.ok_or_else(|| {
            Failure::invalid(format!(
                "the JSON refers to byte string {}, but the frame has {}",
                part.index,
                self.frame.parts.len()
            ))
        })
    }
}
