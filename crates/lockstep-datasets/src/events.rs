//! The kinds of events of datasets. An event names the dataset, never its name or a value.

lockstep_store::event_kinds! {
    /// A dataset was created.
    pub(crate) DATASET_CREATED = "dataset.created", Owner,
        r#"{"dataset_id": "ds_01h455vb4pex5vsknk084sn02q"}"#;
    /// The data or the encryption status of a dataset changed.
    pub(crate) DATASET_UPDATED = "dataset.updated", Owner,
        r#"{"dataset_id": "ds_01h455vb4pex5vsknk084sn02q"}"#;
    /// A dataset was deleted.
    pub(crate) DATASET_DELETED = "dataset.deleted", Owner,
        r#"{"dataset_id": "ds_01h455vb4pex5vsknk084sn02q"}"#;
}
