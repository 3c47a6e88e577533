//! Points as an Arrow IPC stream: a record batch for each portion of bytes that is taken, and dictionaries for texts that
//! repeat.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::builder::{Float64Builder, StringBuilder};
use arrow_array::types::Int16Type;
use arrow_array::{
    DictionaryArray, Float64Array, Int16Array, RecordBatch, StringArray, TimestampMillisecondArray,
};
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef, TimeUnit};

use super::PlainPoints;
use crate::point::Point;

/// Writes the stream.
pub(super) struct Writer {
    schema: SchemaRef,
    stream: StreamWriter<Vec<u8>>,
    timestamps: Vec<i64>,
    kinds: Texts,
    values: Vec<f64>,
    units: Texts,
    devices: Texts,
    confidence: Float64Builder,
    metadata: StringBuilder,
}

impl Writer {
    pub(super) fn new() -> Self {
        let schema = Arc::new(schema());
        let stream = StreamWriter::try_new(Vec::new(), &schema).expect(IN_MEMORY);
        Self {
            schema,
            stream,
            timestamps: Vec::new(),
            kinds: Texts::default(),
            values: Vec::new(),
            units: Texts::default(),
            devices: Texts::default(),
            confidence: Float64Builder::new(),
            metadata: StringBuilder::new(),
        }
    }

    pub(super) fn point(&mut self, point: &Point<'_>) {
        self.timestamps.push(point.timestamp);
        self.kinds.push(point.kind);
        self.values.push(point.value);
        self.units.push(point.unit);
        self.devices.push(point.device);
        self.confidence.append_option(point.confidence);
        self.metadata.append_option(point.metadata);
        if self.timestamps.len() == MAX_BATCH_ROWS {
            self.flush();
        }
    }

    /// Writes points as copies of their columns.
    pub(super) fn plain_points(&mut self, points: &PlainPoints<'_>) {
        let mut rest = 0..points.timestamps.len();
        while !rest.is_empty() {
            let room = MAX_BATCH_ROWS - self.timestamps.len();
            let part = rest.start..rest.end.min(rest.start + room);
            let count = part.len();
            rest.start = part.end;
            self.timestamps
                .extend_from_slice(&points.timestamps[part.clone()]);
            self.values.extend_from_slice(&points.values[part]);
            self.kinds.push_repeated(points.kind, count);
            self.units.push_repeated(points.unit, count);
            self.devices.push_repeated(points.device, count);
            self.confidence.append_nulls(count);
            self.metadata.append_nulls(count);
            if self.timestamps.len() == MAX_BATCH_ROWS {
                self.flush();
            }
        }
    }

    /// Ends the stream: a reader sees that nothing is missing.
    pub(super) fn end(&mut self) {
        self.flush();
        self.stream.finish().expect(IN_MEMORY);
    }

    /// Returns the bytes of all points so far.
    pub(super) fn take(&mut self) -> Vec<u8> {
        self.flush();
        std::mem::take(self.stream.get_mut())
    }

    /// Writes the points as a record batch.
    fn flush(&mut self) {
        if self.timestamps.is_empty() {
            return;
        }
        let written = self.batch().and_then(|batch| self.stream.write(&batch));
        written.expect(IN_MEMORY);
    }

    fn batch(&mut self) -> Result<RecordBatch, ArrowError> {
        let timestamps = TimestampMillisecondArray::from(std::mem::take(&mut self.timestamps));
        RecordBatch::try_new(
            Arc::clone(&self.schema),
            vec![
                Arc::new(timestamps.with_timezone(UTC)),
                Arc::new(self.kinds.array()?),
                Arc::new(Float64Array::from(std::mem::take(&mut self.values))),
                Arc::new(self.units.array()?),
                Arc::new(self.devices.array()?),
                Arc::new(self.confidence.finish()),
                Arc::new(self.metadata.finish()),
            ],
        )
    }
}

/// Returns the columns of the stream, as an upload accepts them.
fn schema() -> Schema {
    let texts = DataType::Dictionary(Box::new(DataType::Int16), Box::new(DataType::Utf8));
    Schema::new(vec![
        Field::new(
            "timestamp",
            DataType::Timestamp(TimeUnit::Millisecond, Some(UTC.into())),
            false,
        ),
        Field::new("type", texts.clone(), false),
        Field::new("value", DataType::Float64, false),
        Field::new("unit", texts.clone(), false),
        Field::new("device", texts, false),
        Field::new("confidence", DataType::Float64, true),
        Field::new("metadata", DataType::Utf8, true),
    ])
}

/// A column of texts that repeat.
#[derive(Default)]
struct Texts {
    places: HashMap<Box<str>, i16>,
    dictionary: Vec<Box<str>>,
    keys: Vec<i16>,
}

impl Texts {
    fn push(&mut self, text: &str) {
        let key = self.key(text);
        self.keys.push(key);
    }

    /// Adds a text for several rows.
    fn push_repeated(&mut self, text: &str, count: usize) {
        let key = self.key(text);
        self.keys.resize(self.keys.len() + count, key);
    }

    fn key(&mut self, text: &str) -> i16 {
        // Points of one series follow each other.
        if let Some(&last) = self.keys.last()
            && *self.dictionary[last as usize] == *text
        {
            return last;
        }
        match self.places.get(text) {
            Some(&key) => key,
            None => {
                // A batch begins with at most KEPT_TEXTS and adds at most MAX_BATCH_ROWS.
                let key = self.dictionary.len() as i16;
                self.dictionary.push(text.into());
                self.places.insert(text.into(), key);
                key
            }
        }
    }

    /// Returns the column and begins the next. The dictionary stays, so that it is written again only if it grew.
    fn array(&mut self) -> Result<DictionaryArray<Int16Type>, ArrowError> {
        let keys = Int16Array::from(std::mem::take(&mut self.keys));
        let texts = StringArray::from_iter_values(&self.dictionary);
        if self.dictionary.len() > KEPT_TEXTS {
            *self = Self::default();
        }
        DictionaryArray::try_new(keys, Arc::new(texts))
    }
}

/// The zone of timestamps.
const UTC: &str = "UTC";
/// Writing cannot fail: the columns have the types of the schema, and a vector takes all bytes.
const IN_MEMORY: &str = "columns of the schema's types are written into memory";
/// The maximum number of points of a record batch.
const MAX_BATCH_ROWS: usize = 24_000;
/// The maximum number of texts of a dictionary that is used for the next batch: with those of a batch, fewer than 2^15.
const KEPT_TEXTS: usize = 8000;
