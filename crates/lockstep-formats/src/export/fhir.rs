//! A FHIR R4 `Bundle` of type `collection` with one `Observation` per point.
//!
//! `code` holds the LOINC codes of the type, if any, and always the type's own name in the system
//! `urn:lockstep:type`, so that no information is lost. Values are in the catalogue's canonical unit, a
//! UCUM code; a value that does not convert stays as sent, with its unit as text. An `OperationOutcome`
//! as the first entry counts the points left out because their key does not decrypt. The subject is the
//! account's id, without a name. A value of a whole day has a date as its time. `confidence` and `metadata` are the extensions
//! `urn:lockstep:confidence` and `urn:lockstep:metadata`.

use super::codes::{self, Code};
use super::{Canonical, PointUuid, SkippedPoints, text};
use crate::local_date::LocalDate;
use crate::point::Point;
use crate::point_id::PointId;
use crate::render::{Times, number};
use crate::timestamp::Rfc3339;

#[derive(Clone)]
pub(super) struct Writer {
    uuid: PointUuid,
    /// The id of the account as a JSON string.
    user: String,
    at: Rfc3339,
    canonical: Canonical,
    /// The type last written, and its cached text between id and subject.
    kind: String,
    middle: (Vec<u8>, Vec<u8>),
    device: (String, Vec<u8>),
    times: Times,
    id: Vec<u8>,
}

impl Writer {
    pub(super) fn new(account: &str, at: i64) -> Self {
        Self {
            uuid: PointUuid::new(account),
            user: json(account),
            at: Rfc3339(at),
            canonical: Canonical::new(),
            kind: String::new(),
            middle: Default::default(),
            device: Default::default(),
            times: Times::default(),
            id: Vec::new(),
        }
    }

    pub(super) fn begin(&self, bytes: &mut Vec<u8>) {
        let at = self.at;
        let head =
            format!("{{\"resourceType\":\"Bundle\",\"type\":\"collection\",\"timestamp\":\"{at}\"");
        bytes.extend(head.as_bytes());
    }

    /// Writes an entry that counts the points left out; returns `false` if there are none.
    pub(super) fn skipped(&self, bytes: &mut Vec<u8>, skipped: &[SkippedPoints<'_>]) -> bool {
        if skipped.is_empty() {
            return false;
        }
        bytes.extend(b",\"entry\":[\n{\"fullUrl\":\"urn:uuid:");
        self.uuid.write(bytes, b"skipped");
        bytes.extend(b"\",\"resource\":{\"resourceType\":\"OperationOutcome\",\"issue\":[");
        for (nth, unread) in skipped.iter().enumerate() {
            bytes.extend(if nth == 0 { "" } else { "," }.as_bytes());
            bytes.extend(b"{\"severity\":\"warning\",\"code\":\"suppressed\",\"diagnostics\":");
            let SkippedPoints {
                key,
                status,
                points,
            } = unread;
            let under = key.map_or_else(String::new, |key| format!(" under the key {key}"));
            let words = format!("{points} points{under} ({status}) are left out");
            text(bytes, &words);
            bytes.push(b'}');
        }
        bytes.extend(b"]}}");
        true
    }

    pub(super) fn point(
        &mut self,
        bytes: &mut Vec<u8>,
        first: bool,
        id: PointId,
        point: &Point<'_>,
    ) {
        if self.kind != point.kind {
            point.kind.clone_into(&mut self.kind);
            self.middle = middle(&self.user, point.kind);
        }
        if self.device.0 != point.device || first {
            self.device = (point.device.to_owned(), device(point.device));
        }
        self.id.clear();
        id.write(&mut self.id);

        bytes.extend(if first { ",\"entry\":[\n" } else { ",\n" }.as_bytes());
        bytes.extend(b"{\"fullUrl\":\"urn:uuid:");
        self.uuid.write(bytes, &self.id);
        bytes.extend(b"\",\"resource\":{\"resourceType\":\"Observation\",\"id\":\"");
        // A FHIR id must not contain an underscore.
        bytes.extend(self.id.iter().map(|byte| match byte {
            b'_' => b'-',
            other => *other,
        }));
        bytes.push(b'"');
        bytes.extend(&self.middle.0);
        extensions(bytes, point);
        bytes.extend(&self.middle.1);
        bytes.extend(b",\"effectiveDateTime\":\"");
        let metadata = point.metadata.unwrap_or_default();
        match LocalDate::of_untimed_point(point.timestamp, metadata) {
            // FHIR's dateTime may be a date; a time of day would need a zone.
            Some(date) => bytes.extend(date.to_string().as_bytes()),
            None => self.times.write(bytes, point.timestamp),
        }
        bytes.extend(b"\",\"valueQuantity\":{\"value\":");
        match self.canonical.of(point) {
            Some((kind, value)) => {
                number(bytes, value);
                bytes.extend(b",\"unit\":\"");
                bytes.extend(kind.unit.as_bytes());
                bytes.extend(b"\",\"system\":\"http://unitsofmeasure.org\",\"code\":\"");
                bytes.extend(kind.unit.as_bytes());
                bytes.push(b'"');
            }
            None => {
                number(bytes, point.value);
                if let Some(unit) = words(point.unit) {
                    bytes.extend(b",\"unit\":");
                    text(bytes, &unit);
                }
            }
        }
        bytes.push(b'}');
        bytes.extend(&self.device.1);
        bytes.extend(b"}}");
    }
}

/// Writes the text after the points. An array in FHIR is never empty, so without a point there is no
/// array.
pub(super) fn end(bytes: &mut Vec<u8>, empty: bool) {
    bytes.extend(if empty { "}\n" } else { "\n]}\n" }.as_bytes());
}

/// Returns the text before the extensions, and the text between them and the time.
fn middle(user: &str, kind: &str) -> (Vec<u8>, Vec<u8>) {
    let code = codes::of(kind);
    let mut before = String::new();
    if let Some(profile) = code.and_then(|code| code.profile) {
        before = format!(
            ",\"meta\":{{\"profile\":[\"http://hl7.org/fhir/StructureDefinition/{profile}\"]}}"
        );
    }
    let mut after = ",\"status\":\"final\"".to_owned();
    if let Some((category, display)) = category(code, kind) {
        after += &format!(
            ",\"category\":[{{\"coding\":[{{\"system\":\"http://terminology.hl7.org/CodeSystem/observation-category\",\"code\":\"{category}\",\"display\":\"{display}\"}}]}}]"
        );
    }
    after += ",\"code\":{\"coding\":[";
    for (loinc, display) in code.map_or(&[][..], |code| code.loinc) {
        after += &format!(
            "{{\"system\":\"http://loinc.org\",\"code\":\"{loinc}\",\"display\":\"{display}\"}},"
        );
    }
    let name = kind.replace(['_', '.'], " ");
    after += &format!(
        "{{\"system\":\"urn:lockstep:type\",\"code\":\"{kind}\"}}],\"text\":\"{}\"}}",
        name.trim()
    );
    after += &format!(
        ",\"subject\":{{\"type\":\"Patient\",\"identifier\":{{\"system\":\"urn:lockstep:account\",\"value\":{user}}}}}"
    );
    (before.into_bytes(), after.into_bytes())
}

/// Returns a JSON string.
fn json(plain: &str) -> String {
    let mut bytes = Vec::new();
    text(&mut bytes, plain);
    String::from_utf8_lossy(&bytes).into_owned()
}

fn category(code: Option<&Code>, kind: &str) -> Option<(&'static str, &'static str)> {
    if code.is_some_and(|code| code.profile.is_some()) {
        return Some(("vital-signs", "Vital Signs"));
    }
    ACTIVITY.contains(&kind).then_some(("activity", "Activity"))
}

fn extensions(bytes: &mut Vec<u8>, point: &Point<'_>) {
    if point.confidence.is_none() && point.metadata.is_none() {
        return;
    }
    bytes.extend(b",\"extension\":[");
    if let Some(confidence) = point.confidence {
        bytes.extend(b"{\"url\":\"urn:lockstep:confidence\",\"valueDecimal\":");
        number(bytes, confidence);
        bytes.extend(if point.metadata.is_some() { "}," } else { "}" }.as_bytes());
    }
    if let Some(metadata) = point.metadata {
        bytes.extend(b"{\"url\":\"urn:lockstep:metadata\",\"valueString\":");
        text(bytes, metadata);
        bytes.push(b'}');
    }
    bytes.push(b']');
}

fn device(name: &str) -> Vec<u8> {
    let Some(name) = words(name) else {
        return Vec::new();
    };
    let mut bytes = b",\"device\":{\"display\":".to_vec();
    text(&mut bytes, &name);
    bytes.push(b'}');
    bytes
}

/// Converts a name to a FHIR string: without control characters and not only white space.
fn words(name: &str) -> Option<String> {
    let plain: String = name
        .chars()
        .map(|character| match character {
            character if character.is_control() => ' ',
            character => character,
        })
        .collect();
    let plain = plain.trim();
    (!plain.is_empty()).then(|| plain.to_owned())
}

const ACTIVITY: &[&str] = &[
    "altitude",
    "basal_energy",
    "cadence",
    "distance",
    "energy",
    "exercise_duration",
    "latitude",
    "longitude",
    "power",
    "session_rpe",
    "sleep_duration",
    "sleep_stage",
    "speed",
    "steps",
];
