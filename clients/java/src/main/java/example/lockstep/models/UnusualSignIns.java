// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;

/**
 * The unusual sign-ins of an account.
 *
 * @param findings The unusual sign-ins and attempts, the newest first; empty if none is unusual
 * @param incomplete Whether older entries of that time were not examined: at most the newest 1000 are
 * @param signIns The number of sign-ins that were examined
 * @param since The start of the examined time: 90 days ago
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record UnusualSignIns(
        @JsonProperty("findings") List<UnusualSignIn> findings,
        @JsonProperty("incomplete") boolean incomplete,
        @JsonProperty("signIns") long signIns,
        @JsonProperty("since") OffsetDateTime since,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public UnusualSignIns {
        findings = Values.listOrEmpty(findings);
        otherFields = Values.hidden(otherFields);
    }
}
