//! Points that a device sends over a protocol of its own.

use lockstep_web::{ApiError, AppState, IdempotencyKey, Owner};
use serde_json::{Map, Value as Json, json};

use super::ingest::OnWritten;
use super::points::{self, Stored};

/// Stores the points of a telemetry message. The message is a body of `POST /data`, an array of points, or one point.
/// Every point belongs to `device`, the name of the device that sent the message. Points are checked as in
/// [`points::upload`], and the device's registration decides the encryption mode. `on_written` is called in the
/// transaction that stores the points.
///
/// # Errors
/// A message that is no JSON of these forms; a point that names another device; the errors of [`points::upload`].
pub async fn store(
    state: &AppState,
    owner: Owner,
    (id, device): (&str, &str),
    message: &[u8],
    on_written: Option<OnWritten>,
) -> Result<Stored, ApiError> {
    let mut points = points_of(message)?;
    for (place, point) in points.iter_mut().enumerate() {
        // Anything but an object is refused by the parser of bodies, with its index.
        let Json::Object(point) = point else { continue };
        match point.get("device") {
            None => {}
            Some(Json::String(named)) if named == id || named == device => {}
            Some(_) => {
                let parameter = format!("data[{place}].device");
                return Err(ApiError::invalid(
                    &parameter,
                    "must be the device that sends the point",
                ));
            }
        }
        point.insert("device".to_owned(), json!(device));
    }
    let body = json!({ "data": points }).to_string();
    points::upload(state, owner, body, IdempotencyKey::default(), on_written).await
}

fn points_of(message: &[u8]) -> Result<Vec<Json>, ApiError> {
    let value: Json = serde_json::from_slice(message)
        .map_err(|_| ApiError::invalid("message", "must be JSON"))?;
    match value {
        Json::Array(points) => Ok(points),
        Json::Object(mut object) if object.contains_key("data") => {
            let data = object.remove("data");
            match (data, object.is_empty()) {
                (Some(Json::Array(points)), true) => Ok(points),
                (_, true) => Err(ApiError::invalid("data", "must be an array of points")),
                _ => Err(unknown_field(&object)),
            }
        }
        Json::Object(point) => Ok(vec![Json::Object(point)]),
        _ => Err(ApiError::invalid(
            "message",
            "must be an array of points or an object",
        )),
    }
}

fn unknown_field(object: &Map<String, Json>) -> ApiError {
    let name = object.keys().next().map_or("", String::as_str);
    let name: String = name.chars().take(64).collect();
    ApiError::invalid(&name, "is not a field: a message has data only")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_three_forms() {
        for (message, points) in [
            (r#"{"data": [{"type": "a"}, {"type": "b"}]}"#, Some(2)),
            (r#"[{"type": "a"}]"#, Some(1)),
            (r#"{"type": "a"}"#, Some(1)),
            ("[]", Some(0)),
            ("1", None),
            ("{", None),
            ("", None),
            (r#"{"data": 1}"#, None),
            (r#"{"data": [], "encryptionMode": "ZK"}"#, None),
        ] {
            let found = points_of(message.as_bytes()).map(|points| points.len());
            assert_eq!(found.ok(), points, "{message}");
        }
    }
}
