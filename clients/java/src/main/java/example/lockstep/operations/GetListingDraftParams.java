// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>getListingDraft</code>. Those that are not set, or null, are not sent. */
public final class GetListingDraftParams extends Query {

    /** Makes parameters of which none is set. */
    public GetListingDraftParams() {}

    /** Sets <code>currency</code>: The currency of the price, an ISO 4217 code. */
    public GetListingDraftParams currency(String currency) {
        set("currency", currency);
        return this;
    }
}
