# frozen_string_literal: true

require "date"
require "json"
require "time"

# The values of requests and answers.
module Lockstep
  # The default of fields that are not sent. `nil` is sent as null.
  UNSET = Object.new
  def UNSET.inspect
    "UNSET"
  end
  UNSET.freeze

  # Turns values of JSON into values of the API's types, and back.
  #
  # No part of an answer causes an error: a value of a type other than the documented one is passed on as it is.
  module Values
    class << self
      # Makes a value of JSON a value of a type: `nil` (any), `:time`, `:date`, the name of a model or union, a list `[type]`, or
      # a map `{ of: type }`.
      def read(type, value)
        case type
        when nil then value
        when Symbol then read_named(type, value)
        when Array then value.is_a?(Array) ? value.map { |one| read(type[0], one) } : value
        else value.is_a?(Hash) ? value.transform_values { |one| read(type[:of], one) } : value
        end
      end

      # Returns whether a value of JSON has the shape of a type: an object, or a list.
      def fits?(type, value)
        case type
        when nil, :time, :date then true
        when Array then value.is_a?(Array)
        else value.is_a?(Hash)
        end
      end

      # Returns the word for the kind of a value of JSON, for errors: they do not show the value, which may be secret.
      def kind(value)
        case value
        when nil then "null"
        when true, false then "a boolean"
        when Numeric then "a number"
        when String then "a text"
        when Array then "a list"
        else "an object"
        end
      end

      # Returns a value as JSON has it. Requests leave out the fields that only answers have.
      def plain(value, sent: true)
        case value
        when nil, true, false, Integer, String then value
        when Symbol then value.to_s
        when Model then sent ? value.sent : value.to_h
        when Hash then hash(value, sent)
        when Array then value.map { |one| plain(one, sent: sent) }
        when Numeric then number(value)
        else text(value) || raise(TypeError, "a #{value.class} cannot be written as JSON")
        end
      end

      # Returns the JSON of a request.
      # @raise [ArgumentError] if the value cannot be JSON
      def json(value)
        JSON.generate(plain(value))
      rescue JSON::GeneratorError, JSON::NestingError, EncodingError => e
        raise ArgumentError, "this value cannot be written as JSON: #{e.class}"
      end

      # Returns the text of a time or a date; `nil` for another value.
      def text(value)
        case value
        when Time then value.iso8601(value.nsec.zero? ? 0 : 9)
        when DateTime then value.iso8601(9)
        when Date then value.iso8601
        end
      end

      private

      def read_named(type, value)
        case type
        when :time then value.is_a?(String) ? Time.iso8601(value) : value
        when :date then value.is_a?(String) ? Date.iso8601(value) : value
        else value.is_a?(Hash) ? Models.const_get(type).from_h(value) : value
        end
      rescue ArgumentError
        value
      end

      def hash(value, sent)
        value.each_with_object({}) do |(name, one), made|
          made[name.to_s] = plain(one, sent: sent) unless UNSET.equal?(one)
        end
      end

      def number(value)
        float = value.to_f
        return float if float.finite?

        raise ArgumentError, "#{float} cannot be written as JSON"
      end
    end
  end
  private_constant :Values
end
