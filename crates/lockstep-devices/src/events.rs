//! The kinds of events of UADM devices. An event names the device and the command, never a parameter or a result.

lockstep_store::event_kinds! {
    /// A UADM device was registered, changed or revoked.
    pub(crate) UADM_DEVICE_CHANGED = "uadm.device_changed", Owner,
        r#"{"device_id": "dev_01h455vb4pex5vsknk084sn02q"}"#;
    /// The status of a command to a UADM device changed.
    pub(crate) UADM_COMMAND_CHANGED = "uadm.command_changed", Owner,
        r#"{"device_id": "dev_01h455vb4pex5vsknk084sn02q", "command_id": "cmd_01h455vb4pex5vsknk084sn02q", "status": "acknowledged"}"#;
}
