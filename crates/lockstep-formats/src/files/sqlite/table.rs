//! A table of a database.

/// A table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    /// The first page.
    pub(super) root: u32,
    /// The names of the stored columns in order, in lower case.
    pub(super) columns: Vec<String>,
    /// The column that is an alias of the row id (`INTEGER PRIMARY KEY`).
    pub(super) id_column: Option<usize>,
}

impl Table {
    /// Returns the place of a column among the stored values.
    pub(super) fn column(&self, name: &str) -> Option<usize> {
        let name = name.to_lowercase();
        self.columns.iter().position(|column| *column == name)
    }
}
