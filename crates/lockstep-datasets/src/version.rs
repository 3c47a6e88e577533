//! The name of a version of a dataset, and the retention of a hold on it.

use lockstep_store::id::DatasetId;

/// A version of a dataset.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct VersionName {
    pub(crate) dataset: DatasetId,
    pub(crate) number: i64,
}

/// The effect of a hold on the deletion of the dataset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retention {
    /// The dataset cannot be deleted: a listing offers it.
    Refuse,
    /// The dataset can be deleted, and the version stays: it is sold.
    Keep,
}

impl Retention {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Refuse => "refuse",
            Self::Keep => "keep",
        }
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        let all = [Self::Refuse, Self::Keep];
        all.into_iter().find(|one| one.as_str() == text)
    }
}
