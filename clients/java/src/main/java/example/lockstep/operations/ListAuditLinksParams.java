// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>listAuditLinks</code>. Those that are not set, or null, are not sent. */
public final class ListAuditLinksParams extends Query {

    /** Makes parameters of which none is set. */
    public ListAuditLinksParams() {}

    /** Sets <code>first</code>: The number of the first entry, from 1. */
    public ListAuditLinksParams first(Long first) {
        set("first", first);
        return this;
    }

    /** Sets <code>first</code>: The number of the first entry, from 1. */
    public ListAuditLinksParams first(long first) {
        set("first", first);
        return this;
    }

    /** Sets <code>limit</code>: The number of links. */
    public ListAuditLinksParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>limit</code>: The number of links. */
    public ListAuditLinksParams limit(long limit) {
        set("limit", limit);
        return this;
    }
}
