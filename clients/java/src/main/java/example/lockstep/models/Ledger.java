// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.List;
import java.util.Map;

/**
 * The caller's part of the ledger.
 *
 * @param balances The current balance in each currency, whatever page was requested; empty before the first transfer
 * @param entries The transfers, newest first
 * @param nextCursor The cursor of the next page; null on the last page; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Ledger(
        @JsonProperty("balances") List<Balance> balances,
        @JsonProperty("entries") List<LedgerTransfer> entries,
        @JsonProperty("nextCursor") String nextCursor,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public Ledger {
        balances = Values.listOrEmpty(balances);
        entries = Values.listOrEmpty(entries);
        otherFields = Values.hidden(otherFields);
    }
}
