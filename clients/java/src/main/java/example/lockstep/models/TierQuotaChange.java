// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.Update;
import example.lockstep.internal.Values;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * New storage quotas of a tier. Null restores the value of the configuration.
 *
 * @param bytes Bytes of stored data; null if the change does not name it
 * @param chunks The number of chunks and blocks; null if the change does not name it
 * @param series The number of series; null if the change does not name it
 * @param spoolBytes Bytes of files that wait while they are imported; null if the change does not name it
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TierQuotaChange(
        @JsonProperty("bytes") Update<Long> bytes,
        @JsonProperty("chunks") Update<Long> chunks,
        @JsonProperty("series") Update<Long> series,
        @JsonProperty("spoolBytes") Update<Long> spoolBytes,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public TierQuotaChange {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.bytes = bytes;
        builder.chunks = chunks;
        builder.series = series;
        builder.spoolBytes = spoolBytes;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a TierQuotaChange. */
    public static final class Builder {

        private Update<Long> bytes;
        private Update<Long> chunks;
        private Update<Long> series;
        private Update<Long> spoolBytes;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>bytes</code>: Bytes of stored data; null removes it. */
        public Builder bytes(Long bytes) {
            this.bytes = Update.of(bytes);
            return this;
        }

        /** Sets the field <code>bytes</code>: Bytes of stored data; null removes it. */
        public Builder bytes(long bytes) {
            this.bytes = Update.of(bytes);
            return this;
        }

        /** Sets the field <code>chunks</code>: The number of chunks and blocks; null removes it. */
        public Builder chunks(Long chunks) {
            this.chunks = Update.of(chunks);
            return this;
        }

        /** Sets the field <code>chunks</code>: The number of chunks and blocks; null removes it. */
        public Builder chunks(long chunks) {
            this.chunks = Update.of(chunks);
            return this;
        }

        /** Sets the field <code>series</code>: The number of series; null removes it. */
        public Builder series(Long series) {
            this.series = Update.of(series);
            return this;
        }

        /** Sets the field <code>series</code>: The number of series; null removes it. */
        public Builder series(long series) {
            this.series = Update.of(series);
            return this;
        }

        /** Sets the field <code>spoolBytes</code>: Bytes of files that wait while they are imported; null removes it. */
        public Builder spoolBytes(Long spoolBytes) {
            this.spoolBytes = Update.of(spoolBytes);
            return this;
        }

        /** Sets the field <code>spoolBytes</code>: Bytes of files that wait while they are imported; null removes it. */
        public Builder spoolBytes(long spoolBytes) {
            this.spoolBytes = Update.of(spoolBytes);
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public TierQuotaChange build() {
            return new TierQuotaChange(
                    bytes,
                    chunks,
                    series,
                    spoolBytes,
                    otherFields);
        }
    }
}
