// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * A text of a set that may grow: a value of a newer server is no error.
 *
 * @param value the text
 */
public record ExportPointsFormat(String value) {

    /** The text <code>csv</code>. */
    public static final ExportPointsFormat CSV = new ExportPointsFormat("csv");

    /** The text <code>arrow</code>. */
    public static final ExportPointsFormat ARROW = new ExportPointsFormat("arrow");

    /** The text <code>omh</code>. */
    public static final ExportPointsFormat OMH = new ExportPointsFormat("omh");

    /** The text <code>fhir</code>. */
    public static final ExportPointsFormat FHIR = new ExportPointsFormat("fhir");

    /** The text <code>activities</code>. */
    public static final ExportPointsFormat ACTIVITIES = new ExportPointsFormat("activities");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public ExportPointsFormat {
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
