// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>getActivityTrack</code>. Those that are not set, or null, are not sent. */
public final class GetActivityTrackParams extends Query {

    /** Makes parameters of which none is set. */
    public GetActivityTrackParams() {}

    /**
     * Sets <code>limit</code>: The maximum number of positions. They are chosen evenly and include the first and the
     * last position.
     */
    public GetActivityTrackParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /**
     * Sets <code>limit</code>: The maximum number of positions. They are chosen evenly and include the first and the
     * last position.
     */
    public GetActivityTrackParams limit(long limit) {
        set("limit", limit);
        return this;
    }
}
