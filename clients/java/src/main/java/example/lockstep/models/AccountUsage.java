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
 * The storage use of an account and its limits.
 *
 * @param modes The stored points by encryption mode
 * @param quotas The quotas by name: <code>bytes</code> of sealed points, blocks, activities, records of imports,
 *     evaluation keys, circuits, proving keys and signed roots; <code>series</code>; <code>chunks</code>;
 *     <code>keys</code>; <code>circuits</code>; <code>devices</code>; <code>activities</code>; <code>imports</code>;
 *     <code>spoolBytes</code> of files being imported. A request that would exceed <code>bytes</code>,
 *     <code>series</code> or <code>chunks</code> is refused with 403; deletions always work
 * @param tier the field <code>tier</code>
 * @param writable Whether the server can store data. False while its disk is full: then only reads and deletions work
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AccountUsage(
        @JsonProperty("modes") List<EncryptionModeUsage> modes,
        @JsonProperty("quotas") Map<String, QuotaUsage> quotas,
        @JsonProperty("tier") Tier tier,
        @JsonProperty("writable") boolean writable,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AccountUsage {
        modes = Values.listOrEmpty(modes);
        quotas = Values.mapOrEmpty(quotas);
        otherFields = Values.hidden(otherFields);
    }
}
