// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>getHeartRateVariability</code>. Those that are not set, or null, are not sent. */
public final class GetHeartRateVariabilityParams extends Query {

    /** Makes parameters of which none is set. */
    public GetHeartRateVariabilityParams() {}

    /**
     * Sets <code>startDate</code>: The start of the range, inclusive: RFC 3339, or a date in the profile's time zone.
     * Default: 5 minutes before the end.
     */
    public GetHeartRateVariabilityParams startDate(String startDate) {
        set("startDate", startDate);
        return this;
    }

    /**
     * Sets <code>endDate</code>: The end of the range, inclusive; a date includes the whole day. Default: the latest
     * RR interval.
     */
    public GetHeartRateVariabilityParams endDate(String endDate) {
        set("endDate", endDate);
        return this;
    }

    /**
     * Sets <code>device</code>: Only intervals of this device: the id or the name of a registered device of the
     * account, or another name. The id of a device and its name find the same points. Default: the device with the
     * most intervals in the range.
     */
    public GetHeartRateVariabilityParams device(String device) {
        set("device", device);
        return this;
    }
}
