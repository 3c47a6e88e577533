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
 * Successive links of the audit chain.
 *
 * @param links The links, oldest first; fewer than <code>limit</code> at the end of the chain
 * @param node The name of the node that wrote the entries
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AuditLinks(
        @JsonProperty("links") List<AuditLink> links,
        @JsonProperty("node") String node,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AuditLinks {
        links = Values.listOrEmpty(links);
        otherFields = Values.hidden(otherFields);
    }
}
