// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>listActivities</code>. Those that are not set, or null, are not sent. */
public final class ListActivitiesParams extends Query {

    /** Makes parameters of which none is set. */
    public ListActivitiesParams() {}

    /**
     * Sets <code>startDate</code>: Activities that start at this time or later: RFC 3339, or a date in the profile's
     * time zone.
     */
    public ListActivitiesParams startDate(String startDate) {
        set("startDate", startDate);
        return this;
    }

    /** Sets <code>endDate</code>: Activities that start at this time or earlier; a date includes the whole day. */
    public ListActivitiesParams endDate(String endDate) {
        set("endDate", endDate);
        return this;
    }

    /** Sets <code>sport</code>: Only activities of this sport. */
    public ListActivitiesParams sport(String sport) {
        set("sport", sport);
        return this;
    }

    /** Sets <code>limit</code>: The maximum number of activities. */
    public ListActivitiesParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>limit</code>: The maximum number of activities. */
    public ListActivitiesParams limit(long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>cursor</code>: <code>nextCursor</code> of the previous page. */
    public ListActivitiesParams cursor(String cursor) {
        set("cursor", cursor);
        return this;
    }
}
