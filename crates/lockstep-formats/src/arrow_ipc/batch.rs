//! Record batches and dictionaries: their lengths are checked, then their arrays are built and validated.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch};
use arrow_ipc::reader::read_record_batch;
use arrow_ipc::{MetadataVersion, RecordBatch as Header};
use arrow_schema::{DataType, Field, SchemaRef};

use super::columns::ArrowColumn;
use super::{ArrowFault, Frame};

/// Decodes the record batches of a stream.
pub struct Batches<'c> {
    columns: &'c [ArrowColumn],
    schema: SchemaRef,
}

impl<'c> Batches<'c> {
    /// Creates the decoder for these columns.
    #[must_use]
    pub fn new(columns: &'c [ArrowColumn]) -> Self {
        Self {
            columns,
            schema: schema(columns.iter().map(ArrowColumn::stored)),
        }
    }

    /// Returns the arrays of a record batch.
    ///
    /// # Errors
    /// Lengths that do not fit; values that are not valid, with their column.
    pub fn decode(&self, frame: &Frame) -> Result<RecordBatch, ArrowFault> {
        let message = frame.message()?;
        let batch = message.header_as_record_batch();
        let batch =
            batch.ok_or_else(|| ArrowFault::message(frame.number, "has no record batch"))?;
        let batch = (batch, message.version());
        let types = self.columns.iter().map(ArrowColumn::stored);
        check(frame, batch.0, types)?;
        if let Some(arrays) = arrays(frame, batch, &self.schema, None) {
            return Ok(arrays);
        }
        // Only a batch that is refused is decoded column by column.
        for (index, column) in self.columns.iter().enumerate() {
            if arrays(frame, batch, &self.schema, Some(index)).is_none() {
                let number = frame.number;
                let reason = format!("message {number} has values that are not valid: {NOT_VALID}");
                return Err(column.refusal(&reason));
            }
        }
        Err(ArrowFault::message(frame.number, NOT_VALID))
    }
}

/// The dictionaries of a stream by their numbers.
#[derive(Default)]
pub struct Dictionaries {
    all: HashMap<i64, Dictionary>,
    /// The bytes of all dictionaries.
    bytes: usize,
}

/// A dictionary, in the parts that were sent.
#[derive(Default)]
pub struct Dictionary {
    parts: Vec<Part>,
    bytes: usize,
}

/// A part of a dictionary.
struct Part {
    values: ArrayRef,
    /// The index after its last value.
    end: usize,
}

impl Dictionary {
    /// Returns the number of values.
    #[must_use]
    pub fn count(&self) -> usize {
        self.parts.last().map_or(0, |part| part.end)
    }

    /// Returns the part with the value at an index, and the row of the value in it; `None` if there is no such value.
    #[must_use]
    pub fn find(&self, index: usize) -> Option<(&ArrayRef, usize)> {
        let nth = self.parts.partition_point(|part| part.end <= index);
        let part = self.parts.get(nth)?;
        Some((&part.values, index + part.values.len() - part.end))
    }
}

impl Dictionaries {
    /// Adds a dictionary, or a part of it. The bytes of all dictionaries are bounded.
    pub fn add(&mut self, columns: &[ArrowColumn], frame: &Frame) -> Result<(), ArrowFault> {
        let message = frame.message()?;
        let version = message.version();
        let batch = message.header_as_dictionary_batch();
        let batch = batch.ok_or_else(|| ArrowFault::message(frame.number, "has no dictionary"))?;
        let refusal = |reason: &str| ArrowFault::message(frame.number, reason);
        let names = |column: &&ArrowColumn| {
            let own = column.dictionary.as_ref();
            own.is_some_and(|own| own.id == batch.id())
        };
        let column = columns.iter().find(names);
        let column = column.ok_or_else(|| refusal("is a dictionary that no column names"))?;
        let data = batch.data().ok_or_else(|| refusal("has no dictionary"))?;
        check(frame, data, [&column.values].into_iter())?;
        let schema = schema([&column.values].into_iter());
        let arrays = arrays(frame, (data, version), &schema, None).ok_or_else(|| {
            column.refusal(&format!("has a dictionary that is not valid: {NOT_VALID}"))
        })?;
        let dictionary = self.all.entry(batch.id()).or_default();
        if !batch.isDelta() {
            self.bytes -= dictionary.bytes;
            *dictionary = Dictionary::default();
        }
        let values = Arc::clone(arrays.column(0));
        let end = dictionary.count() + values.len();
        dictionary.parts.push(Part { values, end });
        let bytes = frame.body.len() + PART_BYTES;
        dictionary.bytes += bytes;
        self.bytes += bytes;
        if self.bytes > MAX_DICTIONARY_BYTES {
            let reason = format!(
                "the dictionaries have more than {MAX_DICTIONARY_BYTES} bytes: write the column without a dictionary"
            );
            return Err(column.refusal(&reason));
        }
        Ok(())
    }

    /// Returns the dictionary of a column, if one was sent.
    #[must_use]
    pub fn of(&self, column: &ArrowColumn) -> Option<&Dictionary> {
        self.all.get(&column.dictionary.as_ref()?.id)
    }

    /// Returns the first part of the dictionary of a column, if one was sent.
    #[must_use]
    pub fn first(&self, column: &ArrowColumn) -> Option<&ArrayRef> {
        let part = self.of(column)?.parts.first()?;
        Some(&part.values)
    }
}

fn schema<'t>(types: impl Iterator<Item = &'t DataType>) -> SchemaRef {
    // Names are not needed here. Every column may have nulls, also where the schema says that it has none.
    let fields: Vec<_> = types
        .map(|kind| Field::new("", kind.clone(), true))
        .collect();
    Arc::new(arrow_schema::Schema::new(fields))
}

/// Compares the lengths of a batch with its body: plain columns of these types and of one length, buffers that are within the
/// body and do not overlap so often that their copies exceed it.
fn check<'t>(
    frame: &Frame,
    batch: Header<'_>,
    types: impl ExactSizeIterator<Item = &'t DataType>,
) -> Result<(), ArrowFault> {
    let columns = types.len();
    let refusal = |reason: &str| ArrowFault::message(frame.number, reason);
    if let Some(compression) = batch.compression() {
        let codec = compression.codec().variant_name().unwrap_or("unknown");
        let reason =
            format!("the buffers are compressed ({codec}): write them without compression");
        return Err(refusal(&reason));
    }
    let rows = usize::try_from(batch.length()).ok();
    if rows.is_none_or(|rows| rows > MAX_BATCH_ROWS) {
        let reason =
            format!("has more than {MAX_BATCH_ROWS} rows: write record batches with fewer rows");
        return Err(refusal(&reason));
    }
    let nodes = batch.nodes().ok_or_else(|| refusal("has no columns"))?;
    if nodes.len() != columns {
        let reason = format!("has {} columns, the schema has {columns}", nodes.len());
        return Err(refusal(&reason));
    }
    for (index, node) in nodes.iter().enumerate() {
        let is_right =
            node.length() == batch.length() && (0..=node.length()).contains(&node.null_count());
        if !is_right {
            let reason = format!(
                "column {}: has a different number of rows than its batch",
                index + 1
            );
            return Err(refusal(&reason));
        }
    }
    let buffers = batch.buffers().ok_or_else(|| refusal("has no buffers"))?;
    let mut total = 0_usize;
    for buffer in buffers {
        let start = usize::try_from(buffer.offset()).ok();
        let length = usize::try_from(buffer.length()).ok();
        let end = start
            .zip(length)
            .and_then(|(start, length)| start.checked_add(length));
        if end.is_none_or(|end| end > frame.body.len()) {
            return Err(refusal("has a buffer outside of its body"));
        }
        total += length.unwrap_or_default();
        if total > frame.body.len() {
            return Err(refusal("has buffers that overlap"));
        }
    }
    let counts = batch.variadicBufferCounts();
    let fits = |count: i64| usize::try_from(count).is_ok_and(|count| count <= buffers.len());
    if !counts.into_iter().flatten().all(fits) {
        return Err(refusal("counts more buffers than it has"));
    }
    check_texts(frame, batch, types).map_err(|reason| refusal(&reason))
}

/// Checks that the offsets and views of columns of text are whole numbers of their width: the library panics on others. Views
/// can name the same bytes any number of times, and the library validates the text of each: the bytes of all views are
/// bounded by those of the batch.
fn check_texts<'t>(
    frame: &Frame,
    batch: Header<'_>,
    types: impl Iterator<Item = &'t DataType>,
) -> Result<(), String> {
    let all: Vec<&arrow_ipc::Buffer> = batch.buffers().into_iter().flatten().collect();
    let mut counts = batch.variadicBufferCounts().into_iter().flatten();
    let (mut first, mut viewed) = (0, 0_u64);
    for (index, kind) in types.enumerate() {
        let (buffers, width) = match kind {
            DataType::Null => (0, 1),
            DataType::Utf8 => (3, size_of::<i32>()),
            DataType::LargeUtf8 => (3, size_of::<i64>()),
            DataType::Utf8View => {
                let more = counts.next().and_then(|count| usize::try_from(count).ok());
                (2 + more.unwrap_or_default(), VIEW_BYTES)
            }
            _ => (2, 1),
        };
        // The first buffer has the presence of the values.
        let second = all.get(first + 1).filter(|_| buffers > 0);
        if second.is_some_and(|buffer| buffer.length() % width as i64 != 0) {
            return Err(format!(
                "column {}: the length of its offsets is not a multiple of {width} bytes",
                index + 1
            ));
        }
        if let (DataType::Utf8View, Some(views)) = (kind, second) {
            viewed += viewed_bytes(frame, views);
        }
        let limit = FREE_VIEWED_BYTES + MAX_VIEWED_RATIO * frame.body.len() as u64;
        if viewed > limit {
            return Err(format!(
                "column {}: its views repeat texts of more than {limit} bytes: write a dictionary, or plain texts",
                index + 1
            ));
        }
        first += buffers;
    }
    Ok(())
}

/// Returns the number of bytes of all texts that the views of a buffer name. The buffer is within the body.
fn viewed_bytes(frame: &Frame, views: &arrow_ipc::Buffer) -> u64 {
    let start = views.offset() as usize;
    let views = &frame.body[start..start + views.length() as usize];
    // A view begins with the length of its text.
    let lengths = views.chunks_exact(VIEW_BYTES).map(|view| {
        let length = [view[0], view[1], view[2], view[3]];
        u64::from(u32::from_le_bytes(length))
    });
    lengths.sum()
}

/// Builds and validates the arrays of a batch, or the array of one column; `None` if they are not valid.
fn arrays(
    frame: &Frame,
    (batch, version): (Header<'_>, MetadataVersion),
    schema: &SchemaRef,
    only: Option<usize>,
) -> Option<RecordBatch> {
    let projection = only.map(|index| [index]);
    let projection = projection.as_ref().map(<[usize; 1]>::as_slice);
    let none = HashMap::new();
    let read = || {
        let schema = Arc::clone(schema);
        read_record_batch(&frame.body, batch, schema, &none, projection, &version)
    };
    // The library validates all values, and `check` the lengths on which it panics. A panic on other input is a
    // refusal, too.
    catch_unwind(AssertUnwindSafe(read)).ok()?.ok()
}

/// The remedy of values that are not valid.
const NOT_VALID: &str =
    "text must be UTF-8, and offsets, counts of nulls and lengths must fit. Write the data again";
/// The maximum number of rows of a record batch.
const MAX_BATCH_ROWS: usize = 1 << 24;
/// The maximum number of bytes of all dictionaries.
const MAX_DICTIONARY_BYTES: usize = 48 << 20;
/// The bytes of a view of a text.
const VIEW_BYTES: usize = size_of::<u128>();
/// The maximum number of bytes of the texts of all views of a batch, for each byte of the batch.
const MAX_VIEWED_RATIO: u64 = 16;
/// The bytes of texts of views that are always allowed in a batch.
const FREE_VIEWED_BYTES: u64 = 1 << 20;
/// The memory of one part of a dictionary in addition to its body.
const PART_BYTES: usize = 1024;
