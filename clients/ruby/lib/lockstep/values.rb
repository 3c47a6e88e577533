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
    # The texts of dates, with the quote before them, by their days since 1970.
    DAYS = Hash.new do |days, day|
      days.clear if days.size >= 4096
      days[day] = Time.at(day * 86_400).utc.strftime("\"%Y-%m-%dT").freeze
    end
    MINUTES = Array.new(24 * 60) { |minute| Time.at(minute * 60).utc.strftime("%H:%M:").freeze }.freeze
    SECONDS = Array.new(60) { |second| Time.at(second).utc.strftime("%SZ\"").freeze }.freeze
    private_constant :DAYS, :MINUTES, :SECONDS

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
        texts = Hash.new { |known, one| known[one] = JSON.generate(plain(one)) }
        value_in_json(value, texts)
      rescue JSON::GeneratorError, JSON::NestingError, EncodingError => e
        raise ArgumentError, "this value cannot be written as JSON: #{e.class}"
      end

      # Returns the JSON of a value. Models write their own, without a copy of their values.
      # @param texts [Hash] the JSON of values that were written already: the texts of points repeat
      def value_in_json(value, texts)
        write(value, texts, +"")
      end

      # Returns the JSON of a time. `iso8601` takes three times as long.
      def time_in_json(time)
        return "\"#{text(time)}\"" unless time.utc? && time.nsec.zero?

        second = time.to_i
        "#{DAYS[second / 86_400]}#{MINUTES[second % 86_400 / 60]}#{SECONDS[second % 60]}"
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

      def models?(value)
        value.is_a?(Model) || (value.is_a?(Array) && value.any?(Model))
      end

      # Appends the JSON of a value.
      def write(value, texts, written)
        case value
        when Model then value.class.write_json([value], texts, written)
        when Array
          return write_list(value, texts, written) if models?(value)

          written << JSON.generate(plain(value))
        when Hash
          return write_object(value, texts, written) if value.each_value.any? { |one| models?(one) }

          written << JSON.generate(plain(value))
        else written << JSON.generate(plain(value))
        end
        written
      end

      def write_list(list, texts, written)
        model = list.first.class
        written << "["
        if model < Model && list.all?(model) then model.write_json(list, texts, written)
        else
          list.each_with_index { |one, at| write(one, texts, at.zero? ? written : written << ",") }
        end
        written << "]"
      end

      def write_object(hash, texts, written)
        named = hash.reject { |_, one| UNSET.equal?(one) }.transform_keys(&:to_s)
        named.each_with_index do |(name, one), at|
          write(one, texts, written << (at.zero? ? "{" : ",") << JSON.generate(name) << ":")
        end
        written << "}"
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
