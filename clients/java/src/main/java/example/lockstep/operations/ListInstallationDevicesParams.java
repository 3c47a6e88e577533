// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>listInstallationDevices</code>. Those that are not set, or null, are not sent. */
public final class ListInstallationDevicesParams extends Query {

    /** Makes parameters of which none is set. */
    public ListInstallationDevicesParams() {}

    /** Sets <code>page</code>: The page number, from 1. */
    public ListInstallationDevicesParams page(Long page) {
        set("page", page);
        return this;
    }

    /** Sets <code>page</code>: The page number, from 1. */
    public ListInstallationDevicesParams page(long page) {
        set("page", page);
        return this;
    }

    /** Sets <code>limit</code>: The number of entries per page. */
    public ListInstallationDevicesParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>limit</code>: The number of entries per page. */
    public ListInstallationDevicesParams limit(long limit) {
        set("limit", limit);
        return this;
    }
}
