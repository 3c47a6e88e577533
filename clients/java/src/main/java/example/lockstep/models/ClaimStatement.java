// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The statement of a claim.
 *
 * @param audience The intended recipient of the claim
 * @param days The number of claimed days, from the first to the last
 * @param endDate The last day
 * @param expiresAt The end of the claim's validity; null if unlimited; may be null
 * @param max The maximum of each daily value; null if the claim states no maximum; may be null
 * @param metric The metric
 * @param min The minimum of each daily value; null if the claim states no minimum; may be null
 * @param nonce The nonce of the verifier, base64
 * @param owner The pseudonym of the account, as in the signed root
 * @param rootRecord The SHA-256 of the signed root's record, in hexadecimal
 * @param says The claim in sentences, with the contributing devices and the points that were left out
 * @param scale The number of decimals of values and bounds
 * @param startDate The first day
 * @param timeZone The time zone of the days
 * @param unit The unit of the values
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ClaimStatement(
        @JsonProperty("audience") String audience,
        @JsonProperty("days") long days,
        @JsonProperty("endDate") String endDate,
        @JsonProperty("expiresAt") String expiresAt,
        @JsonProperty("max") Double max,
        @JsonProperty("metric") String metric,
        @JsonProperty("min") Double min,
        @JsonProperty("nonce") String nonce,
        @JsonProperty("owner") String owner,
        @JsonProperty("rootRecord") String rootRecord,
        @JsonProperty("says") String says,
        @JsonProperty("scale") long scale,
        @JsonProperty("startDate") String startDate,
        @JsonProperty("timeZone") String timeZone,
        @JsonProperty("unit") String unit,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ClaimStatement {
        otherFields = Values.hidden(otherFields);
    }
}
