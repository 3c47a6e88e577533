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
 * A draft of a listing: the fields of the request that creates it.
 *
 * @param accessRules The rules that a listing without rules of its own has
 * @param compared The number of listings that the price is the median of
 * @param currency The ISO 4217 code of the currency of the price
 * @param datasetId The id of the dataset
 * @param description The description of the dataset
 * @param price The median price of the active listings of other accounts in the currency; null without one; may be
 *     null
 * @param problems Sentences that say why the request would be refused, or why the caller should reconsider it; empty
 *     without a reason
 * @param rows The number of rows that buyers would get; null without data; may be null
 * @param title The name of the dataset, at most 200 characters
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ListingDraft(
        @JsonProperty("access_rules") ListingRules accessRules,
        @JsonProperty("compared") long compared,
        @JsonProperty("currency") String currency,
        @JsonProperty("dataset_id") String datasetId,
        @JsonProperty("description") String description,
        @JsonProperty("price") Double price,
        @JsonProperty("problems") List<String> problems,
        @JsonProperty("rows") Long rows,
        @JsonProperty("title") String title,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ListingDraft {
        problems = Values.listOrEmpty(problems);
        otherFields = Values.hidden(otherFields);
    }
}
