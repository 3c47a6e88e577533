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
 * A transfer, as the caller's account sees it.
 *
 * @param amount Above zero for money received, below zero for money paid
 * @param balance The balance after the transfer
 * @param currency The ISO 4217 code of the currency of <code>amount</code> and <code>balance</code>
 * @param id The number of the transfer
 * @param reference The id of the purchase, or the text of the administrator who entered the transfer
 * @param timestamp The time of the transfer: RFC 3339, UTC
 * @param type <code>purchase</code>, <code>refund</code>, <code>payout</code> or <code>settlement</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LedgerTransfer(
        @JsonProperty("amount") double amount,
        @JsonProperty("balance") double balance,
        @JsonProperty("currency") String currency,
        @JsonProperty("id") long id,
        @JsonProperty("reference") String reference,
        @JsonProperty("timestamp") OffsetDateTime timestamp,
        @JsonProperty("type") String type,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public LedgerTransfer {
        otherFields = Values.hidden(otherFields);
    }
}
