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
 * The values with which the hash of an entry is computed again, as <code>docs/security/audit-chain.md</code>
 * describes.
 *
 * @param body The nine texts of the body in their order: the id of the entry, the id, name and role of the actor, the
 *     action, the component, the status, the details, and the metadata as JSON or an empty text
 * @param bodyDigest The salted digest of the body, in hexadecimal
 * @param node The name of the node that wrote the entry
 * @param previousHash The hash of the entry before it, in hexadecimal; zeros for the first entry
 * @param salt The salt of the digest, in hexadecimal
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AuditProof(
        @JsonProperty("body") List<String> body,
        @JsonProperty("bodyDigest") String bodyDigest,
        @JsonProperty("node") String node,
        @JsonProperty("previousHash") String previousHash,
        @JsonProperty("salt") String salt,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AuditProof {
        body = Values.listOrEmpty(body);
        otherFields = Values.hidden(otherFields);
    }
}
