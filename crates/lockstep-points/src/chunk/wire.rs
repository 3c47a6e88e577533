//! Byte encoding of chunks: variable-length integers and a bounds-checked reader.

/// The error for stored bytes that are not a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the chunk {0}")]
pub struct DamagedChunk(pub &'static str);

/// Writes LEB128: seven bits per byte, lowest first.
pub(crate) fn put_varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

/// Writes a length, then the bytes of the block.
pub(crate) fn put_block(bytes: &mut Vec<u8>, block: &[u8]) {
    put_varint(bytes, block.len() as u64);
    bytes.extend(block);
}

/// The bytes that are not read yet.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn byte(&mut self) -> Result<u8, DamagedChunk> {
        let (first, rest) = self.0.split_first().ok_or(CUT_SHORT)?;
        self.0 = rest;
        Ok(*first)
    }

    pub(crate) fn take(&mut self, length: usize) -> Result<&'a [u8], DamagedChunk> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or(CUT_SHORT)?;
        self.0 = rest;
        Ok(taken)
    }

    pub(crate) fn i64(&mut self) -> Result<i64, DamagedChunk> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(CUT_SHORT)?;
        self.0 = rest;
        Ok(i64::from_le_bytes(*taken))
    }

    pub(crate) fn varint(&mut self) -> Result<u64, DamagedChunk> {
        let mut value = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                break;
            }
            value |= bits << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(DamagedChunk("holds a number that is too long"))
    }

    /// Reads a count or index of at most `limit`.
    pub(crate) fn count(&mut self, limit: usize) -> Result<usize, DamagedChunk> {
        usize::try_from(self.varint()?)
            .ok()
            .filter(|count| *count <= limit)
            .ok_or(DamagedChunk("holds a count that is too large"))
    }

    pub(crate) fn block(&mut self) -> Result<&'a [u8], DamagedChunk> {
        let length = self.count(self.0.len())?;
        self.take(length)
    }

    pub(crate) fn text(&mut self) -> Result<&'a str, DamagedChunk> {
        std::str::from_utf8(self.block()?).map_err(|_| DamagedChunk("holds text that is not UTF-8"))
    }
}

const CUT_SHORT: DamagedChunk = DamagedChunk("is cut short");
