//! Parses the message of a device: its points, all of them the device's own.

use lockstep_formats::raw_json;
use serde_json::value::RawValue;

use super::scan::{Scanner, skip_space};
use super::{DataBody, EnvelopeFault, REFUSED, Refusal, Rules, parse_text, points, refuse, value};

impl DataBody {
    /// Parses the message of a device in one of three forms: `{"data": […]}`, an array of points, or one point.
    pub(crate) fn parse_message(message: &[u8], rules: Rules<'_>) -> Result<Self, EnvelopeFault> {
        parse_text(message, |text| read_message(text, rules))
    }
}

/// Reads the message of a device.
fn read_message(text: &str, rules: Rules<'_>) -> Result<DataBody, Refusal> {
    let bytes = text.as_bytes();
    let start = skip_space(bytes, 0);
    let mut body = DataBody::default();
    let end = match bytes.get(start) {
        Some(b'[') => points(text, start, rules, true, &mut body)?,
        Some(b'{') => {
            let (raw, end) = value(text, start)?;
            let fields = raw_json::fields(raw, "must be an object")
                .map_err(|reason| refuse("message", reason))?;
            let (data, others): (Vec<_>, Vec<_>) =
                fields.into_iter().partition(|(name, _)| *name == "data");
            match (&data[..], others.first()) {
                ([(_, data)], None) => {
                    points(data.get(), 0, rules, true, &mut body)?;
                }
                ([], _) => single_point(text, raw, rules, &mut body),
                (_, Some((other, _))) => {
                    let reason = "is not a field: a message has only the field data";
                    return Err(refuse(other, reason));
                }
                (_, None) => return Err(refuse("data", "is given twice")),
            }
            end
        }
        _ => {
            value(text, start)?;
            return Err(refuse("message", "must be an array of points or an object"));
        }
    };
    match skip_space(bytes, end) {
        end if end < bytes.len() => Err(Refusal::Syntax(end)),
        _ => Ok(body),
    }
}

/// Adds a point that is a body of its own.
fn single_point(text: &str, raw: &RawValue, rules: Rules<'_>, body: &mut DataBody) {
    let element = match Scanner::new(text, rules).exact_point(raw, &mut body.points) {
        Ok(slot) => slot.index() as u32,
        Err(fault) => {
            body.faults.add(0, fault);
            REFUSED
        }
    };
    body.elements.push(element);
}
