# frozen_string_literal: true

# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.

module Lockstep
  # Facts about the athlete that metrics use, such as birth date, maximum heart rate and time zone.
  class ProfileOperations < Group
    GET_PROFILE = Operation.new("GET", "/v1/sfdp/profile", :Profile)
    REPLACE_PROFILE = Operation.new(
      "PUT",
      "/v1/sfdp/profile",
      :Profile,
      kinds: { "birthDate" => :date, "functionalThresholdPower" => :number, "goals" => [:Goal], "maxHeartRate" => :number, "restingHeartRate" => :number, "sex" => :text, "timeZone" => :text, "weightKg" => :number }
    )
    UPDATE_PROFILE = Operation.new(
      "PATCH",
      "/v1/sfdp/profile",
      :Profile,
      kinds: { "birthDate" => :date, "functionalThresholdPower" => :number, "goals" => [:Goal], "maxHeartRate" => :number, "restingHeartRate" => :number, "sex" => :text, "timeZone" => :text, "weightKg" => :number }
    )
    private_constant(
      :GET_PROFILE,
      :REPLACE_PROFILE,
      :UPDATE_PROFILE
    )

    # Get the caller's profile.
    #
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::Profile]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def get_profile(options: nil)
      request(GET_PROFILE, {}, options)
    end

    # Replace the caller's profile. A missing field becomes unknown; use `PATCH` to change single
    # fields.
    #
    # @param birth_date [Date, nil] The date of birth, `YYYY-MM-DD`.
    # @param functional_threshold_power [Numeric, nil] The threshold power in watts, 30 to 800.
    # @param goals [Array<Models::Goal>, Hash, nil] The goals, at most 20.
    # @param max_heart_rate [Numeric, nil] The maximum heart rate in beats per minute, 100 to 250.
    # @param resting_heart_rate [Numeric, nil] The resting heart rate in beats per minute, 25 to
    #   120.
    # @param sex [String, nil] The sex used by formulas. One of "female", "male".
    # @param time_zone [String, nil] The IANA name of the time zone in which days begin and end.
    #   Null: UTC.
    # @param weight_kg [Numeric, nil] The body weight in kilograms, 2 to 500.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::Profile]
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def replace_profile(
      birth_date: UNSET,
      functional_threshold_power: UNSET,
      goals: UNSET,
      max_heart_rate: UNSET,
      resting_heart_rate: UNSET,
      sex: UNSET,
      time_zone: UNSET,
      weight_kg: UNSET,
      options: nil
    )
      request(
        REPLACE_PROFILE,
        {
          json: {
            "birthDate" => birth_date,
            "functionalThresholdPower" => functional_threshold_power,
            "goals" => goals,
            "maxHeartRate" => max_heart_rate,
            "restingHeartRate" => resting_heart_rate,
            "sex" => sex,
            "timeZone" => time_zone,
            "weightKg" => weight_kg
          }
        },
        options
      )
    end

    # Change single fields of the caller's profile.
    #
    # The body is a JSON merge patch (RFC 7396): a field of the body replaces the stored one, null
    # removes it, and a missing field stays unchanged.
    #
    # @param birth_date [Date, nil] The date of birth, `YYYY-MM-DD`.
    # @param functional_threshold_power [Numeric, nil] The threshold power in watts, 30 to 800.
    # @param goals [Array<Models::Goal>, Hash, nil] The goals, at most 20; they replace all stored
    #   goals.
    # @param max_heart_rate [Numeric, nil] The maximum heart rate in beats per minute, 100 to 250.
    # @param resting_heart_rate [Numeric, nil] The resting heart rate in beats per minute, 25 to
    #   120.
    # @param sex [String, nil] The sex used by formulas. One of "female", "male".
    # @param time_zone [String, nil] The IANA name of the time zone in which days begin and end.
    #   Null: UTC.
    # @param weight_kg [Numeric, nil] The body weight in kilograms, 2 to 500.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::Profile]
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def update_profile(
      birth_date: UNSET,
      functional_threshold_power: UNSET,
      goals: UNSET,
      max_heart_rate: UNSET,
      resting_heart_rate: UNSET,
      sex: UNSET,
      time_zone: UNSET,
      weight_kg: UNSET,
      options: nil
    )
      request(
        UPDATE_PROFILE,
        {
          json: {
            "birthDate" => birth_date,
            "functionalThresholdPower" => functional_threshold_power,
            "goals" => goals,
            "maxHeartRate" => max_heart_rate,
            "restingHeartRate" => resting_heart_rate,
            "sex" => sex,
            "timeZone" => time_zone,
            "weightKg" => weight_kg
          }
        },
        options
      )
    end
  end
end
