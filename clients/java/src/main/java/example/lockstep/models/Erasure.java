// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.time.OffsetDateTime;
import java.util.Map;

/**
 * An erasure. It does not name the account.
 *
 * @param begunAt The time of the request. No request was served for the account from then on
 * @param finishedAt Null while the erasure is in progress; may be null
 * @param receipt Null while the erasure is in progress; may be null
 * @param receiptId The id of the erasure and of its receipt, which begins with <code>era_</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Erasure(
        @JsonProperty("begunAt") OffsetDateTime begunAt,
        @JsonProperty("finishedAt") OffsetDateTime finishedAt,
        @JsonProperty("receipt") SignedDocument receipt,
        @JsonProperty("receiptId") String receiptId,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public Erasure {
        otherFields = Values.hidden(otherFields);
    }
}
