// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The groups of figures to fill. <code>overview</code> and <code>system</code> are always filled.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record AnalyticsDataType(String value) {

    /** The text <code>all</code>. */
    public static final AnalyticsDataType ALL = new AnalyticsDataType("all");

    /** The text <code>marketplace</code>. */
    public static final AnalyticsDataType MARKETPLACE = new AnalyticsDataType("marketplace");

    /** The text <code>agents</code>. */
    public static final AnalyticsDataType AGENTS = new AnalyticsDataType("agents");

    /** The text <code>datastreams</code>. */
    public static final AnalyticsDataType DATASTREAMS = new AnalyticsDataType("datastreams");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public AnalyticsDataType {
        Objects.requireNonNull(value, "value");
    }

    @JsonValue
    @Override
    public String value() {
        return value;
    }

    @Override
    public String toString() {
        return value;
    }
}
