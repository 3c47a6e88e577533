# frozen_string_literal: true

require "date"

module Lockstep
  # The kinds of values that requests take, checked before anything is sent.
  #
  # A kind is `:text`, `:integer`, `:number`, `:boolean`, `:time`, `:date`, the name of a model or union, a list `[kind]`, a map
  # `{ of: kind }`, or `nil` for any value. Texts may be symbols, times and dates; a model may be a hash with names as in JSON.
  # `nil` and {UNSET} fit every kind.
  module Kinds
    CLASSES = {
      text: [String, Symbol, Time, Date],
      integer: [Integer],
      number: [Numeric],
      boolean: [TrueClass, FalseClass],
      time: [Time, Date, String],
      date: [Date, Time, String]
    }.freeze
    NAMES = {
      text: "a String", integer: "an Integer", number: "a number", boolean: "true or false", time: "a Time", date: "a Date"
    }.freeze

    class << self
      # @param name [String] the name of the parameter or of the field
      # @param is_listed [Boolean] whether a list of the kind is accepted, too: a query has its values separated by commas
      # @raise [TypeError] if the value does not fit. The text does not show it: it may be secret
      def check(name, kind, value, is_listed: false)
        return if kind.nil? || value.nil? || UNSET.equal?(value)
        return value.each_with_index { |one, at| check("#{name}[#{at}]", kind, one) } if is_listed && value.is_a?(Array)

        case kind
        when Symbol then check_named(name, kind, value)
        when Array then check_list(name, kind[0], value)
        else check_map(name, kind[:of], value)
        end
      end

      private

      def check_named(name, kind, value)
        classes = CLASSES[kind] or return check_model(name, kind, value)
        refuse(name, NAMES[kind], value) unless classes.any? { |one| value.is_a?(one) }
      end

      def check_list(name, kind, value)
        return refuse(name, "an Array", value) unless value.is_a?(Array)
        return if kind.is_a?(Symbol) && !CLASSES.key?(kind) && value.all?(Model)

        value.each_with_index { |one, at| check("#{name}[#{at}]", kind, one) } if kind
      end

      def check_map(name, kind, value)
        return refuse(name, "a Hash", value) unless value.is_a?(Hash)

        value.each { |key, one| check("#{name}.#{key}", kind, one) } if kind
      end

      def check_model(name, kind, value)
        return if value.is_a?(Model)
        return refuse(name, "a Models::#{kind} or a Hash", value) unless value.is_a?(Hash)

        type = Models.const_get(kind)
        return unless type.respond_to?(:fields_in_json)

        fields = type.fields_in_json
        value.each do |key, one|
          field = fields[key.to_s]
          check("#{name}.#{key}", field.kind, one) if field
        end
      end

      def refuse(name, wanted, value)
        raise TypeError, "#{name} must be #{wanted}, and is #{article(value.class.name.to_s)}"
      end

      def article(word)
        "#{word.match?(/\A[AEIOU]/) ? 'an' : 'a'} #{word}"
      end
    end
  end
  private_constant :Kinds
end
