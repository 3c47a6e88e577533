//! Reads the key of an endpoint from a file or from a variable.

use std::path::Path;

use lockstep_web::EndpointKey;
use zeroize::Zeroizing;

/// Reads a key from a file or else from a variable; each comes with its place in the configuration. Returns `None` if
/// neither is configured.
///
/// # Errors
/// The text for the operator: the key cannot be read, or has characters that no key has.
pub(super) fn endpoint_key(
    (file_place, file): (&str, Option<&Path>),
    (variable_place, variable): (&str, Option<&str>),
) -> Result<Option<EndpointKey>, String> {
    let (place, text) = match (file, variable) {
        (Some(file), _) => {
            let text = std::fs::read_to_string(file).map(Zeroizing::new);
            let text =
                text.map_err(|error| format!("{file_place}: {}: {error}", file.display()))?;
            (file_place, text)
        }
        (None, Some(variable)) => {
            let text = super::variable_of(variable)
                .ok_or_else(|| format!("{variable_place}: {variable} is not set"))?;
            (variable_place, text)
        }
        (None, None) => return Ok(None),
    };
    let key = text.trim();
    if key.is_empty() || !key.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(format!(
            "{place}: the key is empty, or has characters that no key has"
        ));
    }
    Ok(Some(EndpointKey::new(Zeroizing::new(key.to_owned()))))
}
