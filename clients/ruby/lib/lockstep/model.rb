# frozen_string_literal: true

module Lockstep
  # The base of the models: attributes over the values of JSON. Models do not change; `with` makes a changed copy.
  #
  # An attribute that the answer does not have is `nil`. An attribute that is given as `nil` is sent as null; one that is not
  # given is not sent.
  class Model
    # How one attribute is read and sent.
    Field = Struct.new(:name, :json, :type, :kind, :is_required, :constant, :is_read_only, :is_secret)
    NO_FIELDS = {}.freeze
    private_constant :Field, :NO_FIELDS

    class << self
      # @return [Hash{Symbol => Field}] the fields by their names, also those of a class from which this one inherits
      def fields
        @fields ||= equal?(Model) ? {} : superclass.fields.dup
      end

      # @return [Hash{String => Field}] the fields by their names in JSON
      def fields_in_json
        @fields_in_json ||= fields.values.to_h { |field| [field.json, field] }
      end

      # @return the type of fields without a name in the document
      def others_type
        @others_type ||= (superclass.others_type unless equal?(Model))
      end

      # Makes a model of its attributes.
      # @raise [ArgumentError] if a field is misspelt or missing
      # @raise [TypeError] if a value has another kind than the field
      def new(**values)
        # Defines the method of the class that replaces this one.
        singleton_class.class_eval(Compiled.constructor(self), __FILE__, __LINE__)
        new(**values)
      end

      # Appends the JSON of these objects, as requests contain them, separated by commas.
      # @param texts [Hash] the JSON of values that were written already
      # @param written [String]
      def write_json(objects, texts, written)
        # Defines the method of the class that replaces this one.
        singleton_class.class_eval(Compiled.writer(self), __FILE__, __LINE__)
        write_json(objects, texts, written)
      end

      # Makes a model of an object as in JSON.
      def from_h(hash)
        known = fields_in_json
        values = {}
        unknown = nil
        hash.each do |name, value|
          field = known[name]
          if field
            values[field.name] = field.type ? Values.read(field.type, value) : value
          else
            (unknown ||= {})[name] = Values.read(others_type, value)
          end
        end
        allocate.send(:fill, values, unknown || NO_FIELDS)
      end

      # @raise [TypeError] if a value has another kind than its field
      def check(values)
        values.each { |name, value| Kinds.check(name, fields[name].kind, value) }
      rescue TypeError => e
        raise TypeError, "#{self}: #{e.message}", cause: nil
      end

      # Whether an object of JSON has the required fields and the constants, and one field at least.
      def matches?(hash)
        has_one = false
        fits = fields.each_value.all? do |field|
          has_one ||= hash.key?(field.json)
          next hash[field.json] == field.constant if field.constant

          !field.is_required || hash.key?(field.json)
        end
        fits && has_one
      end

      private

      def check_value(name, value)
        check(name => value)
      end

      # `type` is how an answer is read, and `kind` what a request takes: that of the type, if it is not named.
      def field(
        name, json: name.to_s, type: nil, kind: type, required: false, constant: nil, read_only: false, secret: false
      )
        fields[name] = Field.new(name, json.freeze, type, kind, required, constant&.freeze, read_only, secret)
        define_method(name) { @values[name] }
      end

      def other_fields(type)
        @others_type = type
      end
    end

    # @return [Hash{String => Object}] the fields of the answer that this version does not know, under their names in JSON
    attr_reader :unknown_fields

    # Returns a copy with other values of some attributes.
    def with(**changes)
      misspelt = changes.keys - self.class.fields.keys
      raise ArgumentError, "#{self.class} has no field #{misspelt.first}" unless misspelt.empty?

      self.class.check(changes)
      self.class.allocate.send(:fill, @values.merge(changes), @unknown_fields)
    end

    # Returns a field by its name in JSON or by its attribute, also one that this version does not know.
    def [](name)
      field = self.class.fields_in_json[name.to_s] || self.class.fields[name.to_sym]
      field ? @values[field.name] : @unknown_fields[name.to_s]
    end

    # @return [Boolean] whether the answer had the attribute, or the caller gave it
    def key?(name)
      @values.key?(name.to_sym)
    end

    # Returns the object as in JSON, with the unknown fields.
    def to_h
      in_json(@values, sent: false)
    end

    # Returns the object as requests contain it: without the fields that only answers have.
    def sent
      fields = self.class.fields
      in_json(@values.reject { |name, _| fields[name].is_read_only }, sent: true)
    end

    def to_json(*options)
      to_h.to_json(*options)
    end

    def deconstruct_keys(_names)
      @values
    end

    def ==(other)
      other.instance_of?(self.class) && to_h == other.to_h
    end
    alias eql? ==

    def hash
      [self.class, to_h].hash
    end

    # Omits secrets, and unknown fields, which may be secret.
    def inspect
      fields = self.class.fields
      # An object whose constructor failed has no values.
      shown = @values.to_h.map { |name, value| "#{name}=#{fields[name].is_secret ? '…' : value.inspect}" }
      "#<#{[self.class, shown.join(', ')].reject { |one| one == '' }.join(' ')}>"
    end
    alias to_s inspect

    def pretty_print(printer)
      printer.text(inspect)
    end

    private

    def fill(values, unknown)
      @values = values.freeze
      @unknown_fields = unknown.freeze
      freeze
    end

    def in_json(values, sent:)
      fields = self.class.fields
      known = values.each_with_object({}) do |(name, value), made|
        made[fields[name].json] = Values.plain(value, sent: sent) unless UNSET.equal?(value)
      end
      known.merge(Values.plain(@unknown_fields, sent: sent))
    end
  end

  # A type that is one of several models.
  class Union
    # @param tag [String, nil] the field in JSON whose text names the variant
    # @param variants [Hash, Array] the variants by the texts, or in the order in which they are tried
    def initialize(tag, variants)
      @tag = tag
      @variants = variants.freeze
    end

    # Makes the variant that fits an object of JSON; an object that fits none stays as it is.
    def from_h(hash)
      type = @tag ? @variants[hash[@tag]] : @variants.find { |one| Models.const_get(one).matches?(hash) }
      Values.read(type, hash)
    end
  end
  private_constant :Union
end
