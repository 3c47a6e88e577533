// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;
import example.lockstep.models.*;

/** The parameters of the operation <code>exportPoints</code>. Those that are not set, or null, are not sent. */
public final class ExportPointsParams extends Query {

    /** Makes parameters of which none is set. */
    public ExportPointsParams() {}

    /**
     * Sets <code>format</code>: <code>csv</code>: a table that <code>/import</code> reads back exactly. A text that
     * begins with <code>=</code>, <code>+</code>, <code>-</code>, <code>&#64;</code>, a tab or a carriage return is
     * prefixed with an apostrophe, so that spreadsheets do not evaluate it as a formula; <code>/import</code> removes
     * the apostrophe. <code>arrow</code>: an Arrow IPC stream with the same columns, which <code>POST
     * /v1/sfdp/data</code> reads back exactly. <code>omh</code>: a JSON array of Open mHealth data points.
     * <code>fhir</code>: a FHIR R4 bundle of observations. <code>activities</code>: a JSON array of the stored
     * activities that start in the range, newest first, without the filters <code>type</code> and <code>device</code>.
     * Default: <code>csv</code>.
     */
    public ExportPointsParams format(ExportFormat format) {
        set("format", format);
        return this;
    }

    /** Sets <code>startDate</code>: The start of the range, inclusive: RFC 3339, or a date in the profile's time zone. */
    public ExportPointsParams startDate(String startDate) {
        set("startDate", startDate);
        return this;
    }

    /** Sets <code>endDate</code>: The end of the range, inclusive; a date includes the whole day. */
    public ExportPointsParams endDate(String endDate) {
        set("endDate", endDate);
        return this;
    }

    /** Sets <code>type</code>: Only points of this type. */
    public ExportPointsParams type(String type) {
        set("type", type);
        return this;
    }

    /**
     * Sets <code>device</code>: Only points of this device: the id or the name of a registered device of the account,
     * or another name. The id of a device and its name find the same points.
     */
    public ExportPointsParams device(String device) {
        set("device", device);
        return this;
    }
}
