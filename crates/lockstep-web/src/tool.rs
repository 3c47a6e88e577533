//! A tool of a capability: an operation of the API that agents call; see [`tools`](crate::tools).

/// A tool.
#[derive(Clone, Copy, Debug)]
pub struct Tool {
    /// The name: the group and the act, such as `devices.list`.
    pub name: &'static str,
    /// The id of the operation.
    pub operation: &'static str,
    /// The effect of a call.
    pub class: ToolClass,
}

/// The effect of a tool, which decides about approval and about the tools that an agent may
/// combine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolClass {
    /// Reads private data.
    Read,
    /// Reads text that strangers wrote.
    Untrusted,
    /// Writes the caller's own state.
    Write,
    /// Acts outside the platform.
    External,
}

impl Tool {
    /// Returns the name for protocols whose names have no `.`, such as `devices_list`.
    #[must_use]
    pub fn function_name(&self) -> String {
        self.name.replace('.', "_")
    }
}

impl ToolClass {
    /// Returns the letter in documents.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Read => "R",
            Self::Untrusted => "U",
            Self::Write => "W",
            Self::External => "X",
        }
    }
}
