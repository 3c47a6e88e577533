# frozen_string_literal: true

module Lockstep
  # Methods that are compiled for one model when they are first needed: its constructor and its writer of JSON.
  #
  # A method whose text names the fields is several times faster than a loop over them, and points are sent by the million. The
  # text has the names of attributes and of JSON, and no value.
  module Compiled
    # How a value of a kind is recognized without a call; `Kinds.check` decides about all others.
    CLASSES = {
      text: %w[String], integer: %w[Integer], number: %w[Integer Float], boolean: %w[TrueClass FalseClass], time: %w[Time],
      date: %w[Date]
    }.freeze
    private_constant :CLASSES

    class << self
      # Returns the text of a model's `new`, which takes its fields as keywords.
      def constructor(model)
        fields = model.fields.values
        given, optional = fields.partition { |field| given?(field) }
        <<~RUBY
          def new(#{fields.map { |field| parameter(field) }.join(', ')})
            #{given.map { |field| check(field) }.join("\n")}
            __values = { #{given.map { |field| "#{field.name}: #{field.name}" }.join(', ')} }
            #{optional.map { |field| add(field) }.join("\n")}
            allocate().__send__(:fill, __values, NO_FIELDS)
          end
        RUBY
      end

      # Returns the text of a model's `write_json(values, texts)`, which returns `nil` if the object has more or fewer fields than
      # every object has. `texts` are the JSON of values that were written already.
      def writer(model)
        fields = model.fields.values.select { |field| given?(field) && !field.is_read_only }
        members = fields.map { |field| "#{JSON.generate(field.json).dump[1..-2]}:\#{#{value(field)}}" }
        <<~RUBY
          def write_json(__values, __texts)
            return unless __values.size == #{fields.size}
            #{fields.map { |field| "return unless (#{field.name} = __values[:#{field.name}])" }.join("\n")}
            "{#{members.join(',')}}"
          end
        RUBY
      end

      private

      # Whether every object has the field.
      def given?(field)
        field.is_required || field.constant
      end

      def parameter(field)
        if field.constant then "#{field.name}: fields[:#{field.name}].constant"
        else
          field.is_required ? "#{field.name}:" : "#{field.name}: UNSET"
        end
      end

      def check(field)
        classes = field.kind.is_a?(Symbol) ? CLASSES.fetch(field.kind, []) : []
        known = classes.map { |name| "#{name} === #{field.name} || " }
        "#{known.join}check_value(:#{field.name}, #{field.name})"
      end

      def add(field)
        <<~RUBY
          unless UNSET.equal?(#{field.name})
            #{check(field)}
            __values[:#{field.name}] = #{field.name}
          end
        RUBY
      end

      def value(field)
        case field.kind
        when :text then "__texts[#{field.name}]"
        when :integer, :number then "Integer === #{field.name} ? #{field.name} : Values.write(#{field.name}, __texts)"
        when :time then "Time === #{field.name} ? Values.time_in_json(#{field.name}) : Values.write(#{field.name}, __texts)"
        else "Values.write(#{field.name}, __texts)"
        end
      end
    end
  end
  private_constant :Compiled
end
