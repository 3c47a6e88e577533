//! The kinds of events of this capability.

lockstep_store::event_kinds! {
    /// A data token was created.
    pub(crate) TOKEN_CREATED = "market.token_created", Owner,
        r#"{"tokenId": "tok_01h455vb4pex5vsknk084sn02q", "status": "active"}"#;
    /// An administrator approved a data token.
    pub(crate) TOKEN_APPROVED = "market.token_approved", Owner,
        r#"{"tokenId": "tok_01h455vb4pex5vsknk084sn02q"}"#;
    /// The owner withdrew a data token.
    pub(crate) TOKEN_WITHDRAWN = "market.token_withdrawn", Owner,
        r#"{"tokenId": "tok_01h455vb4pex5vsknk084sn02q"}"#;
    /// The time of `availableUntil` of a data token has passed.
    pub(crate) TOKEN_EXPIRED = "market.token_expired", Owner,
        r#"{"tokenId": "tok_01h455vb4pex5vsknk084sn02q"}"#;
    /// A data token of the account was bought.
    pub(crate) TOKEN_PURCHASED = "market.token_purchased", Owner,
        r#"{"tokenId": "tok_01h455vb4pex5vsknk084sn02q", "purchaseId": "pur_01h455vb4pex5vsknk084sn02q"}"#;
    /// A purchase of a data token of the account was refunded.
    pub(crate) PURCHASE_REFUNDED = "market.purchase_refunded", Owner,
        r#"{"tokenId": "tok_01h455vb4pex5vsknk084sn02q", "purchaseId": "pur_01h455vb4pex5vsknk084sn02q"}"#;
    /// A listing of the account was bought.
    pub(crate) LISTING_PURCHASED = "market.listing_purchased", Owner,
        r#"{"listingId": "lst_01h455vb4pex5vsknk084sn02q", "purchaseId": "pur_01h455vb4pex5vsknk084sn02q"}"#;
    /// A purchase of a listing of the account was refunded.
    pub(crate) LISTING_REFUNDED = "market.listing_refunded", Owner,
        r#"{"listingId": "lst_01h455vb4pex5vsknk084sn02q", "purchaseId": "pur_01h455vb4pex5vsknk084sn02q"}"#;
}
