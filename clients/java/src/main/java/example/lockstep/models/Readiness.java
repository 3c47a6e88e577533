// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * Whether the server can serve requests and store data.
 *
 * @param irreversibleActsHeld Whether irreversible acts are held back, because the clock is ahead of the last trusted
 *     time. Keys are then neither expired nor destroyed, and ended sign-ins are kept, until the clock is corrected or
 *     confirmed. Requests are served as usual
 * @param status Always <code>ok</code>: a server that is starting or stopping returns an error
 * @param version The version of the server
 * @param writable Whether the server can store data. False while the disk is full: then only reads, deletions and
 *     erasures work. Also false after a write that PostgreSQL could not run, until a write succeeds. The status stays
 *     200, because an instance that is taken out of service cannot serve reads
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Readiness(
        @JsonProperty("irreversibleActsHeld") boolean irreversibleActsHeld,
        @JsonProperty("status") String status,
        @JsonProperty("version") String version,
        @JsonProperty("writable") boolean writable,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public Readiness {
        otherFields = Values.hidden(otherFields);
    }
}
