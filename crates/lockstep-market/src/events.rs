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
    /// The time `availableUntil` of a data token has passed.
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
    /// Data is offered for sale: an active token or a listing was created.
    pub(crate) OFFER_CREATED = "marketplace.created", Everyone in Marketplace,
        r#"{"offer": "token", "id": "tok_01h455vb4pex5vsknk084sn02q"}"#;
    /// An administrator approved a token, which is now offered for sale.
    pub(crate) OFFER_APPROVED = "marketplace.approved", Everyone in Marketplace,
        r#"{"offer": "token", "id": "tok_01h455vb4pex5vsknk084sn02q"}"#;
    /// A token or a listing was bought. The message names neither buyer nor purchase.
    pub(crate) OFFER_BOUGHT = "marketplace.bought", Everyone in Marketplace,
        r#"{"offer": "listing", "id": "lst_01h455vb4pex5vsknk084sn02q"}"#;
    /// The time `availableUntil` of an active token has passed.
    pub(crate) OFFER_EXPIRED = "marketplace.expired", Everyone in Marketplace,
        r#"{"offer": "token", "id": "tok_01h455vb4pex5vsknk084sn02q"}"#;
    /// The owner withdrew an active token or a listing.
    pub(crate) OFFER_WITHDRAWN = "marketplace.withdrawn", Everyone in Marketplace,
        r#"{"offer": "listing", "id": "lst_01h455vb4pex5vsknk084sn02q"}"#;
}
