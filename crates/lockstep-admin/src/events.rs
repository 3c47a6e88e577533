//! The kinds of events that administration writes. They belong to channels of `/v1/ws`, and concern no account.

lockstep_store::event_kinds! {
    /// The sums of the last 30 days changed.
    pub(crate) ANALYTICS_OVERVIEW = "analytics.overview", Administration in Analytics,
        r#"{"totalTransactions": 3, "activeAgents": 0, "dataProcessed": 86400, "revenue": 147.0, "revenueByCurrency": {"EUR": 147.0}}"#;
    /// The condition of an alert rule is met.
    pub(crate) ALERT_STARTED = "alert.started", Administration in Alerts,
        r#"{"alertId": "alr_01h455vb4pex5vsknk084sn02q", "type": "storage.disk", "message": "92 % of the disk are used"}"#;
    /// The condition of an alert rule is no longer met.
    pub(crate) ALERT_ENDED = "alert.ended", Administration in Alerts,
        r#"{"alertId": "alr_01h455vb4pex5vsknk084sn02q", "type": "storage.disk", "message": "92 % of the disk are used"}"#;
}
