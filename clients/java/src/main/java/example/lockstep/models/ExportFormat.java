// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * A file format of an export.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record ExportFormat(String value) {

    /** The text <code>csv</code>. */
    public static final ExportFormat CSV = new ExportFormat("csv");

    /** The text <code>arrow</code>. */
    public static final ExportFormat ARROW = new ExportFormat("arrow");

    /** The text <code>omh</code>. */
    public static final ExportFormat OMH = new ExportFormat("omh");

    /** The text <code>fhir</code>. */
    public static final ExportFormat FHIR = new ExportFormat("fhir");

    /** The text <code>activities</code>. */
    public static final ExportFormat ACTIVITIES = new ExportFormat("activities");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public ExportFormat {
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
