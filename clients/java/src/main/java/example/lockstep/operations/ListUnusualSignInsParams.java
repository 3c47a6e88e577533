// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>listUnusualSignIns</code>. Those that are not set, or null, are not sent. */
public final class ListUnusualSignInsParams extends Query {

    /** Makes parameters of which none is set. */
    public ListUnusualSignInsParams() {}

    /**
     * Sets <code>user</code>: The id or the name of an account. Another account than the caller's needs the role
     * <code>admin</code> or <code>auditor</code>. Default: the caller's account.
     */
    public ListUnusualSignInsParams user(String user) {
        set("user", user);
        return this;
    }
}
