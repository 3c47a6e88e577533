//! Open mHealth data points: a header and a body by the published schema of the type.
//!
//! A type without a published schema uses `lockstep:measurement:1.0`: a body with `type`, `measurement`
//! (`value`, `unit`) and `effective_time_frame`. The time frame is the stored time, a `date_time`. A
//! body may also contain `confidence` and `metadata` as sent.

use super::codes::{self, Code, Schema};
use super::{Canonical, PointUuid, text};
use crate::point::Point;
use crate::point_id::PointId;
use crate::render::{CachedString, Times, number};
use crate::timestamp::Rfc3339;

#[derive(Clone)]
pub(super) struct Writer {
    uuid: PointUuid,
    /// The cached text between the point's UUID and its schema.
    created: String,
    user: Vec<u8>,
    canonical: Canonical,
    /// The row of the type last written.
    code: Option<&'static Code>,
    kind: CachedString,
    device: CachedString,
    times: Times,
    id: Vec<u8>,
}

impl Writer {
    pub(super) fn new(account: &str, at: i64) -> Self {
        let mut user = b"\"},\"user_id\":".to_vec();
        text(&mut user, account);
        user.extend(b"},\"body\":{");
        let at = Rfc3339(at);
        Self {
            uuid: PointUuid::new(account),
            created: format!("\",\"creation_date_time\":\"{at}\",\"schema_id\":{{\"namespace\":\""),
            user,
            canonical: Canonical::new(),
            code: None,
            kind: CachedString::default(),
            device: CachedString::default(),
            times: Times::default(),
            id: Vec::new(),
        }
    }

    pub(super) fn point(
        &mut self,
        bytes: &mut Vec<u8>,
        first: bool,
        id: PointId,
        point: &Point<'_>,
    ) {
        if self.kind.text() != point.kind {
            self.code = codes::of(point.kind);
        }
        let kind = self.kind.json(point.kind);
        let known = self.canonical.of(point);
        let schema = self.code.and_then(|code| code.schema.as_ref());
        let by_schema = known.and_then(|(_, value)| Some((schema?, value)));
        self.id.clear();
        id.write(&mut self.id);

        bytes.extend(if first { "\n" } else { ",\n" }.as_bytes());
        bytes.extend(b"{\"header\":{\"id\":\"");
        self.uuid.write(bytes, &self.id);
        bytes.extend(self.created.as_bytes());
        let (namespace, name, version) = match by_schema {
            Some((Schema { name, version, .. }, _)) => ("omh", *name, *version),
            None => ("lockstep", "measurement", "1.0"),
        };
        for part in [
            namespace,
            "\",\"name\":\"",
            name,
            "\",\"version\":\"",
            version,
        ] {
            bytes.extend(part.as_bytes());
        }
        bytes.extend(b"\"},\"acquisition_provenance\":{\"source_name\":");
        bytes.extend(self.device.json(point.device));
        bytes.extend(b",\"source_data_point_id\":\"");
        bytes.extend(&self.id);
        bytes.extend(&self.user);

        match by_schema {
            Some((schema, value)) => {
                bytes.push(b'"');
                bytes.extend(schema.property.as_bytes());
                bytes.extend(b"\":");
                match schema.unit {
                    Some(unit) => measure(bytes, unit, value),
                    None => number(bytes, value),
                }
                bytes.extend(schema.besides.as_bytes());
            }
            None => {
                bytes.extend(b"\"type\":");
                bytes.extend(kind);
                bytes.extend(b",\"measurement\":");
                match known {
                    Some((kind, value)) => measure(bytes, kind.unit, value),
                    None => measure(bytes, point.unit, point.value),
                }
            }
        }
        bytes.extend(b",\"effective_time_frame\":{\"date_time\":\"");
        self.times.write(bytes, point.timestamp);
        bytes.extend(b"\"}");
        if let Some(confidence) = point.confidence {
            bytes.extend(b",\"confidence\":");
            number(bytes, confidence);
        }
        if let Some(metadata) = point.metadata {
            bytes.extend(b",\"metadata\":");
            bytes.extend(metadata.as_bytes());
        }
        bytes.extend(b"}}");
    }
}

fn measure(bytes: &mut Vec<u8>, unit: &str, value: f64) {
    bytes.extend(b"{\"unit\":");
    text(bytes, unit);
    bytes.extend(b",\"value\":");
    number(bytes, value);
    bytes.push(b'}');
}
