//! The kinds of events that changes of keys write.

lockstep_store::event_kinds! {
    /// A key was created or changed its status.
    pub(crate) KEY_CHANGED = "key.changed", Owner,
        r#"{"keyId": "key_01h455vb4pex5vsknk084sn02q", "status": "rotated"}"#;
}
