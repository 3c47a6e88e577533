// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The confirmation that an account was erased, with its receipt.
 *
 * @param deleted Whether no file holds any data of the account. False: the rows are deleted, and the receipt follows
 *     once their bytes are overwritten
 * @param receipt Null while the erasure is in progress; may be null
 * @param receiptId The id for <code>GET /v1/admin/erasures/&#123;receiptId&#125;</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ErasedAccount(
        @JsonProperty("deleted") boolean deleted,
        @JsonProperty("receipt") SignedDocument receipt,
        @JsonProperty("receiptId") String receiptId,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ErasedAccount {
        otherFields = Values.hidden(otherFields);
    }
}
