//! The bytes of a chunk: the cells of one column of a group of rows, packed. Unpacking returns each cell with exactly
//! the text that was packed.

use std::io::Read;

use lockstep_store::StoreError;
use pco::ChunkConfig;
use pco::standalone::{simple_compress, simple_decompress_into};

use crate::cell::{Cell, CellKind, Cells};
use crate::decimal::{self, Decimal};

/// The packed cells of one column.
#[derive(Clone, Debug)]
pub(crate) struct PackedChunk {
    /// The bytes before sealing.
    pub(crate) bytes: Vec<u8>,
}

/// The numbers of a chunk as mantissas with a common number of decimals, without the absent values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decimals {
    pub(crate) mantissas: Vec<i64>,
    /// The decimals of the mantissas, and the fewest decimals that any number is written with.
    pub(crate) places: (u8, u8),
}

/// Packs cells. `parsed` has the exact decimals of their numbers, in order.
pub(crate) fn pack(cells: &Cells, parsed: &[Decimal]) -> PackedChunk {
    let mut bytes = Vec::new();
    put_presence(&mut bytes, cells);
    let mut present = cells.iter().filter(|cell| cell.kind != CellKind::Null);
    let first = present.next().map(|cell| cell.kind);
    let is_uniform = present.all(|cell| Some(cell.kind) == first);
    match first {
        None => bytes.push(EMPTY),
        Some(CellKind::Boolean) if is_uniform => {
            bytes.push(BOOLEANS);
            put_bits(&mut bytes, present_texts(cells).map(|text| text == "true"));
        }
        Some(CellKind::Number) if is_uniform => match common(cells, parsed) {
            Some(decimals) => put_decimals(&mut bytes, &decimals),
            None => put_texts(&mut bytes, UNIFORM, cells),
        },
        Some(_) if is_uniform => put_texts(&mut bytes, UNIFORM, cells),
        Some(_) => put_texts(&mut bytes, TAGGED, cells),
    }
    PackedChunk { bytes }
}

/// Packs cells whose numbers nothing has parsed yet.
pub(crate) fn pack_alone(cells: &Cells) -> PackedChunk {
    let parsed: Vec<_> = present_texts(cells).filter_map(Decimal::parse).collect();
    pack(cells, &parsed)
}

/// Unpacks `n` cells.
///
/// # Errors
/// Bytes that [`pack`] did not write.
pub(crate) fn unpack(bytes: &[u8], n: usize) -> Result<Cells, StoreError> {
    let mut reader = Reader(bytes);
    let presence = reader.presence(n)?;
    let count = presence.iter().filter(|is_present| **is_present).count();
    let form = reader.byte()?;
    let values = match form {
        EMPTY => Cells::default(),
        BOOLEANS => {
            let mut cells = Cells::default();
            for is_true in reader.bits(count)? {
                let text = if is_true { "true" } else { "false" };
                cells.push(Cell {
                    kind: CellKind::Boolean,
                    text,
                });
            }
            cells
        }
        DECIMALS => {
            let Decimals { mantissas, places } = reader.decimals(count)?;
            let mut cells = Cells::default();
            for mantissa in mantissas {
                cells.push_with(CellKind::Number, |text| {
                    decimal::write(text, mantissa, places);
                });
            }
            cells
        }
        UNIFORM | TAGGED => reader.texts(form, count)?,
        _ => return Err(damaged("has an unknown format")),
    };
    if values.len() != count || !reader.0.is_empty() {
        return Err(damaged("has a length that does not match its rows"));
    }
    if count == n {
        return Ok(values);
    }
    let (mut cells, mut next) = (Cells::default(), 0);
    for is_present in presence {
        if is_present {
            cells.push(values.cell(next));
            next += 1;
        } else {
            cells.push(Cell::NULL);
        }
    }
    Ok(cells)
}

/// A chunk whose numbers are a ciphertext.
pub(crate) struct HomomorphicChunk<'b> {
    presence: Vec<bool>,
    /// The decimals of the encrypted integers, and the fewest decimals that a number is written with.
    places: (u8, u8),
    /// The ciphertext of the present numbers, in order.
    pub(crate) ciphertext: &'b [u8],
}

/// Packs the presence of numbers beside the ciphertext of the present ones, which have `decimals` decimals.
pub(crate) fn pack_homomorphic(cells: &Cells, decimals: u8, ciphertext: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(ciphertext.len() + cells.len() / 8 + 4);
    put_presence(&mut bytes, cells);
    let written = self::decimals(cells).map_or(0, |decimals| decimals.places.1);
    bytes.extend([decimals, written.min(decimals)]);
    bytes.extend_from_slice(ciphertext);
    bytes
}

/// Reads the result of [`pack_homomorphic`].
///
/// # Errors
/// Other bytes.
pub(crate) fn unpack_homomorphic(
    bytes: &[u8],
    n: usize,
) -> Result<HomomorphicChunk<'_>, StoreError> {
    let mut reader = Reader(bytes);
    let presence = reader.presence(n)?;
    let places = (reader.byte()?, reader.byte()?);
    if usize::from(places.0) > decimal::MAX_DIGITS || places.1 > places.0 {
        return Err(damaged("has impossible decimals"));
    }
    Ok(HomomorphicChunk {
        presence,
        places,
        ciphertext: reader.0,
    })
}

impl HomomorphicChunk<'_> {
    /// Returns the number of present numbers.
    pub(crate) fn count(&self) -> usize {
        self.presence
            .iter()
            .filter(|is_present| **is_present)
            .count()
    }

    /// Returns the cells, from the decrypted integers.
    pub(crate) fn cells(&self, integers: &[f64]) -> Result<Cells, StoreError> {
        let (mut cells, mut integers) = (Cells::default(), integers.iter());
        for is_present in &self.presence {
            if !is_present {
                cells.push(Cell::NULL);
                continue;
            }
            let integer = integers.next();
            // Integers within ±2^53 are exact as doubles.
            let integer = *integer.ok_or_else(|| damaged("has too few numbers"))? as i64;
            cells.push_with(CellKind::Number, |text| {
                decimal::write(text, integer, self.places);
            });
        }
        Ok(cells)
    }
}

/// Returns the positions of the present cells, and their numbers as integers in units of 10^-`decimals`; `None` if a
/// present cell is not a number with at most so many decimals.
pub(crate) fn integers(cells: &Cells, decimals: u8) -> Option<Vec<(usize, i64)>> {
    let present = cells.iter().enumerate();
    let present = present.filter(|(_, cell)| cell.kind != CellKind::Null);
    present
        .map(|(index, cell)| {
            let number = (cell.kind == CellKind::Number).then(|| Decimal::parse(cell.text));
            Some((index, number??.at(decimals)?))
        })
        .collect()
}

/// Returns the exact decimals of cells that are numbers or absent; `None` if a cell is another, has no exact decimal,
/// or would be written in another form.
fn decimals(cells: &Cells) -> Option<Decimals> {
    let parsed: Option<Vec<_>> = present_texts(cells).map(Decimal::parse).collect();
    common(cells, &parsed?)
}

/// Returns numbers with a common number of decimals; `None` as [`decimals`].
fn common(cells: &Cells, parsed: &[Decimal]) -> Option<Decimals> {
    if present_texts(cells).count() != parsed.len() {
        return None;
    }
    let places = parsed.iter().map(|number| number.decimals);
    let (max, min) = (
        places.clone().max().unwrap_or(0),
        places.min().unwrap_or(u8::MAX),
    );
    let mut mantissas = Vec::with_capacity(parsed.len());
    for number in parsed {
        if number.decimals != min && number.decimals != number.significant_decimals().max(min) {
            return None;
        }
        mantissas.push(number.at(max)?);
    }
    Some(Decimals {
        mantissas,
        places: (max, min),
    })
}

fn present_texts(cells: &Cells) -> impl Iterator<Item = &str> {
    let present = cells.iter().filter(|cell| cell.kind != CellKind::Null);
    present.map(|cell| cell.text)
}

fn put_presence(bytes: &mut Vec<u8>, cells: &Cells) {
    let mut absent = cells.iter().map(|cell| cell.kind == CellKind::Null);
    if !absent.clone().any(|is_absent| is_absent) {
        bytes.push(ALL_PRESENT);
    } else if absent.all(|is_absent| is_absent) {
        bytes.push(NONE_PRESENT);
    } else {
        bytes.push(SOME_PRESENT);
        put_bits(bytes, cells.iter().map(|cell| cell.kind != CellKind::Null));
    }
}

fn put_bits(bytes: &mut Vec<u8>, bits: impl Iterator<Item = bool>) {
    for (index, bit) in bits.enumerate() {
        if index % 8 == 0 {
            bytes.push(0);
        }
        if let Some(last) = bytes.last_mut() {
            *last |= u8::from(bit) << (index % 8);
        }
    }
}

fn put_decimals(bytes: &mut Vec<u8>, decimals: &Decimals) {
    let (max, min) = decimals.places;
    bytes.extend([DECIMALS, max, min]);
    if decimals.mantissas.len() < RAW_BELOW {
        let raw = decimals.mantissas.iter();
        bytes.extend(raw.flat_map(|mantissa| mantissa.to_le_bytes()));
        return;
    }
    let config = ChunkConfig::default().with_compression_level(PCO_LEVEL);
    let packed = simple_compress(&decimals.mantissas, &config)
        .expect("pco refuses only invalid configurations, and this one is fixed");
    bytes.extend(packed);
}

fn put_texts(bytes: &mut Vec<u8>, form: u8, cells: &Cells) {
    let mut plain = Vec::new();
    let present = cells.iter().filter(|cell| cell.kind != CellKind::Null);
    for (index, cell) in present.enumerate() {
        if form == TAGGED || index == 0 {
            plain.push(cell.kind as u8);
        }
        put_varint(&mut plain, cell.text.len() as u64);
        plain.extend_from_slice(cell.text.as_bytes());
    }
    bytes.push(form);
    put_varint(bytes, plain.len() as u64);
    let packed = zstd::bulk::compress(&plain, ZSTD_LEVEL)
        .expect("zstd has room for all it needs and its level is fixed");
    if packed.len() < plain.len() {
        bytes.push(ZSTD);
        bytes.extend(packed);
    } else {
        bytes.push(PLAIN);
        bytes.extend(plain);
    }
}

fn put_varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

/// The bytes that are not read yet.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn byte(&mut self) -> Result<u8, StoreError> {
        let (first, rest) = self.0.split_first().ok_or_else(cut_short)?;
        self.0 = rest;
        Ok(*first)
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], StoreError> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or_else(cut_short)?;
        self.0 = rest;
        Ok(taken)
    }

    fn length(&mut self, limit: usize) -> Result<usize, StoreError> {
        let mut value = 0_u64;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                let length = usize::try_from(value).ok();
                let length = length.filter(|length| *length <= limit);
                return length.ok_or_else(|| damaged("has a length beyond its limit"));
            }
        }
        Err(damaged("has a length that does not end"))
    }

    fn bits(&mut self, n: usize) -> Result<Vec<bool>, StoreError> {
        let bytes = self.take(n.div_ceil(8))?;
        Ok((0..n)
            .map(|index| bytes[index / 8] >> (index % 8) & 1 == 1)
            .collect())
    }

    fn presence(&mut self, n: usize) -> Result<Vec<bool>, StoreError> {
        match self.byte()? {
            ALL_PRESENT => Ok(vec![true; n]),
            SOME_PRESENT => self.bits(n),
            NONE_PRESENT => Ok(vec![false; n]),
            _ => Err(damaged("has an unknown start")),
        }
    }

    fn decimals(&mut self, count: usize) -> Result<Decimals, StoreError> {
        let places = (self.byte()?, self.byte()?);
        if usize::from(places.0) > decimal::MAX_DIGITS || places.1 > places.0 {
            return Err(damaged("has impossible decimals"));
        }
        let mantissas = if count < RAW_BELOW {
            let raw = self.take(count * 8)?.chunks_exact(8);
            raw.map(|eight| i64::from_le_bytes(std::array::from_fn(|at| eight[at])))
                .collect()
        } else {
            let mut mantissas = vec![0_i64; count];
            match simple_decompress_into(self.0, &mut mantissas) {
                Ok(progress) if progress.finished && progress.n_processed == count => {}
                _ => return Err(damaged("has numbers that cannot be unpacked")),
            }
            self.0 = &[];
            mantissas
        };
        Ok(Decimals { mantissas, places })
    }

    fn texts(&mut self, form: u8, count: usize) -> Result<Cells, StoreError> {
        let length = self.length(MAX_TEXT_BYTES)?;
        let plain;
        let mut reader = match self.byte()? {
            PLAIN => Reader(self.take(length)?),
            ZSTD => {
                let unreadable = |_| damaged("has text that cannot be unpacked");
                let decoder =
                    zstd::stream::read::Decoder::with_buffer(self.0).map_err(unreadable)?;
                let mut bytes = Vec::new();
                let mut limited = decoder.take(length as u64 + 1);
                limited.read_to_end(&mut bytes).map_err(unreadable)?;
                self.0 = &[];
                if bytes.len() != length {
                    return Err(damaged(
                        "has text whose length differs from the stated length",
                    ));
                }
                plain = bytes;
                Reader(&plain)
            }
            _ => return Err(damaged("has text in an unknown format")),
        };
        let (mut cells, mut kind) = (Cells::default(), CellKind::Null);
        for index in 0..count {
            if form == TAGGED || index == 0 {
                let code = reader.byte()?;
                kind = CellKind::from_code(code).ok_or_else(|| damaged("has an unknown kind"))?;
            }
            let length = reader.length(reader.0.len())?;
            let text = std::str::from_utf8(reader.take(length)?)
                .map_err(|_| damaged("has text that is not UTF-8"))?;
            cells.push(Cell { kind, text });
        }
        if reader.0.is_empty() {
            Ok(cells)
        } else {
            Err(damaged("has bytes after its text"))
        }
    }
}

fn cut_short() -> StoreError {
    damaged("is cut short")
}

pub(crate) fn damaged(reason: &str) -> StoreError {
    StoreError::Damaged(format!("a chunk of a dataset {reason}"))
}

const ALL_PRESENT: u8 = 0;
const SOME_PRESENT: u8 = 1;
const NONE_PRESENT: u8 = 2;

const EMPTY: u8 = 0;
const DECIMALS: u8 = 1;
const BOOLEANS: u8 = 2;
const UNIFORM: u8 = 3;
const TAGGED: u8 = 4;

const PLAIN: u8 = 0;
const ZSTD: u8 = 1;

/// Fewer numbers are stored without packing.
const RAW_BELOW: usize = 32;
const PCO_LEVEL: usize = 4;
const ZSTD_LEVEL: i32 = 1;
/// The maximum number of bytes of text of a chunk: far above the limit at which a group of rows ends.
const MAX_TEXT_BYTES: usize = 64 << 20;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cells(all: &[(CellKind, &str)]) -> Cells {
        let mut cells = Cells::default();
        for (kind, text) in all {
            cells.push(Cell { kind: *kind, text });
        }
        cells
    }

    #[test]
    fn every_form_comes_back() {
        use CellKind::{Boolean, Json, Null, Number, Text};
        let many: Vec<String> = (0..9000).map(|nth| format!("{}.5", nth % 180)).collect();
        let many: Vec<_> = many.iter().map(|text| (Number, text.as_str())).collect();
        for (all, is_decimal) in [
            (&[][..], true),
            (&[(Null, ""), (Null, "")], true),
            (&[(Boolean, "true"), (Null, ""), (Boolean, "false")], false),
            (&[(Number, "1"), (Null, ""), (Number, "-2.5")], true),
            (&[(Number, "61.0"), (Number, "61.25")], true),
            (&[(Number, "1.50"), (Number, "1.50")], true),
            (&[(Number, "1.50"), (Number, "1.5")], false),
            (&[(Number, "1.50"), (Number, "1.255")], true),
            (&[(Number, "1e3"), (Number, "2")], false),
            (&[(Number, "-0"), (Number, "2")], false),
            (&[(Text, "a"), (Text, ""), (Null, "")], false),
            (&[(Text, "1"), (Number, "1"), (Json, "[1]")], false),
            (&many, true),
        ] {
            let cells = cells(all);
            let packed = pack_alone(&cells);
            assert_eq!(unpack(&packed.bytes, all.len()).unwrap(), cells, "{all:?}");
            assert_eq!(decimals(&cells).is_some(), is_decimal, "{all:?}");
        }
    }

    proptest! {
        #[test]
        fn numbers_keep_their_text(numbers in prop::collection::vec("-?(0|[1-9][0-9]{0,5})(\\.[0-9]{1,4})?", 0..80)) {
            let all: Vec<_> = numbers.iter().map(|text| (CellKind::Number, text.as_str())).collect();
            let cells = cells(&all);
            prop_assert_eq!(unpack(&pack_alone(&cells).bytes, all.len()).unwrap(), cells);
        }

        #[test]
        fn changed_bytes_cause_no_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), n in 0_usize..100) {
            let _ = unpack(&bytes, n);
            let _ = unpack_homomorphic(&bytes, n);
        }
    }
}
