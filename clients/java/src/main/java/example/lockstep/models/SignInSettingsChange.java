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
 * New values of the settings of sign-ins.
 *
 * @param administrationNeedsTotp Whether administrators and auditors need TOTP: without it, their accounts have the
 *     rights of the role <code>user</code> only; null if the change does not name it
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SignInSettingsChange(
        @JsonProperty("administrationNeedsTotp") Update<Boolean> administrationNeedsTotp,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public SignInSettingsChange {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.administrationNeedsTotp = administrationNeedsTotp;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a SignInSettingsChange. */
    public static final class Builder {

        private Update<Boolean> administrationNeedsTotp;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>administrationNeedsTotp</code>: Whether administrators and auditors need TOTP: without
         * it, their accounts have the rights of the role <code>user</code> only; null removes it.
         */
        public Builder administrationNeedsTotp(Boolean administrationNeedsTotp) {
            this.administrationNeedsTotp = Update.of(administrationNeedsTotp);
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public SignInSettingsChange build() {
            return new SignInSettingsChange(
                    administrationNeedsTotp,
                    otherFields);
        }
    }
}
