//! Reads the key of an endpoint from a file or from a variable.

use std::path::Path;

use lockstep_web::EndpointKey;
use zeroize::Zeroizing;

use super::secret_file::read_secret;

/// Refuses a variable of the server's own, such as that of the root key: its value would be sent to the endpoint.
///
/// # Errors
/// What is wrong with the setting.
pub(super) fn check_variable(name: Option<&str>) -> Result<(), &'static str> {
    match name.is_some_and(|name| name.starts_with("LOCKSTEP_")) {
        true => Err(
            "names a variable of the server, whose value would be sent to others: name one that does not begin with \
             LOCKSTEP_",
        ),
        false => Ok(()),
    }
}

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
            let text = read_secret(file);
            let text =
                text.map_err(|reason| format!("{file_place}: {}: {reason}", file.display()))?;
            (file_place, text)
        }
        (None, Some(variable)) => {
            check_variable(Some(variable))
                .map_err(|reason| format!("{variable_place} {reason}"))?;
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
