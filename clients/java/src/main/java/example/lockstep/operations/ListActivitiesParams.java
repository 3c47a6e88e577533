// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>listActivities</code>. Those that are not set, or null, are not sent. */
public final class ListActivitiesParams extends Query {

    /** Makes parameters of which none is set. */
    public ListActivitiesParams() {}

    /**
     * Sets <code>startDate</code>.
     *
     * @param startDate Activities that start at this time or later: RFC 3339, or a date in the profile's time zone.
     * @return this object
     */
    public ListActivitiesParams startDate(String startDate) {
        set("startDate", startDate);
        return this;
    }

    /**
     * Sets <code>endDate</code>.
     *
     * @param endDate Activities that start at this time or earlier; a date includes the whole day.
     * @return this object
     */
    public ListActivitiesParams endDate(String endDate) {
        set("endDate", endDate);
        return this;
    }

    /**
     * Sets <code>sport</code>.
     *
     * @param sport Only activities of this sport.
     * @return this object
     */
    public ListActivitiesParams sport(String sport) {
        set("sport", sport);
        return this;
    }

    /**
     * Sets <code>limit</code>.
     *
     * @param limit The maximum number of activities.
     * @return this object
     */
    public ListActivitiesParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /**
     * Sets <code>limit</code>.
     *
     * @param limit The maximum number of activities.
     * @return this object
     */
    public ListActivitiesParams limit(long limit) {
        set("limit", limit);
        return this;
    }

    /**
     * Sets <code>cursor</code>.
     *
     * @param cursor <code>nextCursor</code> of the previous page.
     * @return this object
     */
    public ListActivitiesParams cursor(String cursor) {
        set("cursor", cursor);
        return this;
    }
}
