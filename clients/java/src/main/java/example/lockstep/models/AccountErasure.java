// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The confirmation that the caller's account was erased, with its receipt.
 *
 * @param deleted Whether no file holds any data of the account. False: the erasure has begun, the server continues it
 *     without the account, and the receipt follows
 * @param receipt Null while the erasure is in progress; may be null
 * @param receiptId The id of the receipt, by which an administrator finds it
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AccountErasure(
        @JsonProperty("deleted") boolean deleted,
        @JsonProperty("receipt") SignedDocument receipt,
        @JsonProperty("receipt_id") String receiptId,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AccountErasure {
        otherFields = Values.hidden(otherFields);
    }
}
