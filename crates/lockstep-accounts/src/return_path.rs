//! The page of the console to which a sign-in leads.

use lockstep_web::ApiError;

/// A path of this server with its query, never the address of another site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReturnPath(String);

impl ReturnPath {
    /// # Errors
    /// A text that a browser could read as the address of another site, or that is longer than 2000 bytes. The error names
    /// the field `return_to`.
    pub(crate) fn parse(text: &str) -> Result<Self, ApiError> {
        let path = text.split('?').next().unwrap_or_default();
        let is_path = path.starts_with('/')
            && !path.contains("//")
            && text.len() <= MAX_BYTES
            // Browsers drop tabs and line breaks and read `\` as `/`.
            && text
                .bytes()
                .all(|byte| byte.is_ascii_graphic() && !b"\\#".contains(&byte));
        match is_path {
            true => Ok(Self(text.to_owned())),
            false => Err(ApiError::invalid(
                "return_to",
                "must be a path of this server that begins with one `/`, such as /today, with at most 2000 ASCII characters \
                 and no fragment",
            )),
        }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// The longest path with its query.
const MAX_BYTES: usize = 2000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_of_this_server_are_taken() {
        for text in [
            "/",
            "/today",
            "/activities/act_1?sport=running&from=2026-06-01",
            "/explore?next=https://other.example//x",
        ] {
            assert_eq!(ReturnPath::parse(text).unwrap().as_str(), text);
        }
        for text in [
            "",
            "today",
            "//other.example",
            "/\\other.example",
            "\\\\other.example",
            "/\t/other.example",
            "/.//other.example",
            "https://other.example",
            "javascript:alert(1)",
            "/today#part",
            "/ä",
            &format!("/{}", "a".repeat(MAX_BYTES)),
        ] {
            assert!(ReturnPath::parse(text).is_err(), "{text}");
        }
    }
}
