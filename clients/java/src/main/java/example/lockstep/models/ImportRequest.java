// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.FilePart;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * A recording to import.
 *
 * @param encryptionMode The encryption mode of the points; <code>ENCRYPTION_ERROR</code> if it is not available.
 *     Default: the mode of each point's device, or the account's own key only; may be null
 * @param file FIT, TCX, GPX, CSV, or a file of an export of Apple Health, Google Fit, Fitbit, Garmin, Health Connect,
 *     WHOOP, Oura, Polar, Samsung Health, Suunto or Open mHealth; plain, gzipped or zipped, including whole archives;
 *     at most 4 GiB decompressed. Files of Fitbit and Samsung Health are recognised by their names: send the name as
 *     the part's <code>filename</code>
 * @param participant The participant whose rows are imported, if the file has several people. A part of the form: a
 *     parameter of the URL is refused; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ImportRequest(
        @JsonProperty("encryptionMode") EncryptionMode encryptionMode,
        @JsonProperty("file") FilePart file,
        @JsonProperty("participant") String participant,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ImportRequest {
        otherFields = Values.hidden(otherFields);
    }
}
